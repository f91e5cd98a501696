import { versionNumber } from '../../shared/documents/contracts/document-contract.ts';
import { type DocumentDeps, documentDeps } from '../../shared/documents/deps/documents.ts';
import { presentDocuments, visibleOf } from '../../shared/documents/usecases/present-documents.ts';
import { ownList } from '../../shared/kernel/contracts/own-list.ts';
import { fullName } from '../../shared/kernel/domain/legal-entity.ts';
import { listLegalEntityDocuments } from '../../shared/registry/routes/entities.ts';
import { readEntityDocuments } from '../../shared/registry/usecases/read-accessible-entity.ts';
import { type Operation, operation, operations } from '../../shared/web/http/path-function.ts';
import type { Run } from '../../shared/web/http/request.ts';

const run: Run<typeof listLegalEntityDocuments, DocumentDeps> = async (
  { params, query, caller },
  deps,
) => {
  const { entity, documents } = await readEntityDocuments(params.id, caller, deps);
  return ownList(visibleOf(documents), query, async (chosen) => {
    const view = await presentDocuments(chosen, deps.documents, fullName(entity));
    return view.map((document) => ({ ...document, version: versionNumber(document.version) }));
  });
};

export const rows: readonly Operation<DocumentDeps>[] = [operation(listLegalEntityDocuments, run)];

export const handler = operations(rows, documentDeps);
