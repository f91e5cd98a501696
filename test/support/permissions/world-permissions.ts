import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';
import { openPermissions, type Permissions, type Uses } from './permissions.ts';
import { readPolicies } from './policies-file.ts';

/** The permissions of a test world: those of the template that would be deployed. */
export function openWorldPermissions(): Permissions & {
  /** Complaints about what was refused, in words that say what to declare; keeps what was used. */
  readonly close: () => readonly string[];
} {
  const uses: Uses = new Set();
  const permissions = openPermissions(readPolicies(inject('policiesFile')), uses);
  return {
    ...permissions,
    close: () => {
      writeFileSync(join(inject('usesDirectory'), randomUUID()), [...uses].join('\n'));
      return [...permissions.refusals];
    },
  };
}
