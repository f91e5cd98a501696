import { findWithdrawal, type StoredWithdrawal } from '../../documents/db/documents.ts';
import type { WorkflowDeps } from '../../documents/deps/workflow.ts';
import type { Verification } from '../../documents/pdf/issued.ts';
import { countAttempt } from '../../kernel/db/attempt-counters.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { clientNetwork } from '../../kernel/domain/client-network.ts';
import { refuseWhenFull } from '../../kernel/usecases/refuse-when-full.ts';
import { findEntity, type StoredEntity } from '../../registry/db/entities.ts';
import { goodStanding } from '../../registry/domain/good-standing.ts';
import { findCoded, type StoredAgreementCode, type StoredCertificate } from '../db/certificates.ts';
import {
  newVerificationCode,
  readVerificationCode,
  verifications,
} from '../domain/verification-code.ts';

/** A genuine certificate, with the current status of its entity. */
export interface VerifiedCertificate {
  readonly code: string;
  readonly certificate: StoredCertificate;
  readonly entity: StoredEntity;
  /** Null if it is unknown whether its taxes are paid. */
  readonly standing: boolean | null;
  /** The document's withdrawal; null if it is valid. */
  readonly withdrawal: StoredWithdrawal | null;
}

/** The resident's agreement with the code. `residency` provides its content. */
export interface CodedAgreement {
  readonly code: string;
  readonly agreement: StoredAgreementCode;
}

/**
 * The certificate or agreement with the code; null if unknown. Spaces, dashes and letter case are ignored.
 *
 * Error: 429 beyond `verifications`.
 */
export async function verifyCertificate(
  { code: text, clientAddress }: { readonly code: string; readonly clientAddress: string },
  { table, now }: CoreDeps,
): Promise<VerifiedCertificate | CodedAgreement | null> {
  const at = now();
  const network = clientNetwork(clientAddress);
  refuseWhenFull(await countAttempt(table, verifications, network, at.getTime()), at);
  const code = readVerificationCode(text);
  const certificate = code === null ? null : await findCoded(table, code);
  if (code === null || certificate === null) return null;
  if (certificate.type === 'agreement_of_coexistence') return { code, agreement: certificate };
  const [entity, withdrawal] = await Promise.all([
    findEntity(table, certificate.entityId),
    findWithdrawal(table, certificate.entityId, certificate.sha256),
  ]);
  if (entity === null) throw new Error(`a certificate has no entity ${certificate.entityId}`);
  const standing = goodStanding(entity, at.toISOString());
  return { code, certificate, entity, standing, withdrawal };
}

/** An unused code to print on a certificate, with the URL of its page. */
export function newVerification(
  deps: Pick<WorkflowDeps, 'random' | 'baseUrl'>,
): Verification & { readonly url: string } {
  return verificationOf(newVerificationCode(deps.random), deps);
}

/** The code with the URL of its page. */
export function verificationOf(
  code: string,
  { baseUrl }: Pick<WorkflowDeps, 'baseUrl'>,
): Verification & { readonly url: string } {
  return { code, url: `${baseUrl}/certificates/${code}` };
}
