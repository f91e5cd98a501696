import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { pageType } from '../../kernel/http/route.ts';
import { sandboxNotice } from '../../kernel/pages/page-context.ts';
import { compressedAsset } from '../../web/http/compressed.ts';
import { once } from '../../web/http/once.ts';
import { documentHeaders } from '../../web/http/security-headers.ts';
import { serveFile } from '../../web/http/serve-file.ts';
import type { Documentation } from '../domain/search-documentation.ts';
import type { Audience } from '../openapi/audiences.ts';

/** Scalar's settings, without requests to other hosts. */
const settings = {
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
  modelsSectionLabel: 'Schemas',
  // The client's method names.
  showOperationId: true,
};

/** Blocks other hosts. Allows inline styles, because Scalar creates `style` elements with unpredictable content. */
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

/** For all pages of the documentation, which change only with a deployment. */
export const documentationCaching = 'public, max-age=300';

/** `address` is relative to `/docs/`. */
const pages = {
  integrators: {
    title: 'API reference',
    about: 'All operations of the registry’s API, with their requests and responses.',
    address: 'reference',
  },
  operators: {
    title: 'API reference for operators',
    about: 'All operations for the registry’s operators, with their requests and responses.',
    address: 'reference?api=operators',
  },
} as const satisfies Readonly<Record<Audience, object>>;

/** The test-environment banner, because the reference does not use the pages' layout. */
const sandboxHeader = `<header><p style="margin:0;padding:.45rem 1.25rem;text-align:center;font:.9375rem/1.5 system-ui,sans-serif;color:#5c3700;background:#fdf1dc">${sandboxNotice({})}</p></header>\n`;

/** A page of the reference. `descriptionPath` and `scriptPath` are absolute paths of this service. */
export function referencePage(
  descriptionPath: string,
  scriptPath: string,
  { isSandbox, audience }: { readonly isSandbox: boolean; readonly audience: Audience },
) {
  const { title, about, address } = pages[audience];
  // Relative to the page, `/docs/reference`, so that they work behind a stage's path.
  const [description, script] = [`..${descriptionPath}`, `..${scriptPath}`];
  const attribute = JSON.stringify({ url: description, ...settings }).replaceAll('"', '&quot;');
  return serveFile({
    contentType: pageType,
    cacheControl: documentationCaching,
    headers: { ...documentHeaders, 'content-security-policy': contentSecurityPolicy },
    plain: () => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<meta name="description" content="${about}">
<link rel="canonical" href="${address}">
<link rel="icon" href="data:,">
</head>
<body>
${isSandbox ? sandboxHeader : ''}<noscript>This page needs JavaScript. The same description is at <a href="${description}">${description}</a>. <a href="../docs">Documentation</a></noscript>
<script id="api-reference" data-configuration="${attribute}"></script>
<script src="${script}"></script>
</body>
</html>
`,
  });
}

/** Beside this file in the source and in the bundle. Written by bin/vendor-scalar.sh. */
const compressed = () => readFile(new URL('./scalar.js.gz', import.meta.url));

/** 1.7 MB compressed and in base64, 4.4 MB uncompressed; a function can answer 6 MB. */
export const serveReferenceScript = serveFile({
  contentType: 'text/javascript; charset=utf-8',
  cacheControl: 'public, max-age=86400',
  compressed,
  plain: async () => String(await promisify(gunzip)(await compressed())),
});

/** The compressed guides, which the build puts next to the bundled function. */
const built = new URL('./guides.json.gz', import.meta.url);

/** The file of `npm run generate`, for a function that runs from source. */
const source = new URL('../../../docs/guides.json', import.meta.url);

/** The address in the files of the guides, that of `npm start`. */
const addressOfGuides = 'http://localhost:3000';

/** Replaces the address in the guides with this deployment's, so that readers can copy commands. */
export function withOwnAddress(text: string, { baseUrl }: { readonly baseUrl: string }): string {
  return text.replaceAll(addressOfGuides, baseUrl);
}

const readGuides = once(async () =>
  String(await promisify(gunzip)(await compressedAsset(built, source))),
);

/** Cached by the deployment's address; a function has only one. */
const documentations = new Map<string, Documentation>();

/** All pages of the documentation, with the address of this deployment. */
export async function readDocumentation(site: {
  readonly baseUrl: string;
}): Promise<Documentation> {
  const known = documentations.get(site.baseUrl);
  if (known !== undefined) return known;
  // The build wrote it, and a URL needs no escaping in JSON.
  const read = JSON.parse(withOwnAddress(await readGuides(), site)) as Documentation;
  documentations.set(site.baseUrl, read);
  return read;
}
