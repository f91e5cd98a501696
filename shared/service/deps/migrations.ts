import { coreDeps } from '../../kernel/deps/core.ts';
import { pause } from '../../kernel/runtime/deadline.ts';
import type { MigrationDeps } from '../../platform/deps/migration-deps.ts';
import { migrations } from '../usecases/migrations.ts';

/** The composition root of what carries migrations out. The task has 20 seconds, and its last page some of them. */
export function migrationDeps(): MigrationDeps {
  return { ...coreDeps(), migrations, wait: pause, workFor: 10_000 };
}
