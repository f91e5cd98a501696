import { lookUpName } from '../../shared/db/names.ts';
import { coreDeps } from '../../shared/deps/core.ts';
import { displayName } from '../../shared/domain/company-name.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import type { Run } from '../../shared/http/request.ts';
import { checkName } from '../../shared/routes/registry.ts';

const run: Run<typeof checkName> = async ({ body: { name, optionId } }, { table }) => {
  const { taken, reserved } = await lookUpName(table, optionId, name);
  return {
    data: { name: displayName(name), optionId, available: !taken && !reserved, reserved },
  };
};

export const handler = endpoint(checkName, run, coreDeps);
