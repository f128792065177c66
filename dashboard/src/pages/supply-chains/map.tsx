import { useQuery } from '@tanstack/react-query';
import { type GeoProjection, geoCentroid, geoEqualEarth, geoGraticule10, geoPath } from 'd3-geo';
import type { MultiPoint } from 'geojson';
import { feature } from 'topojson-client';
import type { Topology } from 'topojson-specification';
import landUrl from 'world-atlas/land-110m.json?url';
import { QueryView } from '../../parts/query-view.tsx';
import type { ChainView } from './document.ts';

const WIDTH = 1000;
const HEIGHT = 520;
const MOST_SCALE = 1_400;

type Position = readonly [longitude: number, latitude: number];
type Stop = { readonly key: string; readonly name: string; readonly at: Position };
type Way = { readonly from: string; readonly to: string; readonly line: readonly Position[] };

/** Facilities on an equal-area map. What has no place is in the table only. */
export default function ChainMap({ chain, selected, onSelect }: ChainView) {
  const query = useQuery({
    queryKey: ['land'],
    queryFn: async () => {
      const topology: Topology = await (await fetch(landUrl)).json();
      const { land } = topology.objects;
      return land === undefined ? undefined : feature(topology, land);
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
  const { stops, ways } = placesOf(chain.geoJson);
  const withoutPlace = chain.facilities.filter(
    ({ key }) => !stops.some((stop) => stop.key === key),
  );
  const points = { type: 'MultiPoint' as const, coordinates: stops.map(({ at }) => [...at]) };
  const projection = projectionFor(points);
  const path = geoPath(projection);
  return (
    <section className="panel stack">
      <QueryView query={query} purpose="The map shows where the facilities are.">
        {(land) => (
          <svg className="chain-map" viewBox={`0 0 ${WIDTH} ${HEIGHT}`}>
            <title>{`${stops.length} facilities on the map. The table has the same rows.`}</title>
            <path className="graticule" d={path(geoGraticule10()) ?? ''} />
            {land !== undefined && <path className="land" d={path(land) ?? ''} />}
            {ways.map(({ from, to, line }, index) => (
              <path
                key={index}
                className={from === selected || to === selected ? 'way near' : 'way'}
                d={path({ type: 'LineString', coordinates: line.map((each) => [...each]) }) ?? ''}
              />
            ))}
            {withLabels(stops, projection).map(({ key, name, x, y, labelY }) => (
              // biome-ignore lint/a11y/useSemanticElements: HTML has no button inside of a drawing.
              <g
                key={key}
                className={key === selected ? 'stop selected' : 'stop'}
                role="button"
                tabIndex={0}
                aria-pressed={key === selected}
                transform={`translate(${x} ${y})`}
                onClick={() => onSelect(key)}
                onKeyDown={(event) => {
                  if (event.key === 'Enter' || event.key === ' ') onSelect(key);
                }}
              >
                <circle r="7" />
                <text x="11" y={labelY - y + 5}>
                  {name}
                </text>
              </g>
            ))}
          </svg>
        )}
      </QueryView>
      {withoutPlace.length > 0 && (
        <p className="quiet">Without a place: {withoutPlace.map(({ name }) => name).join(', ')}.</p>
      )}
    </section>
  );
}

/** Shows all places; one place, or neighbours, would fill the map with a street. */
function projectionFor(points: MultiPoint): GeoProjection {
  const projection = geoEqualEarth();
  if (points.coordinates.length === 0) return projection;
  projection.fitExtent(
    [
      [90, 60],
      [WIDTH - 130, HEIGHT - 60],
    ],
    points,
  );
  if (projection.scale() <= MOST_SCALE) return projection;
  projection.scale(MOST_SCALE);
  const [x, y] = projection(geoCentroid(points)) ?? [0, 0];
  const [left, top] = projection.translate();
  return projection.translate([left + WIDTH / 2 - x, top + HEIGHT / 2 - y]);
}

const LABEL_HEIGHT = 18;
const LABEL_WIDTH = 220;

/** Stops with their place on the drawing; labels of neighbours are moved down until none meet. */
function withLabels(stops: readonly Stop[], projection: GeoProjection) {
  const placed: (Stop & { readonly x: number; readonly y: number; readonly labelY: number })[] = [];
  const points = stops.map((stop) => {
    const [x, y] = projection([...stop.at]) ?? [0, 0];
    return { ...stop, x, y };
  });
  for (const point of points.toSorted((a, b) => a.y - b.y)) {
    const near = placed.filter(({ x }) => Math.abs(x - point.x) < LABEL_WIDTH);
    const lowest = Math.max(...near.map(({ labelY }) => labelY + LABEL_HEIGHT), point.y);
    placed.push({ ...point, labelY: lowest });
  }
  return placed;
}

/** Stops and ways of the API's GeoJSON. */
function placesOf(geoJson: unknown): { readonly stops: Stop[]; readonly ways: Way[] } {
  const collection: {
    readonly features?: readonly {
      readonly geometry: { readonly coordinates: unknown };
      readonly properties: Readonly<Record<string, unknown>>;
    }[];
  } = Object(geoJson);
  const stops: Stop[] = [];
  const ways: Way[] = [];
  for (const { geometry, properties } of collection.features ?? []) {
    if (properties['kind'] === 'FACILITY' && isPosition(geometry.coordinates))
      stops.push({
        key: String(properties['key']),
        name: String(properties['name']),
        at: geometry.coordinates,
      });
    else if (Array.isArray(geometry.coordinates))
      ways.push({
        from: String(properties['from']),
        to: String(properties['to']),
        line: geometry.coordinates.filter(isPosition),
      });
  }
  return { stops, ways };
}

function isPosition(value: unknown): value is Position {
  return Array.isArray(value) && value.length === 2 && value.every((each) => Number.isFinite(each));
}
