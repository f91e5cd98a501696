import { type ServiceDeps, serviceDeps } from '../../shared/kernel/deps/service.ts';
import { codeOf } from '../../shared/kernel/errors/api-error.ts';
import * as apiErrors from '../../shared/kernel/errors/errors.ts';
import type { FormErrors, FormValues } from '../../shared/kernel/http/form.ts';
import { href } from '../../shared/kernel/pages/page-context.ts';
import type { Viewer } from '../../shared/kernel/pages/portal-layout.ts';
import { secretPage } from '../../shared/kernel/pages/secret-part.ts';
import { presentClient, presentSecrets } from '../../shared/oauth/contracts/admin-clients.ts';
import type { LogoFault } from '../../shared/oauth/domain/client-logo.ts';
import { clientsPlace, clientTextsFor } from '../../shared/oauth/pages/client-texts.ts';
import {
  changeClientPage,
  clientAlreadySentPage,
  clientSecretPage,
  deleteClientPage,
  newClientPage,
  rotateSecretPage,
} from '../../shared/oauth/pages/own-client-forms.ts';
import {
  type ClientView,
  logoComplaint,
  ownClientPage,
  ownClientsPage,
  ownLogoPage,
} from '../../shared/oauth/pages/own-client-page.ts';
import * as routes from '../../shared/oauth/routes/portal-clients.ts';
import {
  revokeClientSecret,
  rotateClientSecret,
} from '../../shared/oauth/usecases/client-secrets.ts';
import {
  askForOwnClient,
  changeOwnClient,
  changeOwnLogo,
  deleteOwnClient,
  readOwnClient,
  readOwnClients,
  readOwnLogos,
  registerOwnClient,
} from '../../shared/oauth/usecases/own-clients.ts';
import { personActor } from '../../shared/sign-in/auth/session.ts';
import { verifyForm } from '../../shared/web/http/cookies.ts';
import { readMultipart } from '../../shared/web/http/multipart.ts';
import { page, redirect } from '../../shared/web/http/page.ts';
import {
  type PageRoute,
  pageFunction,
  pageOperation,
} from '../../shared/web/http/page-operation.ts';
import type { Operation } from '../../shared/web/http/path-function.ts';
import type { RawResponse } from '../../shared/web/http/request.ts';
import { type PortalOptions, type PortalRun, signedIn } from '../../shared/web/http/signed-in.ts';

type StoredClient = Awaited<ReturnType<typeof readOwnClient>>;

type Run<R extends PageRoute> = PortalRun<R, ServiceDeps>;

const viewerOf = <P extends Omit<Viewer, 'csrfToken'>>({
  person,
  csrfToken,
}: {
  readonly person: P;
  csrfToken(): string;
}) => ({ ...person, csrfToken: csrfToken() });

const list: Run<typeof routes.showOwnClients> = async (request, deps) => {
  const clients = await readOwnClients(request.person.id, deps);
  return page(200, ownClientsPage(deps, viewerOf(request), clients.map(shown)));
};

const showNew: Run<typeof routes.showNewOwnClient> = async (request, deps) =>
  newForm(viewerOf(request), {}, {}, deps);

const create: Run<typeof routes.createOwnClient> = async (request, deps) => {
  const { body, person } = request;
  const viewer = viewerOf(request);
  if (!body.ok) return newForm(viewer, body.values, body.errors, deps);
  const { scope: scopes, kind, ...input } = body.data;
  try {
    const requested = { ...input, scopes, public: kind === 'public' };
    const made = await registerOwnClient(requested, person, deps);
    return page(200, clientSecretPage(deps, viewer, { ...made, replaced: false }), secretPage);
  } catch (error) {
    const { tooMany, nameless } = clientTextsFor(deps);
    const complaint = new Map([
      ['client.limit_reached', tooMany],
      ['client.owner_name_required', nameless],
    ]).get(codeOf(error) ?? '');
    if (complaint === undefined) return sentBefore(error, viewer, deps);
    return newForm(viewer, body.values, {}, deps, complaint);
  }
};

function newForm(
  viewer: Viewer,
  values: FormValues,
  errors: FormErrors,
  deps: ServiceDeps,
  complaint?: string,
): RawResponse {
  const { kind } = values;
  const content = newClientPage(deps, viewer, {
    ...fieldsOf(values),
    kind: typeof kind === 'string' ? kind : '',
    formId: newFormId(deps),
    errors,
    complaint,
  });
  if (complaint !== undefined) return page(409, content);
  return page(Object.keys(errors).length === 0 ? 200 : 400, content);
}

