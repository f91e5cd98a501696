import type { Migration } from '../../kernel/db/migration.ts';
import type { MigrationDeps } from '../deps/migration-deps.ts';

/** The migration of this name; undefined where this release has none. */
export function migrationNamed(
  name: string,
  { migrations }: Pick<MigrationDeps, 'migrations'>,
): Migration | undefined {
  return migrations.find((each) => each.name === name);
}
