import { useQuery } from '@tanstack/react-query';
import ELK, { type ElkNode } from 'elkjs/lib/elk.bundled.js';
import { t } from '../../language.ts';
import { QueryView } from '../../parts/page/query-view.tsx';
import { inSentence, labelled, shortNumber, wordsOf } from '../../parts/texts/format.ts';
import { type ChainView, methodsOf, type SupplyChain } from './document.ts';

const NODE = { width: 190, height: 58 } as const;

type Point = { readonly x: number; readonly y: number };
type Layout = {
  readonly width: number;
  readonly height: number;
  readonly nodes: ReadonlyMap<string, Point>;
  readonly edges: readonly { readonly flow: number; readonly points: readonly Point[] }[];
};

/** Facilities in columns by tier, the furthest on the left. Tab follows the tiers. */
export function ChainGraph({ chain, selected, onSelect }: ChainView) {
  const query = useQuery({
    queryKey: ['chain-layout', chain.id, chain.version],
    queryFn: () => layoutOf(chain),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const ordered = chain.facilities.toSorted((a, b) => b.tier - a.tier);
  return (
    <section className="panel">
      <QueryView query={query} purpose={t('The graph shows the facilities by tier.')}>
        {({ width, height, nodes, edges }) => (
          <section className="scroll-x" tabIndex={0} aria-label={t('Graph by tier')}>
            <svg
              className="chain-graph"
              viewBox={`-6 -6 ${width + 12} ${height + 12}`}
              // At its own size: many tiers would make the names too small to be read.
              style={{ width: `${width + 12}px` }}
            >
              <title>
                {t(
                  '{count, plural, one {# facility} other {# facilities}} in {size, plural, one {# tier} other {# tiers}}. The table has the same rows.',
                  {
                    count: chain.facilities.length,
                    size: new Set(ordered.map(({ tier }) => tier)).size,
                  },
                )}
              </title>
              <defs>
                <marker
                  id="flow-end"
                  viewBox="0 0 8 8"
                  refX="8"
                  refY="4"
                  markerWidth="8"
                  markerHeight="8"
                  markerUnits="userSpaceOnUse"
                  orient="auto"
                >
                  <path d="M0 0L8 4L0 8Z" fill="context-stroke" />
                </marker>
              </defs>
              {edges.map(({ flow, points }) => {
                const { from, to, isInCycle, quantity, unit } = chain.flows[flow] ?? {};
                const isNear = selected !== undefined && (from === selected || to === selected);
                return (
                  <g
                    key={flow}
                    className={`edge${isNear ? ' near' : ''}${isInCycle ? ' loop' : ''}`}
                  >
                    <path
                      d={`M${points.map(({ x, y }) => `${x} ${y}`).join('L')}`}
                      markerEnd="url(#flow-end)"
                    />
                    <title>
                      {labelled(
                        `${from} → ${to}`,
                        `${shortNumber(quantity ?? 0)} ${inSentence(wordsOf(unit ?? ''))} ${chain.flows[flow] === undefined ? '' : methodsOf(chain.flows[flow])}`,
                      )}
                    </title>
                  </g>
                );
              })}
              {ordered.map(({ key, name, tier, country, isInCycle }) => {
                const { x, y } = nodes.get(key) ?? { x: 0, y: 0 };
                return (
                  <foreignObject key={key} x={x} y={y} {...NODE}>
                    <button
                      type="button"
                      className="chain-node"
                      aria-pressed={key === selected}
                      onClick={() => onSelect(key)}
                    >
                      <span className="strong">{name}</span>
                      <span className="small">
                        {t('Tier {tier}', { tier })}
                        {country === null ? '' : `, ${country}`}
                        {isInCycle ? `, ${t('in a loop')}` : ''}
                      </span>
                    </button>
                  </foreignObject>
                );
              })}
            </svg>
          </section>
        )}
      </QueryView>
    </section>
  );
}

async function layoutOf(chain: SupplyChain): Promise<Layout> {
  const furthest = Math.max(0, ...chain.facilities.map(({ tier }) => tier));
  const graph: ElkNode = await new ELK().layout<ElkNode>({
    id: chain.id,
    layoutOptions: {
      'elk.algorithm': 'layered',
      'elk.direction': 'RIGHT',
      'elk.partitioning.activate': 'true',
      'elk.edgeRouting': 'ORTHOGONAL',
      // A facility is in the middle of those that deliver to it.
      'elk.layered.nodePlacement.bk.fixedAlignment': 'BALANCED',
      'elk.layered.spacing.nodeNodeBetweenLayers': '70',
      'elk.spacing.nodeNode': '24',
    },
    children: chain.facilities.map(({ key, tier }) => ({
      id: key,
      ...NODE,
      layoutOptions: { 'elk.partitioning.partition': String(furthest - tier) },
    })),
    edges: chain.flows.map(({ from, to }, index) => ({
      id: String(index),
      sources: [from],
      targets: [to],
    })),
  });
  return {
    width: graph.width ?? 0,
    height: graph.height ?? 0,
    nodes: new Map((graph.children ?? []).map(({ id, x = 0, y = 0 }) => [id, { x, y }])),
    edges: (graph.edges ?? []).map(({ id, sections = [] }) => ({
      flow: Number(id),
      points: sections.flatMap(({ startPoint, bendPoints = [], endPoint }) => [
        startPoint,
        ...bendPoints,
        endPoint,
      ]),
    })),
  };
}
