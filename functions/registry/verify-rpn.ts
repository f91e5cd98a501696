import { findResident, isActiveResident } from '../../shared/db/residents.ts';
import { coreDeps } from '../../shared/deps/core.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import type { Run } from '../../shared/http/request.ts';
import { verifyRpn } from '../../shared/routes/registry.ts';

const run: Run<typeof verifyRpn> = async ({ body }, { table, now }) => {
  const resident = await findResident(table, body.rpn);
  if (resident === null) return { result: 'not_found', active: false };
  return {
    result: `found_${resident.resident}`,
    active: isActiveResident(resident, now().toISOString()),
  };
};

export const handler = endpoint(verifyRpn, run, coreDeps);
