import { actorOf } from '../../shared/access/auth/caller.ts';
import { presentGatewayRun } from '../../shared/access/contracts/admin-gateway-keys-contract.ts';
import { presentKey } from '../../shared/access/contracts/admin-keys-contract.ts';
import { presentWill } from '../../shared/access/contracts/manifestation-contract.ts';
import * as gatewayRoutes from '../../shared/access/routes/admin-gateway-keys-routes.ts';
import * as keyRoutes from '../../shared/access/routes/admin-keys-routes.ts';
import { deactivatePerson } from '../../shared/access/usecases/deactivate-person.ts';
import { readGatewayRun, requestGatewayRun } from '../../shared/access/usecases/gateway-run.ts';
import { boundsOf, changeKeyBounds, issueKey } from '../../shared/access/usecases/issue-key.ts';
import {
  readManifestation,
  revokeManifestation,
  signManifestation,
} from '../../shared/access/usecases/manifestation.ts';
import { readKeys } from '../../shared/access/usecases/read-keys.ts';
import { revokeEveryKey, revokeKey } from '../../shared/access/usecases/revoke-keys.ts';
import { presentMailboxCase } from '../../shared/account/contracts/mailbox-contract.ts';
import * as mailboxRoutes from '../../shared/account/routes/admin-mailbox-routes.ts';
import { actOnMailboxCase } from '../../shared/account/usecases/act-on-mailbox-case.ts';
import { openMailboxCase } from '../../shared/account/usecases/open-mailbox-case.ts';
import {
  listMailboxCases,
  readMailboxCase,
} from '../../shared/account/usecases/read-mailbox-cases.ts';
import { type AgreementDeps, agreementDeps } from '../../shared/documents/deps/documents.ts';
import { presentPage } from '../../shared/kernel/contracts/pagination.ts';
import * as apiErrors from '../../shared/kernel/errors/errors.ts';
import { presentPerson, presentResidency } from '../../shared/people/contracts/present-person.ts';
import * as routes from '../../shared/people/routes/admin-people-routes.ts';
import { readPeople, readPerson } from '../../shared/people/usecases/read-people.ts';
import {
  reactivatePerson,
  registerPerson,
  revisePerson,
} from '../../shared/people/usecases/register-person.ts';
import { grantResidency, terminateResidency } from '../../shared/people/usecases/residency.ts';
import { adminAnnulResidency } from '../../shared/residency/routes/admin-residency-applications.ts';
import { annulResidency } from '../../shared/residency/usecases/annul-residency.ts';
import { presentPasskey } from '../../shared/sign-in/contracts/admin-passkeys-contract.ts';
import * as passkeyRoutes from '../../shared/sign-in/routes/admin-passkeys-routes.ts';
import {
  readPasskey,
  readPasskeys,
  removePasskey,
  removeTrust,
} from '../../shared/sign-in/usecases/passkeys.ts';
import { approved } from '../../shared/staff/deps/approved.ts';
import {
  type OperatorApprovalDeps,
  operatorApprovalDeps,
} from '../../shared/staff/deps/staff-deps.ts';
import type { OperatorApprovals } from '../../shared/staff/domain/guarded-acts.ts';
import { type Operation, operation, pathFunction } from '../../shared/web/http/path-function.ts';

type PeopleDeps = OperatorApprovalDeps & AgreementDeps;

/**
 * Actions on credentials that act in a person's name: keys, and the Manifestation of Will that lets
 * them write. The owner gets the action's own emails.
 */
const keysOfOthers = {
  act: (_: unknown, { keys }: OperatorApprovals) => (keys ? ('keys' as const) : null),
  before: async (
    { params }: { readonly params: { readonly id: string } },
    { table }: OperatorApprovalDeps,
  ) => (await readPerson(params.id, { table })).email,
};

