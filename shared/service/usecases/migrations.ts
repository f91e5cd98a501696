import type { Migration } from '../../kernel/db/migration.ts';
import { formerRegistry } from '../../registry/db/former-registry.ts';

/** Every migration of this release, in the order in which they are best carried out: docs/migrations.md. */
export const migrations: readonly Migration[] = [formerRegistry];
