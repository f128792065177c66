import type { ProductExchange, UnitProcess } from './unit-process.ts';

/**
 * Chooses the supplier of every exchange where several processes make a product of one name: the one of
 * the exchange's place, then of the consumer's place, then the first of the file, which is reported.
 */
export function linkByPlace(processes: readonly UnitProcess[]): UnitProcess[] {
  const makers = new Map<string, UnitProcess[]>();
  for (const process of processes) {
    for (const { flow } of process.outputs) makers.getOrInsert(flow, []).push(process);
  }
  return processes.map((process) => {
    const changes = [...process.changes];
    const choose = (exchange: ProductExchange): ProductExchange => {
      const candidates = makers.get(exchange.flow) ?? [];
      const [first] = candidates;
      if (first === undefined) return exchange;
      const atPlace = (place: string | undefined) =>
        candidates.find(({ location }) => place !== '' && location === place);
      const supplier = atPlace(exchange.location) ?? atPlace(process.location);
      if (supplier === undefined && candidates.length > 1) {
        const places = candidates.map(({ location }) => location).join(', ');
        changes.push(
          `${exchange.name} is made in ${places}; the first one supplies it, because no place was stated.`,
        );
      }
      return { ...exchange, provider: (supplier ?? first).id };
    };
    const inputs = process.inputs.map(choose);
    const wastes = process.wastes.map(choose);
    return { ...process, inputs, wastes, changes };
  });
}
