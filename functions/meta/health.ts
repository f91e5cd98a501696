import { coreDeps } from '../../shared/kernel/deps/core.ts';
import { healthPage } from '../../shared/reference/pages/health-page.ts';
import { getHealth } from '../../shared/reference/routes/meta.ts';
import { page } from '../../shared/web/http/page.ts';
import { type Operation, operation, operations } from '../../shared/web/http/path-function.ts';
import { namesType, type Run } from '../../shared/web/http/request.ts';
import { json, rawJson } from '../../shared/web/http/response.ts';

const run: Run<typeof getHealth> = async ({ header }) =>
  namesType(header('accept'), 'text/html')
    ? page(200, healthPage)
    : rawJson(json(200, { status: 'ok' }));

export const rows: readonly Operation[] = [operation(getHealth, run)];

export const handler = operations(rows, coreDeps);
