import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { clientRoutes, clientTable, tableFile } from '../../bin/client.ts';
import { openRegistry, RegistryError } from '../../packages/client/src/index.ts';
import { aDraft, applicationPayload, aVoucher, signByLink } from '../support/drafts.ts';
import { useJournal } from '../support/journal.ts';
import { aPartner, aPartnerDraft } from '../support/partners.ts';
import { anAgentKey, aResident, created } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';

const world = await useWorld();
const journal = await useJournal(world);
const ada = await aResident(world);
const { baseUrl } = world;

/** Records requested pauses without waiting. */
function paced() {
  const pauses: number[] = [];
  const sleep = async (milliseconds: number) => void pauses.push(milliseconds);
  return { pauses, pace: { sleep, random: () => 1 } };
}

/** Returns these answers first, then the service's own. */
function behind(answers: readonly (Response | Error)[]) {
  const left = [...answers];
  const sent: { readonly url: string; readonly headers: Headers }[] = [];
  const send: typeof fetch = async (url, request) => {
    sent.push({ url: String(url), headers: new Headers(request?.headers) });
    const next = left.shift();
    if (next instanceof Error) throw next;
    return next ?? fetch(url, request);
  };
  return { sent, fetch: send };
}

const busy = (headers: Record<string, string> = {}) =>
  new Response('{"error":"The service is busy. Try again."}', { status: 503, headers });

const registry = openRegistry({ baseUrl, credential: ada.standardKey });
type Application = Parameters<typeof registry.call<'createLegalEntityApplication'>>[1];

/** The tests' own payload, whose type is looser. */
const application = () => ({ body: { applicationData: applicationPayload() } }) as Application;

describe('the table of operations', () => {
  it('matches the route table; if not, run `npm run generate`', () => {
    expect(readFileSync(tableFile, 'utf8')).toBe(clientTable());
  });

  it('contains public operations and no admin operations', () => {
    const paths = clientRoutes.map(({ path }) => path);
    expect(paths).toContain('/api/v1/verify_rpn');
    expect(paths.filter((path) => path.startsWith('/admin'))).toEqual([]);
  });
});

describe('a client call', () => {
  it('returns the service’s answer, typed by the API description', async () => {
    const verified = await registry.call('verifyRpn', { body: { rpn: ada.rpn } });
    expect(verified).toEqual({ result: 'found_natural_person', active: true });
    const me = await registry.call('whoAmI');
    expect(me.data.kind).toBe('standard');
  });

  it.each(['', 'registry.example', 'ftp://registry.example', undefined])(
    'refuses %s as baseUrl',
    (baseUrl) => {
      expect(() => openRegistry({ baseUrl: baseUrl as string })).toThrow(
        'baseUrl must be an address',
      );
    },
  );

  it.each(['/api/v1', '/api/v1/'])('refuses %s as part of baseUrl', (path) => {
    expect(() => openRegistry({ baseUrl: `https://registry.example${path}` })).toThrow(
      'baseUrl must be the address without /api/v1',
    );
  });

  it('refuses operations and parameters that are not in the API description', async () => {
    // @ts-expect-error: rpn is required
    await expect(registry.call('verifyRpn', { body: {} })).rejects.toMatchObject({ status: 400 });
    // @ts-expect-error: there is no such operation
    await expect(registry.call('approveEverything')).rejects.toThrow('There is no such operation');
    await expect(registry.call('getLegalEntityApplication', { path: { id: '' } })).rejects.toThrow(
      'path.id is missing',
    );
    for (const id of ['.', '..']) {
      await expect(registry.call('getLegalEntityApplication', { path: { id } })).rejects.toThrow(
        'path.id is not an id',
      );
    }
  });

  it('rejects with all details of the service’s error', async () => {
    const key = await anAgentKey(world, ada.id, ['agent:verify_rpn']);
    const agent = openRegistry({ baseUrl, credential: () => key });
    const error = await agent.call('listLegalEntityApplications').catch((thrown) => thrown);
    expect(error).toBeInstanceOf(RegistryError);
    expect(error).toMatchObject({
      status: 403,
      message: 'Insufficient permissions',
      requiredScope: 'agent:entity.application.read',
      documentation: `${baseUrl}/docs/errors#required_scope`,
      requestId: expect.any(String),
    });
    const blank = openRegistry({ baseUrl, credential: ' ' });
    await expect(blank.call('whoAmI')).rejects.toMatchObject({
      status: 401,
      message: 'Missing API key',
      description: expect.stringContaining('Nothing follows `Bearer`'),
    });
  });
});

