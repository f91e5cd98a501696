import { type ServiceDeps, serviceDeps } from '../../shared/kernel/deps/service.ts';
import type { FormErrors } from '../../shared/kernel/http/form.ts';
import { href } from '../../shared/kernel/pages/site.ts';
import { findClient } from '../../shared/oauth/db/oauth-clients.ts';
import {
  findConsent,
  listConsents,
  type StoredConsent,
} from '../../shared/oauth/db/oauth-consents.ts';
import { consentStands } from '../../shared/oauth/domain/oauth-consent.ts';
import { opensEntities } from '../../shared/oauth/domain/oauth-scope.ts';
import { notRepresented } from '../../shared/oauth/pages/oauth-consent-form.ts';
import {
  type Connection,
  connectionEntitiesPage,
  connectionsPage,
  revokeConnectionPage,
} from '../../shared/oauth/pages/portal-connections-pages.ts';
import * as routes from '../../shared/oauth/routes/portal-connections.ts';
import { chooseConnectionEntities } from '../../shared/oauth/usecases/choose-connection-entities.ts';
import { endConnection } from '../../shared/oauth/usecases/end-connection.ts';
import type { StoredPerson } from '../../shared/people/db/people.ts';
import { listRepresentedEntities } from '../../shared/registry/db/represented-entities.ts';
import { type Operation, operations } from '../../shared/web/operations.ts';
import { page, redirect } from '../../shared/web/page.ts';
import { type PortalRun, portalOperation } from '../../shared/web/portal-endpoint.ts';
import type { RawResponse } from '../../shared/web/request.ts';

const show: PortalRun<typeof routes.showConnections> = async ({ person, csrfToken }, deps) => {
  const consents = await listConsents(deps.table, person.id);
  // A consent that a deactivation ended is over for good, whatever is still stored.
  const standing = consents.filter((consent) => consentStands(consent, person));
  const connections = await connectionsOf(standing, deps);
  return page(200, connectionsPage(deps, { ...person, csrfToken: csrfToken() }, connections));
};

const askToRevoke: PortalRun<typeof routes.showConnectionRevocation> = async (request, deps) => {
  const { params, person, csrfToken } = request;
  const consent = await findConsent(deps.table, person.id, params.clientId);
  if (consent === null || !consentStands(consent, person)) return toConnections(deps);
  const reader = { ...person, csrfToken: csrfToken() };
  const [connection] = await connectionsOf([consent], deps);
  if (connection === undefined) return toConnections(deps);
  return page(200, revokeConnectionPage(deps, reader, connection));
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
  if (kind === 'not_represented') return again(legalEntityId, { legalEntityId: notRepresented });
  return toConnections(deps);
};

interface EntitiesShown {
  readonly csrfToken: string;
  readonly chosen?: readonly string[];
  readonly errors?: FormErrors;
}

async function entitiesPage(
  clientId: string,
  person: StoredPerson,
  { csrfToken, chosen, errors }: EntitiesShown,
  deps: ServiceDeps,
): Promise<RawResponse> {
  const [consent, client, entities] = await Promise.all([
    findConsent(deps.table, person.id, clientId),
    findClient(deps.table, clientId),
    listRepresentedEntities(deps.table, person.id),
  ]);
  const stands = consent !== null && consentStands(consent, person);
  if (!stands || !opensEntities(consent.scopes)) return toConnections(deps);
  const content = connectionEntitiesPage(
    deps,
    { ...person, csrfToken },
    {
      clientName: client?.name ?? clientId,
      entities,
      chosen: chosen ?? consent.legalEntityIds,
      ...(errors && { errors }),
    },
  );
  return page(errors === undefined ? 200 : 400, content);
}

/** What the pages say of consents, by the applications' names. */
async function connectionsOf(
  consents: readonly StoredConsent[],
  { table }: ServiceDeps,
): Promise<readonly Connection[]> {
  const [first] = consents;
  if (first === undefined) return [];
  const [represented, clients] = await Promise.all([
    listRepresentedEntities(table, first.personId),
    Promise.all(consents.map(({ clientId }) => findClient(table, clientId))),
  ]);
  const connections = consents.map(({ clientId, scopes, legalEntityIds, createdAt }, position) => ({
    clientId,
    clientName: clients[position]?.name ?? clientId,
    scopes,
    entities: represented.filter(({ id }) => legalEntityIds.includes(id)),
    createdAt,
  }));
  return connections.toSorted((one, other) => one.clientName.localeCompare(other.clientName, 'en'));
}

function toConnections(deps: ServiceDeps): RawResponse {
  return redirect(href(deps, '/portal/connections'));
}

/** For showing more to an application; ending its access is always possible. */
const recent = { recentSignIn: 'connection' } as const;

export const rows: readonly Operation<ServiceDeps>[] = [
  portalOperation(routes.showConnections, show),
  portalOperation(routes.showConnectionRevocation, askToRevoke),
  portalOperation(routes.revokeConnection, revoke),
  portalOperation(routes.showConnectionEntities, showEntities, recent),
  portalOperation(routes.chooseConnectionEntitiesOnPage, chooseEntities, recent),
];

export const handler = operations(rows, serviceDeps);
