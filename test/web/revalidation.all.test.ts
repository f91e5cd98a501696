import { beforeEach, describe, expect, it } from 'vitest';
import type { DefinedError } from '../../shared/kernel/errors/api-error.ts';
import * as apiErrors from '../../shared/kernel/errors/errors.ts';
import { isRevalidated, type Route } from '../../shared/kernel/http/route.ts';
import { definedErrors } from '../../shared/reference/openapi/error-codes.ts';
import { routes } from '../../shared/service/routes/route-table.ts';
import { gatewayAnswers } from '../../shared/web/http/gateway-answers.ts';
import { aFiler, filingIn, freshName, propose } from '../support/amendments.ts';
import { aRequest, payRequest, requestsPath } from '../support/certificates.ts';
import { aClient, tokensFor } from '../support/clients.ts';
import { admittedBy, concretePath, issueCredentials, unknownKey } from '../support/credentials.ts';
import { aDraft, aVoucher, pay } from '../support/drafts.ts';
import { aPartner, aPartnerDraft } from '../support/partners.ts';
import { created } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';

const world = await useWorld();
/** Acts with the same timestamp have no order in the activity list. */
const later = () => {
  world.clock.now += 1_000;
};
const credentials = await issueCredentials(world);
const ada = await aFiler(world);
later();
const draft = await aDraft(world, ada.standardKey);
later();
const filing = filingIn(await propose(world, ada, { name: freshName() }));
later();
const request = await aRequest(world, ada.entityId, ada.standardKey);
const partner = await aPartner(world);
const applicant = await aPartnerDraft(world, partner);
const client = await aClient(world);
later();
const tokens = await tokensFor(world, {
  personId: ada.id,
  client,
  legalEntityIds: [ada.entityId],
});
const code = await created(world, '/referral_codes', {
  ownerType: 'natural_person',
  ownerId: ada.id,
});
const hook = await world.call('POST', '/api/v1/webhook_endpoints', {
  key: ada.standardKey,
  body: { url: 'https://receiver.example/registry' },
});
const { id: endpointId } = (hook.body as { data: { id: string } }).data;
const { key: asking } = await created(world, `/persons/${ada.id}/api_keys`, {
  ...{ kind: 'standard', label: 'Office', approvalRequired: true },
});
const waiting = await pay(world, await aDraft(world, String(asking)), await aVoucher(world));
const { id: approvalId } = (waiting.body as { data: { id: string } }).data;
await world.settle();

beforeEach(later);

/** A readable path for each row with parameters. */
const paths: Readonly<Record<string, string>> = {
  '/api/v1/legal_entity_applications/{id}': `/api/v1/legal_entity_applications/${draft.id}`,
  '/api/v1/legal_entities/{id}': `/api/v1/legal_entities/${ada.entityId}`,
  '/api/v1/legal_entities/{id}/documents': `/api/v1/legal_entities/${ada.entityId}/documents`,
  '/api/v1/legal_entities/{id}/amendments': ada.path,
  '/api/v1/legal_entities/{id}/amendments/{filingId}': `${ada.path}/${filing.id}`,
  '/api/v1/legal_entities/{id}/certificate_requests': requestsPath(ada.entityId),
  '/api/v1/legal_entities/{id}/certificate_requests/{requestId}': `${requestsPath(ada.entityId)}/${request.id}`,
  '/api/v1/approvals/{id}': `/api/v1/approvals/${approvalId}`,
  '/api/v1/invoices/{id}': `/api/v1/invoices/${request.invoice?.id}`,
  '/api/v1/partner/residency_applications/{id}': `/api/v1/partner/residency_applications/${applicant.id}`,
  '/api/v1/partner/residency_applications/{id}/documents': `/api/v1/partner/residency_applications/${applicant.id}/documents`,
  '/api/v1/referral-codes/{code}/referrals': `/api/v1/referral-codes/${code['code']}/referrals`,
  '/api/v1/webhook_endpoints/{id}': `/api/v1/webhook_endpoints/${endpointId}`,
  '/api/v1/webhook_endpoints/{id}/deliveries': `/api/v1/webhook_endpoints/${endpointId}/deliveries`,
  '/api/v1/me/legal-entities/{id}': `/api/v1/me/legal-entities/${ada.entityId}`,
  '/api/v1/me/legal-entities/{id}/documents': `/api/v1/me/legal-entities/${ada.entityId}/documents`,
};

function keyFor({ auth }: Route): string {
  if (auth.scheme === 'partner') return partner.key;
  return auth.scheme === 'oauth' ? tokens.access : ada.standardKey;
}

async function ask(row: Route, headers: Readonly<Record<string, string>> = {}, key = keyFor(row)) {
  world.proxy.calls.reset();
  const answer = await fetch(world.baseUrl + (paths[row.path] ?? concretePath(row)), {
    headers: { authorization: `Bearer ${key}`, ...headers },
  });
  const text = await answer.text();
  const effects = world.proxy.calls.list().map(({ operation }) => operation);
  return { status: answer.status, headers: answer.headers, text, effects };
}

const reads = routes.filter((row) => row.method === 'GET' && row.response !== undefined);
const revalidated = reads.filter(isRevalidated);

it('every GET for keys or tokens that returns JSON can be revalidated', () => {
  expect(revalidated.map(({ operationId }) => operationId).toSorted()).toEqual(
    reads
      .filter(({ auth }) => auth.scheme !== 'none' && auth.scheme !== 'operator')
      .map(({ operationId }) => operationId)
      .filter((id) => id !== 'getUserinfo')
      .toSorted(),
  );
});

