import {
  type GeoProjection,
  geoAzimuthalEqualArea,
  geoCentroid,
  geoDistance,
  geoEqualEarth,
  geoInterpolate,
  geoPath,
} from 'd3-geo';

/** Geometry of the map of a supply chain, for the page and for the asset. */

export type Position = readonly [longitude: number, latitude: number];

/** A facility that has a place. */
export type Stop = {
  readonly key: string;
  readonly name: string;
  readonly at: Position;
  /** 0 is nearest to the customer. */
  readonly tier: number;
  readonly country: string | null;
  /** True if the place is the middle of its country. */
  readonly isApproximate: boolean;
};

/** A flow between two facilities that have places. */
export type Way = {
  readonly from: string;
  readonly to: string;
  readonly line: readonly Position[];
};

export type Box = {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
};

/** Places within this distance of their middle, in radians (about 3,200 km), are one region. */
const REGION = 0.5;
/** Narrowest distance that the width of a box shows, in radians (about 4,500 km): the coast is coarse. */
const NARROWEST = 0.7;

/**
 * An equal-area projection that shows all places within a box. A region is seen from above its middle (Lambert
 * azimuthal equal-area); places all over the world are on the whole earth (Equal Earth), turned to their middle.
 */
export function mapProjection(places: readonly Position[], box: Box): GeoProjection {
  const { left, top, right, bottom } = box;
  const points = { type: 'MultiPoint' as const, coordinates: places.map((at) => [...at]) };
  const [longitude, latitude] = middleOf(points.coordinates);
  const reach = Math.max(0, ...places.map((at) => geoDistance([...at], [longitude, latitude])));
  const isRegion = places.length > 0 && reach < REGION;
  const projection = isRegion
    ? geoAzimuthalEqualArea().rotate([-longitude, -latitude]).clipAngle(90)
    : geoEqualEarth().rotate([-longitude, 0]);
  const extent: [[number, number], [number, number]] = [
    [left, top],
    [right, bottom],
  ];
  const most = (right - left) / NARROWEST;
  if (!isRegion) return projection.fitExtent(extent, places.length > 0 ? points : SPHERE);
  if (reach > 0 && projection.fitExtent(extent, points).scale() <= most) return projection;
  const [[west, north], [east, south]] = geoPath(projection.scale(most).translate([0, 0])).bounds(
    points,
  );
  return projection.translate([
    (left + right - west - east) / 2,
    (top + bottom - north - south) / 2,
  ]);
}

const SPHERE = { type: 'Sphere' } as const;

/** Middle of some positions; opposite ones have none. */
function middleOf(coordinates: number[][]): [longitude: number, latitude: number] {
  const middle = geoCentroid({ type: 'MultiPoint', coordinates });
  return middle.every(Number.isFinite) ? middle : [0, 0];
}

/** The shortest way over the earth as an SVG path, with up to two decimals. */
export function arcPath(projection: GeoProjection, { line }: Way): string {
  const coordinates = line.map((at) => [...at]);
  return geoPath(projection).digits(2)({ type: 'LineString', coordinates }) ?? '';
}

/** Place and direction of the middle of a way, for an arrow; undefined if it has no length on the map. */
export function arcMiddle(
  projection: GeoProjection,
  { line }: Way,
): { readonly x: number; readonly y: number; readonly angle: number } | undefined {
  const [start, end] = [line[0], line.at(-1)];
  if (start === undefined || end === undefined) return undefined;
  const along = geoInterpolate([...start], [...end]);
  const [before, middle, after] = [0.49, 0.5, 0.51].map((share) => projection(along(share)));
  if (before == null || middle == null || after == null) return undefined;
  const [dx, dy] = [after[0] - before[0], after[1] - before[1]];
  if (Math.hypot(dx, dy) < 1e-6) return undefined;
  return { x: middle[0], y: middle[1], angle: Math.atan2(dy, dx) };
}

/** Stops with their place on the drawing. */
export function placedStops<Each extends Stop>(stops: readonly Each[], projection: GeoProjection) {
  return stops.map((stop) => {
    const [x, y] = projection([...stop.at]) ?? [0, 0];
    return { ...stop, x, y };
  });
}

/** Stops and ways of the API's GeoJSON. */
export function placesOf(geoJson: unknown): { readonly stops: Stop[]; readonly ways: Way[] } {
  const collection: {
    readonly features?: readonly {
      readonly geometry: { readonly coordinates: unknown };
      readonly properties: Readonly<Record<string, unknown>>;
    }[];
  } = Object(geoJson);
  const stops: Stop[] = [];
  const ways: Way[] = [];
  for (const { geometry, properties } of collection.features ?? []) {
    const { coordinates } = geometry;
    if (properties['kind'] === 'FACILITY' && isPosition(coordinates)) {
      const { key, name, tier, country, isApproximate } = properties;
      stops.push({
        key: String(key),
        name: String(name),
        at: coordinates,
        tier: Number(tier),
        country: typeof country === 'string' ? country : null,
        isApproximate: isApproximate === true,
      });
    } else if (Array.isArray(coordinates)) {
      const { from, to } = properties;
      ways.push({ from: String(from), to: String(to), line: coordinates.filter(isPosition) });
    }
  }
  return { stops, ways };
}

function isPosition(value: unknown): value is Position {
  return Array.isArray(value) && value.length === 2 && value.every((each) => Number.isFinite(each));
}
