import { coreDeps } from '../../shared/kernel/deps/core.ts';
import { getHealth } from '../../shared/reference/routes/meta.ts';
import { type Operation, operation, operations } from '../../shared/web/http/path-function.ts';
import type { Run } from '../../shared/web/http/request.ts';

const run: Run<typeof getHealth> = async () => ({ status: 'ok' });

export const rows: readonly Operation[] = [operation(getHealth, run)];

export const handler = operations(rows, coreDeps);
