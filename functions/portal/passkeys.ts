import { ApiError } from '../../shared/kernel/api-error.ts';
import { readerName } from '../../shared/kernel/pages/portal-layout.ts';
import { href } from '../../shared/kernel/pages/site.ts';
import { creationOptions } from '../../shared/passkeys/auth/ceremony-options.ts';
import { offerChallenge } from '../../shared/passkeys/auth/offered-challenge.ts';
import { relyingParty } from '../../shared/passkeys/auth/relying-party.ts';
import {
  newPasskeyPage,
  passkeyNotAddedPage,
  passkeysPage,
  removePasskeyPage,
  renamePasskeyPage,
} from '../../shared/passkeys/pages/passkey-pages.ts';
import { passkeyRefusedPage } from '../../shared/passkeys/pages/passkey-sign-in.ts';
import { type PasskeyDeps, passkeyDeps } from '../../shared/passkeys/passkey-deps.ts';
import * as routes from '../../shared/passkeys/portal-passkeys-routes.ts';
import { addPasskey } from '../../shared/passkeys/usecases/add-passkey.ts';
import {
  readPasskey,
  readPasskeys,
  removePasskey,
  renamePasskey,
} from '../../shared/passkeys/usecases/change-passkey.ts';
import { signInWithPasskey } from '../../shared/passkeys/usecases/sign-in-with-passkey.ts';
import { noteSignIn } from '../../shared/residency/usecases/note-sign-in.ts';
import { deviceCookie } from '../../shared/sessions/auth/known-browser.ts';
import {
  personActor,
  type SignedIn,
  sessionCookie,
  sessionTokenOf,
} from '../../shared/sessions/auth/session.ts';
import { signedInCookies } from '../../shared/sessions/auth/signed-in-cookies.ts';
import { returnPath } from '../../shared/sessions/domain/return-path.ts';
import { writeCookie } from '../../shared/web/cookies.ts';
import type { Operation } from '../../shared/web/operations.ts';
import { page, redirect } from '../../shared/web/page.ts';
import { type PageRun, pageOperation, withCookie } from '../../shared/web/page-endpoint.ts';
import { pageFunction } from '../../shared/web/page-function.ts';
import { type PortalRun, portalOperation } from '../../shared/web/portal-endpoint.ts';

const place = '/portal/passkeys';

const show: PortalRun<typeof routes.showPasskeys> = async ({ person, csrfToken }, deps) => {
  const passkeys = await readPasskeys(person.id, deps);
  return page(200, passkeysPage(deps, { ...person, csrfToken: csrfToken() }, passkeys));
};

const showNew: PortalRun<typeof routes.showNewPasskey, PasskeyDeps> = (
  { person, csrfToken },
  deps,
) => newPasskeyForm(person, csrfToken(), deps);

const add: PortalRun<typeof routes.addPasskeyOnPage, PasskeyDeps> = async (request, deps) => {
  const { person, body, csrfToken } = request;
  const formToken = csrfToken();
  if (!body.ok) {
    const { name } = body.values;
    const value = typeof name === 'string' ? name : '';
    return newPasskeyForm(person, formToken, deps, { value, errors: body.errors });
  }
  const outcome = await addPasskey(person, { ...body.data, formToken }, deps);
  if (outcome.kind === 'added') return redirect(href(deps, place));
  const reader = { ...person, csrfToken: formToken };
  return page(400, passkeyNotAddedPage(deps, reader, outcome.kind));
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
    const reader = { ...person, csrfToken: csrfToken() };
    const { name } = body.values;
    const value = typeof name === 'string' ? name : '';
    return page(400, renamePasskeyPage(deps, reader, passkey, { value, errors: body.errors }));
  }
  await renamePasskey(passkey, body.data.name, deps);
  return redirect(href(deps, place));
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
  { person, params },
  deps,
) => {
  const passkey = await readPasskey(person.id, params.passkeyId, deps);
  // Sent twice, it is gone: the list says so.
  if (passkey !== null) await removePasskey(passkey, personActor(person.id), deps);
  return redirect(href(deps, place));
};

const signIn: PageRun<typeof routes.signInWithPasskeyOnPage, PasskeyDeps> = async (
  request,
  deps,
) => {
  const { body, query, cookie, csrfToken, header } = request;
  const next = returnPath(query.next);
  const again = href(deps, `/portal/sign-in?${new URLSearchParams({ next })}`);
  if (!body.ok) return page(400, passkeyRefusedPage(deps, 'over', again));
  const browser = {
    formerToken: sessionTokenOf(cookie(sessionCookie)),
    deviceCookie: cookie(deviceCookie),
    userAgent: header('user-agent'),
  };
  const outcome = await signInWithPasskey(
    {
      ...body.data,
      formToken: csrfToken(),
      browser,
      signedIn: (person, at) => noteSignIn(person, at, deps.table),
    },
    deps,
  );
  if (outcome.kind !== 'signed_in') {
    return page(400, passkeyRefusedPage(deps, outcome.kind, again));
  }
  return signedInCookies(outcome)
    .map(({ name, value, maxAge }) => writeCookie(deps.baseUrl, name, value, { maxAge }))
    .reduce(withCookie, redirect(href(deps, next)));
};

async function newPasskeyForm(
  person: SignedIn['person'],
  csrfToken: string,
  deps: PasskeyDeps,
  filled: Parameters<typeof newPasskeyPage>[3] = {},
) {
  const [offered, known] = await Promise.all([
    offerChallenge('passkey_added', csrfToken, deps),
    readPasskeys(person.id, deps),
  ]);
  const options = creationOptions(offered, {
    rpId: relyingParty(deps).id,
    rpName: deps.jurisdiction,
    person: { id: person.id, email: person.email, name: readerName(person) },
    known,
  });
  const content = newPasskeyPage(deps, { ...person, csrfToken }, { offered, options }, filled);
  return page(filled.errors === undefined ? 200 : 400, content, { script: true });
}

async function ownPasskey(
  {
    person,
    params,
  }: Pick<SignedIn, 'person'> & { readonly params: { readonly passkeyId: string } },
  deps: PasskeyDeps,
) {
  const passkey = await readPasskey(person.id, params.passkeyId, deps);
  if (passkey === null) throw new ApiError(404, 'Not found');
  return passkey;
}

const recent = { recentSignIn: 'passkey' } as const;

export const rows: readonly Operation<PasskeyDeps>[] = [
  portalOperation(routes.showPasskeys, show),
  portalOperation(routes.showNewPasskey, showNew, recent),
  portalOperation(routes.addPasskeyOnPage, add, recent),
  pageOperation(routes.signInWithPasskeyOnPage, signIn),
  portalOperation(routes.showPasskey, showOne),
  portalOperation(routes.renamePasskeyOnPage, rename),
  portalOperation(routes.showPasskeyRemoval, showRemoval, recent),
  portalOperation(routes.removePasskeyOnPage, remove, recent),
];

export const handler = pageFunction(rows, passkeyDeps);
