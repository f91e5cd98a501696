import { createHash } from 'node:crypto';
import { residencyAgreement } from '../agreements/residency-agreement.ts';
import {
  findResidencyApplicationToAccept,
  residencyApplicationWrite,
  type StoredResidencyApplication,
} from '../db/residency-applications.ts';
import { transact } from '../db/transact.ts';
import type { CoreDeps } from '../deps/core.ts';
import { decide } from '../domain/residency-application.ts';
import type { AppliedResidency } from '../domain/residency-application-state.ts';
import { apiErrors } from '../errors.ts';
import { auditAct } from './audit-act.ts';
import { lostRace, untilWritten } from './until-written.ts';

/** SHA-256 of the agreement's text for this residency type, hexadecimal. */
export function residencyAgreementSha256(residencyType: AppliedResidency): string {
  return createHash('sha256').update(residencyAgreement(residencyType).text).digest('hex');
}

export interface Acceptance {
  /** Of the link: it stands for the application as the signer has seen it. */
  readonly token: string;
  readonly signerName: string;
}

export type AcceptanceOutcome =
  | { readonly kind: 'accepted'; readonly application: StoredResidencyApplication }
  /** Nothing was written: the application was changed, accepted before, or submitted. */
  | { readonly kind: 'changed' | 'accepted_before' | 'not_draft' };

/**
 * Accepts the Agreement of Coexistence of the residency application behind a link, once. Who holds the link
 * may sign. A change of the application makes a new link, so that nobody signs what they have not seen.
 *
 * Error: 404 for an unknown link.
 */
export function acceptResidencyAgreement(
  { token, signerName }: Acceptance,
  deps: CoreDeps,
): Promise<AcceptanceOutcome> {
  return untilWritten<AcceptanceOutcome>(async () => {
    const at = deps.now().toISOString();
    const found = await findResidencyApplicationToAccept(deps.table, token);
    if (found === null) throw apiErrors.notFound();
    const { application } = found;
    const { residencyType } = application.data;
    const { aocId, slug, version } = residencyAgreement(residencyType);
    const sha256 = residencyAgreementSha256(residencyType);
    const decision = decide(
      application,
      { type: 'accept', token, signerName, aocId, slug, version, sha256 },
      at,
    );
    if (!decision.ok) return { kind: outcomeOf[decision.reason] ?? 'not_draft' };
    const { id, agreement } = decision.next;
    const outcome = await transact(deps.table, {
      application: residencyApplicationWrite(decision.next),
      ...auditAct(deps, {
        at,
        // The link is the signer's only credential: who it was is in the acceptance itself.
        actor: { kind: 'system', id: null, personId: null },
        action: 'residency_application.agreement_accepted',
        subject: { type: 'residency_application', id },
        details: { aocId: agreement.aocId, agreementVersion: agreement.version },
      }),
    });
    return outcome.kind === 'written' ? { kind: 'accepted', application: decision.next } : lostRace;
  });
}

/** What a refused acceptance comes to; everything else is that of an application that is no draft. */
const outcomeOf: Readonly<Partial<Record<string, 'changed' | 'accepted_before'>>> = {
  agreement_changed: 'changed',
  already_accepted: 'accepted_before',
};
