import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { PublishedText } from '../../shared/documents/agreements/register.ts';
import { type SigningDeps, signingDeps } from '../../shared/documents/deps/documents.ts';
import * as documentErrors from '../../shared/documents/errors/document-errors.ts';
import { agreementTextPage } from '../../shared/documents/pages/agreement-text-page.ts';
import { showAgreementText } from '../../shared/documents/routes/agreement-text-routes.ts';
import * as apiErrors from '../../shared/kernel/errors/errors.ts';
import { brandedStyle } from '../../shared/kernel/pages/stylesheet.ts';
import { formPostScript } from '../../shared/oauth/pages/oauth-form-post-page.ts';
import { guidesOf } from '../../shared/reference/domain/search-documentation.ts';
import {
  documentationCaching,
  readDescription,
  readDocumentation,
} from '../../shared/reference/http/documentation-files.ts';
import { readGuideFile } from '../../shared/reference/http/guide-files.ts';
import {
  documentationHashes,
  startPageHashes,
} from '../../shared/reference/pages/documentation-extras.ts';
import {
  documentationPage,
  documentationSearchPage,
  guidePage,
} from '../../shared/reference/pages/documentation-pages.ts';
import { markdownOf } from '../../shared/reference/pages/documentation-texts.ts';
import { referenceGroupPage, referencePage } from '../../shared/reference/pages/reference-pages.ts';
import {
  getGuideFile,
  searchGuides,
  showDocumentation,
  showErrorCodes,
  showGuide,
  showReference,
  showReferenceGroup,
} from '../../shared/reference/routes/docs.ts';
import { getFormPostScript, getStylesheet } from '../../shared/service/routes/pages.ts';
import { page } from '../../shared/web/http/page.ts';
import { type PageRun, pageFunction, pageOperation } from '../../shared/web/http/page-operation.ts';
import { type Operation, operation } from '../../shared/web/http/path-function.ts';
import {
  namesTypeAlone,
  type RawResponse,
  type ReadHeader,
} from '../../shared/web/http/request.ts';
import { errorResponse, rawJson } from '../../shared/web/http/response.ts';
import { revalidated } from '../../shared/web/http/revalidated.ts';
import { serveFile } from '../../shared/web/http/serve-file.ts';

const { ownStyle } = documentationHashes;

/** A page that is the same for everyone until the next deployment. */
const forAll = (answer: RawResponse, header: ReadHeader) =>
  revalidated(answer, header, { cacheControl: documentationCaching });

/**
 * A documentation page by its path below `/docs`; as Markdown if the path ends in `.md`; otherwise
 * 404.
 */
const showPage = async (
  deps: SigningDeps,
  place: string,
  header: ReadHeader,
): Promise<RawResponse> => {
  const all = await readDocumentation(deps);
  const slug = place.replace(/\.md$/, '');
  const guide = guidesOf(all).find((each) => each.slug === slug);
  if (guide === undefined) throw apiErrors.guideNotFound();
  if (slug === place)
    return forAll(page(200, guidePage(deps, all, guide), documentationHashes), header);
  const headers = { 'content-type': 'text/markdown; charset=utf-8' };
  return forAll({ statusCode: 200, headers, body: markdownOf(deps, guide) }, header);
};

const showStart: PageRun<typeof showDocumentation, SigningDeps> = async ({ header }, deps) => {
  const content = documentationPage(deps, await readDocumentation(deps));
  return forAll(page(200, content, startPageHashes), header);
};

const search: PageRun<typeof searchGuides, SigningDeps> = async ({ query }, deps) =>
  page(200, documentationSearchPage(deps, await readDocumentation(deps), query.q ?? ''), {
    ownStyle,
  });

/**
 * The reference's pages by address. A page takes time to create and contains no secret, so it is
 * created once and may be compressed.
 */
const references = new Map<string, ReturnType<typeof serveFile>>();

