import { bareCode } from '../../shared/kernel/domain/code.ts';
import * as apiErrors from '../../shared/kernel/errors/errors.ts';
import type { FormValues } from '../../shared/kernel/http/form.ts';
import { csrfField } from '../../shared/kernel/pages/form.ts';
import { href } from '../../shared/kernel/pages/page-context.ts';
import { viewerName } from '../../shared/kernel/pages/portal-layout.ts';
import { noteSignIn } from '../../shared/residency/usecases/verify-applicant.ts';
import { deviceCookie } from '../../shared/sign-in/auth/known-browser.ts';
import {
  offerChallenge,
  openChallenge,
  relyingParty,
} from '../../shared/sign-in/auth/offered-challenge.ts';
import {
  formTokenOf,
  personActor,
  type SignedIn,
  sessionCookie,
  sessionTokenOf,
  signedInCookies,
} from '../../shared/sign-in/auth/session.ts';
import { creationOptions, useOptions } from '../../shared/sign-in/auth/verify-ceremony.ts';
import { type PasskeyDeps, passkeyDeps } from '../../shared/sign-in/deps/passkey-deps.ts';
import type { ChallengeFacts } from '../../shared/sign-in/domain/ceremony.ts';
import { isTrusted } from '../../shared/sign-in/domain/passkey.ts';
import { returnPath } from '../../shared/sign-in/domain/sign-in-reason.ts';
import {
  type ConfirmProblem,
  confirmPage,
  passkeyCodePage,
} from '../../shared/sign-in/pages/confirm-pages.ts';
import {
  newPasskeyPage,
  passkeyNotAddedPage,
  passkeysPage,
  removePasskeyPage,
  renamePasskeyPage,
} from '../../shared/sign-in/pages/passkey-pages.ts';
import { passkeyScript } from '../../shared/sign-in/pages/passkey-script.ts';
import { passkeyRefusedPage } from '../../shared/sign-in/pages/passkey-sign-in.ts';
import * as routes from '../../shared/sign-in/routes/portal-passkeys-routes.ts';
import {
  addPasskey,
  readPasskey,
  readPasskeys,
  removePasskey,
  renamePasskey,
} from '../../shared/sign-in/usecases/passkeys.ts';
import type { StartedSession } from '../../shared/sign-in/usecases/sessions.ts';
import { signInWithPasskey } from '../../shared/sign-in/usecases/sign-in-with-passkey.ts';
import { type StaffDeps, staffDeps } from '../../shared/staff/deps/staff-deps.ts';
import { staffSections } from '../../shared/staff/domain/staff-rights.ts';
import {
  type StaffStatus,
  staffStatusKeys,
  staffStatusOf,
} from '../../shared/staff/usecases/staff-status.ts';
import {
  enterPasskeyCode,
  trustPasskey,
  trustSourceOf,
} from '../../shared/staff/usecases/trust-passkey.ts';
import { writeCookie } from '../../shared/web/http/cookies.ts';
import { page, redirect, resend } from '../../shared/web/http/page.ts';
import {
  type PageRequest,
  type PageRoute,
  type PageRun,
  pageFunction,
  pageOperation,
  withCookie,
} from '../../shared/web/http/page-operation.ts';
import type { Operation } from '../../shared/web/http/path-function.ts';
import type { RawResponse } from '../../shared/web/http/request.ts';
import { type PortalRequest, type PortalRun, signedIn } from '../../shared/web/http/signed-in.ts';

/** Passkeys of residents and of staff, whose decisions may need one. */
type Deps = PasskeyDeps & StaffDeps;

const listPath = '/portal/passkeys';

const show: PortalRun<typeof routes.showPasskeys> = async ({ person, csrfToken }, deps) => {
  const passkeys = await readPasskeys(person.id, deps);
  return page(200, passkeysPage(deps, { ...person, csrfToken: csrfToken() }, passkeys, deps.now()));
};

const showNew: PortalRun<typeof routes.showNewPasskey, Deps> = async (request, deps) => {
  const { person, session, csrfToken } = request;
  const { kind } = await trustSourceOf(staffStatusIn(request, deps), session, deps);
  return kind === 'code'
    ? codeForm(person, csrfToken(), deps)
    : newPasskeyForm(person, csrfToken(), deps);
};

const add: PortalRun<typeof routes.addPasskeyOnPage, Deps> = async (request, deps) => {
  const { person, session, body, csrfToken } = request;
  const formToken = csrfToken();
  const staff = staffStatusIn(request, deps);
  const trustSource = await trustSourceOf(staff, session, deps);
  const handle = String(body.values['handle'] ?? '');
  if (trustSource.kind === 'code' && handle === '') {
    const entered = bareCode(String(body.values['code'] ?? ''));
    const code = await enterPasskeyCode(person.id, entered, deps);
    return code === null
      ? codeForm(person, formToken, deps, true)
      : newPasskeyForm(person, formToken, deps, { code });
  }
  if (!body.ok) {
    const { name } = body.values;
    const value = typeof name === 'string' ? name : '';
    const former = await openChallenge('passkey_added', { handle, formToken }, deps);
    const filled = { value, errors: body.errors };
    return newPasskeyForm(person, formToken, deps, { code: former?.code }, filled);
  }
  const { name, response } = body.data;
  const outcome = await addPasskey(
    person,
    {
      name,
      handle,
      response,
      formToken,
      trust: (code) => trustPasskey(staff, trustSource, code, deps.now()),
    },
    deps,
  );
  if (outcome.kind === 'added') return redirect(href(deps, listPath));
  const viewer = { ...person, csrfToken: formToken };
  return page(400, passkeyNotAddedPage(deps, viewer, outcome.kind));
};

