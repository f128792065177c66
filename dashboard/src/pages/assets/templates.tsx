import { Link } from '@tanstack/react-router';
import { graphql } from '../../api/graphql.ts';
import { usePlace } from '../../api/place.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { language, t } from '../../language.ts';
import { type AssetKind, KINDS, PREVIEW } from './document.ts';
import { Outline } from './outline.tsx';

/** The templates offered first, and what each is for. */
const TEMPLATES = [
  ['CARBON_LABEL', t('On the package')],
  ['FIGURE_TAG', t('Next to the price')],
  ['QR_TAG', t('Leads to the product passport')],
  ['INFOGRAPHIC', t('For a shop page or a post')],
  ['SUPPLY_CHAIN_MAP', t('The sites of a supply chain')],
  ['FOOTPRINT_REPORT', t('The study behind a footprint')],
] as const satisfies readonly (readonly [AssetKind, string])[];

const SUBJECTS = graphql(`
  query AssetTemplates {
    products(
      first: 1
      filter: { footprintState: [CURRENT, OUTDATED] }
      sortBy: { field: UPDATED_AT, direction: DESC }
    ) {
      nodes { id }
    }
    supplyChains(first: 1) { nodes { id } }
  }
`);

/** Kinds of assets with pictures of a product and a supply chain of this place; each leads to making one. */
export function AssetTemplates() {
  const place = usePlace();
  const { data } = useAnswer(SUBJECTS, {});
  const product = data?.products?.nodes?.[0]?.id;
  const supplyChain = data?.supplyChains?.nodes?.[0]?.id;
  return (
    <>
      <h2>{t('Pick a template')}</h2>
      <ul className="tiles">
        {TEMPLATES.map(([kind, purpose]) => (
          <li key={kind}>
            <Link
              className="tile"
              to="/app/$organization/$world/assets/new"
              params={place}
              search={{ kind }}
            >
              <Picture
                kind={kind}
                subjectId={KINDS[kind].of === 'SUPPLY_CHAIN' ? supplyChain : product}
              />
              <span className="strong">{KINDS[kind].label}</span>
              <span className="quiet small">{purpose}</span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}

/** A preview of the asset; its outline where there is nothing to show yet. */
function Picture({
  kind,
  subjectId,
}: {
  readonly kind: AssetKind;
  readonly subjectId: string | undefined;
}) {
  const { of, sizes } = KINDS[kind];
  const id = subjectId ?? null;
  const subject = of === 'SUPPLY_CHAIN' ? { supplyChainId: id } : { productId: id };
  const { data } = useAnswer(
    PREVIEW,
    { input: { kind, size: sizes[0][0], locale: language, ...subject } },
    // The page that makes the asset says why a preview is refused.
    { enabled: subjectId !== undefined, retry: false, staleTime: 60_000 },
  );
  const svg = data?.assetPreview?.svg;
  return (
    <span className="picture">
      {svg === undefined ? (
        <Outline kind={kind} />
      ) : (
        <img src={`data:image/svg+xml,${encodeURIComponent(svg)}`} alt="" />
      )}
    </span>
  );
}
