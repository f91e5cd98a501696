import { readUse } from '../../shared/db/rate-counters.ts';
import { coreDeps } from '../../shared/deps/core.ts';
import { registryLimits, type WindowUse } from '../../shared/domain/rate-window.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import type { Run } from '../../shared/http/request.ts';
import { getRateLimit } from '../../shared/routes/meta.ts';

const run: Run<typeof getRateLimit> = async ({ caller }, { table, now }) => {
  const { keyId, counterId = keyId, limits: own } = caller;
  const limits = own ?? registryLimits;
  const { minute, day } = await readUse(table, counterId, limits, now().getTime());
  return { data: { limits: [show(minute), show(day)] } };
};

function show({ name, limit, remaining, resetAt }: WindowUse) {
  return { window: name, limit, remaining, resetAt: new Date(resetAt).toISOString() };
}

export const handler = endpoint(getRateLimit, run, coreDeps);
