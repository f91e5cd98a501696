import { type AgreementDeps, agreementDeps } from '../../agreements/agreement-deps.ts';
import { DocumentSigningEnvironment, environment, IssuerEnvironment } from '../../kernel/env.ts';
import { openDocumentSigner } from '../document-signer.ts';
import type { Issuer } from '../pdf/issued.ts';
import type { DocumentSigner } from '../pdf/signing.ts';
import { type DocumentDeps, documentDeps } from './documents.ts';

export interface WorkflowDeps extends DocumentDeps, AgreementDeps {
  /** Origin (and stage path, if any) of the links that stand on documents; no slash at the end. */
  readonly baseUrl: string;
  /** Whose documents are issued. */
  readonly issuer: Issuer;
  /** What signs them; null: they are not signed. */
  readonly documentSigner: DocumentSigner | null;
}

/** The composition root of tasks that issue documents. */
export function workflowDeps(): WorkflowDeps {
  const { BASE_URL, ...names } = environment(IssuerEnvironment);
  const { DOCUMENT_CERTIFICATE, DOCUMENT_KEY } = environment(DocumentSigningEnvironment);
  const { REGISTRY_NAME, JURISDICTION, REGISTRY_PLACE, REGISTRAR_NAME } = names;
  return {
    ...documentDeps(),
    ...agreementDeps(),
    baseUrl: BASE_URL,
    issuer: {
      registryName: REGISTRY_NAME,
      jurisdiction: JURISDICTION === REGISTRY_NAME ? null : JURISDICTION,
      place: REGISTRY_PLACE ?? null,
      registrarName: REGISTRAR_NAME ?? null,
    },
    documentSigner:
      DOCUMENT_CERTIFICATE === undefined
        ? null
        : openDocumentSigner(DOCUMENT_CERTIFICATE, DOCUMENT_KEY),
  };
}
