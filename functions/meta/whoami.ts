import { describeKey } from '../../shared/access/usecases/describe-key.ts';
import { coreDeps } from '../../shared/kernel/deps/core.ts';
import { whoAmI } from '../../shared/reference/routes/meta.ts';
import { type Operation, operation, operations } from '../../shared/web/http/path-function.ts';

export const rows: readonly Operation[] = [
  operation(whoAmI, ({ caller }, deps) => describeKey(caller, deps)),
];

export const handler = operations(rows, coreDeps);
