import type { SealingDeps } from '../../kernel/deps/service.ts';
import { sessionCookie } from '../../sign-in/auth/session.ts';
import { localeOfRequest, writeCookie } from '../../web/http/cookies.ts';
import { clientSources, page, redirect } from '../../web/http/page.ts';
import { type PageRun, withCookie } from '../../web/http/page-operation.ts';
import type { RawResponse, Run } from '../../web/http/request.ts';
import type { LogoutParameters } from '../contracts/end-session.ts';
import type { ClientKeyDeps } from '../deps/oauth-deps.ts';
import { formPostPage } from '../pages/oauth-form-post-page.ts';
import { logoutQuestionPage, signedOutPage } from '../pages/oauth-logout-pages.ts';
import type {
  confirmEndSession,
  endSessionByClient,
  endSessionByForm,
} from '../routes/end-session.ts';
import { type Logout, leaveSession, readLogout } from '../usecases/read-logout.ts';

/** The dependencies of the logout pages. */
type LogoutPagesDeps = SealingDeps & ClientKeyDeps;

/** Signs out the user in the hint, asks others to confirm, and redirects. HEAD has no effect. */
export const beginLogout: PageRun<typeof endSessionByClient, LogoutPagesDeps> = async (
  { query, cookie, csrfToken, headersOnly },
  deps,
) => {
  const logout = await readLogout(query, cookie(sessionCookie), deps, { headersOnly });
  const { signedIn, certain, client, to } = logout;
  if (headersOnly) return page(200, signedOutPage(deps, { to: null, frames: [] }));
  // If nobody is signed in, there is nothing to confirm: without a hint, a click is needed to
  // continue.
  if (signedIn === null) return signedOut(logout, [], logout.hinted, deps);
  if (certain) return leave(logout, deps);
  const question = logoutQuestionPage(deps, {
    csrfToken: csrfToken(),
    email: signedIn.person.email,
    clientName: client?.name ?? null,
    publisher: client?.publisher ?? null,
    parameters: sentOn(query),
  });
  // The response to the form redirects to the client.
  return page(200, question, { formAction: to === null ? [] : clientSources(to) });
};

/**
 * A form from another site comes without our cookies; the browser's next request to this page has
 * them. No redirect contains the token.
 */
export const beginLogoutByForm: Run<typeof endSessionByForm, LogoutPagesDeps> = async (
  { body, header },
  deps,
) => {
  const site = { ...deps, locale: localeOfRequest(header, deps.baseUrl) };
  const redirectUri = `${deps.baseUrl}/api/oauth/end_session`;
  const parameters = body.ok ? sentOn(body.data) : {};
  return page(200, formPostPage(site, { redirectUri, parameters, method: 'get' }), {
    script: true,
  });
};

/** The person has confirmed the logout. */
export const confirmLogout: PageRun<typeof confirmEndSession, LogoutPagesDeps> = async (
  { body, cookie },
  deps,
) => {
  const logout = await readLogout(body.ok ? body.data : {}, cookie(sessionCookie), deps);
  return logout.signedIn === null ? signedOut(logout, [], true, deps) : leave(logout, deps);
};

async function leave(logout: Logout, deps: LogoutPagesDeps): Promise<RawResponse> {
  const frames = logout.signedIn === null ? [] : await leaveSession(logout.signedIn, deps);
  const answer = signedOut(logout, frames, true, deps);
  return withCookie(answer, writeCookie(deps.baseUrl, sessionCookie, '', { maxAge: 0 }));
}

/** With `onward` the browser continues automatically. */
function signedOut(
  { to, notFollowed }: Logout,
  frames: readonly string[],
  onward: boolean,
  deps: LogoutPagesDeps,
): RawResponse {
  if (to !== null && onward && frames.length === 0) return redirect(to);
  return page(200, signedOutPage(deps, { to, notFollowed, frames }), {
    frames,
    script: frames.length > 0,
  });
}

function sentOn(parameters: LogoutParameters): Readonly<Record<string, string>> {
  const { id_token_hint, client_id, post_logout_redirect_uri, state } = parameters;
  const known = { id_token_hint, client_id, post_logout_redirect_uri, state };
  return Object.fromEntries(
    Object.entries(known).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  );
}
