import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { type SigningDeps, signingDeps } from '../../shared/agreements/agreement-deps.ts';
import { agreementTextPage } from '../../shared/agreements/agreement-text-page.ts';
import { showAgreementText } from '../../shared/agreements/agreement-text-routes.ts';
import type { PublishedText } from '../../shared/agreements/register.ts';
import { apiErrors } from '../../shared/kernel/errors.ts';
import { stylesheet } from '../../shared/kernel/pages/stylesheet.ts';
import { passkeyScript } from '../../shared/passkeys/pages/passkey-script.ts';
import {
  getOpenApi,
  getReferencePage,
  getReferenceScript,
} from '../../shared/reference/routes/docs.ts';
import { getPasskeyScript, getStylesheet } from '../../shared/service/routes/pages.ts';
import { compressedAsset } from '../../shared/web/compressed-asset.ts';
import { type Operation, operation } from '../../shared/web/operations.ts';
import { page } from '../../shared/web/page.ts';
import { type PageRun, pageOperation } from '../../shared/web/page-endpoint.ts';
import { pageFunction } from '../../shared/web/page-function.ts';
import type { RawResponse } from '../../shared/web/request.ts';
import { errorResponse, rawJson } from '../../shared/web/response.ts';
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

const reference = serveFile({
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

/** Where the build puts the compressed script: beside the bundled function. */
const built = new URL('./scalar.js.gz', import.meta.url);

/** Where it is when the function runs from its source. */
const installed = new URL(
  '../../node_modules/@scalar/api-reference/dist/browser/standalone.js',
  import.meta.url,
);

const compressed = () => compressedAsset(built, installed);

/** Compressed it is 1.7 MB as base64, plain 4.4 MB; a function may answer 6 MB. */
const referenceScript = serveFile({
  contentType: getReferenceScript.produces,
  cacheControl: 'public, max-age=86400',
  compressed,
  plain: async () => String(await promisify(gunzip)(await compressed())),
});

const style = serveFile({
  contentType: getStylesheet.produces,
  // Pages ask for it by its hash.
  cacheControl: 'public, max-age=31536000, immutable',
  plain: () => stylesheet,
});

const ceremonies = serveFile({
  contentType: getPasskeyScript.produces,
  // Pages ask for it by its hash.
  cacheControl: 'public, max-age=31536000, immutable',
  plain: () => passkeyScript,
});

const showText: PageRun<typeof showAgreementText, SigningDeps> = async (
  { params, requestId, header },
  deps,
) => {
  const asText = wantsText(header('accept'));
  const text = deps.agreements.withDigest(params.sha256);
  if (text !== null) return kept(asText ? plain(text) : page(200, agreementTextPage(deps, text)));
  const error = apiErrors.agreementTextNotFound();
  if (!asText) throw error;
  return varying(rawJson(errorResponse(error.status, error.message, requestId, error.extras)));
};

/** Programs ask for plain text alone; a browser names HTML first. */
function wantsText(accept = ''): boolean {
  return /text\/plain/i.test(accept) && !/text\/html/i.test(accept);
}

function plain({ text }: PublishedText): RawResponse {
  return {
    statusCode: 200,
    headers: { 'content-type': 'text/plain; charset=utf-8' },
    body: text,
  };
}

/** What a digest stands for never changes. */
function kept(response: RawResponse): RawResponse {
  const headers = { ...response.headers, 'cache-control': 'public, max-age=31536000, immutable' };
  return varying({ ...response, headers });
}

function varying(response: RawResponse): RawResponse {
  return { ...response, headers: { ...response.headers, vary: 'Accept' } };
}

export const rows: readonly Operation<SigningDeps>[] = [
  operation(getReferencePage, ({ header }) => reference(header)),
  operation(getReferenceScript, ({ header }) => referenceScript(header)),
  operation(getStylesheet, ({ header }) => style(header)),
  operation(getPasskeyScript, ({ header }) => ceremonies(header)),
  pageOperation(showAgreementText, showText),
];

export const handler = pageFunction(rows, signingDeps);
