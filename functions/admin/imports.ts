import { actorOf } from '../../shared/access/auth/actor.ts';
import { type DocumentDeps, documentDeps } from '../../shared/documents/deps/documents.ts';
import { adminImportRecords } from '../../shared/imports/admin-imports-routes.ts';
import { importRecords } from '../../shared/imports/usecases/import-records.ts';
import { type Operation, operation, operations } from '../../shared/web/operations.ts';

/** Registers that move in. */
export const rows: readonly Operation<DocumentDeps>[] = [
  operation(adminImportRecords, async ({ params, body, caller }, deps: DocumentDeps) => ({
    data: [...(await importRecords(params.batch, body, actorOf(caller), deps))],
  })),
];

export const handler = operations(rows, documentDeps);
