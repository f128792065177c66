import { t } from '../../language.ts';
import { Field, SelectField } from '../../parts/forms/field.tsx';
import { ProductField } from '../../parts/forms/product-field.tsx';
import {
  type AssetFormat,
  type AssetKind,
  type AssetSize,
  FORMATS,
  formatsOf,
  KIND_CHOICES,
  KINDS,
  LANGUAGES,
} from './document.ts';
import { kindOf } from './list.tsx';

/** Choices about an asset while they are made. */
export type Draft = {
  /** True for each product whose name holds `text`, false for one product. */
  readonly isMany: boolean;
  readonly text: string;
  /** The product, the supply chain of a map, or the passport of a document. */
  readonly productId: string | undefined;
  /** The other product of a comparison. */
  readonly otherId: string | undefined;
  readonly kind: AssetKind;
  readonly size: AssetSize;
  readonly locale: string;
  readonly format: AssetFormat;
  readonly url: string;
  readonly verifier: string;
  /** Texts of a report. */
  readonly goal: string;
  readonly conclusions: string;
  readonly isPublic: boolean;
  readonly allowOutdated: boolean;
};

type Fields = {
  readonly draft: Draft;
  readonly products: readonly { readonly id: string; readonly name: string }[];
  /** Number of the products of a batch, in words. */
  readonly count: string | undefined;
  readonly onChange: (change: Partial<Draft>) => void;
};

/** The choices: products, picture, file. */
export function AssetFields({ draft, products, count, onChange }: Fields) {
  const { kind, size, locale, format } = draft;
  const { sizes } = KINDS[kind];
  return (
    <div className="panel stack">
      <ProductFields {...{ draft, products, count, onChange }} />
      <div className="row form-row">
        <SelectField
          label={t('Kind')}
          value={kind}
          choices={KIND_CHOICES}
          onChange={({ target }) => {
            const next = kindOf(target.value) ?? kind;
            onChange({
              ...(KINDS[next].of === KINDS[kind].of ? {} : { productId: undefined }),
              kind: next,
              size: KINDS[next].sizes[0][0],
              format: formatsOf(next)[0]?.[0] ?? format,
            });
          }}
        />
        <SelectField
          label={t('Size')}
          value={size}
          choices={sizes}
          onChange={({ target }) =>
            onChange({ size: sizes.find(([each]) => each === target.value)?.[0] ?? size })
          }
        />
      </div>
      <div className="row form-row">
        <SelectField
          label={t('Language')}
          value={locale}
          choices={LANGUAGES}
          onChange={({ target }) => onChange({ locale: target.value })}
        />
        <SelectField
          label={t('Format')}
          value={format}
          choices={formatsOf(kind)}
          onChange={({ target }) =>
            onChange({ format: FORMATS.find(([each]) => each === target.value)?.[0] ?? format })
          }
        />
      </div>
      <OtherFields {...{ draft, onChange }} />
    </div>
  );
}

const SUBJECTS = {
  PRODUCT: { one: t('Product'), find: t('Find products'), hint: t('Name, SKU, GTIN') },
  SUPPLY_CHAIN: { one: t('Supply chain'), find: t('Find supply chains'), hint: t('Name') },
  PASSPORT: {
    one: t('Passport'),
    find: t('Find passports'),
    hint: t('Name, GTIN, serial number'),
  },
} as const;

function ProductFields({ draft, products, count, onChange }: Fields) {
  const { isMany, text, productId, kind } = draft;
  const isComparison = kind === 'COMPARISON_CARD';
  const subject = SUBJECTS[KINDS[kind].of ?? 'PRODUCT'];
  const isOfOne = isComparison || KINDS[kind].of !== undefined;
  return (
    <>
      {!isOfOne && (
        <fieldset className="switch" aria-label={t('Products')}>
          {[false, true].map((each) => (
            <button
              key={String(each)}
              type="button"
              aria-pressed={isMany === each}
              onClick={() => onChange({ isMany: each })}
            >
              {each ? t('Every product found') : t('One product')}
            </button>
          ))}
        </fieldset>
      )}
      <div className="row form-row">
        <Field
          label={subject.find}
          type="search"
          value={text}
          placeholder={isMany ? t('Name') : subject.hint}
          help={count === undefined ? undefined : t('{count} found', { count })}
          onChange={({ target }) => onChange({ text: target.value, productId: undefined })}
        />
        {(!isMany || isOfOne) && (
          <SelectField
            label={subject.one}
            value={productId ?? products[0]?.id ?? ''}
            help={products.length >= 20 ? t('The first 20 of them.') : undefined}
            choices={products.map(({ id, name }) => [id, name])}
            onChange={({ target }) => onChange({ productId: target.value })}
          />
        )}
      </div>
      {isComparison && (
        <ProductField
          label={t('Compared with')}
          none={t('Choose a product')}
          help={t('A footprint of the same unit and boundary.')}
          onChoice={(id) => onChange({ otherId: id === '' ? undefined : id })}
        />
      )}
    </>
  );
}

function OtherFields({ draft, onChange }: Pick<Fields, 'draft' | 'onChange'>) {
  const { kind, url, verifier, goal, conclusions, isPublic, allowOutdated } = draft;
  return (
    <>
      {KINDS[kind].isLinked === true && (
        <Field
          label={t('Address that the symbol leads to')}
          type="url"
          value={url}
          placeholder={t('https://example.com/footprint')}
          help={t(
            'Empty for the GS1 Digital Link of the product; a product without a GTIN needs an address.',
          )}
          onChange={({ target }) => onChange({ url: target.value })}
        />
      )}
      {kind === 'FOOTPRINT_REPORT' && (
        <>
          <Field
            label={t('Goal of the study')}
            value={goal}
            maxLength={1000}
            help={t(
              'Its use, reasons and audience, and whether it is made for a comparison (ISO 14067). Empty: the report says that none is stated.',
            )}
            onChange={({ target }) => onChange({ goal: target.value })}
          />
          <Field
            label={t('Conclusions')}
            value={conclusions}
            maxLength={1000}
            onChange={({ target }) => onChange({ conclusions: target.value })}
          />
        </>
      )}
      {KINDS[kind].of === undefined && (
        <>
          <Field
            label={t('Verified by')}
            value={verifier}
            help={t(
              'Only who has confirmed it in writing. Empty: the asset says that no third party verified it.',
            )}
            onChange={({ target }) => onChange({ verifier: target.value })}
          />
          <label className="check">
            <input
              type="checkbox"
              checked={allowOutdated}
              onChange={({ target }) => onChange({ allowOutdated: target.checked })}
            />{' '}
            {t('Also of a footprint that is older than its product; the asset says so')}
          </label>
        </>
      )}
      <label className="check">
        <input
          type="checkbox"
          checked={isPublic}
          onChange={({ target }) => onChange({ isPublic: target.checked })}
        />{' '}
        {t('Public: anybody with the address can read the file')}
      </label>
    </>
  );
}
