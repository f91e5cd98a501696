import { actorOf } from '../../shared/access/auth/caller.ts';
import { presentMigration } from '../../shared/platform/contracts/admin-migrations-contract.ts';
import type { MigrationDeps } from '../../shared/platform/deps/evidence-deps.ts';
import * as routes from '../../shared/platform/routes/admin-migrations-routes.ts';
import {
  commandMigration,
  readMigrations,
} from '../../shared/platform/usecases/command-migration.ts';
import { migrationDeps } from '../../shared/service/deps/maintenance.ts';
import { type Operation, operation, pathFunction } from '../../shared/web/http/path-function.ts';

/** The operators' routes for migrations of stored items. */
export const rows: readonly Operation<MigrationDeps>[] = [
  operation(routes.adminListMigrations, async ({ query }, deps) => ({
    data: (await readMigrations(query.name, deps)).map(presentMigration),
  })),
  operation(routes.adminCommandMigration, async ({ body, caller }, deps) => ({
    data: presentMigration(await commandMigration(body, actorOf(caller), deps)),
  })),
];

export const handler = pathFunction(rows, migrationDeps);
