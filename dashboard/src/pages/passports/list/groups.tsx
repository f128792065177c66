import { useAnswer } from '../../../api/use-answer.ts';
import { fieldWord, t } from '../../../language.ts';
import { SCHEMAS } from '../document.ts';

/** Products that each group is for, and where its fields come from. */
const WORDS: ReadonlyMap<string, string> = new Map([
  ['battery', t('Electric vehicles, light means of transport, industry above 2 kWh')],
  ['textile', t('Clothes, by the draft of the preparatory study')],
  ['electronics', t('Electrical and electronic equipment, before a delegated act')],
  ['furniture', t('Furniture, before a delegated act')],
  ['generic', t('Any other product, by Annex III of the Ecodesign Regulation')],
]);

/** The product groups that a first passport may be of. */
export function ProductGroups({ onChoose }: { readonly onChoose: (schemaId: string) => void }) {
  const { data } = useAnswer(SCHEMAS, {});
  return (
    <>
      <h2>{t('Choose a product group')}</h2>
      <ul className="tiles">
        {data?.dppSchemas?.map(({ schemaId, title }) => (
          <li key={schemaId}>
            <button type="button" className="tile" onClick={() => onChoose(schemaId)}>
              <span className="strong">{fieldWord(title)}</span>
              <span className="quiet small">{WORDS.get(schemaId)}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
