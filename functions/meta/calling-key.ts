import { describeKey } from '../../shared/access/usecases/describe-key.ts';
import { readRateUse } from '../../shared/access/usecases/read-keys.ts';
import { coreDeps } from '../../shared/kernel/deps/core.ts';
import type { WindowUse } from '../../shared/kernel/domain/rate-window.ts';
import { getRateLimit, whoAmI } from '../../shared/reference/routes/meta.ts';
import { type Operation, operation, operations } from '../../shared/web/http/path-function.ts';

function show({ name, limit, remaining, resetAt }: WindowUse) {
  return { window: name, limit, remaining, resetAt: new Date(resetAt).toISOString() };
}

export const rows: readonly Operation[] = [
  operation(whoAmI, ({ caller }, deps) => describeKey(caller, deps)),
  operation(getRateLimit, async ({ caller }, deps) => {
    const { minute, day } = await readRateUse(caller, deps);
    return { data: { limits: [show(minute), show(day)] } };
  }),
];

export const handler = operations(rows, coreDeps);
