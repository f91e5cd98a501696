import type { WorkflowDeps } from '../deps/workflow.ts';
import type { Issued } from '../pdf/issued.ts';

/** In whose name a document is issued now, and what signs it. */
export function issuance({
  issuer,
  documentSigner,
  now,
}: Pick<WorkflowDeps, 'issuer' | 'documentSigner' | 'now'>): Pick<Issued, 'issuer' | 'signing'> {
  return {
    issuer,
    signing: documentSigner && { signer: documentSigner, at: now().toISOString() },
  };
}
