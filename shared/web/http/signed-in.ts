import type { ItemKey } from '../../kernel/db/keys.ts';
import type { ServiceDeps } from '../../kernel/deps/service.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { href } from '../../kernel/pages/page-context.ts';
import {
  type ExtraItems,
  formTokenOf,
  resolveSession,
  type SignedIn,
  sessionCookie,
} from '../../sign-in/auth/session.ts';
import { isRecent } from '../../sign-in/domain/session.ts';
import type { SignInReason } from '../../sign-in/domain/sign-in-reason.ts';
import { redirect } from './page.ts';
import type { PageEntry, PageRequest, PageRoute } from './page-operation.ts';
import type { RawResponse } from './request.ts';

/** The input of a signed-in page's logic: the request, and the signed-in person. */
export type PortalRequest<R extends PageRoute> = PageRequest<R> & SignedIn & ExtraItems;

/** The same for logic in a separate file, which declares its dependencies. */
export type PortalCall<Sent = unknown> = Omit<PortalRequest<PageRoute>, keyof Sent> & Sent;

export type PortalRun<R extends PageRoute, D extends ServiceDeps = ServiceDeps> = (
  request: PortalRequest<R>,
  deps: D,
) => Promise<RawResponse>;

export interface PortalOptions<Sent = unknown> {
  /** Where to go after a required sign-in; default: the requested URL. */
  readonly returnTo?: `/${string}`;
  /** Requires a sign-in within the last 15 minutes. The sign-in page explains this. */
  readonly recentSignIn?: SignInReason;
  /**
   * A form that also works while a mailbox case suspends the account, because it does nothing in
   * the person's name.
   */
  readonly whileSuspended?: true;
  /**
   * Items that are read with the session, in the same round trip, and passed to the page as `extraItems`.
   */
  extraItems?(personId: string, request: Sent, now: Date): readonly ItemKey[];
}

/**
 * The entry, for `pageOperation()`, of a page for signed-in people.
 *
 * `run` gets `person` (active, as currently stored), `session` (with `authTime`) and, like any
 * page, `cookie()` and `csrfToken()`. Its row has `auth: {scheme: 'none'}`, `produces: pageType`,
 * `service: true`, and `writes: {update: ['session']}` even if it only reads, because the use of a
 * session is recorded. For the audit trail, use cases get `personActor(person.id)`.
 *
 * Without a session the browser is redirected to sign in (303) and returns to the same URL, so a
 * form's URL should also have a GET page. Submitted form data is lost. A form is refused (403)
 * unless it has this session's token, which `csrfToken()` adds to the response's forms. While a
 * mailbox case suspends the account, forms are refused (403 `account.suspended`) unless their row
 * is bound with `whileSuspended`. With `recentSignIn`, people whose sign-in is older are also
 * redirected; the sign-in page says why and, for a form, that nothing was done. An action that must
 * not need this, such as a refusal, needs its own row.
 */
export function signedIn<Sent = unknown>({
  returnTo,
  recentSignIn,
  whileSuspended,
  extraItems,
}: PortalOptions<Sent> = {}): PageEntry<Sent, ServiceDeps, SignedIn & ExtraItems> {
  return {
    name: 'session',
    async enter({ route, request, cookie, checkForm }, deps) {
      const session = await resolveSession(cookie(sessionCookie), deps, {
        unnoted: request.headersOnly,
        ...(extraItems && {
          extraItems: (personId: string) => extraItems(personId, request, deps.now()),
        }),
      });
      const target = returnTo ?? request.target;
      if (session === null) return { answer: redirect(signInAddress(deps, target)) };
      const token = formTokenOf(session);
      checkForm(token);
      const isSuspended = session.person.suspension !== undefined;
      if (isSuspended && route.method !== 'GET' && !whileSuspended) {
        throw apiErrors.accountSuspended();
      }
      if (recentSignIn !== undefined && !isRecent(session.session, deps.now())) {
        const why = { reason: recentSignIn, unsent: route.bodyType === 'form' };
        return { answer: redirect(signInAddress(deps, target, why)) };
      }
      return { more: session, csrfToken: () => token };
    },
  };
}

/**
 * The sign-in page's URL on the way to `next`, a path without the deployment's own path, with the
 * reason if someone must sign in again. `unsent`: they submitted a form, which was not processed.
 */
export function signInAddress(
  site: ServiceDeps,
  next: `/${string}`,
  why?: { readonly reason: SignInReason; readonly unsent?: boolean },
): string {
  const query = new URLSearchParams({
    next,
    ...(why && { reason: why.reason }),
    ...(why?.unsent && { unsent: 'form' }),
  });
  return href(site, `/portal/sign-in?${query}`);
}
