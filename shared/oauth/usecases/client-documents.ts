import { type AttemptLimit, countAttempt } from '../../kernel/db/attempt-counters.ts';
import { keys } from '../../kernel/db/keys.ts';
import { create, transact, type Write } from '../../kernel/db/transact.ts';
import { assign } from '../../kernel/db/update.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { agentScopes } from '../../kernel/domain/scopes.ts';
import { OutgoingError } from '../../platform/aws/safe-fetch.ts';
import { system } from '../../platform/domain/audit-entry.ts';
import { auditAct } from '../../platform/usecases/audit.ts';
import { isDocumentAddress, storedClientId } from '../auth/oauth-token.ts';
import { readClientDocument } from '../contracts/registration.ts';
import { clientItem, findClient, type StoredClient } from '../db/oauth-clients.ts';
import type { ClientKeyDeps } from '../deps/oauth-deps.ts';
import { plainSecurity } from '../domain/client-metadata.ts';
import { familyEnd } from '../domain/oauth-grant.ts';

/** The timeout of a request in milliseconds, and the maximum size of a document. */
const timeout = 3_000;
const maxBytes = 10_240;

/** How long a document is used before it is fetched again, and while it can't be, in milliseconds. */
const fresh = 3_600_000;
const usable = 7 * 86_400_000;

/** How often one host is called in a minute: anyone can send an address. */
const asked: AttemptLimit = { kind: 'client_document', max: 20, window: 60_000 };

/**
 * The client whose id is the address of its metadata (OAuth Client ID Metadata Document). Anyone
 * can be such a client, so it is public and can only get scopes of Agent Keys. Its name contains
 * the host, because the rest is unverified.
 *
 * Null for a document that can't be fetched or used. While a host does not answer, its previous
 * document is used for a week.
 */
export async function clientOfDocument(
  url: string,
  deps: CoreDeps & ClientKeyDeps,
): Promise<StoredClient | null> {
  if (!isDocumentAddress(url)) return null;
  const { table, now } = deps;
  const clientId = storedClientId(url);
  const known = await findClient(table, clientId);
  const age = now().getTime() - Date.parse(known?.document?.fetchedAt ?? '1970-01-01');
  if (known !== null && age < fresh) return known;
  const { host } = new URL(url);
  const { counted } = await countAttempt(table, asked, host, now().getTime());
  const answer = counted ? await fetchDocument(url, deps) : 'unanswered';
  if (answer === 'unanswered') return age < usable ? known : null;
  return answer === null ? null : keep(clientId, url, { answer, known }, deps);
}

/** Null if it is not a usable document. */
async function fetchDocument(url: string, { safeFetch, log }: CoreDeps & ClientKeyDeps) {
  try {
    const headers = { accept: 'application/json' };
    const answer = await safeFetch({ method: 'GET', url, headers, timeout, maxBytes });
    if (answer.status >= 500) return 'unanswered';
    return answer.status === 200 ? readClientDocument(answer.body.toString('utf8'), url) : null;
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error;
    log.info('the document of a client could not be fetched', { reason: error.reason });
    return error.reason === 'timeout' || error.reason === 'connection' ? 'unanswered' : null;
  }
}

interface Found {
  readonly answer: NonNullable<ReturnType<typeof readClientDocument>>;
  readonly known: StoredClient | null;
}

async function keep(
  clientId: string,
  url: string,
  { answer, known }: Found,
  { table, now }: CoreDeps,
): Promise<StoredClient | null> {
  const at = now().toISOString();
  const said = { ...answer, document: { url, fetchedAt: at } };
  const ttl = Math.max(known?.ttl ?? 0, seconds(now().getTime() + usable));
  if (known !== null) {
    await transact(table, {
      client: whileActive(assign(keys.oauthClient(clientId), { ...said, ttl })),
    });
    return findClient(table, clientId);
  }
  const client: StoredClient = {
    ...{ clientId, ...said, ttl, publisher: null, logo: null, public: true },
    ...{ scopes: [...agentScopes, 'offline_access'], grantTypes: null, active: true },
    ...{ secrets: [], requestObjectKeys: [], jwksUri: null, attestationAnchors: [] },
    ...{ postLogoutRedirectUris: [], frontchannelLogoutUri: null, backchannelLogoutUri: null },
    ...{ backchannelLogoutSessionRequired: false, ...plainSecurity(true), createdAt: at },
    ...{ ownerId: null, reviewState: null, reviewReason: null, proposed: null, revision: 0 },
  };
  await transact(table, { client: create(clientItem(client)) });
  return findClient(table, clientId);
}

/**
 * Extends the storage of a client with a document by the maximum lifetime of a grant made now. Its
 * first grant is recorded as its registration, because mass revocations find clients there.
 */
export async function keepWhileGranted(
  { clientId, document, scopes, ttl: kept = 0 }: StoredClient,
  deps: CoreDeps,
): Promise<void> {
  if (document === undefined) return;
  const at = deps.now().toISOString();
  const ttl = seconds(Date.parse(familyEnd(at)) + usable);
  const isFirst = kept <= seconds(Date.parse(at) + usable);
  await transact(deps.table, {
    client: whileActive(assign(keys.oauthClient(clientId), { ttl })),
    ...(isFirst &&
      auditAct(deps, {
        at,
        actor: system,
        action: 'oauth_client.registered',
        subject: { type: 'oauth_client', id: clientId },
        details: { public: true, scopes },
      })),
  });
}

/**
 * The write, refused if operators have disabled the client. A disabled client must never expire, or
 * it would be created again as an active one.
 */
function whileActive({ update }: ReturnType<typeof assign>): Write {
  return {
    update: {
      ...update,
      ConditionExpression: `${update.ConditionExpression} AND active = :active`,
      ExpressionAttributeValues: { ...update.ExpressionAttributeValues, ':active': true },
    },
  };
}

function seconds(instant: number): number {
  return Math.ceil(instant / 1000);
}
