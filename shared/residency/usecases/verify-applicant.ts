import type { Table } from '../../kernel/db/table.ts';
import { transact } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { lostRace, retryOnConflict } from '../../kernel/usecases/retry-on-conflict.ts';
import type { StoredPerson } from '../../people/db/people.ts';
import type { Actor } from '../../platform/domain/audit-entry.ts';
import { auditAct } from '../../platform/usecases/audit.ts';
import { recordLogin } from '../db/applicant-access.ts';
import {
  findResidencyApplication,
  residencyApplicationWrite,
  type StoredResidencyApplication,
} from '../db/residency-applications.ts';
import { decideResidencyApplication } from '../domain/residency-application.ts';
import type { VerificationOutcome } from '../domain/residency-application-state.ts';
import * as residencyErrors from '../errors/residency-errors.ts';

interface ApplicantVerification {
  readonly applicationId: string;
  readonly status: VerificationOutcome;
  /** The version whose particulars were verified; undefined for the current one. */
  readonly expectedVersion?: number | undefined;
}

/**
 * Records the outcome of the identity verification of a partner's applicant; a later outcome replaces an earlier one.
 *
 * Errors: 404; 409 `application.not_draft`; 409 `application.changed` with `currentVersion` if another version was
 * expected.
 */
export function verifyApplicant(
  { applicationId, status, expectedVersion }: ApplicantVerification,
  actor: Actor,
  deps: CoreDeps,
): Promise<StoredResidencyApplication> {
  return retryOnConflict(async () => {
    const at = deps.now().toISOString();
    const application = await findResidencyApplication(deps.table, applicationId);
    if (application === null) throw apiErrors.notFound();
    const decision = decideResidencyApplication(
      application,
      { type: 'verify', id: deps.newId(), status, expectedVersion },
      at,
    );
    if (!decision.ok) {
      throw decision.reason === 'stale_version'
        ? residencyErrors.applicantChanged(application.version)
        : apiErrors.applicationNoDraft();
    }
    const outcome = await transact(deps.table, {
      application: residencyApplicationWrite(decision.next),
      ...auditAct(deps, {
        at,
        actor,
        action: 'residency_application.verified',
        subject: { type: 'residency_application', id: applicationId },
        details: { status, verificationId: decision.next.verification.id },
      }),
    });
    return outcome.kind === 'written' ? decision.next : lostRace;
  });
}

/** Records a sign-in for the partner through which the account was claimed, if any. */
export async function noteSignIn(
  { residencyApplicationId, email }: StoredPerson,
  at: string,
  table: Table,
): Promise<void> {
  const applicationId = residencyApplicationId ?? null;
  if (applicationId !== null) await recordLogin(table, { applicationId, email }, at);
}