/** The operators' routes for persons, their residencies, keys and Manifestation of Will. */
export const rows: readonly Operation<PeopleDeps>[] = [
  operation(routes.adminCreatePerson, async ({ body, caller }, deps) => {
    const registration = {
      email: body.email,
      givenName: body.givenName ?? null,
      surname: body.surname ?? null,
      dateOfBirth: body.dateOfBirth ?? null,
      sex: body.sex ?? null,
      countryOfBirth: body.countryOfBirth ?? null,
      citizenships: body.citizenships ?? [],
      address: body.address ?? null,
      phoneNumber: body.phoneNumber ?? null,
      referralCode: body.referralCode ?? null,
    };
    const person = await registerPerson(registration, actorOf(caller), deps);
    return { data: presentPerson(person, deps.now().toISOString()) };
  }),
  operation(routes.adminListPersons, async ({ query }, deps) => {
    const now = deps.now().toISOString();
    const page = await readPeople(query, deps);
    return presentPage(page, query.limit, (person) => presentPerson(person, now));
  }),
  operation(routes.adminGetPerson, async ({ params }, deps) => {
    const person = await readPerson(params.id, deps);
    return { data: presentPerson(person, deps.now().toISOString()) };
  }),
  operation(
    routes.adminRevisePerson,
    approved(
      routes.adminRevisePerson,
      async ({ params, body, caller }, deps: PeopleDeps) => {
        const { revokeKeys = false, ...revision } = body;
        const revoke = revokeKeys ? revokeEveryKey : undefined;
        const person = await revisePerson(params.id, revision, actorOf(caller), deps, revoke);
        return { data: presentPerson(person, deps.now().toISOString()) };
      },
      {
        act: ({ body }, { emailAddresses }) =>
          emailAddresses && body.email !== undefined ? 'email_addresses' : null,
        // The change itself notifies both addresses.
        before: async ({ params }, deps) => (await readPerson(params.id, deps)).email,
      },
    ),
  ),
  operation(
    routes.adminGrantResidency,
    approved(
      routes.adminGrantResidency,
      async ({ params, body, caller }, deps: PeopleDeps) => {
        const { terminationDate = null, samePersonReason = null, ...rest } = body;
        const { residencyType, effectiveDate } = rest;
        const grant = { residencyType, effectiveDate, terminationDate, samePersonReason };
        const granted = await grantResidency(params.id, grant, actorOf(caller), deps);
        return { data: presentResidency(granted, deps.now().toISOString()) };
      },
      {
        act: (_, { permitNumbers }) => (permitNumbers ? 'permit_numbers' : null),
        before: async ({ params }, deps) => {
          const { residentPermitNumber, residency } = await readPerson(params.id, deps);
          return [residentPermitNumber, residency];
        },
        notify: ({ params }, at) => ({
          template: 'operators_acted',
          what: 'permit_number',
          personIds: [params.id],
          entityId: null,
          integrationId: null,
          at,
        }),
      },
    ),
  ),
  operation(routes.adminTerminateResidency, async ({ params, body, caller }, deps) => {
    const which = { personId: params.id, residencyId: params.residencyId };
    const ended = await terminateResidency(which, body.terminationDate, actorOf(caller), deps);
    return { data: presentResidency(ended, deps.now().toISOString()) };
  }),
  operation(adminAnnulResidency, async ({ params, body, caller }, deps) => {
    const which = { personId: params.id, residencyId: params.residencyId };
    return { data: await annulResidency(which, body, actorOf(caller), deps) };
  }),
  operation(
    mailboxRoutes.adminOpenMailboxCase,
    approved(
      mailboxRoutes.adminOpenMailboxCase,
      async ({ body, caller }, deps: PeopleDeps) => ({
        data: presentMailboxCase(await openMailboxCase(body, actorOf(caller), deps)),
      }),
      {
        act: (_, { emailAddresses }) => (emailAddresses ? 'email_addresses' : null),
        // The case itself notifies the person.
        before: async ({ body }, deps) => {
          const { email, suspension } = await readPerson(body.personId, deps);
          return [email, suspension];
        },
      },
    ),
  ),
  operation(mailboxRoutes.adminListMailboxCases, async ({ query }, deps) => {
    const page = await listMailboxCases({ ...query, running: query.status === 'running' }, deps);
    return presentPage(page, query.limit, presentMailboxCase);
  }),
  operation(mailboxRoutes.adminGetMailboxCase, async ({ params }, deps) => ({
    data: presentMailboxCase(await readMailboxCase(params.id, deps)),
  })),
  operation(mailboxRoutes.adminEndMailboxCase, async ({ params, body, caller }, deps) => {
    const command =
      body.decision === 'refuse'
        ? ({ type: 'refuse', reason: body.reasonCode } as const)
        : ({ type: 'withdraw' } as const);
    // Neither command depends on an approval.
    const ended = await actOnMailboxCase(params.id, { command }, actorOf(caller), {
      ...deps,
      reviewers: [],
    });
    return { data: presentMailboxCase(ended) };
  }),
  operation(routes.adminDeactivatePerson, async ({ params, caller }, deps) => {
    const person = await deactivatePerson(params.id, actorOf(caller), deps);
    return { data: presentPerson(person, deps.now().toISOString()) };
  }),
  operation(routes.adminReactivatePerson, async ({ params, caller }, deps) => {
    const person = await reactivatePerson(params.id, actorOf(caller), deps, removeTrust);
    return { data: presentPerson(person, deps.now().toISOString()) };
  }),
  operation(
    keyRoutes.adminIssueKey,
    approved(
      keyRoutes.adminIssueKey,
      async ({ params, body, caller }, deps: PeopleDeps) => {
        const { kind, label = null, limits = null } = body;
        const scopes = body.kind === 'agent' ? body.scopes : [];
        const { expiresAt, holder } = body;
        const request = {
          ...{ kind, label, limits, scopes },
          ...(expiresAt && { expiresAt }),
          ...(holder && { holder }),
          bounds: boundsOf(body),
        };
        const { key, secret } = await issueKey(params.id, request, actorOf(caller), deps);
        return { data: { ...presentKey(key), key: secret } };
      },
      keysOfOthers,
    ),
  ),
  operation(keyRoutes.adminListKeys, async ({ params, query }, deps) =>
    presentPage(await readKeys(params.id, query, deps), query.limit, presentKey),
  ),
  operation(keyRoutes.adminChangeKey, async ({ params, body, caller }, deps) => {
    const change = { personId: params.id, keyId: params.keyId, bounds: body };
    return { data: presentKey(await changeKeyBounds(change, actorOf(caller), deps)) };
  }),
  operation(keyRoutes.adminRevokeKey, async ({ params, caller }, deps) => {
    const which = { personId: params.id, keyId: params.keyId };
    return { data: presentKey(await revokeKey(which, actorOf(caller), deps)) };
  }),
  operation(passkeyRoutes.adminListPasskeys, async ({ params }, deps) => {
    await readPerson(params.id, deps);
    return { data: (await readPasskeys(params.id, deps)).map(presentPasskey) };
  }),
  operation(passkeyRoutes.adminRemovePasskey, async ({ params, caller }, deps) => {
    const passkey = await readPasskey(params.id, params.passkeyId, deps);
    const removed = passkey && (await removePasskey(passkey, actorOf(caller), deps));
    if (passkey === null || removed === 'gone') throw apiErrors.notFound();
    return { data: presentPasskey(passkey) };
  }),
  operation(gatewayRoutes.adminCompareGatewayKeys, async ({ body, caller }, deps) => ({
    data: presentGatewayRun(await requestGatewayRun(body.carryOut, actorOf(caller), deps)),
  })),
  operation(gatewayRoutes.adminGetGatewayKeyComparison, async (_, deps) => ({
    data: presentGatewayRun(await readGatewayRun(deps)),
  })),
  operation(
    keyRoutes.adminSignManifestation,
    approved(
      keyRoutes.adminSignManifestation,
      async ({ params, body, caller }, deps: PeopleDeps) => {
        const will = { agreements: body.acceptedAgreements, signature: null };
        const signed = await signManifestation(params.id, will, actorOf(caller), deps);
        return { data: presentWill(signed) };
      },
      keysOfOthers,
    ),
  ),
  operation(keyRoutes.adminGetManifestation, async ({ params }, deps) => ({
    data: presentWill(await readManifestation(params.id, deps)),
  })),
  operation(keyRoutes.adminRevokeManifestation, async ({ params, caller }, deps) => ({
    data: presentWill(await revokeManifestation(params.id, actorOf(caller), deps)),
  })),
];

export const handler = pathFunction(rows, () => ({
  ...operatorApprovalDeps(),
  ...agreementDeps(),
}));
