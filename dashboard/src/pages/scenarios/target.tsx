import { t } from '../../language.ts';
import { Rows } from '../../parts/lists/rows.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { nameOfOverride } from '../../parts/scenarios/override.ts';
import { figure, share, shortNumber } from '../../parts/texts/format.ts';
import { money } from '../../parts/texts/money.ts';
import type { Scenario, ScenarioResult } from './document.ts';

/** Values that the levers need to reach the target, or the best result that they allow. */
export function Target({
  target,
  overrides,
}: {
  readonly target: NonNullable<ScenarioResult['target']>;
  readonly overrides: Scenario['overrides'];
}) {
  const isReached = target.outcome === 'REACHED';
  const found = isReached ? t('Needed') : t('Best level');
  const levels = target.levels.flatMap((level) => {
    const override = overrides[level.override];
    return override === undefined ? [] : [{ ...level, override }];
  });
  const co2eKg = figure(target.co2eKg);
  return (
    <Panel
      title={t('Target')}
      note={t('at most {co2eKg} kg CO2e', { co2eKg: figure(target.targetCo2eKg) })}
    >
      <p>
        {isReached
          ? t('Together with the other changes, these levels reach the target: {co2eKg} kg.', {
              co2eKg,
            })
          : t(
              'Together with the other changes, no level within the bounds reaches the target. The best is {co2eKg} kg.',
              { co2eKg },
            )}
      </p>
      <Rows
        rows={levels}
        columns={[
          { head: t('Lever'), cell: ({ override }) => nameOfOverride(override) },
          {
            head: t('Today'),
            className: 'end',
            cell: ({ override, from }) => levelText(override.op, from),
          },
          {
            head: found,
            className: 'end strong',
            cell: ({ override, level }) => levelText(override.op, level),
          },
        ]}
      />
      {target.cost !== null && (
        <p>{t('Cost of the levels: {cost}', { cost: money(target.cost) })}</p>
      )}
    </Panel>
  );
}

/** Operations whose number is a part of one. */
const SHARES: ReadonlySet<string> = new Set([
  'SCALE',
  'SET_RECYCLED_SHARE',
  'SET_LOSS_RATE',
  'SET_ENERGY_MIX',
  'SET_EOL',
]);

function levelText(op: string, level: number): string {
  if (SHARES.has(op)) return share(level);
  if (op === 'SET_GRID_YEAR') return String(Math.round(level));
  return op === 'SET_DISTANCE' ? `${shortNumber(level)} km` : shortNumber(level);
}
