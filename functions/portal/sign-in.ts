import type { ServiceDeps } from '../../shared/kernel/deps/service.ts';
import type { FormErrors } from '../../shared/kernel/http/form.ts';
import { href } from '../../shared/kernel/pages/page-context.ts';
import { requestBehind } from '../../shared/oauth/auth/request-handle.ts';
import { readSignInContext } from '../../shared/oauth/usecases/resume-authorization.ts';
import { noteSignIn } from '../../shared/residency/usecases/verify-applicant.ts';
import {
  enterCode,
  showCodeEntry,
  showSignIn,
  startSignInOnPage,
} from '../../shared/service/routes/portal.ts';
import { deviceCookie } from '../../shared/sign-in/auth/known-browser.ts';
import { offerChallenge, relyingParty } from '../../shared/sign-in/auth/offered-challenge.ts';
import {
  resolveSession,
  sessionCookie,
  sessionTokenOf,
  signedInCookies,
} from '../../shared/sign-in/auth/session.ts';
import { useOptions } from '../../shared/sign-in/auth/verify-ceremony.ts';
import { type PasskeyDeps, passkeyDeps } from '../../shared/sign-in/deps/passkey-deps.ts';
import { challengeLifetime } from '../../shared/sign-in/domain/sign-in-challenge.ts';
import { returnPath, signInReasonOf } from '../../shared/sign-in/domain/sign-in-reason.ts';
import { passkeyScript } from '../../shared/sign-in/pages/passkey-script.ts';
import { passkeySignInForm } from '../../shared/sign-in/pages/passkey-sign-in.ts';
import {
  codePage,
  type SignInFormOptions,
  signInOverPage,
  signInPage,
} from '../../shared/sign-in/pages/portal-sign-in-page.ts';
import { finishSignIn } from '../../shared/sign-in/usecases/finish-sign-in.ts';
import { readAwaitedCode, startSignIn } from '../../shared/sign-in/usecases/start-sign-in.ts';
import { writeCookie } from '../../shared/web/http/cookies.ts';
import { clientSources, page, redirect } from '../../shared/web/http/page.ts';
import {
  type PageRequest,
  type PageRun,
  pageFunction,
  pageOperation,
  withCookie,
} from '../../shared/web/http/page-operation.ts';
import type { Operation } from '../../shared/web/http/path-function.ts';

/** The name of the cookie that ties the emailed code to the browser that requested it. */
const challengeCookie = 'registry_sign_in';

const show: PageRun<typeof showSignIn, PasskeyDeps> = async (request, deps) => {
  const { query, cookie, csrfToken } = request;
  const asked = signInReasonOf(query.reason);
  const [way, signedIn] = await Promise.all([
    readSignInContext(query.next, cookie(sessionCookie), deps),
    asked === null ? null : resolveSession(cookie(sessionCookie), deps, { unnoted: true }),
  ]);
  const value = way.loginHint ?? signedIn?.person.email ?? '';
  const unsent = query.unsent !== undefined;
  const reason = asked ?? way.reason;
  return signInForm(request, { ...way, csrfToken: csrfToken(), reason, unsent, value }, deps);
};

const start: PageRun<typeof startSignInOnPage, PasskeyDeps> = async (request, deps) => {
  const { body, query, clientAddress, cookie, csrfToken, header } = request;
  if (!body.ok) {
    const { email } = body.values;
    const value = typeof email === 'string' ? email : '';
    const { errors } = body;
    const way = await readSignInContext(query.next, cookie(sessionCookie), deps);
    return signInForm(request, { ...way, csrfToken: csrfToken(), value, errors }, deps);
  }
  const { email } = body.data;
  const challengeId = await startSignIn(
    {
      email,
      clientAddress,
      deviceCookie: cookie(deviceCookie),
      userAgent: header('user-agent'),
      locale: deps.locale,
      readClientId: async () => (await requestBehind(query.next, deps.seal))?.clientId ?? null,
    },
    deps,
  );
  const maxAge = challengeLifetime / 1000;
  return withCookie(
    redirect(addressOf(deps, '/portal/sign-in/code', query.next)),
    writeCookie(deps.baseUrl, challengeCookie, challengeId, { maxAge }),
  );
};

