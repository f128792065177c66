import { t } from '../../language.ts';
import { Panel } from '../../parts/page/panel.tsx';
import { placeName } from '../../parts/texts/country.ts';
import { inSentence, shortNumber, wordsOf } from '../../parts/texts/format.ts';
import { type ChainView, methodsOf } from './document.ts';

/** The facilities from the last tier to the shop, with what each receives. */
export function FacilityTable({ chain, selected, onSelect }: ChainView) {
  const nameOf = (key: string) => chain.facilities.find((each) => each.key === key)?.name ?? key;
  const facilities = chain.facilities.toSorted((a, b) => b.tier - a.tier);
  return (
    <Panel title={t('Facilities')} note={t('The furthest tier first')}>
      <table>
        <thead>
          <tr>
            <th>{t('Facility')}</th>
            <th className="end">{t('Tier')}</th>
            <th>{t('Country')}</th>
            <th>{t('Activity')}</th>
            <th>{t('Receives')}</th>
          </tr>
        </thead>
        <tbody>
          {facilities.map(({ key, name, tier, country, activity, supplier, isInCycle }) => (
            <tr key={key} className={key === selected ? 'selected' : undefined}>
              <td data-label={t('Facility')}>
                <span>
                  <button
                    type="button"
                    className="plain"
                    aria-pressed={key === selected}
                    onClick={() => onSelect(key)}
                  >
                    {name}
                  </button>
                  {supplier !== null && <span className="quiet small"> {supplier}</span>}
                  {isInCycle && <span className="chip">{t('In a loop')}</span>}
                </span>
              </td>
              <td data-label={t('Tier')} className="end">
                {tier}
              </td>
              <td data-label={t('Country')}>{country === null ? '–' : placeName(country)}</td>
              <td data-label={t('Activity')} translate="no">
                {activity ?? '–'}
              </td>
              <td data-label={t('Receives')}>
                {chain.flows.every(({ to }) => to !== key) && '–'}
                <ul className="list">
                  {chain.flows
                    .filter(({ to }) => to === key)
                    .map((flow) => (
                      <li key={flow.from}>
                        {t('{quantity} {unit} of {from}', {
                          quantity: shortNumber(flow.quantity),
                          unit: inSentence(wordsOf(flow.unit)),
                          from: nameOf(flow.from),
                        })}{' '}
                        <span className="quiet small">{methodsOf(flow)}</span>
                      </li>
                    ))}
                </ul>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}
