import { graphql } from '../../../api/graphql.ts';
import { useAnswer } from '../../../api/use-answer.ts';
import { language, t } from '../../../language.ts';
import { Panel } from '../../../parts/page/panel.tsx';

const EQUIVALENTS = graphql(`
  query Equivalents($id: ID!, $locale: String) {
    calculation(id: $id) {
      equivalencies(locale: $locale) { kind text note source sourceUrl year }
    }
  }
`);

/** The result as things that people know, each with its source. Tiers without them see no panel. */
export function Equivalents({ calculationId }: { readonly calculationId: string }) {
  const { data } = useAnswer(
    EQUIVALENTS,
    { id: calculationId, locale: language },
    { retry: false },
  );
  const equivalents = data?.calculation?.equivalencies ?? [];
  if (equivalents.length === 0) return null;
  return (
    <Panel title={t('For comparison')} note={t('With two figures, each with its source')}>
      <ul className="results">
        {equivalents.map(({ kind, text, note, source, sourceUrl, year }) => (
          <li key={kind}>
            <span>{text}</span>
            <span className="quiet small" lang="en">
              <a href={sourceUrl}>{source}</a>, {year}
              {note !== null && `. ${note}`}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
