import { useQuery } from '@tanstack/react-query';
import { geoGraticule10, geoPath } from 'd3-geo';
import { feature } from 'topojson-client';
import type { Topology } from 'topojson-specification';
import landUrl from 'world-atlas/land-110m.json?url';
import { arcPath, mapProjection, placedStops, placesOf } from '../../charts/map.ts';
import { type MapLabel, withLabels } from '../../charts/map-labels.ts';
import { t } from '../../language.ts';
import { IS_NARROW } from '../../parts/page/narrow.ts';
import { QueryView } from '../../parts/page/query-view.tsx';
import type { ChainView } from './document.ts';

const WIDTH = IS_NARROW ? 340 : 1000;
const HEIGHT = IS_NARROW ? 420 : 520;
const MARGIN = IS_NARROW ? 50 : 110;
/** Room for all places with their names. */
const BOX = { left: MARGIN, top: 60, right: WIDTH - MARGIN, bottom: HEIGHT - 60 };

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
  const { stops, ways } = placesOf(chain.geoJson);
  const withoutPlace = chain.facilities.filter(
    ({ key }) => !stops.some((stop) => stop.key === key),
  );
  const projection = mapProjection(
    stops.map(({ at }) => at),
    BOX,
  );
  const path = geoPath(projection);
  const placed = placedStops(stops, projection);
  const chosen = placed.find(({ key }) => key === selected);
  return (
    <section className="panel stack">
      <QueryView query={query} purpose={t('The map shows where the facilities are.')}>
        {(land) => (
          <section aria-label={t('Map')}>
            <svg className="chain-map" viewBox={`0 0 ${WIDTH} ${HEIGHT}`}>
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
              {withLabels(placed, WIDTH, chosen).map(({ key, name, x, y, label }) => (
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
