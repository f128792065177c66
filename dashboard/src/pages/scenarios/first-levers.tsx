import { graphql, type ResultOf } from '../../api/graphql.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { t } from '../../language.ts';
import { Change } from '../../parts/page/change.tsx';
import { TaskFailure } from '../../parts/page/notice.tsx';
import { QueryView } from '../../parts/page/query-view.tsx';
import { nameOfOverride } from '../../parts/scenarios/override.ts';
import { inputOfSuggestion } from '../../parts/scenarios/override-input.ts';
import { useRunNew } from '../../parts/scenarios/run-new.ts';
import { useSentences } from '../../parts/service-text/translate.ts';

const LEVERS = graphql(`
  query FirstLevers {
    products(first: 3, sortBy: { field: FOOTPRINT, direction: DESC }) {
      nodes {
        id name
        suggestedLevers(first: 3) {
          override { op name select change }
          effect { baseline difference share }
        }
      }
    }
  }
`);
const SHOWN = 3;
/** Characters that the name of a scenario may have. */
const LONGEST_NAME = 200;

/** The changes that save the most of the products with the largest footprints; each makes and runs a first scenario. */
export function FirstLevers() {
  useSentences();
  const query = useAnswer(LEVERS, {}, { staleTime: 60_000 });
  const task = useRunNew();
  return (
    <QueryView
      query={query}
      purpose={t('Suggested levers name the changes that lower the footprint the most.')}
    >
      {({ products }) => {
        const levers = leversOf(products?.nodes ?? []);
        return (
          levers.length > 0 && (
            <>
              <h2>{t('Try a suggested change')}</h2>
              <p className="quiet">
                {t(
                  'Of the products with the largest footprints. One click makes a scenario and runs it.',
                )}
              </p>
              <TaskFailure task={task} />
              <ul className="tiles">
                {levers.map(({ product, override, effect }) => {
                  const name = nameOfOverride(override);
                  return (
                    <li key={`${product.id} ${name}`}>
                      <button
                        type="button"
                        className="tile"
                        disabled={task.isRunning}
                        onClick={() =>
                          void task.run({
                            name: name.slice(0, LONGEST_NAME),
                            productId: product.id,
                            overrides: inputOfSuggestion(override),
                          })
                        }
                      >
                        <span className="quiet small" translate="no">
                          {product.name}
                        </span>
                        <span className="strong">{name}</span>
                        <Change difference={effect.difference} share={effect.share} />
                      </button>
                    </li>
                  );
                })}
              </ul>
            </>
          )
        );
      }}
    </QueryView>
  );
}

type Products = NonNullable<NonNullable<ResultOf<typeof LEVERS>['products']>['nodes']>;

/** The best lever of each element, the largest saving first. */
function leversOf(products: Products) {
  const levers = products.flatMap((product) =>
    product === null ? [] : (product.suggestedLevers ?? []).map((lever) => ({ product, ...lever })),
  );
  const byElement = Map.groupBy(levers, ({ product, override }) =>
    JSON.stringify([product.id, override.select]),
  );
  return [...byElement.values()]
    .flatMap(([best]) => best ?? [])
    .sort((one, other) => one.effect.difference - other.effect.difference)
    .slice(0, SHOWN);
}