const showOne: PortalRun<typeof routes.showPasskey, PasskeyDeps> = async (request, deps) => {
  const { person, csrfToken } = request;
  const passkey = await ownPasskey(request, deps);
  return page(200, renamePasskeyPage(deps, { ...person, csrfToken: csrfToken() }, passkey));
};

const rename: PortalRun<typeof routes.renamePasskeyOnPage, PasskeyDeps> = async (request, deps) => {
  const { person, body, csrfToken } = request;
  const passkey = await ownPasskey(request, deps);
  if (!body.ok) {
    const viewer = { ...person, csrfToken: csrfToken() };
    const { name } = body.values;
    const value = typeof name === 'string' ? name : '';
    return page(400, renamePasskeyPage(deps, viewer, passkey, { value, errors: body.errors }));
  }
  await renamePasskey(passkey, body.data.name, deps);
  return redirect(href(deps, listPath));
};

const showRemoval: PortalRun<typeof routes.showPasskeyRemoval, PasskeyDeps> = async (
  request,
  deps,
) => {
  const { person, csrfToken } = request;
  const passkey = await ownPasskey(request, deps);
  return page(200, removePasskeyPage(deps, { ...person, csrfToken: csrfToken() }, passkey));
};

const remove: PortalRun<typeof routes.removePasskeyOnPage, PasskeyDeps> = async (
  { person, session, params },
  deps,
) => {
  const passkey = await readPasskey(person.id, params.passkeyId, deps);
  // If the form is sent twice, the passkey is already removed, and the list shows that.
  if (passkey !== null) await removePasskey(passkey, personActor(person.id), deps, session.id);
  return redirect(href(deps, listPath));
};

const showSignIn: PageRun<typeof routes.showPasskeySignIn, Deps> = async ({ query }, deps) =>
  redirect(signInPath(query.next, deps));

const signIn: PageRun<typeof routes.signInWithPasskeyOnPage, Deps> = async (request, deps) => {
  const { body, query, csrfToken } = request;
  const again = signInPath(query.next, deps);
  if (!body.ok) return page(400, passkeyRefusedPage(deps, 'over', again));
  const outcome = await signInWithPasskey(
    {
      ...body.data,
      formToken: csrfToken(),
      browser: browserOf(request),
      signedIn: (person, at) => noteSignIn(person, at, deps.table),
    },
    deps,
  );
  if (outcome.kind !== 'signed_in') {
    // This ceremony does not confirm an identity.
    const why = outcome.kind === 'untrusted' ? 'wrong' : outcome.kind;
    return page(400, passkeyRefusedPage(deps, why, again));
  }
  return withSession(outcome, redirect(href(deps, returnPath(query.next))), deps);
};

const showConfirmation: PortalRun<typeof routes.showPasskeyConfirmation, Deps> = async (
  { query },
  deps,
) => redirect(href(deps, returnPath(query.next)));

/**
 * Receives a decision that needs a passkey, asks for the passkey, and submits the decision again.
 */
const confirm: PortalRun<typeof routes.confirmByPasskeyOnPage, Deps> = async (request, deps) => {
  const { person, body, query, session, token } = request;
  if (staffStatusIn(request, deps) === null) throw apiErrors.notFound();
  if (!body.ok) return confirmForm(request, deps, 'over');
  const { handle, response } = body.data;
  if (response === '') return confirmForm(request, deps);
  const formToken = formTokenOf({ session, token });
  const outcome = await signInWithPasskey(
    {
      handle,
      response,
      formToken,
      browser: { ...browserOf(request), formToken },
      confirms: person.id,
      signedIn: async () => {},
    },
    deps,
  );
  return outcome.kind === 'signed_in'
    ? withSession(outcome, resend(href(deps, returnPath(query.next))), deps)
    : confirmForm(request, deps, outcome.kind);
};

