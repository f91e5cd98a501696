import { type DocumentDeps, documentDeps } from '../../shared/documents/deps/documents.ts';
import { listAgreementDocuments } from '../../shared/residency/routes/partner-applications.ts';
import { readResidencyApplication } from '../../shared/residency/usecases/read-residency-application.ts';
import { presentAgreementDocuments } from '../../shared/residency/usecases/residency-agreement.ts';
import { type Operation, operation, operations } from '../../shared/web/http/path-function.ts';

export const rows: readonly Operation<DocumentDeps>[] = [
  operation(listAgreementDocuments, async ({ params, caller }, deps: DocumentDeps) => {
    const { application } = await readResidencyApplication(params.id, caller, deps);
    return presentAgreementDocuments(application, deps);
  }),
];

export const handler = operations(rows, documentDeps);
