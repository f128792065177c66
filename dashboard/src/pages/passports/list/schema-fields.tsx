import { fieldWord, t } from '../../../language.ts';
import { SelectField } from '../../../parts/forms/field.tsx';

type Schema = {
  readonly schemaId: string;
  readonly title: string;
  readonly categories: readonly { readonly code: string; readonly title: string }[] | null;
};

/** The product group of passports to make and, where its schema has some, the category. */
export function SchemaFields({
  schemas,
  schemaId,
  onChange,
}: {
  readonly schemas: readonly Schema[];
  readonly schemaId: string;
  readonly onChange: (schemaId: string) => void;
}) {
  const categories = schemas.find((each) => each.schemaId === schemaId)?.categories ?? [];
  return (
    <>
      <SelectField
        label={t('Product group')}
        value={schemaId}
        onChange={({ target }) => onChange(target.value)}
        choices={schemas.map((each) => [each.schemaId, fieldWord(each.title)])}
      />
      {categories.length > 0 && (
        <SelectField
          label={t('Category')}
          name="category"
          choices={categories.map(({ code, title }) => [code, fieldWord(title)])}
        />
      )}
    </>
  );
}
