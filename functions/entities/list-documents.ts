import { type DocumentDeps, documentDeps } from '../../shared/documents/deps/documents.ts';
import { versionNumber } from '../../shared/documents/document-contract.ts';
import { listDocuments } from '../../shared/documents/documents.ts';
import { presentDocuments } from '../../shared/documents/usecases/present-documents.ts';
import { listLegalEntityDocuments } from '../../shared/registry/routes/entities.ts';
import { readAccessibleEntity } from '../../shared/registry/usecases/read-accessible-entity.ts';
import { type Operation, operation, operations } from '../../shared/web/operations.ts';
import type { Run } from '../../shared/web/request.ts';

const run: Run<typeof listLegalEntityDocuments, DocumentDeps> = async (
  { params, caller },
  { table, documents },
) => {
  const [, stored] = await Promise.all([
    readAccessibleEntity(table, params.id, caller),
    listDocuments(table, params.id),
  ]);
  const data = await presentDocuments(stored, documents);
  return {
    data: data.map((document) => ({ ...document, version: versionNumber(document.version) })),
  };
};

export const rows: readonly Operation<DocumentDeps>[] = [operation(listLegalEntityDocuments, run)];

export const handler = operations(rows, documentDeps);
