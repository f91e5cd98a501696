import { coreDeps } from '../../shared/kernel/deps/core.ts';
import { getHealth } from '../../shared/reference/routes/meta.ts';
import { endpoint } from '../../shared/web/endpoint.ts';
import type { Run } from '../../shared/web/request.ts';

const run: Run<typeof getHealth> = async () => ({ status: 'ok' });

export const handler = endpoint(getHealth, run, coreDeps);
