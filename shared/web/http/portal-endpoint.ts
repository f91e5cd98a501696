import type { ItemKey } from '../../kernel/db/keys.ts';
import type { ServiceDeps } from '../../kernel/deps/service.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import type { Form } from '../../kernel/http/form.ts';
import { href } from '../../kernel/pages/site.ts';
import {
  formTokenOf,
  type ReadAlso,
  resolveSession,
  type SignedIn,
  sessionCookie,
} from '../../sign-in/auth/session.ts';
import { isRecent } from '../../sign-in/domain/session.ts';
import type { SignInReason } from '../../sign-in/domain/sign-in-reason.ts';
import { readCookie, verifyForm } from './cookies.ts';
import { type ApiHandler, endpoint } from './endpoint.ts';
import { redirect } from './page.ts';
import {
  bodySpokenTo,
  failurePage,
  type PageRequest,
  type PageRoute,
  spokenTo,
} from './page-endpoint.ts';
import type { Operation } from './path-function.ts';
import type { ApiRequest, RawResponse, Run } from './request.ts';

/** What the logic of a signed-in page gets: the request, and who is signed in. */
export type PortalRequest<R extends PageRoute> = PageRequest<R> & SignedIn & ReadAlso;

/** The same for logic that lies apart from its rows, of which it names what it takes. */
export type PortalCall<Sent = unknown> = Omit<PortalRequest<PageRoute>, keyof Sent> & Sent;

export type PortalRun<R extends PageRoute, D extends ServiceDeps = ServiceDeps> = (
  request: PortalRequest<R>,
  deps: D,
) => Promise<RawResponse>;

export interface PortalOptions<R extends PageRoute = PageRoute> {
  /** Where to go after a sign-in that is needed first; absent: the address that was asked for. */
  readonly returnTo?: `/${string}`;
  /** Asks for a sign-in that is at most 15 minutes old; the sign-in page says that this is why. */
  readonly recentSignIn?: SignInReason;
  /** A form that can be sent while a lost mailbox suspends the account: it does nothing in the person's name. */
  readonly whileSuspended?: true;
  /** What is read with the session, in the same round trip, and given to the page as `also`. */
  also?(personId: string, request: ApiRequest<R>, now: Date): readonly ItemKey[];
}

/**
 * `endpoint()` for a page that needs someone who is signed in.
 *
 * `run` gets `person` (active, as stored now), `session` (with `authTime`) and, like any page, `cookie()` and `csrfToken()`. Its
 * row has `auth: {scheme: 'none'}`, `produces: pageType`, `service: true`, and `writes: {update: ['session']}` even where it only
 * shows something, because the use of a session is noted. Use cases name the person in the audit trail by
 * `personActor(person.id)`.
 *
 * Without a session the browser is sent to sign in (303) and comes back to the same address, to which a form should therefore be
 * sent that a GET of its page shows. The contents of a form are lost with the session. A form is refused (403) unless it carries
 * the token of this very session, which `csrfToken()` gives to the answer's forms. While a lost mailbox suspends the account, no
 * form is taken (403 `account.suspended`) unless its row is bound with `whileSuspended`. With `recentSignIn` those whose sign-in
 * is older are sent in the same way, and the sign-in page says why and, of a form, that nothing was done. Whatever must be
 * possible without it, such as saying no, needs a row of its own.
 */
function portalEndpoint<R extends PageRoute, D extends ServiceDeps>(
  route: R,
  run: PortalRun<R, D>,
  resolve: () => D,
  { returnTo, recentSignIn, whileSuspended, also }: PortalOptions<R> = {},
): ApiHandler {
  const runPage = async (request: ApiRequest<R>, deps: D): Promise<RawResponse> => {
    const { baseUrl } = deps;
    const cookie = (name: string) => readCookie(request.header('cookie'), baseUrl, name);
    const unnoted = request.headersOnly;
    const signedIn = await resolveSession(cookie(sessionCookie), deps, {
      unnoted,
      ...(also && { also: (personId: string) => also(personId, request, deps.now()) }),
    });
    if (signedIn === null) return redirect(signInAddress(deps, returnTo ?? request.target));
    const token = formTokenOf(signedIn);
    if (route.bodyType === 'form') {
      // The parser makes a `Form` of every body of such a row.
      const { values } = request.body as Form<unknown>;
      verifyForm(values, token, baseUrl, request.header);
    }
    const isSuspended = signedIn.person.suspension !== undefined;
    if (isSuspended && route.method !== 'GET' && !whileSuspended) {
      throw apiErrors.accountSuspended();
    }
    if (recentSignIn !== undefined && !isRecent(signedIn.session, deps.now())) {
      const unsent = route.bodyType === 'form';
      const why = { again: recentSignIn, unsent };
      return redirect(signInAddress(deps, returnTo ?? request.target, why));
    }
    const spoken = { ...request, body: bodySpokenTo(route, request, deps) };
    return run({ ...spoken, ...signedIn, cookie, csrfToken: () => token }, spokenTo(request, deps));
  };
  // Pages have no response schema, so that their answer is a `RawResponse`.
  return endpoint(route, runPage as Run<R, D>, resolve, { present: failurePage });
}

/** Binds a row to its signed-in page, for a function that serves several: see operations.ts. */
export function portalOperation<R extends PageRoute, D extends ServiceDeps>(
  route: R,
  run: PortalRun<R, D>,
  options?: PortalOptions<R>,
): Operation<D> {
  return {
    route,
    bound: ['page', 'session'],
    handler: (deps) => portalEndpoint(route, run, deps, options),
  };
}

/**
 * Address of the sign-in on the way to `next`, a path of our own without the deployment's own, with the reason for
 * someone who has to sign in once more. `unsent`: they sent a form, of which nothing was done.
 */
export function signInAddress(
  site: ServiceDeps,
  next: `/${string}`,
  why?: { readonly again: SignInReason; readonly unsent?: boolean },
): string {
  const query = new URLSearchParams({
    next,
    ...(why && { again: why.again }),
    ...(why?.unsent && { unsent: 'form' }),
  });
  return href(site, `/portal/sign-in?${query}`);
}
