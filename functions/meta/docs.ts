import { coreDeps } from '../../shared/kernel/deps/core.ts';
import {
  getOpenApi,
  getReferencePage,
  getReferenceScript,
} from '../../shared/reference/routes/docs.ts';
import { type Operation, operation, operations } from '../../shared/web/operations.ts';
import type { Run } from '../../shared/web/request.ts';
import { documentHeaders } from '../../shared/web/security-headers.ts';
import { serveFile } from '../../shared/web/serve-file.ts';

/** Relative to this page, so that they work behind a stage's path, too. */
const description = getOpenApi.path.slice(1);
const script = getReferenceScript.path.slice(1);

/** Scalar's settings that keep it on this origin, and quiet. */
const configuration = {
  url: description,
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
  modelsSectionLabel: 'Schemas',
};

/**
 * Nothing from or to another host. Styles may be inline: Scalar makes `style` elements, and the text of
 * those of its request editor is not known beforehand.
 */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'self'",
].join('; ');

const attribute = JSON.stringify(configuration).replaceAll('"', '&quot;');

const serve = serveFile({
  contentType: getReferencePage.produces,
  cacheControl: 'public, max-age=300',
  headers: { ...documentHeaders, 'content-security-policy': contentSecurityPolicy },
  plain: () => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API reference</title>
<link rel="icon" href="data:,">
</head>
<body>
<noscript>This page needs JavaScript. The same description is at <a href="${description}">${description}</a>.</noscript>
<script id="api-reference" data-configuration="${attribute}"></script>
<script src="${script}"></script>
</body>
</html>
`,
});

const run: Run<typeof getReferencePage> = ({ header }) => serve(header);

export const rows: readonly Operation[] = [operation(getReferencePage, run)];

export const handler = operations(rows, coreDeps);
