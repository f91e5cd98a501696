import { type ServiceDeps, serviceDeps } from '../../shared/kernel/deps/service.ts';
import type { FormErrors } from '../../shared/kernel/http/form.ts';
import { href } from '../../shared/kernel/pages/page-context.ts';
import { notRepresented } from '../../shared/oauth/pages/oauth-consent-form.ts';
import {
  connectionEntitiesPage,
  connectionsPage,
  revokeConnectionPage,
} from '../../shared/oauth/pages/portal-connections-pages.ts';
import * as routes from '../../shared/oauth/routes/portal-connections.ts';
import {
  chooseConnectionEntities,
  endConnection,
  findConnection,
  findEntityChoice,
  readConnections,
} from '../../shared/oauth/usecases/connections.ts';
import { page, redirect } from '../../shared/web/http/page.ts';
import { pageFunction, pageOperation } from '../../shared/web/http/page-operation.ts';
import type { Operation } from '../../shared/web/http/path-function.ts';
import type { RawResponse } from '../../shared/web/http/request.ts';
import { type PortalRequest, type PortalRun, signedIn } from '../../shared/web/http/signed-in.ts';

const show: PortalRun<typeof routes.showConnections> = async ({ person, csrfToken }, deps) => {
  const connections = await readConnections(person, deps);
  return page(200, connectionsPage(deps, { ...person, csrfToken: csrfToken() }, connections));
};

const askToRevoke: PortalRun<typeof routes.showConnectionRevocation> = async (request, deps) => {
  const { params, person, csrfToken } = request;
  const connection = await findConnection(person, params.clientId, deps);
  if (connection === null) return toConnections(deps);
  const viewer = { ...person, csrfToken: csrfToken() };
  return page(200, revokeConnectionPage(deps, viewer, connection));
};

const revoke: PortalRun<typeof routes.revokeConnection> = async ({ params, person }, deps) => {
  await endConnection({ personId: person.id, clientId: params.clientId }, deps);
  return toConnections(deps);
};

const showEntities: PortalRun<typeof routes.showConnectionEntities> = (request, deps) => {
  const { params, person, csrfToken } = request;
  return entitiesPage(params.clientId, person, { csrfToken: csrfToken() }, deps);
};

const chooseEntities: PortalRun<typeof routes.chooseConnectionEntitiesOnPage> = async (
  request,
  deps,
) => {
  const { params, body, person, csrfToken } = request;
  const again = (chosen: readonly string[], errors: FormErrors) =>
    entitiesPage(params.clientId, person, { csrfToken: csrfToken(), chosen, errors }, deps);
  if (!body.ok) return again([body.values['legalEntityId'] ?? []].flat(), body.errors);
  const { legalEntityId } = body.data;
  const choice = { person, clientId: params.clientId, legalEntityIds: legalEntityId };
  const { kind } = await chooseConnectionEntities(choice, deps);
  if (kind === 'not_represented')
    return again(legalEntityId, { legalEntityId: notRepresented(deps) });
  return toConnections(deps);
};

interface EntitiesShown {
  readonly csrfToken: string;
  readonly chosen?: readonly string[];
  readonly errors?: FormErrors;
}

async function entitiesPage(
  clientId: string,
  person: PortalRequest<typeof routes.showConnectionEntities>['person'],
  { csrfToken, chosen, errors }: EntitiesShown,
  deps: ServiceDeps,
): Promise<RawResponse> {
  const choice = await findEntityChoice(person, clientId, deps);
  if (choice === null) return toConnections(deps);
  const content = connectionEntitiesPage(
    deps,
    { ...person, csrfToken },
    {
      ...choice,
      ...(chosen && { chosen }),
      ...(errors && { errors }),
    },
  );
  return page(errors === undefined ? 200 : 400, content);
}

function toConnections(deps: ServiceDeps): RawResponse {
  return redirect(href(deps, '/portal/connections'));
}

/** Required for giving an application more access; ending its access is always possible. */
const recent = { recentSignIn: 'connection' } as const;

export const rows: readonly Operation<ServiceDeps>[] = [
  pageOperation(routes.showConnections, show, signedIn()),
  pageOperation(routes.showConnectionRevocation, askToRevoke, signedIn()),
  pageOperation(routes.revokeConnection, revoke, signedIn()),
  pageOperation(routes.showConnectionEntities, showEntities, signedIn(recent)),
  pageOperation(routes.chooseConnectionEntitiesOnPage, chooseEntities, signedIn(recent)),
];

export const handler = pageFunction(rows, serviceDeps);
