import { brandingOf } from '../../kernel/deps/service.ts';
import {
  CoreEnvironment,
  DocumentSigningEnvironment,
  environment,
  IssuerEnvironment,
} from '../../kernel/settings/env.ts';
import { openDocumentSigner } from '../aws/document-signer.ts';
import type { DocumentSigner } from '../pdf/detached-signature.ts';
import type { Issuer } from '../pdf/issued.ts';
import { type AgreementDeps, agreementDeps, type DocumentDeps, documentDeps } from './documents.ts';

export interface WorkflowDeps extends DocumentDeps, AgreementDeps {
  /** Origin (and stage path, if any) of the links printed on documents, without a slash at the end. */
  readonly baseUrl: string;
  /** The issuer of documents. */
  readonly issuer: Issuer;
  /** Signs the documents; null if they are not signed. */
  readonly documentSigner: DocumentSigner | null;
}

/** The letterhead, without place and Registrar. */
export function printingIssuer(): Issuer {
  const { REGISTRY_NAME, JURISDICTION, BRANDING } = environment(IssuerEnvironment);
  return {
    registryName: REGISTRY_NAME,
    jurisdiction: JURISDICTION === REGISTRY_NAME ? null : JURISDICTION,
    place: null,
    registrarName: null,
    branding: brandingOf(BRANDING),
    isSandbox: environment(CoreEnvironment).SANDBOX === 'true',
  };
}

/** The composition root of tasks that issue documents. */
export function workflowDeps(): WorkflowDeps {
  const { BASE_URL, REGISTRY_PLACE, REGISTRAR_NAME } = environment(IssuerEnvironment);
  const { DOCUMENT_CERTIFICATE, DOCUMENT_KEY } = environment(DocumentSigningEnvironment);
  return {
    ...documentDeps(),
    ...agreementDeps(),
    baseUrl: BASE_URL,
    issuer: {
      ...printingIssuer(),
      place: REGISTRY_PLACE ?? null,
      registrarName: REGISTRAR_NAME ?? null,
    },
    documentSigner:
      DOCUMENT_CERTIFICATE === undefined
        ? null
        : openDocumentSigner(DOCUMENT_CERTIFICATE, DOCUMENT_KEY),
  };
}