describe('a client call after a temporary failure', () => {
  it('is retried after Retry-After, or else after pauses that double', async () => {
    const { pauses, pace } = paced();
    const { fetch, sent } = behind([
      busy({ 'retry-after': '3' }),
      busy(),
      new TypeError('fetch failed'),
    ]);
    const client = openRegistry({ baseUrl, credential: ada.standardKey, fetch, pace });
    expect((await client.call('whoAmI')).data.kind).toBe('standard');
    expect([sent.length, pauses]).toEqual([4, [3_000, 1_000, 2_000]]);
  });

  it('is retried if the connection breaks during the answer', async () => {
    const { pace } = paced();
    const broken = new ReadableStream({
      start: (controller) => controller.error(new TypeError('terminated')),
    });
    const { fetch, sent } = behind([new Response(broken)]);
    const client = openRegistry({ baseUrl, credential: ada.standardKey, fetch, pace });
    expect((await client.call('whoAmI')).data.kind).toBe('standard');
    expect(sent).toHaveLength(2);
  });

  it('is retried with the same Idempotency-Key for a write, which happens once', async () => {
    const { pace } = paced();
    const lost = { first: true };
    const keys = new Set<string | null>();
    const client = openRegistry({
      baseUrl,
      credential: ada.standardKey,
      pace,
      fetch: async (url, request) => {
        keys.add(new Headers(request?.headers).get('idempotency-key'));
        const answer = await fetch(url, request);
        if (!lost.first) return answer;
        lost.first = false;
        throw new TypeError('the answer was lost');
      },
    });
    const before = await registry.call('listLegalEntityApplications');
    const made = await client.call('createLegalEntityApplication', application());
    const after = await registry.call('listLegalEntityApplications');
    expect(made.data.statusId).toBe('Draft');
    expect([keys.size, after.data.length - before.data.length]).toEqual([1, 1]);
  });

  it('has the approval that waits beside its answer, for a key that needs one', async () => {
    const fields = { kind: 'standard', approvalRequired: true };
    const { key } = await created(world, `/persons/${ada.id}/api_keys`, fields);
    const { id } = await aDraft(world, ada.standardKey);
    const input = { path: { id }, body: { voucherCode: await aVoucher(world) } };
    const asking = openRegistry({ baseUrl, credential: String(key) });
    const pays = 'payLegalEntityApplicationWithVoucher';
    const { status, accepted } = await asking.withResponse(pays, input);
    expect([status, accepted?.data.status]).toEqual([202, 'pending']);
    const approval = await asking.call('getApproval', { path: { id: accepted?.data.id ?? '' } });
    expect(approval.data.resourceUrl).toContain(id);
    const paid = await registry.withResponse(pays, input);
    expect([paid.status, paid.accepted, paid.data.success]).toEqual([200, undefined, true]);
  });

  it('is not retried if it could happen twice, or if Retry-After is too long', async () => {
    const { pauses, pace } = paced();
    const once = behind([busy()]);
    const client = openRegistry({ baseUrl, fetch: once.fetch, pace });
    const body = { client_id: 'none', token: 'none' } as never;
    await expect(client.call('revokeToken', { body })).rejects.toMatchObject({ status: 503 });
    const late = behind([busy({ 'retry-after': '86400' })]);
    const other = openRegistry({ baseUrl, credential: ada.standardKey, fetch: late.fetch, pace });
    await expect(other.call('whoAmI')).rejects.toMatchObject({ status: 503, retryAfter: 86_400 });
    expect([once.sent.length, late.sent.length, pauses]).toEqual([1, 1, []]);
  });

  it('rejects with the last error after its retries, or when its signal aborts', async () => {
    const { pauses, pace } = paced();
    const { fetch } = behind([busy(), busy(), busy()]);
    const client = openRegistry({ baseUrl, credential: ada.standardKey, fetch, pace, retries: 2 });
    await expect(client.call('whoAmI')).rejects.toMatchObject({ status: 503 });
    expect(pauses).toHaveLength(2);
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(registry.call('whoAmI', {}, { signal })).rejects.toThrow('enough');
  });
});

