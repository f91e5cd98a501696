import { coreDeps } from '../../shared/deps/core.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import type { Run } from '../../shared/http/request.ts';
import { serveFile } from '../../shared/http/serve-file.ts';
import { stylesheet } from '../../shared/pages/stylesheet.ts';
import { getStylesheet } from '../../shared/routes/pages.ts';

const serve = serveFile({
  contentType: getStylesheet.produces,
  // Pages ask for it by its hash.
  cacheControl: 'public, max-age=31536000, immutable',
  plain: () => stylesheet,
});

const run: Run<typeof getStylesheet> = ({ header }) => serve(header);

export const handler = endpoint(getStylesheet, run, coreDeps);
