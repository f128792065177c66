import { resolveSchemaCoordinate } from 'graphql';
import { builder } from '../../graphql/builder.ts';
import { exposed, field } from '../../graphql/fields.ts';
import { ApiKeyRef, apiKeyById } from '../keys/index.ts';
import type { DeprecatedUsage } from './model.ts';

export const DeprecatedUsageRef = builder.objectRef<DeprecatedUsage>('DeprecatedUsage').implement({
  description:
    'Requests of a period with one key that used one deprecated part of the schema. A part can be removed without harm once no key uses it.',
  fields: (t) => ({
    ...exposed(t, {
      coordinate: field(
        'String',
        'The deprecated part: `Type.field`, `Type.field(argument:)`, `Input.field` or `Enum.VALUE`.',
      ),
      requests: field('Float', 'Number of requests that used it.'),
      lastDay: field('Date', 'Last day of the period (UTC) on which the key used it.'),
    }),
    reason: t.string({
      nullable: true,
      description:
        'Reason of `@deprecated`: it names the replacement and the day of removal. Null once the part is removed or no longer deprecated.',
      resolve: ({ coordinate }, _args, _context, { schema }) => {
        const element = resolveSchemaCoordinate(schema, coordinate);
        switch (element?.kind) {
          case 'Field':
            return element.field.deprecationReason ?? null;
          case 'FieldArgument':
            return element.fieldArgument.deprecationReason ?? null;
          case 'InputField':
            return element.inputField.deprecationReason ?? null;
          case 'EnumValue':
            return element.enumValue.deprecationReason ?? null;
          default:
            return null;
        }
      },
    }),
    apiKey: t.field({
      type: ApiKeyRef,
      nullable: true,
      description: 'The key. Null, with FORBIDDEN, for callers without API_KEYS_MANAGE.',
      resolve: ({ apiKeyId }, _args, context) => apiKeyById(context, apiKeyId),
    }),
  }),
});
