import { type DocumentDeps, documentDeps } from '../../shared/deps/documents.ts';
import { type Operation, operation, operations } from '../../shared/http/operations.ts';
import { listAgreementDocuments } from '../../shared/routes/partner-applications.ts';
import { presentAgreementDocuments } from '../../shared/usecases/present-agreement-documents.ts';
import { readResidencyApplication } from '../../shared/usecases/read-residency-application.ts';

const rows: readonly Operation<DocumentDeps>[] = [
  operation(listAgreementDocuments, async ({ params, caller }, deps: DocumentDeps) => {
    const { application } = await readResidencyApplication(params.id, caller, deps);
    return presentAgreementDocuments(application, deps);
  }),
];

export const handler = operations(rows, documentDeps);
