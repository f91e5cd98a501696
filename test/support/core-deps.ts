import { randomBytes, randomUUID } from 'node:crypto';
import { type AgreementDeps, agreementDeps } from '../../shared/documents/deps/documents.ts';
import type { Table } from '../../shared/kernel/db/table.ts';
import type { CoreDeps } from '../../shared/kernel/deps/core.ts';
import type { Actor } from '../../shared/platform/domain/audit-entry.ts';
import { keptLog } from './log.ts';

/** An instant that tests can use as the current time. */
export const noon = '2026-03-01T12:00:00.000Z';

export const operator: Actor = {
  kind: 'operator',
  id: 'arn:aws:iam::000000000000:user/test',
  personId: null,
};

/** What every function needs, on this table. Tests set the time in `clock.now`. */
export function depsOn(
  table: Table,
): CoreDeps &
  AgreementDeps & { readonly clock: { now: string }; readonly log: ReturnType<typeof keptLog> } {
  const clock = { now: noon };
  return {
    table,
    clock,
    log: keptLog(),
    stage: 'test',
    ...agreementDeps(),
    now: () => new Date(clock.now),
    newId: () => randomUUID(),
    random: (bytes) => randomBytes(bytes),
  };
}
