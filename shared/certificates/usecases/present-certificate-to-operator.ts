import type { FilingDeps } from '../../documents/deps/filing.ts';
import type { StoredCertificateRequest } from '../db/certificates.ts';
import { findTaxProof } from '../db/tax-proofs.ts';
import { taxProofIdOf } from './check-tax-proof.ts';
import { presentCertificate } from './present-certificates.ts';
import { presentTaxProof } from './present-tax-proof.ts';

/** A request as operators see it: with what the reviewers need, and the code of an issued one. */
export async function presentCertificateToOperator(
  request: StoredCertificateRequest,
  deps: FilingDeps,
) {
  const { verificationCode, referredFor, taxPaymentProofUrl } = request;
  const proofId = taxPaymentProofUrl === null ? null : taxProofIdOf(deps, taxPaymentProofUrl);
  const [presented, proof] = await Promise.all([
    presentCertificate(request, deps),
    proofId === null ? null : findTaxProof(deps.table, proofId),
  ]);
  const file = proof && (await presentTaxProof(proof, deps));
  return {
    ...presented,
    verificationCode,
    referredFor,
    taxPaymentProofFileUrl: file?.url ?? null,
    taxPaymentProofFileState: file?.state ?? null,
  };
}
