import { type Memory, remembered } from '../remembered.ts';
import type { Position } from './great-circle.ts';
import { NodeHeap } from './node-heap.ts';
import { nearestNode, nodeDistanceKm, type Passage, type SeaNetwork } from './sea-network.ts';

export type SeaRoute = {
  /** From place to place, in km: the lanes and the way from each place to its nearest lane. */
  readonly distanceKm: number;
  /** The part of it that lies between the places and the network, as the crow flies. */
  readonly accessKm: number;
  /** Straits and canals sailed through, in order. */
  readonly passages: readonly Passage[];
};

export type SeaRouteOptions = { readonly closedPassages?: readonly Passage[] | undefined };

/** No liner sails it: ice closes it most of the year. It is in the data, and never taken. */
const NEVER_SAILED: Passage = 'northwest';

/**
 * The shortest way by sea between two places, in km, over the lanes of a network: Dijkstra from
 * the node nearest to the start. Closed passages are not sailed through. Undefined when no way is
 * left. A shortest way, not the way ships take: the caller applies the distance adjustment.
 *
 * A pair of places is always searched in the same direction, because a sum in the other order may
 * differ in its last bit.
 */
export function seaDistance(
  network: SeaNetwork,
  from: Position,
  to: Position,
  { closedPassages = [] }: SeaRouteOptions = {},
): SeaRoute | undefined {
  if (isSearchedFrom(to, from)) {
    const back = seaDistance(network, to, from, { closedPassages });
    return back && { ...back, passages: back.passages.toReversed() };
  }
  const nodeNear = (place: Position) =>
    remembered(nodes, network, `${place.latitude} ${place.longitude}`, () =>
      nearestNode(network, place),
    );
  const start = nodeNear(from);
  const end = nodeNear(to);
  const closed = new Set<Passage>([...closedPassages, NEVER_SAILED]);
  const found = remembered(ways, network, `${start} ${end} ${[...closed].sort()}`, () =>
    shortestWay(network, start, end, closed),
  );
  if (found === undefined) return undefined;
  const accessKm = nodeDistanceKm(network, start, from) + nodeDistanceKm(network, end, to);
  return { distanceKm: found.distanceKm + accessKm, accessKm, passages: found.passages };
}

/** Of two different places, the western one is the start; on one meridian, the southern one. */
function isSearchedFrom(a: Position, b: Position): boolean {
  return a.longitude < b.longitude || (a.longitude === b.longitude && a.latitude < b.latitude);
}

type Way = { readonly distanceKm: number; readonly passages: readonly Passage[] };

/** The same ports come with every product, and each search looks at thousands of nodes. */
const nodes: Memory<SeaNetwork, number> = new WeakMap();
const ways: Memory<SeaNetwork, Way | undefined> = new WeakMap();

function shortestWay(
  network: SeaNetwork,
  start: number,
  end: number,
  closed: ReadonlySet<Passage>,
): Way | undefined {
  const { first, neighbourOf, lengthKm, passageOf } = network;
  const best = new Float64Array(network.positions.length).fill(Number.POSITIVE_INFINITY);
  const arrivedBy = new Int32Array(network.positions.length).fill(-1);
  const cameFrom = new Int32Array(network.positions.length).fill(-1);
  const heap = new NodeHeap();
  best[start] = 0;
  heap.push(start, 0);

  while (!heap.isEmpty) {
    const node = heap.nearest;
    const distance = heap.nearestDistance;
    heap.drop();
    if (node === end) {
      return { distanceKm: distance, passages: passagesOnTheWay(end) };
    }
    if (distance > (best[node] ?? 0)) continue;
    const afterLast = first[node + 1] ?? 0;
    for (let lane = first[node] ?? 0; lane < afterLast; lane += 1) {
      const passage = passageOf[lane];
      if (passage !== undefined && closed.has(passage)) continue;
      const neighbour = neighbourOf[lane] ?? 0;
      const candidate = distance + (lengthKm[lane] ?? 0);
      if (candidate < (best[neighbour] ?? 0)) {
        best[neighbour] = candidate;
        arrivedBy[neighbour] = lane;
        cameFrom[neighbour] = node;
        heap.push(neighbour, candidate);
      }
    }
  }
  return undefined;

  function passagesOnTheWay(last: number): Passage[] {
    const passages: Passage[] = [];
    for (let node = last; node !== start; node = cameFrom[node] ?? start) {
      const passage = passageOf[arrivedBy[node] ?? -1];
      if (passage !== undefined && passages.at(-1) !== passage) passages.push(passage);
    }
    return passages.reverse();
  }
}
