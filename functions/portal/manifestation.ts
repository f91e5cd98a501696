import {
  acceptableAgreements,
  acceptedInAdvance,
} from '../../shared/access/domain/manifestation.ts';
import { keyName } from '../../shared/access/pages/portal-developer-page.ts';
import {
  type ManifestationForm,
  manifestationPage,
  revokeManifestationPage,
} from '../../shared/access/pages/portal-manifestation-page.ts';
import {
  readOwnManifestation,
  revokeManifestation,
  signManifestation,
} from '../../shared/access/usecases/manifestation.ts';
import { readKeysUnderWill } from '../../shared/access/usecases/read-keys.ts';
import { type SigningDeps, signingDeps } from '../../shared/documents/deps/documents.ts';
import { wordingsInForce } from '../../shared/documents/usecases/agreement-in-force.ts';
import { ApiError } from '../../shared/kernel/errors/api-error.ts';
import { href } from '../../shared/kernel/pages/page-context.ts';
import { agreementChanged, refusedSignature } from '../../shared/kernel/pages/signing-form.ts';
import * as routes from '../../shared/service/routes/portal.ts';
import { personActor } from '../../shared/sign-in/auth/session.ts';
import { page, redirect } from '../../shared/web/http/page.ts';
import { pageFunction, pageOperation } from '../../shared/web/http/page-operation.ts';
import type { Operation } from '../../shared/web/http/path-function.ts';
import { type PortalRun, signedIn } from '../../shared/web/http/signed-in.ts';

const show: PortalRun<typeof routes.showManifestation, SigningDeps> = async (
  { person, csrfToken },
  deps,
) => {
  const will = await readOwnManifestation(person.id, deps);
  const texts = wordingsInForce(deps.agreements);
  // Agreements accepted with an older text are not preselected.
  const agreements = acceptableAgreements.filter((type) => acceptedInAdvance(will, type, texts));
  return page(
    200,
    manifestationPage(deps, { ...person, csrfToken: csrfToken() }, { will, texts, agreements }),
  );
};

const sign: PortalRun<typeof routes.signManifestationOnPage, SigningDeps> = async (
  request,
  deps,
) => {
  const { body, person, csrfToken } = request;
  const again = async (fields: Omit<ManifestationForm, 'will' | 'texts'>) => {
    const will = await readOwnManifestation(person.id, deps);
    const form = { ...fields, will, texts: wordingsInForce(deps.agreements) };
    return page(400, manifestationPage(deps, { ...person, csrfToken: csrfToken() }, form));
  };
  if (!body.ok) {
    const { acceptedAgreement } = body.values;
    const agreements = acceptedAgreement === undefined ? [] : [acceptedAgreement].flat();
    return again({ agreements, ...refusedSignature(body) });
  }
  const {
    acceptedAgreement: agreements,
    signerName,
    manifestationSha256,
    agreementSha256,
    language,
  } = body.data;
  const signature = { signerName, manifestationSha256, agreementSha256, language };
  try {
    await signManifestation(person.id, { agreements, signature }, personActor(person.id), deps);
  } catch (error) {
    if (!(error instanceof ApiError) || error.extras.code !== 'agreement.text_changed') throw error;
    return again({ agreements: [], signerName, errors: { agree: agreementChanged(deps) } });
  }
  return redirect(href(deps, request.query.next ?? '/portal/developer/manifestation'));
};

const showRevocation: PortalRun<typeof routes.showManifestationRevocation> = async (
  { person, csrfToken },
  deps,
) => {
  const [will, stopping] = await Promise.all([
    readOwnManifestation(person.id, deps),
    readKeysUnderWill(person.id, deps),
  ]);
  const viewer = { ...person, csrfToken: csrfToken() };
  const names = stopping.map((key) => keyName(key, deps));
  return page(200, revokeManifestationPage(deps, viewer, will, names));
};

const revoke: PortalRun<typeof routes.revokeManifestationOnPage> = async ({ person }, deps) => {
  await revokeManifestation(person.id, personActor(person.id), deps);
  return redirect(href(deps, '/portal/developer'));
};

/** This signature allows software to sign. */
const recent = { recentSignIn: 'will' } as const;

export const rows: readonly Operation<SigningDeps>[] = [
  pageOperation(routes.showManifestation, show, signedIn(recent)),
  pageOperation(routes.signManifestationOnPage, sign, signedIn(recent)),
  pageOperation(routes.showManifestationRevocation, showRevocation, signedIn(recent)),
  pageOperation(routes.revokeManifestationOnPage, revoke, signedIn(recent)),
];

export const handler = pageFunction(rows, signingDeps);
