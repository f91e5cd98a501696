import { coreDeps } from '../../shared/deps/core.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import type { Run } from '../../shared/http/request.ts';
import { stylesheet, stylesheetHash } from '../../shared/pages/stylesheet.ts';
import { getStylesheet } from '../../shared/routes/pages.ts';

const etag = `"${stylesheetHash}"`;

const headers = {
  'content-type': getStylesheet.produces,
  // Pages ask for it by its hash.
  'cache-control': 'public, max-age=31536000, immutable',
  etag,
  'x-content-type-options': 'nosniff',
};

const run: Run<typeof getStylesheet> = async ({ header }) =>
  header('if-none-match') === etag
    ? { statusCode: 304, headers, body: '' }
    : { statusCode: 200, headers, body: stylesheet };

export const handler = endpoint(getStylesheet, run, coreDeps);
