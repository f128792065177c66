import { graphql, type ResultOf } from '../../api/graphql.ts';

export const SCENARIO = graphql(`
  query ScenarioPage($id: ID!, $first: Int, $after: String, $last: Int, $before: String) {
    scenario(id: $id) {
      id name description state staleReason error completedAt version
      product { id name }
      supplyChain { id name }
      order { id externalId }
      calculation { id createdAt }
      catalogue { filter totalCount doneCount failedCount progress }
      overrides { op name select change cost { amount currencyCode } }
      result {
        costPerTonne { amount currencyCode }
        interactionCo2eKg
        lines { number product { name } baseline outcome difference }
        transport { baseline outcome difference }
        total { baseline outcome difference share }
        phases { phase baseline outcome difference }
        burdenShifts { category unit baseline outcome difference share }
        levers { name op stepCo2eKg aloneCo2eKg }
        comparison { lowCo2eKg highCo2eKg medianCo2eKg probabilityBelow probabilityAbove iterations }
        baseline { id createdAt }
        tornado { label lowCo2eKg highCo2eKg }
        sweep { parameters { override values } co2eKg }
        target {
          outcome targetCo2eKg co2eKg cost { amount currencyCode }
          levels { override name from level cost { amount currencyCode } }
        }
        indicators { category }
        catalogue {
          calculatedCount changedCount failedCount
          quantiles { probability differenceCo2eKg }
          histogram { lowCo2eKg highCo2eKg count }
          products(first: $first, after: $after, last: $last, before: $before) {
            totalCount
            totalCountIsExact
            nodes { productId product { id name } total { baseline outcome difference share } problems }
            pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
          }
        }
      }
    }
  }
`);

export const RUN = graphql(`
  mutation RunScenario($input: RunScenarioInput!) {
    runScenario(input: $input) { scenario { id } }
  }
`);

export type Scenario = NonNullable<ResultOf<typeof SCENARIO>['scenario']>;
export type ScenarioResult = NonNullable<Scenario['result']>;
