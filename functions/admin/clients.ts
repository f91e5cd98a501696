import { actorOf } from '../../shared/access/auth/caller.ts';
import {
  presentIntegration,
  presentPartnerKey,
} from '../../shared/access/contracts/admin-integrations-contract.ts';
import {
  adminGetIntegration,
  adminListIntegrations,
  adminListPartnerKeys,
  adminRegisterIntegration,
  adminRevokePartnerKey,
  adminUpdateIntegration,
} from '../../shared/access/routes/admin-integrations-routes.ts';
import {
  listIntegrations,
  readIntegration,
  readPartnerKeys,
  registerIntegration,
  reviseIntegration,
  revokePartnerKey,
} from '../../shared/access/usecases/partner-integrations.ts';
import { presentPage } from '../../shared/kernel/contracts/pagination.ts';
import { type ServiceDeps, serviceDeps } from '../../shared/kernel/deps/service.ts';
import { presentClientAppearance } from '../../shared/oauth/contracts/admin-client-decision.ts';
import {
  type OAuthClient,
  presentClient,
  presentSecrets,
} from '../../shared/oauth/contracts/admin-clients.ts';
import { presentRegistrationToken } from '../../shared/oauth/contracts/admin-registration-tokens.ts';
import {
  adminDecideOnClient,
  adminGetClient,
  adminGetClientAppearance,
  adminListClientSecrets,
  adminListClients,
  adminRegisterClient,
  adminRevokeClientSecret,
  adminRotateClientSecret,
  adminUpdateClient,
} from '../../shared/oauth/routes/admin-clients.ts';
import {
  adminIssueRegistrationToken,
  adminListRegistrationTokens,
  adminRevokeRegistrationToken,
} from '../../shared/oauth/routes/admin-registration-tokens.ts';
import { adminRevokeMany } from '../../shared/oauth/routes/admin-revocations.ts';
import {
  revokeClientSecret,
  rotateClientSecret,
} from '../../shared/oauth/usecases/client-secrets.ts';
import {
  listClients,
  readClient,
  readClientAppearance,
} from '../../shared/oauth/usecases/read-clients.ts';
import {
  issueRegistrationToken,
  listRegistrationTokens,
  revokeRegistrationToken,
} from '../../shared/oauth/usecases/register-by-token.ts';
import { registerClient, reviseClient } from '../../shared/oauth/usecases/register-client.ts';
import { decideOnClient } from '../../shared/oauth/usecases/review-client.ts';
import { revokeMany } from '../../shared/oauth/usecases/revoke-tokens.ts';
import { similarClientNames } from '../../shared/oauth/usecases/similar-client-names.ts';
import { issuesPartnerKey } from '../../shared/service/handlers/operator-acts.ts';
import { actOperation, approved } from '../../shared/staff/deps/approved.ts';
import {
  type OperatorApprovalDeps,
  operatorApprovals,
} from '../../shared/staff/deps/staff-deps.ts';
import { type Operation, operation, pathFunction } from '../../shared/web/http/path-function.ts';

type Deps = OperatorApprovalDeps & ServiceDeps;
type FoundClient = Awaited<ReturnType<typeof readClient>>;

