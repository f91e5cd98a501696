import { sentFormWrite } from '../../kernel/db/effects.ts';
import { orElse, transact } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { personName } from '../../kernel/domain/person-name.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { conflict, lostRace, retryOnConflict } from '../../kernel/usecases/retry-on-conflict.ts';
import type { StoredPerson } from '../../people/db/people.ts';
import { actingEpochCheck } from '../../people/db/people-checks.ts';
import type { Actor } from '../../platform/domain/audit-entry.ts';
import { auditAct } from '../../platform/usecases/audit.ts';
import { personActor } from '../../sign-in/auth/session.ts';
import type { OwnClientFields } from '../contracts/own-client.ts';
import {
  addLogoWrite,
  findLogos,
  leftLogoWrites,
  logoOf,
  type StoredLogo,
} from '../db/client-logos.ts';
import { changeOwnedWrite, deleteOwnedWrite, type StoredClient } from '../db/oauth-clients.ts';
import {
  addOwnedWrite,
  ownedClientIds,
  ownedClients,
  removeOwnedWrite,
} from '../db/owned-clients.ts';
import type { LogoFault } from '../domain/client-logo.ts';
import { askForReview, changeOwned } from '../domain/owned-client.ts';
import * as clientErrors from '../errors/client-errors.ts';
import { refuseImpossible } from './check-client-metadata.ts';
import { findClientOf } from './read-clients.ts';
import { readLogoFile } from './read-logo-file.ts';
import { registerClient } from './register-client.ts';

/**
 * The settings of a resident's new application. The device flow is never included because its codes
 * can be shown to anyone.
 */
interface OwnClientInput extends OwnClientFields {
  readonly public: boolean;
  readonly formId: string;
}

/**
 * Registers an application of a resident, in test mode and published under their name. If two
 * registrations compete for the last place, only one succeeds. The secret of a confidential
 * application is only in this response.
 *
 * Errors: 400 for conflicting settings; 409 `client.limit_reached`, `client.owner_name_required`,
 * `form.already_sent`, `person.deactivated`.
 */
export async function registerOwnClient(
  { formId, ...input }: OwnClientInput,
  person: StoredPerson,
  deps: CoreDeps,
): Promise<{ readonly client: StoredClient; readonly clientSecret: string | null }> {
  const publisher = personName(person);
  if (publisher === null) throw clientErrors.clientOwnerNameRequired();
  const clientId = deps.newId();
  const at = deps.now().toISOString();
  return registerClient({ ...input, clientId, publisher }, personActor(person.id), deps, {
    ownerId: person.id,
    grantTypes: ['authorization_code', 'refresh_token'],
    writes: {
      form: orElse(sentFormWrite(person.id, formId, at), apiErrors.formAlreadySent),
      person: orElse(actingEpochCheck(person), apiErrors.personDeactivated),
      owned: orElse(addOwnedWrite(person.id, clientId), clientErrors.clientLimitReached),
    },
  });
}

/** A person's applications, in the order of registration. */
export function readOwnClients(
  personId: string,
  { table }: Pick<CoreDeps, 'table'>,
): Promise<readonly StoredClient[]> {
  return ownedClients(table, personId);
}

/** One application of a person. Error: 404. */
export function readOwnClient(
  personId: string,
  clientId: string,
  deps: Pick<CoreDeps, 'table'>,
): Promise<StoredClient> {
  return findClientOf(personId, clientId, deps);
}

/**
 * Changes an application; `changeOwned` defines the effect in each state. Errors: 404; 400 for
 * conflicting settings; 409 `client.suspended`.
 */
export function changeOwnClient(
  clientId: string,
  input: OwnClientFields,
  person: StoredPerson,
  deps: CoreDeps,
): Promise<StoredClient> {
  return retryOnConflict(async () => {
    const client = await findClientOf(person.id, clientId, deps);
    const { logo } = client.proposed ?? client;
    const decision = changeOwned(client, { ...input, logo });
    if (!decision.ok) throw clientErrors.clientSuspended();
    await refuseImpossible({ ...client, ...input, scopes: [...input.scopes] }, deps);
    const publisher = personName(person);
    const changes = { ...decision.next, ...(publisher !== null && { publisher }) };
    const outcome = await transact(deps.table, {
      client: orElse(changeOwnedWrite(client, changes), conflict),
      ...leftLogoWrites(client, decision.next),
      ...auditAct(deps, {
        at: deps.now().toISOString(),
        actor: personActor(person.id),
        action: 'oauth_client.updated',
        subject: { type: 'oauth_client', id: clientId },
        details: { status: decision.next.reviewState, scopes: [...input.scopes] },
      }),
    });
    return outcome.kind === 'written' ? asChanged(client, changes) : lostRace;
  });
}

