import { greatCircleKm, type Position } from './great-circle.ts';

/** The straits and canals of the network that can be closed. */
export const PASSAGES = [
  'babalmandab',
  'bering',
  'bosporus',
  'chili',
  'dardanelles',
  'gibraltar',
  'malacca',
  'northwest',
  'ormuz',
  'panama',
  'south_africa',
  'suez',
  'sunda',
] as const;
export type Passage = (typeof PASSAGES)[number];

/** The part of a GeoJSON feature collection that a sea network needs: lines, some named. */
export type SeaLanes = {
  readonly features: readonly {
    readonly properties: { readonly passage?: string | undefined };
    readonly geometry:
      | { readonly type: 'LineString'; readonly coordinates: Line }
      | { readonly type: 'MultiLineString'; readonly coordinates: readonly Line[] };
  }[];
};
type Line = readonly (readonly number[])[];

/**
 * Sea lanes as a graph: the neighbours of node n stand at `neighbourOf[first[n]]` up to
 * `neighbourOf[first[n + 1]]`, with the length of the lane and the passage it goes through.
 */
export type SeaNetwork = {
  readonly positions: readonly Position[];
  readonly first: Int32Array;
  readonly neighbourOf: Int32Array;
  readonly lengthKm: Float64Array;
  readonly passageOf: readonly (Passage | undefined)[];
};

type Lane = { from: number; to: number; lengthKm: number; passage: Passage | undefined };

/** Joins the lines of a sea lane map at their common points. Lanes can be sailed both ways. */
export function createSeaNetwork(lanes: SeaLanes): SeaNetwork {
  const positions: Position[] = [];
  const nodeByPlace = new Map<string, number>();
  const edges: Lane[] = [];

  const nodeAt = (point: readonly number[]): number => {
    const position = normalised(point);
    const place = `${position.longitude.toFixed(5)} ${position.latitude.toFixed(5)}`;
    const known = nodeByPlace.get(place);
    if (known !== undefined) return known;
    nodeByPlace.set(place, positions.length);
    return positions.push(position) - 1;
  };

  for (const { properties, geometry } of lanes.features) {
    const passage = PASSAGES.find((name) => name === properties.passage);
    const lines = geometry.type === 'LineString' ? [geometry.coordinates] : geometry.coordinates;
    for (const line of lines) {
      let before: number | undefined;
      for (const point of line) {
        const node = nodeAt(point);
        if (before !== undefined && before !== node) {
          const lengthKm = greatCircleKm(
            positionOf(positions, before),
            positionOf(positions, node),
          );
          edges.push({ from: before, to: node, lengthKm, passage });
          edges.push({ from: node, to: before, lengthKm, passage });
        }
        before = node;
      }
    }
  }
  return indexed(positions, edges);
}

/**
 * The node nearest to a position, as the crow flies; of equally near ones, the first.
 *
 * It returns the node alone. When it returned the distance too, in an object, V8 14.6 once let the
 * objects of two calls share one number: a way from Shanghai was measured with the access of
 * Rotterdam at both ends.
 */
export function nearestNode(network: SeaNetwork, position: Position): number {
  let nearest = -1;
  let nearestKm = Number.POSITIVE_INFINITY;
  for (const [candidate, place] of network.positions.entries()) {
    // A degree of latitude is never less than 110.5 km: most nodes are ruled out without sines.
    if (Math.abs(place.latitude - position.latitude) * 110.5 >= nearestKm) continue;
    const candidateKm = greatCircleKm(place, position);
    if (candidateKm < nearestKm) {
      nearest = candidate;
      nearestKm = candidateKm;
    }
  }
  return nearest;
}

/** From a place to a node, as the crow flies, in km. */
export function nodeDistanceKm(network: SeaNetwork, node: number, position: Position): number {
  return greatCircleKm(position, positionOf(network.positions, node));
}

/** Longitudes run beyond 180° in the source, so that no line is cut; here each place has one name. */
function normalised(point: readonly number[]): Position {
  const [longitude, latitude] = point;
  if (longitude === undefined || latitude === undefined) {
    throw new RangeError('A point of a sea lane needs a longitude and a latitude.');
  }
  return { latitude, longitude: longitude - 360 * Math.floor((longitude + 180) / 360) };
}

function positionOf(positions: readonly Position[], node: number): Position {
  const position = positions[node];
  if (position === undefined) throw new RangeError(`The sea network has no node ${node}.`);
  return position;
}

/** Sorts the lanes by the node they leave, so that a node's neighbours lie side by side. */
function indexed(positions: readonly Position[], edges: Lane[]): SeaNetwork {
  edges.sort((a, b) => a.from - b.from);
  const first = new Int32Array(positions.length + 1);
  for (const { from } of edges) first[from + 1] = (first[from + 1] ?? 0) + 1;
  for (let node = 0; node < positions.length; node += 1) {
    first[node + 1] = (first[node + 1] ?? 0) + (first[node] ?? 0);
  }
  return {
    positions,
    first,
    neighbourOf: Int32Array.from(edges, (edge) => edge.to),
    lengthKm: Float64Array.from(edges, (edge) => edge.lengthKm),
    passageOf: edges.map((edge) => edge.passage),
  };
}
