import { actorOf } from '../../shared/access/auth/actor.ts';
import { presentAdminDocument } from '../../shared/documents/admin-documents-contract.ts';
import { type DocumentDeps, documentDeps } from '../../shared/documents/deps/documents.ts';
import { readDocuments } from '../../shared/documents/documents.ts';
import { reviseDocument } from '../../shared/documents/usecases/revise-document.ts';
import { storeDocument } from '../../shared/documents/usecases/store-document.ts';
import { presentPage } from '../../shared/kernel/contracts/pagination.ts';
import { apiErrors } from '../../shared/kernel/errors.ts';
import { findEntity } from '../../shared/registry/db/entities.ts';
import {
  adminListDocuments,
  adminStoreDocument,
  adminUpdateDocument,
} from '../../shared/registry/routes/admin-entities.ts';
import { type Operation, operation, operations } from '../../shared/web/operations.ts';

export const rows: readonly Operation<DocumentDeps>[] = [
  operation(adminStoreDocument, async ({ params: { id }, body, caller }, deps: DocumentDeps) => {
    if ((await findEntity(deps.table, id)) === null) throw apiErrors.notFound();
    return { data: presentAdminDocument(await storeDocument(id, body, actorOf(caller), deps)) };
  }),
  operation(adminListDocuments, async ({ params: { id }, query }, { table }) => {
    const [entity, page] = await Promise.all([
      findEntity(table, id),
      readDocuments(table, id, { limit: query.limit, after: query.cursor }),
    ]);
    if (entity === null) throw apiErrors.notFound();
    return presentPage(page, query.limit, presentAdminDocument);
  }),
  operation(adminUpdateDocument, async ({ params, body, caller }, deps) => {
    const path = { entityId: params.id, documentId: params.documentId };
    return { data: presentAdminDocument(await reviseDocument(path, body, actorOf(caller), deps)) };
  }),
];

export const handler = operations(rows, documentDeps);
