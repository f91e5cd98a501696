import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';
import { openJudge } from './judge.ts';
import { openPermissions, type Permissions, type Uses } from './permissions.ts';
import type { Policies } from './policies.ts';
import { readPolicies } from './policies-file.ts';

let read: { readonly policies: Policies; readonly judge: ReturnType<typeof openJudge> } | undefined;

/**
 * The policies of this run with a shared judge, because the worlds of a process repeat the same
 * checks.
 */
function policiesOfRun() {
  if (read === undefined) {
    const policies = readPolicies(inject('policiesFile'));
    read = { policies, judge: openJudge(policies) };
  }
  return read;
}

/** The permissions of a test world: those of the template that would be deployed. */
export function openWorldPermissions(): Permissions & {
  /** Reports what was refused and what to declare; stores what was used. */
  readonly close: () => readonly string[];
} {
  const uses: Uses = new Set();
  const { policies, judge } = policiesOfRun();
  const permissions = openPermissions(policies, uses, judge);
  return {
    ...permissions,
    close: () => {
      writeFileSync(join(inject('usesDirectory'), randomUUID()), [...uses].join('\n'));
      return [...permissions.refusals];
    },
  };
}
