import { coreDeps } from '../../shared/deps/core.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import type { Run } from '../../shared/http/request.ts';
import { getHealth } from '../../shared/routes/meta.ts';

const run: Run<typeof getHealth> = async () => ({ status: 'ok' });

export const handler = endpoint(getHealth, run, coreDeps);
