import { findApplicationToSign, type StoredApplication } from '../db/applications.ts';
import { lookUpName } from '../db/names.ts';
import { activePersonCheck } from '../db/people.ts';
import { transact } from '../db/transact.ts';
import type { CoreDeps } from '../deps/core.ts';
import { decide } from '../domain/application.ts';
import { apiErrors } from '../errors.ts';
import { signatureBy } from './accept-agreement.ts';
import { applicationErrors } from './application-errors.ts';
import { auditAct } from './audit-act.ts';
import { applicationWrites } from './save-application.ts';
import { lostRace, untilWritten } from './until-written.ts';

/**
 * Signs the Agreement of Coexistence of the application behind a signature link, once, and submits the
 * application if it is paid. Who holds the link may sign.
 *
 * Errors: 404 for an unknown link; 409 `application.already_signed`; 409
 * `person.deactivated` when the applicant's account is. Where the name was taken meanwhile
 * the signature counts and the application stays a draft.
 */
export function signAgreement(
  token: string,
  signerName: string,
  deps: CoreDeps,
): Promise<StoredApplication> {
  return untilWritten(async () => {
    const at = deps.now().toISOString();
    const application = await findApplicationToSign(deps.table, token);
    if (application === null) throw apiErrors.notFound();
    const { id, optionId, name } = application;
    const { taken } = await lookUpName(deps.table, optionId, name);
    const agreement = signatureBy(signerName, at);
    const decision = decide(application, { type: 'sign', agreement, nameFree: !taken }, at);
    if (!decision.ok) throw applicationErrors[decision.reason]();
    const outcome = await transact(deps.table, {
      owner: activePersonCheck(application.ownerId),
      ...applicationWrites(application, decision.next, deps, at),
      ...auditAct(deps, {
        at,
        // The link is the signer's only credential: who it was is in the signature itself.
        actor: { kind: 'system', id: null, personId: null },
        action: 'legal_entity_application.signed',
        subject: { type: 'legal_entity_application', id },
        details: {
          agreementVersion: agreement.agreementVersion,
          submitted: decision.next.submittedAt !== null,
        },
      }),
    });
    if (outcome.kind === 'written') return decision.next;
    if (outcome.label === 'owner') throw apiErrors.personDeactivated();
    return lostRace;
  });
}
