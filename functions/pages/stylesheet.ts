import { coreDeps } from '../../shared/kernel/deps/core.ts';
import { stylesheet } from '../../shared/kernel/pages/stylesheet.ts';
import { getStylesheet } from '../../shared/service/routes/pages.ts';
import { type Operation, operation, operations } from '../../shared/web/operations.ts';
import type { Run } from '../../shared/web/request.ts';
import { serveFile } from '../../shared/web/serve-file.ts';

const serve = serveFile({
  contentType: getStylesheet.produces,
  // Pages ask for it by its hash.
  cacheControl: 'public, max-age=31536000, immutable',
  plain: () => stylesheet,
});

const run: Run<typeof getStylesheet> = ({ header }) => serve(header);

export const rows: readonly Operation[] = [operation(getStylesheet, run)];

export const handler = operations(rows, coreDeps);
