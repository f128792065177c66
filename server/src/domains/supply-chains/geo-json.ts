import type { Position } from '@trackway/engine';
import type { CountryMiddles } from '../factors/index.ts';
import { type Cycles, isInCycle } from './cycles.ts';
import type { Facility, Network } from './model.ts';

/**
 * The network as a GeoJSON feature collection (RFC 7946): a point per facility, a line per flow. A
 * facility without coordinates is placed at the middle of its country and marked; one without a
 * country is left out, and its flows with it.
 */
export function geoJsonOf(network: Network, cycles: Cycles, gazetteer: CountryMiddles): unknown {
  const positions = new Map(
    network.facilities.map((facility) => [facility.key, positionOf(facility, gazetteer)]),
  );
  const points = network.facilities.flatMap((facility) => {
    const position = positions.get(facility.key);
    if (position === undefined) return [];
    const { key, name, tier, country, activity } = facility;
    return [
      feature(
        { type: 'Point', coordinates: pair(position) },
        {
          kind: 'FACILITY',
          key,
          name,
          tier,
          country,
          activity,
          isApproximate: facility.coordinates === undefined,
          isInCycle: cycles.groupOf.has(key),
        },
      ),
    ];
  });
  const lines = network.flows.flatMap((flow) => {
    const [start, end] = [positions.get(flow.from), positions.get(flow.to)];
    if (start === undefined || end === undefined) return [];
    const { from, to, quantity, unit, transportLegs = [] } = flow;
    return [
      feature(
        { type: 'LineString', coordinates: [pair(start), pair(end)] },
        {
          kind: 'FLOW',
          from,
          to,
          quantity,
          unit,
          methods: transportLegs.map(({ method }) => method),
          isInCycle: isInCycle(flow, cycles),
        },
      ),
    ];
  });
  return { type: 'FeatureCollection', features: [...points, ...lines] };
}

function positionOf(facility: Facility, gazetteer: CountryMiddles): Position | undefined {
  if (facility.coordinates !== undefined) return facility.coordinates;
  return facility.country === undefined ? undefined : gazetteer.countryMiddle(facility.country);
}

function feature(geometry: unknown, properties: unknown): unknown {
  return { type: 'Feature', geometry, properties };
}

/** GeoJSON writes longitude first. */
function pair({ latitude, longitude }: Position): readonly [number, number] {
  return [longitude, latitude];
}
