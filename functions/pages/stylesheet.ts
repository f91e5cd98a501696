import { coreDeps } from '../../shared/kernel/deps/core.ts';
import { stylesheet } from '../../shared/kernel/pages/stylesheet.ts';
import { getStylesheet } from '../../shared/service/routes/pages.ts';
import { endpoint } from '../../shared/web/endpoint.ts';
import type { Run } from '../../shared/web/request.ts';
import { serveFile } from '../../shared/web/serve-file.ts';

const serve = serveFile({
  contentType: getStylesheet.produces,
  // Pages ask for it by its hash.
  cacheControl: 'public, max-age=31536000, immutable',
  plain: () => stylesheet,
});

const run: Run<typeof getStylesheet> = ({ header }) => serve(header);

export const handler = endpoint(getStylesheet, run, coreDeps);