const show: Run<typeof routes.showOwnClient> = async (request, deps) => {
  const { client, logos } = await readOwnLogos(request.person.id, request.params.clientId, deps);
  const { secrets } = presentSecrets(client, deps.now().toISOString());
  return page(200, ownClientPage(deps, viewerOf(request), shown(client), secrets, logos));
};

const showForm: Run<typeof routes.showOwnClientForm> = async (request, deps) => {
  const client = await readOwnClient(request.person.id, request.params.clientId, deps);
  if (client.reviewState === 'suspended') return toClient(client.clientId, deps);
  const { name, privacyUri, redirectUris, scopes } = client.proposed ?? client;
  const fields = {
    name,
    privacyUri: privacyUri ?? '',
    redirectUris: redirectUris.join('\n'),
    scopes,
    errors: {},
  };
  return page(200, changeClientPage(deps, viewerOf(request), { ...fields, ...facts(client) }));
};

const change: Run<typeof routes.changeOwnClientOnPage> = async (request, deps) => {
  const { params, body, person } = request;
  if (!body.ok) {
    const client = await readOwnClient(person.id, params.clientId, deps);
    const fields = { ...fieldsOf(body.values), errors: body.errors, ...facts(client) };
    return page(400, changeClientPage(deps, viewerOf(request), fields));
  }
  const { scope: scopes, ...input } = body.data;
  return thenToClient(params.clientId, deps, () =>
    changeOwnClient(params.clientId, { ...input, scopes }, person, deps),
  );
};

const showLogo: Run<typeof routes.showOwnLogoForm> = async (request, deps) => {
  const { client, logos } = await readOwnLogos(request.person.id, request.params.clientId, deps);
  if (client.reviewState === 'suspended') return toClient(client.clientId, deps);
  const { logo } = client.proposed ?? client;
  const picture = (logo !== null && logos.get(logo)?.content) || null;
  const shownLogo = { client: facts(client), logo: picture };
  return page(200, ownLogoPage(deps, viewerOf(request), shownLogo));
};

const changeLogo: Run<typeof routes.changeOwnLogoOnPage> = async (request, deps) => {
  const { params, body, header, person, csrfToken } = request;
  const form = await readMultipart(body, header('content-type'));
  verifyForm(form?.texts ?? {}, csrfToken(), deps.baseUrl, header);
  const remove = form?.texts['act'] === 'remove';
  const file = form?.files.find(({ field }) => field === 'logo')?.content;
  const complain = async (fault: Parameters<typeof logoComplaint>[1]) => {
    const client = await readOwnClient(person.id, params.clientId, deps);
    const wrong = { client: facts(client), logo: null, error: logoComplaint(deps, fault) };
    return page(400, ownLogoPage(deps, viewerOf(request), wrong));
  };
  // Browsers send an empty file if none was chosen.
  if (!remove && (file === undefined || file.length === 0)) return complain('missing');
  let fault: LogoFault | null = null;
  const answer = await thenToClient(params.clientId, deps, async () => {
    const changed = await changeOwnLogo(
      params.clientId,
      remove ? null : (file ?? null),
      person,
      deps,
    );
    fault = typeof changed === 'string' ? changed : null;
  });
  return fault === null ? answer : complain(fault);
};

const ask: Run<typeof routes.askForOwnClientOnPage> = async ({ params, person }, deps) =>
  thenToClient(params.clientId, deps, () => askForOwnClient(params.clientId, person, deps));

const showRotation: Run<typeof routes.showOwnSecretRotation> = async (request, deps) => {
  const client = await readOwnClient(request.person.id, request.params.clientId, deps);
  if (client.public) return toClient(client.clientId, deps);
  return rotationForm(viewerOf(request), client.clientId, deps, false);
};

function rotationForm(viewer: Viewer, clientId: string, deps: ServiceDeps, tooMany: boolean) {
  const requested = { clientId, formId: newFormId(deps), tooMany };
  return page(tooMany ? 409 : 200, rotateSecretPage(deps, viewer, requested));
}