describe.each(revalidated)('$operationId', (row) => {
  it('has an ETag, and answers 304 as long as nothing has changed', async () => {
    // The first call also reads the keys that verify tokens.
    await ask(row);
    const first = await ask(row);
    expect(first.status, first.text).toBe(200);
    if (/X-Amz-Signature=/.test(first.text)) {
      expect([first.headers.get('etag'), first.headers.get('cache-control')]).toEqual([
        null,
        'no-store',
      ]);
      return;
    }
    const etag = first.headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[\w-]{22}"$/);
    const again = await ask(row, { 'if-none-match': `"other", W/${etag}` });
    expect({
      status: again.status,
      text: again.text,
      etag: again.headers.get('etag'),
      cacheControl: again.headers.get('cache-control'),
      vary: again.headers.get('vary'),
    }).toEqual({
      status: 304,
      text: '',
      etag,
      cacheControl: 'private, no-cache',
      vary: row.alternative ? 'Accept, Authorization' : 'Authorization',
    });
    // A 304 is authenticated and counted like the full answer.
    expect(again.effects).toEqual(first.effects);
    const stranger = await ask(row, { 'if-none-match': etag }, unknownKey);
    expect([stranger.status, stranger.headers.get('etag')]).toEqual([401, null]);
    const other = await ask(row, { 'if-none-match': '"other"' });
    expect([other.status, other.text]).toEqual([200, first.text]);
  });
});

const kept = reads.filter((row) => !isRevalidated(row) && row.auth.scheme === 'operator');

it('answers to operators have no ETag and are not cached', async () => {
  for (const row of kept) {
    const answer = await fetch(world.baseUrl + concretePath(row), {
      headers: admittedBy(row.auth, credentials),
    });
    expect([row.path, answer.headers.get('etag'), answer.headers.get('cache-control')]).toEqual([
      row.path,
      null,
      'no-store',
    ]);
  }
});

it('the ETag changes with the data, and an answer with an expiring link has none', async () => {
  const row = routes.find(({ operationId }) => operationId === 'getCertificateRequest');
  if (row === undefined) throw new Error('no such row');
  const etag = (await ask(row)).headers.get('etag') ?? '';
  await payRequest(world, request, ada.standardKey);
  const paid = await ask(row, { 'if-none-match': etag });
  expect([paid.status, JSON.parse(paid.text).data.nextSteps.pollAfterSeconds]).toEqual([200, 5]);
  await world.settle();
  // Once issued, the answer has a link that expires, which a 304 would not renew.
  const issued = await ask(row, { 'if-none-match': '*' });
  expect(JSON.parse(issued.text).data).toMatchObject({
    statusId: 'Issued',
    nextSteps: { pollAfterSeconds: null },
  });
  expect([issued.headers.get('etag'), issued.headers.get('cache-control')]).toEqual([
    null,
    'no-store',
  ]);
});

it('each format of the event feed has its own ETag', async () => {
  const row = routes.find(({ operationId }) => operationId === 'listEvents');
  if (row === undefined) throw new Error('no such row');
  const batch = { accept: 'application/cloudevents-batch+json' };
  const plain = (await ask(row)).headers.get('etag') ?? '';
  const asBatch = (await ask(row, batch)).headers.get('etag') ?? '';
  expect((await ask(row, { ...batch, 'if-none-match': plain })).status).toBe(200);
  expect((await ask(row, { ...batch, 'if-none-match': asBatch })).status).toBe(304);
});

it('the API description, the keys and the discovery documents have an ETag', async () => {
  const open = [
    '/api/v1/openapi.json',
    '/.well-known/jwks.json',
    '/api/oauth/.well-known/jwks.json',
    '/.well-known/openid-configuration',
    '/.well-known/oauth-authorization-server',
  ];
  for (const path of open) {
    const first = await fetch(world.baseUrl + path);
    const etag = first.headers.get('etag') ?? '';
    const again = await fetch(world.baseUrl + path, { headers: { 'if-none-match': etag } });
    expect([path, first.headers.get('cache-control'), again.status, await again.text()]).toEqual([
      path,
      'public, max-age=300',
      304,
      '',
    ]);
  }
});

describe('Retry-After', () => {
  it('is sent with every 429 and 503 of the service and of the gateway', () => {
    const silent = definedErrors.filter((defined) => {
      // The arguments do not matter here; an empty list and zeros fit every error.
      const { status, extras } = (defined as DefinedError<unknown[]>)([], 0, 0);
      const isPassing = status === 429 || status === 503;
      return isPassing && extras.headers?.['retry-after'] === undefined;
    });
    // The middleware adds the seconds (test/web/rate-limit.test.ts).
    expect(silent.map(({ error }) => error)).toEqual([
      'Rate limit exceeded. Maximum … calls per day, … calls per minute.',
      apiErrors.registryRateLimited.error,
    ]);
    const ofGateway = Object.values(gatewayAnswers).filter(({ status }) =>
      [429, 503].includes(status),
    );
    expect(
      ofGateway.every((answer) => 'headers' in answer && answer.headers?.['retry-after']),
    ).toBe(true);
  });

  it('asks an Agent Key that opens a checkout to wait for a day', async () => {
    const answer = await world.call(
      'POST',
      `/api/v1/legal_entity_applications/${draft.id}/checkout_session`,
      { key: credentials.agentWithEveryScope, body: {} },
    );
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '86400']);
  });
});
