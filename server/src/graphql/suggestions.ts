import { type GraphQLSchema, getNamedType, isInterfaceType, isObjectType } from 'graphql';
import { isAlike } from '../rules/inputs/likely-names.ts';

/** The question with which graphql-js ends a message, or a part of one. */
const QUESTION = / Did you mean ((?:an? )?[a-z ]*)("[^?]*")\?/;
const QUOTED = /"([^"]*)"/g;
/** The word that was not found: the field of an input, the value of an enum, or the first quoted word. */
const WANTED = [/unknown field "([^"]*)"/, /value: "?([^".]*)/, /"([^"]*)"/];

const UNKNOWN_FIELD = /^Cannot query field "(\w+)" on type "(\w+)"\./;
/** Types between a field and what its caller wants. */
const WRAPPER = /(?:Connection|Edge|Payload)$/;

/** A message of graphql-js without the suggestions that have little in common with the word. */
export function withLikelySuggestions(message: string): string {
  const [question, kind = '', list = ''] = QUESTION.exec(message) ?? [];
  if (question === undefined) return message;
  const wanted = WANTED.map((pattern) => pattern.exec(message)?.[1]).find(Boolean) ?? '';
  const likely = [...list.matchAll(QUOTED)]
    .map(([, name = '']) => name)
    .filter((name) => isAlike(wanted, name))
    .map((name) => `"${name}"`);
  const last = likely.pop();
  if (last === undefined) return message.replace(question, '');
  const names = likely.length === 0 ? last : `${likely.join(', ')} or ${last}`;
  return message.replace(question, ` Did you mean ${kind}${names}?`);
}

/** A message of graphql-js about a field that is one level below, with the way there: `nodes { name }`. */
export function withWayToField(message: string, schema: GraphQLSchema): string {
  const [start = '', wanted = '', typeName = ''] = UNKNOWN_FIELD.exec(message) ?? [];
  const type = schema.getType(typeName);
  if (!WRAPPER.test(typeName) || !isObjectType(type)) return message;
  const ways = Object.values(type.getFields()).flatMap(({ name, type: outer }) => {
    const below = getNamedType(outer);
    const isThere = (isObjectType(below) || isInterfaceType(below)) && wanted in below.getFields();
    return isThere ? [`"${name} { ${wanted} }"`] : [];
  });
  return ways.length === 0 ? message : `${start} Did you mean ${ways.join(' or ')}?`;
}
