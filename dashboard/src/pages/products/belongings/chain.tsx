import { Link } from '@tanstack/react-router';
import { graphql } from '../../../api/graphql.ts';
import { usePlace } from '../../../api/place.ts';
import { useAnswer } from '../../../api/use-answer.ts';
import { t } from '../../../language.ts';
import { Facts } from '../../../parts/page/facts.tsx';
import { Panel } from '../../../parts/page/panel.tsx';
import { QueryView } from '../../../parts/page/query-view.tsx';
import { countryName } from '../../../parts/texts/country.ts';
import { figure } from '../../../parts/texts/format.ts';

const CHAIN = graphql(`
  query ChainOfProduct($id: ID!) {
    product(id: $id) {
      supplyChain { id name facilityCount flowCount countries footprint { co2eKg } }
    }
  }
`);

/** The supply chain of a product in a few facts. */
export function ChainTab({ productId }: { readonly productId: string }) {
  const place = usePlace();
  const query = useAnswer(CHAIN, { id: productId });
  return (
    <QueryView
      query={query}
      purpose={t('A supply chain shows through which facilities a product goes.')}
    >
      {({ product }) => {
        const chain = product?.supplyChain;
        return chain == null ? (
          <Panel title={t('This product has no supply chain')}>
            <Link to="/app/$organization/$world/supply-chains" params={place}>
              {t('Supply chains')}
            </Link>
          </Panel>
        ) : (
          <Panel title={chain.name}>
            <Facts
              facts={[
                [t('Facilities'), chain.facilityCount],
                [t('Flows'), chain.flowCount],
                [t('Countries'), chain.countries.map(countryName).join(', ')],
                [
                  'kg CO2e',
                  chain.footprint?.co2eKg == null ? null : figure(chain.footprint.co2eKg),
                ],
              ]}
            />
            <Link
              to="/app/$organization/$world/supply-chains/$id"
              params={{ ...place, id: chain.id }}
            >
              {t('Open the supply chain')}
            </Link>
          </Panel>
        );
      }}
    </QueryView>
  );
}