async function confirmForm(
  request: PortalRequest<typeof routes.confirmByPasskeyOnPage>,
  deps: Deps,
  problem?: ConfirmProblem,
): Promise<RawResponse> {
  const { person, query, body, csrfToken } = request;
  const viewer = {
    ...person,
    csrfToken: csrfToken(),
    ...staffSections(staffStatusIn(request, deps)),
  };
  const next = returnPath(query.next);
  const [offered, passkeys] = await Promise.all([
    offerChallenge('passkey_confirmed', viewer.csrfToken, deps),
    readPasskeys(person.id, deps),
  ]);
  const content = confirmPage(deps, viewer, {
    action: href(deps, `${listPath}/confirm?${new URLSearchParams(query)}`),
    of: next.startsWith('/portal/console') ? 'console' : 'case',
    back: href(deps, shownAgain(next)),
    offered,
    options: useOptions(offered, relyingParty(deps).id),
    carried: carriedOf(body.values),
    hasPasskey: passkeys.some(isTrusted),
    problem,
  });
  return page(problem === undefined ? 200 : 400, content, { ownScript: passkeyScript.hash });
}

/** The target of a form that is only shown again. */
function shownAgain(path: `/${string}`): `/${string}` {
  return `${path}${path.includes('?') ? '&' : '?'}restored=nothing`;
}

const ownFields = new Set([csrfField, 'handle', 'response']);

/** The fields of the decision, without those of the ceremony. */
function carriedOf(values: FormValues): readonly (readonly [string, string])[] {
  return Object.entries(values)
    .filter(([name]) => !ownFields.has(name))
    .flatMap(([name, value = []]) => [value].flat().map((one) => [name, one] as const));
}

/** The viewer's staff rights; null if they have none. */
function staffStatusIn(
  {
    person,
    session,
    extraItems,
  }: Pick<PortalRequest<PageRoute>, 'person' | 'session' | 'extraItems'>,
  { reviewers, staffPasskeys, now }: Deps,
): StaffStatus | null {
  return staffStatusOf(person, extraItems, reviewers, { staffPasskeys, session, now: now() });
}

function signInPath(next: string | undefined, deps: Deps): string {
  return href(deps, `/portal/sign-in?${new URLSearchParams({ next: returnPath(next) })}`);
}

function browserOf({ cookie, header }: Pick<PageRequest<PageRoute>, 'cookie' | 'header'>) {
  return {
    formerToken: sessionTokenOf(cookie(sessionCookie)),
    deviceCookie: cookie(deviceCookie),
    userAgent: header('user-agent'),
  };
}

/** The response with the cookies of the new session. */
function withSession(started: StartedSession, answer: RawResponse, deps: Deps): RawResponse {
  return signedInCookies(started)
    .map(({ name, value, maxAge }) => writeCookie(deps.baseUrl, name, value, { maxAge }))
    .reduce(withCookie, answer);
}

/** Asks for the operator's code. */
function codeForm(person: SignedIn['person'], csrfToken: string, deps: Deps, isWrong = false) {
  const content = passkeyCodePage(deps, { ...person, csrfToken }, { isWrong });
  return page(isWrong ? 400 : 200, content);
}

async function newPasskeyForm(
  person: SignedIn['person'],
  csrfToken: string,
  deps: PasskeyDeps,
  known: Pick<ChallengeFacts, 'code'> = {},
  filled: Parameters<typeof newPasskeyPage>[3] = {},
) {
  const [offered, passkeys] = await Promise.all([
    offerChallenge('passkey_added', csrfToken, deps, known),
    readPasskeys(person.id, deps),
  ]);
  const options = creationOptions(offered, {
    rpId: relyingParty(deps).id,
    rpName: deps.jurisdiction,
    person: { id: person.id, email: person.email, name: viewerName(person) },
    known: passkeys,
  });
  const content = newPasskeyPage(deps, { ...person, csrfToken }, { offered, options }, filled);
  return page(filled.errors === undefined ? 200 : 400, content, { ownScript: passkeyScript.hash });
}

async function ownPasskey(
  {
    person,
    params,
  }: Pick<SignedIn, 'person'> & { readonly params: { readonly passkeyId: string } },
  deps: PasskeyDeps,
) {
  const passkey = await readPasskey(person.id, params.passkeyId, deps);
  if (passkey === null) throw apiErrors.notFound();
  return passkey;
}

const recent = { recentSignIn: 'passkey' } as const;
const extraItems = staffStatusKeys;

export const rows: readonly Operation<Deps>[] = [
  pageOperation(routes.showPasskeys, show, signedIn()),
  pageOperation(routes.showNewPasskey, showNew, signedIn({ ...recent, extraItems })),
  pageOperation(routes.addPasskeyOnPage, add, signedIn({ ...recent, extraItems })),
  pageOperation(routes.showPasskeySignIn, showSignIn),
  pageOperation(routes.signInWithPasskeyOnPage, signIn),
  pageOperation(routes.showPasskeyConfirmation, showConfirmation, signedIn()),
  pageOperation(routes.confirmByPasskeyOnPage, confirm, signedIn({ extraItems })),
  pageOperation(routes.showPasskey, showOne, signedIn()),
  pageOperation(routes.renamePasskeyOnPage, rename, signedIn()),
  pageOperation(routes.showPasskeyRemoval, showRemoval, signedIn(recent)),
  pageOperation(routes.removePasskeyOnPage, remove, signedIn(recent)),
];

export const handler = pageFunction(rows, () => ({ ...passkeyDeps(), ...staffDeps() }));
