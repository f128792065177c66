import { access } from '../../graphql/access.ts';
import { builder } from '../../graphql/builder.ts';
import { idInput, inputArg } from '../../graphql/input-fields.ts';
import { mutation } from '../../graphql/mutation.ts';
import { deletionPayloadOf } from '../../graphql/payload.ts';
import { decodeId } from '../../platform/ids.ts';
import { deleteFactorSet } from './deletion.ts';
import { FactorSet } from './types-graphql.ts';

const DeleteFactorSetInput = idInput(
  'DeleteFactorSetInput',
  'The factor set to delete.',
  'Id of a set that your organization imported.',
);

const DeleteFactorSetPayload = deletionPayloadOf('factorSet', FactorSet, {
  id: 'Id of the set that is gone.',
  object: 'The deleted set.',
});

builder.mutationField('deleteFactorSet', (t) =>
  t.field({
    type: DeleteFactorSetPayload,
    description:
      'Deletes a factor set of your own with its factors. Calculations stay, and can be replayed from the factors in their snapshots; `factor` of their contributions is null from then on. While products or supply chains refer to a factor of the set by `factorId`, it is refused with CONFLICT, and `extensions.usedBy` has the first ten that the key may read.',
    extensions: access({ tier: 'GROWTH', permission: 'FACTORS_WRITE', cost: 100, freesRoom: true }),
    args: inputArg(DeleteFactorSetInput, 'The factor set to delete.'),
    resolve: mutation(async (work, input, { caller }) => ({
      factorSet: await deleteFactorSet(work, decodeId('factorSet', input.id), caller),
    })),
  }),
);
