import { digestOf } from '../../kernel/db/effects.ts';
import { keys } from '../../kernel/db/keys.ts';
import type { Table } from '../../kernel/db/table.ts';
import { orElse, transact } from '../../kernel/db/transact.ts';
import { mustExist } from '../../kernel/db/update.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import type { Locale } from '../../kernel/domain/locale.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { shownText } from '../../kernel/pages/shown-text.ts';
import { lostRace, untilWritten } from '../../kernel/usecases/until-written.ts';
import { unsuspendedPersonCheck } from '../../people/db/people-checks.ts';
import { mailWrite } from '../../platform/db/outbox.ts';
import { auditAct } from '../../platform/usecases/audit.ts';
import { findRepresentedEntity, type StoredEntity } from '../../registry/db/entities.ts';
import { personActor } from '../../sign-in/auth/session.ts';
import { amendmentWrite, findAmendment, type StoredAmendment } from '../db/amendments.ts';
import { decideAmendment } from '../domain/amendment.ts';
import * as amendmentErrors from '../errors/amendment-errors.ts';
import { amendmentStatement } from '../pages/amendment-signature.ts';
import { isProposedNameFree, proposedNameIsFree } from './create-amendment.ts';
import { amendmentError } from './read-amendment.ts';

/** A filing with its entity. */
export interface AmendmentToSign {
  readonly amendment: StoredAmendment;
  readonly entity: StoredEntity;
}

/**
 * The filing, for a current representative of its entity. Error: 404, both if it does not exist and if it is not
 * theirs.
 */
export async function readAmendmentToSign(
  table: Table,
  { entityId, filingId }: { readonly entityId: string; readonly filingId: string },
  personId: string,
): Promise<AmendmentToSign> {
  const [entity, amendment] = await Promise.all([
    findRepresentedEntity(table, entityId, personId),
    findAmendment(table, entityId, filingId),
  ]);
  if (entity === null || amendment === null) throw apiErrors.notFound();
  return { entity, amendment };
}

export interface AmendmentSigning {
  readonly entityId: string;
  readonly filingId: string;
  /** The version of the filing that the signer saw. */
  readonly version: number;
  readonly signerName: string;
  readonly personId: string;
  /** The language of the page. */
  readonly language?: Locale | undefined;
}

/**
 * Signs a draft's proposals for a representative, once. The signature is valid for exactly the version shown. Notifies
 * every representative.
 *
 * Errors: 404; 403 `account.suspended`; 409 `filing.changed` if the version has changed, in which case nothing is
 * signed; `filing.already_signed`, `filing.locked`, `filing.no_changes`, `entity.name_taken`.
 */
export function signAmendment(signing: AmendmentSigning, deps: CoreDeps): Promise<void> {
  const { version, signerName, personId, language } = signing;
  return untilWritten(async () => {
    const at = deps.now().toISOString();
    const { amendment, entity } = await readAmendmentToSign(deps.table, signing, personId);
    const { proposedChanges } = amendment;
    const nameFree = await isProposedNameFree(deps.table, entity, proposedChanges);
    const shown = shownText(language, (reader) => [
      amendmentStatement(entity, reader),
      digestOf(proposedChanges),
    ]);
    const signature = { personId, signerName, signedAt: at, ...(shown !== null && { shown }) };
    const decision = decideAmendment(amendment, { type: 'sign', signature, nameFree }, at);
    if (!decision.ok) throw amendmentError(decision.reason);
    if (amendment.version !== version) throw amendmentErrors.filingChanged();
    const outcome = await transact(deps.table, {
      amendment: amendmentWrite({ ...decision.next, updatedAt: at }),
      name: proposedNameIsFree(entity, proposedChanges),
      notification: mailWrite(deps.newId(), at, {
        template: 'amendment_signed',
        filingId: amendment.id,
        signedAt: at,
      }),
      signer: orElse(unsuspendedPersonCheck(personId), apiErrors.accountSuspended),
      representing: mustExist(keys.representative(entity.id, personId)),
      ...auditAct(deps, {
        at,
        actor: personActor(personId),
        action: 'amendment.signed',
        subject: { type: 'amendment', id: amendment.id },
        details: { legalEntityId: entity.id },
      }),
    });
    if (outcome.kind === 'written') return;
    if (outcome.refusal !== undefined) throw outcome.refusal;
    return lostRace;
  });
}
