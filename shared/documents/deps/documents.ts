import { type CoreDeps, coreDeps } from '../../kernel/deps/core.ts';
import { type ServiceDeps, serviceDeps } from '../../kernel/deps/service.ts';
import { DocumentsEnvironment, environment } from '../../kernel/settings/env.ts';
import { type Agreements, publishedTexts, registerOf } from '../agreements/register.ts';
import { type DocumentStore, openDocumentStore } from '../aws/document-store.ts';

export interface DocumentDeps extends CoreDeps {
  readonly documents: DocumentStore;
}

/** The dependencies of functions that accept uploads. */
export interface UploadDeps extends DocumentDeps {
  /** Whether uploads must be scanned before anyone opens them. */
  readonly uploadScans: { readonly required: boolean };
}

/** The composition root of functions that store or serve documents. */
export function documentDeps(): UploadDeps {
  const { DOCUMENTS_BUCKET, MALWARE_SCAN } = environment(DocumentsEnvironment);
  return {
    ...coreDeps(),
    documents: openDocumentStore(DOCUMENTS_BUCKET),
    uploadScans: { required: MALWARE_SCAN === 'true' },
  };
}

/** The dependencies of functions that create invoices and serve documents. */
export type FilingDeps = UploadDeps & ServiceDeps;

/** The composition root of such functions. */
export function filingDeps(): FilingDeps {
  return { ...documentDeps(), ...serviceDeps() };
}

export interface AgreementDeps {
  /** The texts that people sign, in all published versions. */
  readonly agreements: Agreements;
}

/** The dependencies of functions that show or accept signatures of such a text. */
export function agreementDeps(): AgreementDeps {
  return { agreements: registerOf(publishedTexts) };
}

/** The dependencies of pages and routes for signing. */
export interface SigningDeps extends ServiceDeps, AgreementDeps {}

/** The composition root of such functions. */
export function signingDeps(): SigningDeps {
  return { ...serviceDeps(), ...agreementDeps() };
}
