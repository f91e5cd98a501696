import { actorOf } from '../../shared/access/auth/caller.ts';
import { type DocumentDeps, documentDeps } from '../../shared/documents/deps/documents.ts';
import { adminImportRecords } from '../../shared/imports/routes/admin-imports-routes.ts';
import { importRecords } from '../../shared/imports/usecases/import-records.ts';
import * as apiErrors from '../../shared/kernel/errors/errors.ts';
import {
  type OperatorApprovalDeps,
  operatorApprovals,
} from '../../shared/staff/deps/staff-deps.ts';
import { closesImports } from '../../shared/staff/domain/guarded-acts.ts';
import { type Operation, operation, pathFunction } from '../../shared/web/http/path-function.ts';

type ImportsDeps = DocumentDeps & OperatorApprovalDeps;

/** The operators' routes for imports of previous registers. */
export const rows: readonly Operation<ImportsDeps>[] = [
  operation(adminImportRecords, async ({ params, body, caller }, deps: ImportsDeps) => {
    // A second operator could not review thousands of records.
    if (body.mode === 'run' && closesImports(deps.operatorApprovals)) {
      throw apiErrors.importsDisabled();
    }
    return { data: [...(await importRecords(params.batch, body, actorOf(caller), deps))] };
  }),
];

export const handler = pathFunction(rows, () => ({ ...documentDeps(), ...operatorApprovals() }));
