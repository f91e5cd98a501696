import type { Migration } from '../../kernel/db/migration.ts';
import { formerRegistry } from '../../registry/db/former-registry.ts';

/** Every migration of this release, in the recommended order: docs/migrations.md. */
export const migrations: readonly Migration[] = [formerRegistry];
