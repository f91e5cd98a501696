import { actorOf } from '../../shared/access/auth/caller.ts';
import { presentUpload } from '../../shared/documents/contracts/admin-uploads-contract.ts';
import { presentAdminDocument } from '../../shared/documents/contracts/document-contract.ts';
import { type DocumentDeps, documentDeps } from '../../shared/documents/deps/documents.ts';
import { adminListUploads } from '../../shared/documents/routes/admin-uploads-routes.ts';
import { reviseDocument } from '../../shared/documents/usecases/revise-document.ts';
import { listUploads } from '../../shared/documents/usecases/uploads.ts';
import { presentPage } from '../../shared/kernel/contracts/pagination.ts';
import {
  adminListDocuments,
  adminStoreDocument,
  adminUpdateDocument,
} from '../../shared/registry/routes/admin-entities.ts';
import {
  listEntityDocuments,
  storeEntityDocument,
} from '../../shared/registry/usecases/read-entities.ts';
import { type Operation, operation, pathFunction } from '../../shared/web/http/path-function.ts';

export const rows: readonly Operation<DocumentDeps>[] = [
  operation(adminStoreDocument, async ({ params: { id }, body, caller }, deps: DocumentDeps) => {
    const document = await storeEntityDocument(id, body, actorOf(caller), deps);
    return { data: presentAdminDocument(document) };
  }),
  operation(adminListDocuments, async ({ params: { id }, query }, deps) =>
    presentPage(await listEntityDocuments(id, query, deps), query.limit, presentAdminDocument),
  ),
  operation(adminUpdateDocument, async ({ params, body, caller }, deps) => {
    const path = { entityId: params.id, documentId: params.documentId };
    return { data: presentAdminDocument(await reviseDocument(path, body, actorOf(caller), deps)) };
  }),
  operation(adminListUploads, async ({ query }, deps) =>
    presentPage(await listUploads(query, deps), query.limit, presentUpload),
  ),
];

export const handler = pathFunction(rows, documentDeps);
