import {
  type DocumentNode,
  type FieldNode,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  type ValueNode,
} from 'graphql';
import { foldSelections, fragmentsOf } from '../../graphql/selections.ts';
import { ApiError } from '../../rules/errors/api-error.ts';
import { REQUEST_LIMITS } from '../limits/request-limits.ts';
import type { Input, Variables } from './plan.ts';

type Uses = ReadonlyMap<string, number>;

const NO_USES: Uses = new Map();

/** Places of the arguments at which an operation uses each variable, with all fragments spread. */
export function usesOfVariables(document: DocumentNode, operation: OperationDefinitionNode): Uses {
  if ((operation.variableDefinitions ?? []).length === 0) return NO_USES;
  const ofSet: (set: SelectionSetNode) => Uses = foldSelections<Uses>(fragmentsOf(document), {
    empty: NO_USES,
    join: joined,
    ofField: (field) =>
      joined(usesInArguments(field), field.selectionSet && ofSet(field.selectionSet)),
  });
  return ofSet(operation.selectionSet);
}

function joined(one: Uses, other: Uses = NO_USES): Uses {
  const [few, many] = one.size < other.size ? [one, other] : [other, one];
  if (few.size === 0) return many;
  const sum = new Map(many);
  for (const [name, uses] of few) sum.set(name, (sum.get(name) ?? 0) + uses);
  return sum;
}

function usesInArguments({ arguments: given = [] }: FieldNode): Uses {
  const uses = new Map<string, number>();
  const add = (value: ValueNode): void => {
    if (value.kind === Kind.VARIABLE)
      uses.set(value.name.value, (uses.get(value.name.value) ?? 0) + 1);
    else if (value.kind === Kind.LIST) value.values.forEach(add);
    else if (value.kind === Kind.OBJECT) for (const field of value.fields) add(field.value);
  };
  for (const { value } of given) add(value);
  return uses;
}

/**
 * Refuses values that are too large together, each counted as often as the document uses it: 50 mutations may share a
 * variable of half a megabyte. A value is measured once, and one that is used once is bounded by the body.
 */
export function assertInputSize(inputs: readonly Input[], variables: Variables): void {
  let bytes = 0;
  for (const { name, uses, defaultLength } of inputs) {
    if (uses < 2) continue;
    bytes += uses * (Object.hasOwn(variables, name) ? jsonBytesOf(variables[name]) : defaultLength);
  }
  const { inputBytes: maxInputBytes } = REQUEST_LIMITS;
  if (bytes <= maxInputBytes) return;
  throw new ApiError(
    'QUERY_TOO_COMPLEX',
    `The variables have ${bytes} bytes, each counted as often as the document uses it; at most ${maxInputBytes} are allowed. Send fewer fields in one request.`,
    { inputBytes: bytes, maxInputBytes },
  );
}

/** Bytes of a value of the body in JSON, without escapes. */
function jsonBytesOf(value: unknown): number {
  if (typeof value === 'string') return Buffer.byteLength(value) + '""'.length;
  if (typeof value !== 'object' || value === null) return String(value).length;
  if (Array.isArray(value))
    return value.reduce<number>((sum, item) => sum + jsonBytesOf(item) + ','.length, '['.length);
  return Object.entries(value).reduce(
    (sum, [key, member]) => sum + Buffer.byteLength(key) + '"":,'.length + jsonBytesOf(member),
    '{'.length,
  );
}
