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