/**
 * Requests operators' approval for everyone to sign in with it. Errors: 404; 409
 * `client.approval_requested`, `client.no_privacy_uri`.
 */
export function askForOwnClient(
  clientId: string,
  person: StoredPerson,
  deps: CoreDeps,
): Promise<StoredClient> {
  return retryOnConflict(async () => {
    const client = await findClientOf(person.id, clientId, deps);
    const decision = askForReview(client);
    if (!decision.ok) throw refusals[decision.reason]();
    const outcome = await transact(deps.table, {
      client: orElse(changeOwnedWrite(client, decision.next), conflict),
      ...auditAct(deps, {
        at: deps.now().toISOString(),
        actor: personActor(person.id),
        action: 'oauth_client.approval_requested',
        subject: { type: 'oauth_client', id: clientId },
        details: { scopes: client.scopes },
      }),
    });
    return outcome.kind === 'written' ? asChanged(client, decision.next) : lostRace;
  });
}

/**
 * Deletes an application: its tokens become invalid, and its codes can't be redeemed. Users still
 * see their consents, under its id, until they end them. Error: 404.
 */
export function deleteOwnClient(
  clientId: string,
  personId: string,
  actor: Actor,
  deps: CoreDeps,
): Promise<void> {
  return retryOnConflict<void>(async () => {
    const client = await findClientOf(personId, clientId, deps);
    const ids = await ownedClientIds(deps.table, personId);
    const outcome = await transact(deps.table, {
      client: orElse(deleteOwnedWrite(client), conflict),
      ...leftLogoWrites(client, null),
      owned: orElse(removeOwnedWrite(personId, ids, clientId), conflict),
      ...auditAct(deps, {
        at: deps.now().toISOString(),
        actor,
        action: 'oauth_client.deleted',
        subject: { type: 'oauth_client', id: clientId },
        details: {},
      }),
    });
    if (outcome.kind === 'refused') return lostRace;
  });
}

/** The client after a change was written. */
export function asChanged(
  client: StoredClient,
  changes: Partial<Parameters<typeof changeOwnedWrite>[1]>,
): StoredClient {
  const { redirectUris = client.redirectUris, scopes = client.scopes } = changes;
  return {
    ...client,
    ...changes,
    redirectUris: [...redirectUris],
    scopes: [...scopes],
    revision: client.revision + 1,
  };
}

const refusals = {
  approval_requested: clientErrors.clientApprovalRequested,
  no_privacy: clientErrors.clientNoPrivacy,
} as const;

/**
 * Replaces or removes (`file` null) the logo of a resident's application. Like a change of the
 * name, this takes effect immediately in test mode. For an approved application it waits for
 * review, unless the logo is only removed. Returns a code for an invalid file.
 *
 * Errors: 404; 409 `client.suspended`.
 */
export async function changeOwnLogo(
  clientId: string,
  file: Uint8Array | null,
  person: StoredPerson,
  deps: CoreDeps,
): Promise<StoredClient | LogoFault> {
  const picture = file === null ? null : readLogoFile(file);
  if (typeof picture === 'string') return picture;
  return retryOnConflict(async () => {
    const client = await findClientOf(person.id, clientId, deps);
    const at = deps.now().toISOString();
    const logo = picture && logoOf(client, picture, at);
    const requested = { ...(client.proposed ?? client), logo: logo?.sha256 ?? null };
    const decision = changeOwned(client, requested);
    if (!decision.ok) throw clientErrors.clientSuspended();
    const outcome = await transact(deps.table, {
      client: orElse(changeOwnedWrite(client, decision.next), conflict),
      ...(logo && { logo: addLogoWrite(logo) }),
      ...leftLogoWrites(client, decision.next),
      ...auditAct(deps, {
        at,
        actor: personActor(person.id),
        action: 'oauth_client.updated',
        subject: { type: 'oauth_client', id: clientId },
        details: { status: decision.next.reviewState, changed: ['logo'] },
      }),
    });
    return outcome.kind === 'written' ? asChanged(client, decision.next) : lostRace;
  });
}

/** A person's application with its logos, by digest. Error: 404. */
export async function readOwnLogos(
  personId: string,
  clientId: string,
  deps: Pick<CoreDeps, 'table'>,
): Promise<{
  readonly client: StoredClient;
  readonly logos: ReadonlyMap<string, StoredLogo>;
}> {
  const client = await findClientOf(personId, clientId, deps);
  return { client, logos: await findLogos(deps.table, client) };
}
