import { presentSimilarName } from '../../shared/registry/contracts/registry.ts';
import { type NamesDeps, namesDeps } from '../../shared/registry/deps/registry-deps.ts';
import { checkName } from '../../shared/registry/routes/registry.ts';
import { checkAvailability } from '../../shared/registry/usecases/find-similar-names.ts';
import { type Operation, operation, operations } from '../../shared/web/http/path-function.ts';
import type { Run } from '../../shared/web/http/request.ts';

const run: Run<typeof checkName, NamesDeps> = async ({ body }, deps) => {
  const { name, available, reserved, similar } = await checkAvailability(body, deps);
  return {
    data: {
      name,
      optionId: body.optionId,
      available,
      reserved,
      similar: similar.flatMap(presentSimilarName),
    },
  };
};

export const rows: readonly Operation<NamesDeps>[] = [operation(checkName, run)];

export const handler = operations(rows, namesDeps);
