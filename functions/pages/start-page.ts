import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { type ServiceDeps, serviceDeps } from '../../shared/kernel/deps/service.ts';
import { localeOf } from '../../shared/kernel/domain/locale.ts';
import { href } from '../../shared/kernel/pages/page-context.ts';
import {
  documentationCaching,
  readDocumentation,
} from '../../shared/reference/http/documentation-files.ts';
import {
  llmsFullText,
  llmsText,
  robotsText,
  sitemapText,
} from '../../shared/reference/pages/documentation-texts.ts';
import {
  getLlmsFullText,
  getLlmsText,
  getRobotsText,
  getSecurityText,
  getSitemap,
} from '../../shared/reference/routes/docs.ts';
import { addressOfCode } from '../../shared/service/domain/code-address.ts';
import { securityExpiry, securityText } from '../../shared/service/pages/security-contact.ts';
import { helpPage, privacyPage, startPage } from '../../shared/service/pages/start-page.ts';
import {
  chooseLanguage,
  showHelp,
  showPrivacy,
  showStartPage,
} from '../../shared/service/routes/start-page.ts';
import { returnPath } from '../../shared/sign-in/domain/sign-in-reason.ts';
import { localeCookie, localeCookieAge, writeCookie } from '../../shared/web/http/cookies.ts';
import { once } from '../../shared/web/http/once.ts';
import { page, redirect } from '../../shared/web/http/page.ts';
import {
  type PageRun,
  pageFunction,
  pageOperation,
  withCookie,
} from '../../shared/web/http/page-operation.ts';
import { type Operation, operation } from '../../shared/web/http/path-function.ts';
import type { RawResponse, ReadHeader } from '../../shared/web/http/request.ts';
import { revalidated } from '../../shared/web/http/revalidated.ts';

const show: PageRun<typeof showStartPage> = async ({ query: { code } }, deps) => {
  const publishes = deps.publicRegister !== undefined;
  if (code === undefined) return page(200, startPage(deps, { unrecognised: null, publishes }));
  const address = addressOfCode(code);
  return address === null
    ? page(400, startPage(deps, { unrecognised: code, publishes }))
    : redirect(href(deps, address));
};

const help: PageRun<typeof showHelp> = async (_, deps) => page(200, helpPage(deps));

const privacy: PageRun<typeof showPrivacy> = async (_, deps) => page(200, privacyPage(deps));

const choose: PageRun<typeof chooseLanguage> = async ({ query, headersOnly }, deps) => {
  const there = redirect(href(deps, returnPath(query.next)));
  const locale = localeOf(query.to);
  if (locale === null || headersOnly) return there;
  const kept = { maxAge: localeCookieAge };
  return withCookie(there, writeCookie(deps.baseUrl, localeCookie, locale, kept));
};

/** The day until which the security contact is valid, which the build puts next to the bundled function. */
const builtExpiry = new URL('./security-expires.txt', import.meta.url);

/** When running from source there is no build, so it counts from the start of this process. */
const expiry = once(async () =>
  existsSync(builtExpiry) ? await readFile(builtExpiry, 'utf8') : securityExpiry(new Date()),
);

const plain =
  (type: string, text: (deps: ServiceDeps) => Promise<string>) =>
  async ({ header }: { readonly header: ReadHeader }, deps: ServiceDeps): Promise<RawResponse> => {
    const headers = { 'content-type': type };
    const answer = { statusCode: 200, headers, body: await text(deps) };
    return revalidated(answer, header, { cacheControl: documentationCaching });
  };

export const rows: readonly Operation<ServiceDeps>[] = [
  pageOperation(showStartPage, show),
  pageOperation(showHelp, help),
  pageOperation(showPrivacy, privacy),
  pageOperation(chooseLanguage, choose),
  operation(
    getLlmsText,
    plain(getLlmsText.produces, async (deps) => llmsText(deps, await readDocumentation(deps))),
  ),
  operation(
    getLlmsFullText,
    plain(getLlmsFullText.produces, async (deps) =>
      llmsFullText(deps, await readDocumentation(deps)),
    ),
  ),
  operation(
    getRobotsText,
    plain(getRobotsText.produces, async (deps) => robotsText(deps)),
  ),
  operation(
    getSitemap,
    plain(getSitemap.produces, async (deps) => sitemapText(deps, await readDocumentation(deps))),
  ),
  operation(
    getSecurityText,
    plain(getSecurityText.produces, async (deps) => securityText(deps, await expiry())),
  ),
];

export const handler = pageFunction(rows, serviceDeps);
