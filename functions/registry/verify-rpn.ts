import { coreDeps } from '../../shared/kernel/deps/core.ts';
import { findResident, isActiveResident } from '../../shared/people/db/residents.ts';
import { verifyRpn } from '../../shared/registry/routes/registry.ts';
import { type Operation, operation, operations } from '../../shared/web/operations.ts';
import type { Run } from '../../shared/web/request.ts';

const run: Run<typeof verifyRpn> = async ({ body }, { table, now }) => {
  const resident = await findResident(table, body.rpn);
  if (resident === null) return { result: 'not_found', active: false };
  return {
    result: `found_${resident.resident}`,
    active: isActiveResident(resident, now().toISOString()),
  };
};

export const rows: readonly Operation[] = [operation(verifyRpn, run)];

export const handler = operations(rows, coreDeps);
