import type { Network } from './model.ts';

/** Goods that come back to where they have been, as groups of facilities. */
export type Cycles = {
  /** Keys of the facilities of each group, in the order of the network. */
  readonly groups: readonly (readonly string[])[];
  /** The group of a facility that is in one. */
  readonly groupOf: ReadonlyMap<string, number>;
};

/**
 * The strongly connected components of a network that have a loop (Tarjan 1972). A network has at
 * most 250 facilities, so that the walk may recurse.
 */
export function cyclesOf({ facilities, flows }: Network): Cycles {
  const next = Map.groupBy(flows, (flow) => flow.from);
  const found = new Map<string, number>();
  const open: string[] = [];
  const groupOf = new Map<string, number>();
  let groupCount = 0;

  const visit = (key: string): number => {
    const own = found.size;
    found.set(key, own);
    open.push(key);
    let low = own;
    let isLoop = false;
    for (const { to } of next.get(key) ?? []) {
      isLoop ||= to === key;
      const seen = found.get(to);
      if (seen === undefined) low = Math.min(low, visit(to));
      else if (open.includes(to)) low = Math.min(low, seen);
    }
    if (low === own) {
      const members = open.splice(open.indexOf(key));
      if (members.length > 1 || isLoop) {
        for (const member of members) groupOf.set(member, groupCount);
        groupCount += 1;
      }
    }
    return low;
  };
  for (const { key } of facilities) if (!found.has(key)) visit(key);

  const groups: string[][] = Array.from({ length: groupCount }, () => []);
  for (const { key } of facilities) {
    const group = groupOf.get(key);
    if (group !== undefined) groups[group]?.push(key);
  }
  return { groups, groupOf };
}

/** True if a flow is inside one group of facilities that form a loop. */
export function isInCycle(
  { from, to }: { readonly from: string; readonly to: string },
  { groupOf }: Cycles,
): boolean {
  const group = groupOf.get(from);
  return group !== undefined && group === groupOf.get(to);
}
