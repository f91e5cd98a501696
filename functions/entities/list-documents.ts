import { versionNumber } from '../../shared/contracts/document.ts';
import { listDocuments } from '../../shared/db/documents.ts';
import { type DocumentDeps, documentDeps } from '../../shared/deps/documents.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import type { Run } from '../../shared/http/request.ts';
import { listLegalEntityDocuments } from '../../shared/routes/entities.ts';
import { presentDocuments } from '../../shared/usecases/present-documents.ts';
import { readAccessibleEntity } from '../../shared/usecases/read-accessible-entity.ts';

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

export const handler = endpoint(listLegalEntityDocuments, run, documentDeps);
