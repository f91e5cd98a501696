import { documentIdOf } from '../../documents/usecases/document-id.ts';

const slug = 'agreement-of-coexistence';

/** The id of the signed agreement among the documents of the person whom an application became. */
export function residencyAgreementDocumentId(applicationId: string): string {
  return documentIdOf(applicationId, slug);
}
