import { activeRepresentatives } from '../../amendments/usecases/write-to-representatives.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { fullName } from '../../kernel/domain/legal-entity.ts';
import type { MailDeps } from '../../mail/deps/mail-deps.ts';
import type { Parcel } from '../../mail/usecases/send-each.ts';
import { findEntity } from '../../registry/db/entities.ts';
import { confirmationPath } from '../contracts/confirmation-contract.ts';
import { termLetters } from '../mail/term-letters.ts';
import { confirmationStateOf } from './confirm-entity.ts';

/** To every representative of an entity whose confirmation is wanted; to nobody once it was given, or is another year's. */
export async function writeOfConfirmation(
  { entityId, year }: { readonly entityId: string; readonly year: number },
  deps: MailDeps & Pick<CoreDeps, 'confirmationsFrom'>,
): Promise<readonly Parcel[]> {
  const entity = await findEntity(deps.table, entityId);
  if (entity === null) return [];
  const { state } = await confirmationStateOf(entity, deps);
  const { statusId, dueOn } = state;
  const wanted = statusId === 'due' || statusId === 'overdue';
  if (!wanted || dueOn === null || state.year !== year) return [];
  const facts = {
    entityName: fullName(entity),
    dueOn,
    overdue: statusId === 'overdue',
    url: deps.baseUrl + confirmationPath(entityId),
  };
  const people = await activeRepresentatives(deps.table, entityId);
  return people.map((reader) => ({
    to: reader.email,
    recipient: reader.id,
    write: () => termLetters(reader).confirmationWanted(facts),
  }));
}