export const rows: readonly Operation<Deps>[] = [
  operation(adminIssueRegistrationToken, async ({ body, caller }, deps) => {
    const { token, secret } = await issueRegistrationToken(body, actorOf(caller), deps);
    const now = deps.now().toISOString();
    return { data: { ...presentRegistrationToken(token, now), token: secret } };
  }),
  operation(adminListRegistrationTokens, async (_, deps) => {
    const now = deps.now().toISOString();
    const tokens = await listRegistrationTokens(deps);
    return { data: tokens.map((token) => presentRegistrationToken(token, now)) };
  }),
  operation(adminRevokeRegistrationToken, async ({ params, caller }, deps) => {
    const token = await revokeRegistrationToken(params.id, actorOf(caller), deps);
    return { data: presentRegistrationToken(token, deps.now().toISOString()) };
  }),
  operation(adminRegisterIntegration, async ({ body, caller }, deps) => ({
    data: presentIntegration(await registerIntegration(body, actorOf(caller), deps)),
  })),
  operation(adminGetIntegration, async ({ params }, deps) => ({
    data: presentIntegration(await readIntegration(params.id, deps)),
  })),
  operation(adminUpdateIntegration, async ({ params, body, caller }, deps) => ({
    data: presentIntegration(await reviseIntegration(params.id, body, actorOf(caller), deps)),
  })),
  actOperation(issuesPartnerKey),
  operation(adminListPartnerKeys, async ({ params, query }, deps) =>
    presentPage(await readPartnerKeys(params.id, query, deps), query.limit, presentPartnerKey),
  ),
  operation(adminRevokePartnerKey, async ({ params: { id, keyId }, caller }, deps) => {
    const path = { integrationId: id, keyId };
    return { data: presentPartnerKey(await revokePartnerKey(path, actorOf(caller), deps)) };
  }),
  operation(adminRegisterClient, async ({ body, caller }, deps) => {
    const { client, clientSecret } = await registerClient(body, actorOf(caller), deps);
    return { data: { ...presentClient(client), clientSecret } };
  }),
  operation(adminGetClient, async ({ params }, deps) => ({
    data: await presented(await readClient(params.clientId, deps), deps),
  })),
  operation(
    adminUpdateClient,
    approved(
      adminUpdateClient,
      async ({ params, body, caller }, deps: OperatorApprovalDeps) => ({
        data: presentClient(await reviseClient(params.clientId, body, actorOf(caller), deps)),
      }),
      {
        // A client's redirect URI receives its users' codes.
        act: ({ body }, { keys }) => (keys && body.redirectUris !== undefined ? 'keys' : null),
        before: async ({ params }, deps) => (await readClient(params.clientId, deps)).redirectUris,
      },
    ),
  ),
  operation(adminListClientSecrets, async ({ params }, deps) => {
    const client = await readClient(params.clientId, deps);
    return { data: presentSecrets(client, deps.now().toISOString()) };
  }),
  operation(adminRotateClientSecret, async ({ params, body, caller }, deps) => {
    const request = { clientId: params.clientId, ownerId: null, overlapHours: body.overlapHours };
    const { client, clientSecret } = await rotateClientSecret(request, actorOf(caller), deps);
    return { data: { ...presentSecrets(client, deps.now().toISOString()), clientSecret } };
  }),
  operation(adminRevokeClientSecret, async ({ params, caller }, deps) => {
    const which = { ...params, ownerId: null };
    const client = await revokeClientSecret(which, actorOf(caller), deps);
    return { data: presentSecrets(client, deps.now().toISOString()) };
  }),
  operation(adminDecideOnClient, async ({ params, body, caller }, deps) => ({
    data: await presented(await decideOnClient(params.clientId, body, actorOf(caller), deps), deps),
  })),
  operation(adminGetClientAppearance, async ({ params }, deps) => {
    const { client, logos } = await readClientAppearance(params.clientId, deps);
    return { data: presentClientAppearance(client, logos) };
  }),
  operation(adminRevokeMany, async ({ body, query, caller }, deps) => {
    const { next, ...done } = await revokeMany(body, query, actorOf(caller), deps);
    const { pagination } = presentPage({ items: [], next }, query.limit, String);
    return { data: { of: body.of, carryOut: body.carryOut, ...done }, pagination };
  }),
  operation(adminListIntegrations, async ({ query }, deps) =>
    presentPage(await listIntegrations(query, deps), query.limit, presentIntegration),
  ),
  operation(adminListClients, async ({ query }, deps) => {
    const clients = await listClients(query, deps);
    // Similar names require reading all clients, so only lists for a decision have them.
    const waits = query.state === 'waiting' || query.state === 'change_waiting';
    const similar = await similarClientNames(waits ? clients.items : [], deps);
    return presentPage(clients, query.limit, (client) =>
      presentClient(client, similar.get(client.clientId)),
    );
  }),
];

/** The client with similar names. */
async function presented(client: FoundClient, deps: Deps): Promise<OAuthClient> {
  const similar = await similarClientNames([client], deps);
  return presentClient(client, similar.get(client.clientId));
}

export const handler = pathFunction(rows, () => ({ ...serviceDeps(), ...operatorApprovals() }));
