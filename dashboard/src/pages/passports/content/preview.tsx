import { ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { graphql } from '../../../api/graphql.ts';
import { usePlace } from '../../../api/place.ts';
import type { Place } from '../../../api/request.ts';
import { useAnswer } from '../../../api/use-answer.ts';
import { language, t } from '../../../language.ts';
import { SelectField } from '../../../parts/forms/field.tsx';
import { Panel } from '../../../parts/page/panel.tsx';
import { QueryView } from '../../../parts/page/query-view.tsx';
import { inSentence, wordsOf } from '../../../parts/texts/format.ts';
import type { Passport } from '../document.ts';
import { contentIn } from './tree.ts';
import { ContentView, titleOfPath } from './view.tsx';

const PREVIEW = graphql(`
  query PassportPreview($id: ID!, $audience: DppAudience!) {
    dpp(id: $id) { preview(audience: $audience) { content withheld { path class } } }
  }
`);

const AUDIENCES = [
  ['PUBLIC', t('Everybody')],
  ['LEGITIMATE_INTEREST', t('Legitimate interest')],
  ['AUTHORITY', t('Authority')],
  ['OWNER', t('This organization')],
] as const;

/** The content as an audience sees it, masked by the service. */
export function PreviewTab({ passport: { id, schema, status } }: { readonly passport: Passport }) {
  const place = usePlace();
  const [audience, setAudience] = useState<(typeof AUDIENCES)[number][0]>('PUBLIC');
  const query = useAnswer(PREVIEW, { id, audience });
  return (
    <Panel title={t('Preview')} note={t('Masked by the service')}>
      <div className="stack">
        <SelectField
          label={t('Audience')}
          value={audience}
          choices={AUDIENCES}
          onChange={({ target }) =>
            setAudience(AUDIENCES.find(([each]) => each === target.value)?.[0] ?? audience)
          }
        />
        {status === 'DRAFT' && (
          <p>
            <a
              className="button"
              href={draftPage(place, id, audience)}
              target="_blank"
              rel="noopener"
            >
              <ExternalLink /> {t('Open as the public page')}
            </a>
          </p>
        )}
        <QueryView query={query} purpose={t('A preview shows the content as an audience sees it.')}>
          {({ dpp }) =>
            dpp !== null && (
              <div className="stack">
                {dpp.preview.withheld.length > 0 && (
                  <ul className="list">
                    {dpp.preview.withheld.map(({ path, class: fieldClass }) => (
                      <li key={path}>
                        {titleOfPath(schema, path)}{' '}
                        <span className="chip">
                          {t('Withheld: {fieldClass}', {
                            fieldClass: inSentence(wordsOf(fieldClass)),
                          })}
                        </span>
                      </li>
                    ))}
                  </ul>
                )}
                <div data-testid="preview">
                  <ContentView schema={schema} content={contentIn(dpp.preview)} />
                </div>
              </div>
            )
          }
        </QueryView>
      </div>
    </Panel>
  );
}

/** The page that readers would see, in a tab of its own. */
function draftPage({ organization, world }: Place, id: string, audience: string): string {
  return `/app/passports/${organization}/${world}/${id}?audience=${audience}&lang=${language}`;
}