describe('lists', () => {
  it('are read page by page', async () => {
    const partner = await aPartner(world);
    const made: string[] = [];
    for (let count = 0; count < 5; count += 1) {
      world.clock.now += 1_000;
      made.unshift((await aPartnerDraft(world, partner)).id);
    }
    const client = openRegistry({ baseUrl, credential: partner.key });
    const seen: string[] = [];
    const pages = client.items('listPartnerResidencyApplications', { query: { limit: 2 } });
    for await (const { id } of pages) seen.push(id);
    expect(seen).toEqual(made);
  });

  it('of events continue from a given position', async () => {
    const draft = await aDraft(world, ada.standardKey);
    await journal.told(ada.standardKey);
    const all = [];
    for await (const event of registry.events('listEvents', { query: { limit: 1 } }))
      all.push(event);
    expect(all.map(({ data }) => data.id)).toContain(draft.id);
    const lastEventId = all.at(-1)?.id;
    const none = [];
    for await (const event of registry.events('listEvents', { query: { lastEventId } }))
      none.push(event);
    expect(none).toEqual([]);
  });
});

describe('waiting for a resource', () => {
  it('polls at the interval the service asks for, without a body while nothing changed', async () => {
    const draft = await aDraft(world, ada.standardKey);
    const pauses: number[] = [];
    const statuses: number[] = [];
    const client = openRegistry({
      baseUrl,
      credential: ada.standardKey,
      fetch: async (url, request) => {
        const answer = await fetch(url, request);
        statuses.push(answer.status);
        return answer;
      },
      pace: {
        sleep: async (milliseconds) => {
          pauses.push(milliseconds);
          if (pauses.length < 2) return;
          await registry.call('payLegalEntityApplicationWithVoucher', {
            path: { id: draft.id },
            body: { voucherCode: await aVoucher(world) },
          });
          await signByLink(world, draft);
        },
      },
    });
    const { data } = await client.waitFor(
      'getLegalEntityApplication',
      { path: { id: draft.id } },
      (answer) => answer.data.statusId !== 'Draft',
    );
    expect([data.statusId, statuses, pauses]).toEqual([
      'Pending Review',
      [200, 304, 200],
      [30_000, 30_000],
    ]);
  });
});

describe('response details outside the JSON body', () => {
  it('are available with `withResponse`, in hooks and in errors', async () => {
    const { pace } = paced();
    const seen: unknown[] = [];
    const watched = openRegistry({
      ...{ baseUrl, credential: ada.standardKey, pace },
      fetch: behind([busy({ 'x-request-id': 'first' })]).fetch,
      onRequest: (attempt) => seen.push(attempt),
      onResponse: ({ attempt, status, requestId }) => seen.push([attempt, status, requestId]),
    });
    const { data, status, headers, requestId } = await watched.withResponse('whoAmI');
    expect([data.data.kind, status]).toEqual(['standard', 200]);
    expect(headers.get('content-type')).toContain('application/json');
    const url = `${baseUrl}/api/v1/whoami`;
    expect(seen).toEqual([
      { method: 'GET', url, attempt: 0 },
      [0, 503, 'first'],
      { method: 'GET', url, attempt: 1 },
      [1, 200, requestId],
    ]);
    const error = await watched
      .call('getLegalEntityApplication', { path: { id: crypto.randomUUID() } })
      .catch((thrown: unknown) => thrown);
    if (!(error instanceof RegistryError)) throw new Error('it was found');
    expect(error.body).toMatchObject({ code: error.code, requestId: error.requestId });
    expect(error.headers.get('content-type')).toContain('application/json');
  });
});
