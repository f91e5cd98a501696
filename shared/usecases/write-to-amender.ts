import { findAnyAmendment } from '../db/amendments.ts';
import { findEntity } from '../db/entities.ts';
import { findPerson } from '../db/people.ts';
import type { OutboxDeps } from '../deps/outbox.ts';
import { fullName } from '../domain/company-name.ts';
import { amended } from '../domain/proposed-changes.ts';
import { letters } from '../mail/letters.ts';
import type { Letter } from '../mail/message.ts';

/**
 * The letter about a decided amendment, for the person who signed it. It names the entity as the filing made
 * it, or as it is called still.
 */
export async function writeToAmender(
  filingId: string,
  { table }: OutboxDeps,
): Promise<{ readonly to: readonly string[]; readonly letter: Letter }> {
  const amendment = await findAnyAmendment(table, filingId);
  const [entity, signer] = await Promise.all([
    findEntity(table, amendment?.entityId ?? ''),
    findPerson(table, amendment?.signature?.personId ?? ''),
  ]);
  if (amendment === null || entity === null || signer === null) {
    throw new Error(`amendment ${filingId}, its entity or its signer is missing`);
  }
  const { formerly, proposedChanges, rejectedReason } = amendment;
  const letter =
    formerly === null
      ? letters.amendmentRejected({
          entityName: fullName(entity),
          reason: rejectedReason ?? 'none was given',
        })
      : letters.amendmentApproved({ entityName: fullName(amended(formerly, proposedChanges)) });
  return { to: [signer.email], letter };
}