const rotate: Run<typeof routes.rotateOwnSecret> = async (request, deps) => {
  const { params, body, person } = request;
  const { clientId } = params;
  const viewer = viewerOf(request);
  if (!body.ok) return redirect(href(deps, `${clientsPlace}/${clientId}/rotate`));
  const { formId, overlap } = body.data;
  const requested = { clientId, ownerId: person.id, overlapHours: Number(overlap), formId };
  try {
    const made = await rotateClientSecret(requested, personActor(person.id), deps);
    return page(200, clientSecretPage(deps, viewer, { ...made, replaced: true }), secretPage);
  } catch (error) {
    if (codeOf(error) === 'client.secret_limit_reached') {
      return rotationForm(viewer, clientId, deps, true);
    }
    if (codeOf(error) === 'client.public') return toClient(clientId, deps);
    return sentBefore(error, viewer, deps);
  }
};

const revoke: Run<typeof routes.revokeOwnSecret> = async ({ params, person }, deps) => {
  const which = { ...params, ownerId: person.id };
  await revokeClientSecret(which, personActor(person.id), deps);
  return toClient(params.clientId, deps);
};

const showDeletion: Run<typeof routes.showOwnClientDeletion> = async (request, deps) => {
  const client = await readOwnClient(request.person.id, request.params.clientId, deps);
  return page(200, deleteClientPage(deps, viewerOf(request), client));
};

const remove: Run<typeof routes.deleteOwnClientOnPage> = async ({ params, person }, deps) => {
  await deleteOwnClient(params.clientId, person.id, personActor(person.id), deps);
  return redirect(href(deps, clientsPlace));
};

function shown(client: StoredClient): ClientView {
  const { review, ...rest } = presentClient(client);
  if (review === null) throw new Error('an owned client without a review');
  return { ...rest, review };
}

function facts({ clientId, reviewState }: StoredClient) {
  const isApproved = reviewState === 'approved' || reviewState === 'change_waiting';
  return { clientId, isApproved };
}

function fieldsOf({ name, redirectUris, privacyUri, scope }: FormValues) {
  return {
    name: typeof name === 'string' ? name : '',
    redirectUris: typeof redirectUris === 'string' ? redirectUris : '',
    privacyUri: typeof privacyUri === 'string' ? privacyUri : '',
    scopes: scope === undefined ? [] : [scope].flat(),
  };
}

/** The application's page shows the current state, also if another request was faster. */
async function thenToClient(
  clientId: string,
  deps: ServiceDeps,
  act: () => Promise<unknown>,
): Promise<RawResponse> {
  try {
    await act();
  } catch (error) {
    if (codeOf(error)?.startsWith('client.') !== true) throw error;
  }
  return toClient(clientId, deps);
}

function newFormId({ random }: ServiceDeps): string {
  return Buffer.from(random(16)).toString('base64url');
}

function toClient(clientId: string, deps: ServiceDeps): RawResponse {
  return redirect(href(deps, `${clientsPlace}/${clientId}`));
}

function sentBefore(error: unknown, viewer: Viewer, deps: ServiceDeps): RawResponse {
  if (codeOf(error) !== 'form.already_sent') throw error;
  return page(409, clientAlreadySentPage(deps, viewer));
}

/** Someone with access to an open browser must not be able to redirect users elsewhere. */
const recent = { recentSignIn: 'client' } as const;

/** Where a sign-in that this form needed returns to: the form's own URL has no page. */
const toList = { returnTo: clientsPlace } as const;

/** A page that only exists if residents can register applications. */
function own<R extends PageRoute>(route: R, run: Run<R>, options?: PortalOptions) {
  const allowed: Run<R> = async (request, deps) => {
    if (deps.residentClients !== true) throw apiErrors.notFound();
    return run(request, deps);
  };
  return pageOperation(route, allowed, signedIn(options));
}

export const rows: readonly Operation<ServiceDeps>[] = [
  own(routes.showOwnClients, list),
  own(routes.showNewOwnClient, showNew, recent),
  own(routes.createOwnClient, create, recent),
  own(routes.showOwnClient, show),
  own(routes.showOwnClientForm, showForm, recent),
  own(routes.changeOwnClientOnPage, change, recent),
  own(routes.showOwnLogoForm, showLogo, recent),
  own(routes.changeOwnLogoOnPage, changeLogo, recent),
  own(routes.askForOwnClientOnPage, ask, { ...recent, ...toList }),
  own(routes.showOwnSecretRotation, showRotation, recent),
  own(routes.rotateOwnSecret, rotate, recent),
  own(routes.revokeOwnSecret, revoke, { ...recent, ...toList }),
  own(routes.showOwnClientDeletion, showDeletion),
  own(routes.deleteOwnClientOnPage, remove),
];

export const handler = pageFunction(rows, serviceDeps);