async function serveReference(
  place: string,
  { deps, header }: { readonly deps: SigningDeps; readonly header: ReadHeader },
  create: () => Promise<RawResponse>,
): Promise<RawResponse> {
  const { baseUrl, isSandbox = false } = deps;
  const key = `${place} ${baseUrl} ${isSandbox}`;
  const known = references.get(key);
  if (known !== undefined) return known(header);
  const { body, headers: created } = await create();
  const { 'cache-control': _, ...headers } = created;
  const served = serveFile({
    contentType: showReference.produces,
    headers,
    cacheControl: documentationCaching,
    plain: () => body,
    compressed: () => promisify(gzip)(body, { level: 9 }),
  });
  references.set(key, served);
  return served(header);
}

const showOperations: PageRun<typeof showReference, SigningDeps> = async (
  { query: { api: audience = 'integrators' as const }, header },
  deps,
) =>
  serveReference(`?${audience}`, { deps, header }, async () =>
    page(200, referencePage(deps, await readDescription(), audience), startPageHashes),
  );

const showGroup: PageRun<typeof showReferenceGroup, SigningDeps> = async (
  { params: { group }, header },
  deps,
) =>
  serveReference(group, { deps, header }, async () => {
    const all = await readDocumentation(deps);
    const content = referenceGroupPage(deps, await readDescription(), all, group);
    if (content === null) throw apiErrors.guideNotFound();
    return page(200, content, documentationHashes);
  });

/** A cache by version: a function has one. */
const styles = new Map<string, ReturnType<typeof serveFile>>();

function style({ branding }: SigningDeps): ReturnType<typeof serveFile> {
  const { text, version } = brandedStyle(branding);
  const served =
    styles.get(version) ??
    serveFile({
      contentType: getStylesheet.produces,
      // Pages link to it by its hash.
      cacheControl: 'public, max-age=31536000, immutable',
      plain: () => text,
      // With a crest of 20 kB a page is still less than 40 kB.
      compressed: () => promisify(gzip)(text, { level: 9 }),
    });
  styles.set(version, served);
  return served;
}

const onward = serveFile({
  contentType: getFormPostScript.produces,
  cacheControl: 'public, max-age=86400',
  plain: () => formPostScript,
});

const showText: PageRun<typeof showAgreementText, SigningDeps> = async (
  { params, requestId, header },
  deps,
) => {
  const asText = namesTypeAlone(header('accept'), 'text/plain');
  const text = deps.agreements.withDigest(params.sha256);
  if (text !== null) return kept(asText ? plain(text) : page(200, agreementTextPage(deps, text)));
  const error = documentErrors.agreementTextNotFound();
  if (!asText) throw error;
  return varying(
    rawJson(errorResponse(error.status, error.message, requestId, error.extras, deps)),
  );
};

function plain({ text }: PublishedText): RawResponse {
  return {
    statusCode: 200,
    headers: { 'content-type': 'text/plain; charset=utf-8' },
    body: text,
  };
}

/** The content for a digest never changes. */
function kept(response: RawResponse): RawResponse {
  const headers = { ...response.headers, 'cache-control': 'public, max-age=31536000, immutable' };
  return varying({ ...response, headers });
}

function varying(response: RawResponse): RawResponse {
  return { ...response, headers: { ...response.headers, vary: 'Accept' } };
}

export const rows: readonly Operation<SigningDeps>[] = [
  pageOperation(showDocumentation, showStart),
  pageOperation(searchGuides, search),
  pageOperation(showErrorCodes, async ({ header }, deps) => showPage(deps, 'errors', header)),
  pageOperation(showGuide, async ({ params, header }, deps) => showPage(deps, params.slug, header)),
  operation(getGuideFile, async ({ params, header }, deps: SigningDeps) =>
    forAll(await readGuideFile(params.name, deps), header),
  ),
  pageOperation(showReference, showOperations),
  pageOperation(showReferenceGroup, showGroup),
  operation(getStylesheet, ({ header }, deps) => style(deps)(header)),
  operation(getFormPostScript, ({ header }) => onward(header)),
  pageOperation(showAgreementText, showText),
];

export const handler = pageFunction(rows, signingDeps);
