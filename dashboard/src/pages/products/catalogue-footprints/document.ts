import { graphql, type ResultOf } from '../../../api/graphql.ts';

export const LATEST = graphql(`
  query LatestCatalogue {
    calculations(filter: { kind: CATALOGUE }, first: 1) {
      nodes { id state createdAt catalogue { totalCount doneCount failedCount } }
    }
  }
`);

export const START = graphql(`
  mutation CalculateFootprints($input: CalculateCatalogueInput!) {
    calculateCatalogue(input: $input) { calculation { id } }
  }
`);

export const RUN = graphql(`
  query CatalogueRun($id: ID!) {
    calculation(id: $id) {
      id state
      catalogue {
        totalCount doneCount failedCount progress error
        results(first: 50, onlyProblems: true) {
          totalCount
          nodes { productId problems product { id name } }
        }
      }
    }
  }
`);

export const CANCEL = graphql(`
  mutation CancelCalculation($input: CancelCalculationInput!) {
    cancelCalculation(input: $input) { calculation { id } }
  }
`);

type Calculation = NonNullable<ResultOf<typeof RUN>['calculation']>;

export type CatalogueRun = NonNullable<Calculation['catalogue']> & Pick<Calculation, 'state'>;
