import {
  estimateDistance,
  type Gazetteer,
  greatCircleKm,
  type Position,
  seaDistance,
  type TransportMethod,
  type Way,
} from '@trackway/engine';
import type { Problem } from '../../rules/errors/api-error.ts';
import { type Path, problem } from '../../rules/inputs/problems.ts';
import { isCountryCode } from '../../rules/values/country-codes.ts';
import type { Facility, Flow, FlowLeg, LegEstimate, Network } from './model.ts';

/** End of a leg: a place of the gazetteer, or a facility with coordinates. */
type End = {
  readonly label: string;
  readonly place?: string | undefined;
  readonly position?: Position | undefined;
};

/** A search of the sea network takes milliseconds, and they add up. */
const MAX_SEA_SEARCHES = 100;

const WAYS: Partial<Readonly<Record<TransportMethod, Way>>> = { SEA: 'SEA', AIR: 'AIR' };

/**
 * Estimates the distance of every leg that declares none from its ends: without ends, the first leg
 * begins at the sending facility, the last ends at the receiving one, and the others join their
 * neighbours. A leg whose distance cannot be estimated is a problem.
 */
export function withDistances(
  network: Network,
  gazetteer: Gazetteer,
): { readonly network: Network; readonly problems: readonly Problem[] } {
  const facilities = new Map(network.facilities.map((facility) => [facility.key, facility]));
  const estimates = new Estimates(gazetteer);
  const flows = network.flows.map((flow, at): Flow => {
    const legs = flow.transportLegs ?? [];
    if (legs.length === 0) return flow;
    const [sender, receiver] = [facilities.get(flow.from), facilities.get(flow.to)];
    // Without both facilities there is a problem already, and nothing to measure from.
    if (sender === undefined || receiver === undefined) return flow;
    const transportLegs = legs.map((leg, index) =>
      estimates.measured(
        leg,
        index === 0 ? startOf(leg.from, sender) : placeOf(leg.from ?? legs[index - 1]?.to),
        index === legs.length - 1
          ? startOf(leg.to, receiver)
          : placeOf(leg.to ?? legs[index + 1]?.from),
        ['flows', at, 'transportLegs', index],
      ),
    );
    return { ...flow, transportLegs };
  });
  return { network: { ...network, flows }, problems: estimates.problems };
}

/** Estimates for the legs of one network: legs with the same ends are worked out once. */
class Estimates {
  readonly #gazetteer: Gazetteer;
  readonly #known = new Map<string, LegEstimate | undefined>();
  #seaSearches = 0;
  readonly problems: Problem[] = [];

  constructor(gazetteer: Gazetteer) {
    this.#gazetteer = gazetteer;
  }

  /** The leg with an estimate, if it declares no distance. */
  measured(leg: FlowLeg, from: End | undefined, to: End | undefined, path: Path): FlowLeg {
    const { estimate: _stale, ...declared } = leg;
    if (declared.distanceKm !== undefined || declared.method === 'HUB') return declared;
    const place = [...path, 'distanceKm'];
    if (from === undefined || to === undefined) {
      const message =
        'Give `distanceKm`, or both ends of the leg: `from` and `to`, or the country or coordinates of the two facilities.';
      this.problems.push(problem(place, 'REQUIRED', message));
      return declared;
    }
    const before = this.problems.length;
    const found = this.#estimate(declared, from, to, place);
    if (found !== undefined) return { ...declared, estimate: found };
    // Places that do not exist are refused by the check of references.
    if (this.problems.length === before && this.#isThere(from) && this.#isThere(to)) {
      const message = `No distance is known from ${from.label} to ${to.label} by ${leg.method}; declare distanceKm.`;
      this.problems.push(problem(place, 'DISTANCE_UNKNOWN', message));
    }
    return declared;
  }

  #estimate(leg: FlowLeg, from: End, to: End, path: Path): LegEstimate | undefined {
    const way = WAYS[leg.method] ?? 'LAND';
    const name = JSON.stringify([way, from, to]);
    if (this.#known.has(name)) return this.#known.get(name);
    if (way === 'SEA') this.#seaSearches += 1;
    if (this.#seaSearches > MAX_SEA_SEARCHES) {
      const message = `At most ${MAX_SEA_SEARCHES} different routes by sea are calculated per request; declare distanceKm of this leg.`;
      this.problems.push(problem(path, 'TOO_MANY', message));
      return undefined;
    }
    const found = distanceBetween(this.#gazetteer, way, from, to);
    this.#known.set(name, found);
    return found;
  }

  #isThere({ place }: End): boolean {
    return (
      place === undefined ||
      isCountryCode(place) ||
      this.#gazetteer.port(place) !== undefined ||
      this.#gazetteer.airport(place) !== undefined
    );
  }
}

function placeOf(place: string | undefined): End | undefined {
  return place === undefined ? undefined : { place, label: place };
}

/** The place that the leg names, or else where the facility is. */
function startOf(place: string | undefined, facility: Facility): End | undefined {
  if (place !== undefined) return placeOf(place);
  const { coordinates: position, country, name } = facility;
  return position === undefined ? placeOf(country) : { position, label: name };
}

function distanceBetween(
  gazetteer: Gazetteer,
  way: Way,
  from: End,
  to: End,
): LegEstimate | undefined {
  if (from.place !== undefined && to.place !== undefined) {
    const found = estimateDistance(gazetteer, way, from.place, to.place);
    return found && { distanceKm: found.distanceKm, source: found.source, reason: found.reason };
  }
  const start = positionOf(gazetteer, way, from);
  const end = positionOf(gazetteer, way, to);
  if (start === undefined || end === undefined) return undefined;
  if (way !== 'SEA') {
    return {
      distanceKm: greatCircleKm(start, end),
      source: 'GREAT_CIRCLE',
      reason: `Great circle from ${from.label} to ${to.label}.`,
    };
  }
  const route = seaDistance(gazetteer.seaNetwork, start, end);
  return (
    route && {
      distanceKm: route.distanceKm,
      source: 'SEA_NETWORK',
      reason: `Shortest way by sea from ${from.label} to ${to.label}.`,
    }
  );
}

function positionOf(gazetteer: Gazetteer, way: Way, { place, position }: End) {
  if (place === undefined) return position;
  if (place.length !== 2) return gazetteer.port(place) ?? gazetteer.airport(place);
  return way === 'SEA' ? gazetteer.countryPorts(place)[0] : gazetteer.countryMiddle(place);
}
