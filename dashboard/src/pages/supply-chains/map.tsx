import { useQuery } from '@tanstack/react-query';
import { geoGraticule10, geoPath } from 'd3-geo';
import { feature } from 'topojson-client';
import type { Topology } from 'topojson-specification';
import landUrl from 'world-atlas/land-110m.json?url';
import { arcPath, mapProjection, placedStops, placesOf } from '../../charts/map.ts';
import { type MapLabel, withLabels } from '../../charts/map-labels.ts';
import { t } from '../../language.ts';
import { QueryView } from '../../parts/page/query-view.tsx';
import { useWidth } from '../../parts/page/width.ts';
import type { ChainView } from './document.ts';

const HEIGHTS = { narrow: 420, wide: 520 } as const;
/** Room for the names next to the outermost places. */
const MARGINS = { narrow: 50, wide: 110 } as const;

/** Facilities on an equal-area map. What has no place is in the table only. */
export function ChainMap({ chain, selected, onSelect }: ChainView) {
  const query = useQuery({
    queryKey: ['land'],
    queryFn: async () => {
      const topology: Topology = await (await fetch(landUrl)).json();
      const { land } = topology.objects;
      return land === undefined ? undefined : feature(topology, land);
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
  const [ref, width] = useWidth();
  const size = width < 600 ? 'narrow' : 'wide';
  const [height, margin] = [HEIGHTS[size], MARGINS[size]];
  const { stops, ways } = placesOf(chain.geoJson);
  const withoutPlace = chain.facilities.filter(
    ({ key }) => !stops.some((stop) => stop.key === key),
  );
  const projection = mapProjection(
    stops.map(({ at }) => at),
    { left: margin, top: 60, right: Math.max(width, 4 * margin) - margin, bottom: height - 60 },
  );
  const path = geoPath(projection);
  const placed = placedStops(stops, projection);
  const chosen = placed.find(({ key }) => key === selected);
  return (
    <section className="panel stack">
      <QueryView query={query} purpose={t('The map shows where the facilities are.')}>
        {(land) => (
          <section ref={ref} aria-label={t('Map')}>
            {width > 0 && (
              <svg className="chain-map" viewBox={`0 0 ${width} ${height}`}>
                <title>
                  {t(
                    '{count, plural, one {# facility} other {# facilities}} on the map. The table has the same rows.',
                    {
                      count: stops.length,
                    },
                  )}
                </title>
                <path className="graticule" d={path(geoGraticule10()) ?? ''} />
                {land !== undefined && <path className="land" d={path(land) ?? ''} />}
                {ways.map((way, index) => (
                  <path
                    key={index}
                    className={way.from === selected || way.to === selected ? 'way near' : 'way'}
                    d={arcPath(projection, way)}
                  />
                ))}
                {withLabels(placed, width, chosen).map(({ key, name, x, y, label }) => (
                  // biome-ignore lint/a11y/useSemanticElements: HTML has no button inside of a drawing.
                  <g
                    key={key}
                    className={key === selected ? 'stop selected' : 'stop'}
                    role="button"
                    tabIndex={0}
                    aria-label={name}
                    aria-pressed={key === selected}
                    transform={`translate(${x} ${y})`}
                    onClick={() => onSelect(key)}
                    onKeyDown={(event) => {
                      if (event.key !== 'Enter' && event.key !== ' ') return;
                      // The space bar would scroll the page.
                      event.preventDefault();
                      onSelect(key);
                    }}
                  >
                    <circle r="7" />
                    <title>{name}</title>
                    {label !== undefined && <Label {...label} />}
                  </g>
                ))}
              </svg>
            )}
          </section>
        )}
      </QueryView>
      {withoutPlace.length > 0 && (
        <p className="quiet">
          {t('Without a place: {withoutPlace}.', {
            withoutPlace: withoutPlace.map(({ name }) => name).join(', '),
          })}
        </p>
      )}
    </section>
  );
}

function Label({ text, ...place }: MapLabel) {
  return <text {...place}>{text}</text>;
}