const askForCode: PageRun<typeof showCodeEntry, PasskeyDeps> = async (request, deps) =>
  request.cookie(challengeCookie) === undefined
    ? redirect(addressOf(deps, '/portal/sign-in', request.query.next))
    : codeForm(request, deps);

const enter: PageRun<typeof enterCode, PasskeyDeps> = async (request, deps) => {
  const { body, query, cookie, header } = request;
  const again = addressOf(deps, '/portal/sign-in', query.next);
  const challengeId = cookie(challengeCookie);
  if (challengeId === undefined) return redirect(again);
  if (!body.ok) return codeForm(request, deps, body.errors);
  const browser = {
    formerToken: sessionTokenOf(cookie(sessionCookie)),
    deviceCookie: cookie(deviceCookie),
    userAgent: header('user-agent'),
  };
  const { code } = body.data;
  const outcome = await finishSignIn(
    {
      challengeId,
      code,
      browser,
      locale: deps.locale,
      signedIn: (person, at) => noteSignIn(person, at, deps.table),
    },
    deps,
  );
  switch (outcome.kind) {
    case 'wrong':
      return codeForm(request, deps, { code: 'The code is wrong or has expired' });
    case 'closed':
      return page(400, signInOverPage(deps, again));
    case 'signed_in': {
      return [...signedInCookies(outcome), { name: challengeCookie, value: '', maxAge: 0 }]
        .map(({ name, value, maxAge }) => writeCookie(deps.baseUrl, name, value, { maxAge }))
        .reduce(withCookie, redirect(href(deps, returnPath(query.next))));
    }
  }
};

/**
 * The form for the email address, with passkey sign-in if the page's script supports it. Passkey
 * sign-in redirects immediately, perhaps to an application, so the page's CSP must allow that.
 */
async function signInForm(
  { query, csrfToken }: Pick<PageRequest<typeof showSignIn>, 'query' | 'csrfToken'>,
  options: SignInFormOptions,
  deps: PasskeyDeps,
) {
  const formToken = csrfToken();
  const [behind, offered] = await Promise.all([
    requestBehind(query.next, deps.seal),
    offerChallenge('passkey_used', formToken, deps),
  ]);
  const passkey = passkeySignInForm(
    {
      csrfToken: formToken,
      action: addressOf(deps, '/portal/passkeys/sign-in', query.next),
      offered,
      options: useOptions(offered, relyingParty(deps).id),
    },
    deps,
  );
  const content = signInPage(deps, { ...options, passkey });
  return page(options.errors === undefined ? 200 : 400, content, {
    ownScript: passkeyScript.hash,
    formAction: behind === null ? [] : clientSources(behind.redirectUri),
  });
}

/**
 * The correct code may redirect to an application: the page's CSP must allow the form to go there.
 */
async function codeForm(
  {
    query,
    cookie,
    csrfToken,
  }: Pick<PageRequest<typeof showCodeEntry>, 'query' | 'cookie' | 'csrfToken'>,
  deps: PasskeyDeps,
  errors?: FormErrors,
) {
  const again = addressOf(deps, '/portal/sign-in', query.next);
  const [behind, awaited] = await Promise.all([
    requestBehind(query.next, deps.seal),
    readAwaitedCode(cookie(challengeCookie), deps),
  ]);
  const content = codePage(deps, {
    csrfToken: csrfToken(),
    ...awaited,
    again,
    ...(errors && { errors }),
  });
  return page(errors === undefined ? 200 : 400, content, {
    formAction: behind === null ? [] : clientSources(behind.redirectUri),
  });
}

/** The path of a sign-in page, with the page that follows the sign-in. */
function addressOf(deps: ServiceDeps, path: `/${string}`, next: string | undefined): string {
  const query = next === undefined ? '' : `?${new URLSearchParams({ next: returnPath(next) })}`;
  return href(deps, `${path}${query}`);
}

export const rows: readonly Operation<PasskeyDeps>[] = [
  pageOperation(showSignIn, show),
  pageOperation(startSignInOnPage, start),
  pageOperation(showCodeEntry, askForCode),
  pageOperation(enterCode, enter),
];

export const handler = pageFunction(rows, passkeyDeps);
