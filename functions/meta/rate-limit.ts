import { readUse } from '../../shared/access/db/rate-counters.ts';
import { coreDeps } from '../../shared/kernel/deps/core.ts';
import { registryLimits, type WindowUse } from '../../shared/kernel/domain/rate-window.ts';
import { getRateLimit } from '../../shared/reference/routes/meta.ts';
import { type Operation, operation, operations } from '../../shared/web/operations.ts';
import type { Run } from '../../shared/web/request.ts';

const run: Run<typeof getRateLimit> = async ({ caller }, { table, now }) => {
  const { keyId, counterId = keyId, limits: own } = caller;
  const limits = own ?? registryLimits;
  const { minute, day } = await readUse(table, counterId, limits, now().getTime());
  return { data: { limits: [show(minute), show(day)] } };
};

function show({ name, limit, remaining, resetAt }: WindowUse) {
  return { window: name, limit, remaining, resetAt: new Date(resetAt).toISOString() };
}

export const rows: readonly Operation[] = [operation(getRateLimit, run)];

export const handler = operations(rows, coreDeps);
