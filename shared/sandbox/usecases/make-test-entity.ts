import type { PersonalKeyCaller } from '../../access/auth/caller.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { sandboxReviewer } from '../../platform/domain/audit-entry.ts';
import type { StoredEntity } from '../../registry/db/entities.ts';
import { importEntity } from '../../registry/usecases/import-entity.ts';
import type { TestEntity } from '../contracts/test-helpers-contract.ts';

/** Registers a legal entity that the caller represents, as if it had come through the API. Error: 409 `entity.name_taken`. */
export async function makeTestEntity(
  { name, optionId, extension, ...fields }: TestEntity,
  { personId }: Pick<PersonalKeyCaller, 'personId'>,
  deps: CoreDeps,
): Promise<StoredEntity> {
  const { entity } = await importEntity(
    {
      ...fields,
      name: name ?? `Trial ${Buffer.from(deps.random(6)).toString('hex')}`,
      optionId: optionId ?? 'llc',
      extension: extension ?? 'LLC',
      createdViaAPI: true,
      representatives: [personId],
    },
    sandboxReviewer,
    deps,
  );
  return entity;
}
