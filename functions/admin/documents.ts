import { actorOf } from '../../shared/auth/actor.ts';
import { presentAdminDocument } from '../../shared/contracts/admin-documents.ts';
import { presentPage } from '../../shared/contracts/pagination.ts';
import { readDocuments } from '../../shared/db/documents.ts';
import { findEntity } from '../../shared/db/entities.ts';
import { type DocumentDeps, documentDeps } from '../../shared/deps/documents.ts';
import { apiErrors } from '../../shared/errors.ts';
import { type Operation, operation, operations } from '../../shared/http/operations.ts';
import {
  adminListDocuments,
  adminStoreDocument,
  adminUpdateDocument,
} from '../../shared/routes/admin-entities.ts';
import { reviseDocument } from '../../shared/usecases/revise-document.ts';
import { storeDocument } from '../../shared/usecases/store-document.ts';

const rows: readonly Operation<DocumentDeps>[] = [
  operation(adminStoreDocument, async ({ params, body, caller }, deps: DocumentDeps) => ({
    data: presentAdminDocument(await storeDocument(params.id, body, actorOf(caller), deps)),
  })),
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
