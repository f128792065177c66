/** A type whose values have nothing where GraphQL inputs may have null. */
export type WithoutNulls<Value> = Value extends readonly (infer Item)[]
  ? WithoutNulls<Item>[]
  : Value extends object
    ? { [Key in keyof Value]: WithoutNulls<Exclude<Value[Key], null>> }
    : Value;

/** Input as plain JSON data, a null field like one that was not given. */
export function withoutNulls<Value>(value: Value): WithoutNulls<Value> {
  return JSON.parse(JSON.stringify(value, (_key, inner: unknown) => inner ?? undefined));
}

/** A type whose optional values may be null, as in a GraphQL input. */
export type WithNulls<Value> = Value extends readonly (infer Item)[]
  ? WithNulls<Item>[]
  : Value extends undefined
    ? null | undefined
    : Value extends object
      ? { [Key in keyof Value]: WithNulls<Value[Key]> }
      : Value;
