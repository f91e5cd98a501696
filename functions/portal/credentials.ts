import {
  credentialOfferPage,
  type OwnCredentials,
  ownCredentialsPage,
} from '../../shared/credentials/pages/portal-credentials-page.ts';
import * as routes from '../../shared/credentials/routes/portal-credentials.ts';
import {
  readOwnCredentials,
  takeBackCredential,
} from '../../shared/credentials/usecases/credentials.ts';
import { makeOffer, readOfferChoices } from '../../shared/credentials/usecases/make-offer.ts';
import { type ServiceDeps, serviceDeps } from '../../shared/kernel/deps/service.ts';
import { fullName } from '../../shared/kernel/domain/legal-entity.ts';
import { ApiError } from '../../shared/kernel/errors/api-error.ts';
import { href } from '../../shared/kernel/pages/page-context.ts';
import { page, redirect } from '../../shared/web/http/page.ts';
import { pageFunction, pageOperation } from '../../shared/web/http/page-operation.ts';
import type { Operation } from '../../shared/web/http/path-function.ts';
import type { RawResponse } from '../../shared/web/http/request.ts';
import { type PortalRequest, type PortalRun, signedIn } from '../../shared/web/http/signed-in.ts';

const listPath = '/portal/credentials';

type Request = Pick<PortalRequest<typeof routes.showCredentials>, 'person' | 'csrfToken'>;

const show: PortalRun<typeof routes.showCredentials> = (request, deps) =>
  listPage(request, { chosen: '', problem: null }, deps);

const offer: PortalRun<typeof routes.offerCredentialOnPage> = async (request, deps) => {
  const { body, person, csrfToken } = request;
  if (!body.ok) return listPage(request, { chosen: '', problem: 'choose' }, deps, 400);
  const { subject, formId } = body.data;
  const topic =
    subject === 'residency'
      ? ({ kind: 'residency', legalEntityId: null } as const)
      : ({ kind: 'good_standing', legalEntityId: subject } as const);
  try {
    const made = await makeOffer(person, topic, formId, deps);
    if (made === null) return listPage(request, { chosen: subject, problem: 'gone' }, deps, 409);
    return page(200, credentialOfferPage(deps, { ...person, csrfToken: csrfToken() }, made));
  } catch (error) {
    // Its codes were only shown once.
    if (error instanceof ApiError && error.extras.code === 'form.already_sent') return toList(deps);
    throw error;
  }
};

const revoke: PortalRun<typeof routes.revokeCredentialOnPage> = async (request, deps) => {
  await takeBackCredential(request.person, request.params.credentialId, deps);
  return toList(deps);
};

async function listPage(
  { person, csrfToken }: Request,
  view: Pick<OwnCredentials, 'chosen' | 'problem'>,
  deps: ServiceDeps,
  status = 200,
): Promise<RawResponse> {
  const [stored, { residency, represented, inGoodStanding }] = await Promise.all([
    readOwnCredentials(person, deps),
    readOfferChoices(person, deps),
  ]);
  const names = new Map(represented.map((entity) => [entity.id, fullName(entity)]));
  const entities = inGoodStanding.map((entity) => ({ id: entity.id, name: fullName(entity) }));
  const credentials = stored.map(({ legalEntityId, ...credential }) => ({
    ...credential,
    entityName: names.get(legalEntityId ?? '') ?? null,
  }));
  const formId = Buffer.from(deps.random(16)).toString('base64url');
  const now = deps.now().toISOString();
  const hasOthers = represented.length > inGoodStanding.length;
  const content = { ...view, credentials, residency, entities, hasOthers, formId, now };
  return page(status, ownCredentialsPage(deps, { ...person, csrfToken: csrfToken() }, content));
}

function toList(deps: ServiceDeps): RawResponse {
  return redirect(href(deps, listPath));
}

export const rows: readonly Operation<ServiceDeps>[] = [
  pageOperation(routes.showCredentials, show, signedIn()),
  pageOperation(routes.offerCredentialOnPage, offer, signedIn({ recentSignIn: 'credential' })),
  pageOperation(
    routes.revokeCredentialOnPage,
    revoke,
    signedIn({ returnTo: listPath, whileSuspended: true }),
  ),
];

export const handler = pageFunction(rows, serviceDeps);
