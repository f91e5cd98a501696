import { type ServiceDeps, serviceDeps } from '../../shared/kernel/deps/service.ts';
import { localeOf } from '../../shared/kernel/domain/locale.ts';
import { href } from '../../shared/kernel/pages/site.ts';
import { addressOfCode } from '../../shared/service/domain/code-address.ts';
import { frontDoorPage } from '../../shared/service/pages/front-door-page.ts';
import { helpPage } from '../../shared/service/pages/help-page.ts';
import { privacyPage } from '../../shared/service/pages/privacy-page.ts';
import {
  chooseLanguage,
  showFrontDoor,
  showHelp,
  showPrivacy,
} from '../../shared/service/routes/front-door.ts';
import { returnPath } from '../../shared/sign-in/domain/sign-in-reason.ts';
import { writeCookie } from '../../shared/web/http/cookies.ts';
import { page, redirect } from '../../shared/web/http/page.ts';
import {
  type PageRun,
  pageFunction,
  pageOperation,
  withCookie,
} from '../../shared/web/http/page-endpoint.ts';
import type { Operation } from '../../shared/web/http/path-function.ts';
import { localeCookie, localeCookieAge } from '../../shared/web/http/request.ts';

const show: PageRun<typeof showFrontDoor> = async ({ query: { code } }, deps) => {
  const publishes = deps.publicRegister !== undefined;
  if (code === undefined) return page(200, frontDoorPage(deps, { unrecognised: null, publishes }));
  const address = addressOfCode(code);
  return address === null
    ? page(400, frontDoorPage(deps, { unrecognised: code, publishes }))
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

export const rows: readonly Operation<ServiceDeps>[] = [
  pageOperation(showFrontDoor, show),
  pageOperation(showHelp, help),
  pageOperation(showPrivacy, privacy),
  pageOperation(chooseLanguage, choose),
];

export const handler = pageFunction(rows, serviceDeps);
