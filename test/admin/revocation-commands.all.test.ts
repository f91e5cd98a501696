import { beforeEach, describe, expect, it } from 'vitest';
import { Failure } from '../../admin/failure.ts';
import { revokeAllWith } from '../../admin/revoke-all.ts';
import { findOwnedKey } from '../../shared/access/db/api-keys.ts';
import { issueKey } from '../../shared/access/usecases/issue-key.ts';
import { revokeKeys } from '../../shared/access/usecases/revoke-keys.ts';
import { keys as itemKeys } from '../../shared/kernel/db/keys.ts';
import { getItem } from '../../shared/kernel/db/table.ts';
import { transact } from '../../shared/kernel/db/transact.ts';
import { system } from '../../shared/platform/domain/audit-entry.ts';
import { factOf } from '../../shared/platform/domain/fact.ts';
import { replayOf } from '../../shared/platform/domain/replay.ts';
import { operatorOf as callsOf, invalidBody, notFound, unknownId } from '../support/admin.ts';
import { aClient, tokensFor } from '../support/clients.ts';
import { justBefore } from '../support/just-before.ts';
import { aCode, isLive, postForm, redemption, rotation, summaryOf } from '../support/oauth.ts';
import { aPartner, aPartnerKey } from '../support/partners.ts';
import { aResident, created } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';
import { operatorOf } from './operator.ts';
import { runInShell } from './shell.ts';

const world = await useWorld();
const { admin, aPerson } = operatorOf(world);
const calls = callsOf(world);
beforeEach(() => {
  world.clock.now += 3_600_000;
});

const nowText = () => new Date(world.clock.now).toISOString();
const tick = () => {
  world.clock.now += 60_000;
};

async function aKey(personId: string, body: object = { kind: 'standard' }) {
  const made = await created(world, `/persons/${personId}/api_keys`, body);
  return { id: made.id, key: String(made['key']) };
}
const answers = async (key: string) => (await world.call('GET', '/api/v1/whoami', { key })).status;
const partnerAnswers = async (key: string) =>
  (await world.call('GET', '/api/v1/partner/residency_applications', { key })).status;
const summary = (over: object) => ({
  carryOut: true,
  issuedBefore: expect.any(String),
  scanned: expect.any(Number),
  found: 0,
  revoked: 0,
  newer: 0,
  failed: 0,
  ...over,
});

describe('keys revoke-all', () => {
  it('first counts, then revokes the selected keys once, without later ones', async () => {
    const [one, other] = [await aPerson(), await aPerson()];
    const standard = await aKey(one.id);
    const agent = await aKey(other.id, { kind: 'agent', scopes: ['agent:verify_rpn'] });
    const partner = await aPartner(world);
    tick();
    const before = nowText();
    tick();
    const late = await aKey(one.id);
    const line = `keys revoke-all --issued-before ${before}`;
    const dry = await admin(line);
    expect(dry).toEqual(summary({ carryOut: false, found: 3, newer: 1 }));
    expect(await answers(standard.key)).toBe(200);
    const reason = 'A backup was lost';
    expect(await admin(`${line} --carry-out --reason "${reason}"`)).toEqual(
      summary({ found: 3, revoked: 3, newer: 1 }),
    );
    expect([
      await answers(standard.key),
      await answers(agent.key),
      await partnerAnswers(partner.key),
      await answers(late.key),
    ]).toEqual([401, 401, 401, 200]);
    expect(await admin(`${line} --carry-out`)).toEqual(summary({ newer: 1 }));
    // Audit entries have the keys and the reason, and the account's key count is correct.
    const trail = await calls.data('GET', `/audit?subjectId=${one.id}&action=api_keys.revoked`);
    expect(trail).toMatchObject([{ details: { revokedKeys: [standard.id] }, reason }]);
    expect(
      await calls.data(
        'GET',
        `/audit?subjectId=${partner.integrationId}&action=partner_keys.revoked`,
      ),
    ).toHaveLength(1);
    expect((await getItem(world.table, itemKeys.person(one.id)))?.['activeKeys']).toBe(1);
  });

  it('selects by kind, scope and integration', async () => {
    const { id } = await aPerson();
    const standard = await aKey(id);
    const scope = 'agent:entity.read';
    const agent = await aKey(id, { kind: 'agent', scopes: [scope] });
    const other = await aKey(id, { kind: 'agent', scopes: ['agent:verify_rpn'] });
    const [mine, theirs] = [await aPartner(world), await aPartner(world)];
    const second = await aPartnerKey(world, mine.integrationId);
    tick();
    const before = nowText();
    tick();
    await admin(
      `keys revoke-all --integration-id ${mine.integrationId} --issued-before ${before} --carry-out`,
    );
    expect([
      await partnerAnswers(mine.key),
      await partnerAnswers(second),
      await partnerAnswers(theirs.key),
    ]).toEqual([401, 401, 200]);
    await admin(`keys revoke-all --scope ${scope} --issued-before ${before} --carry-out`);
    expect([await answers(standard.key), await answers(agent.key)]).toEqual([200, 401]);
    await admin(`keys revoke-all --kinds agent --issued-before ${before} --carry-out`);
    expect([await answers(standard.key), await answers(other.key)]).toEqual([200, 401]);
    expect(await partnerAnswers(theirs.key)).toBe(200);
  });

  it('continues page by page, and can safely start again', async () => {
    const people = await Promise.all([aPerson(), aPerson(), aPerson()]);
    const keys = await Promise.all(people.map(({ id }) => aKey(id)));
    tick();
    const body = { of: 'keys', kinds: ['standard'], issuedBefore: nowText(), carryOut: true };
    const pages: unknown[] = [];
    let cursor = '';
    for (;;) {
      const { status, body: page } = await world.admin(
        'POST',
        `/revocations?limit=2${cursor}`,
        body,
      );
      expect(status).toBe(200);
      const { data, pagination } = page as {
        readonly data: { readonly scanned: number; readonly revoked: number };
        readonly pagination: { readonly nextCursor: string | null };
      };
      expect(data.scanned).toBeLessThanOrEqual(2);
      pages.push(data.revoked);
      if (pagination.nextCursor === null) break;
      // The first page again, as after a crash: it has no keys left.
      if (pages.length === 1) {
        const repeated = await world.admin('POST', '/revocations?limit=2', body);
        expect(repeated.body).toMatchObject({ data: { found: 0, revoked: 0 } });
      }
      cursor = `&cursor=${pagination.nextCursor}`;
    }
    expect(pages.length).toBeGreaterThan(1);
    expect(await Promise.all(keys.map(({ key }) => answers(key)))).toEqual([401, 401, 401]);
  });

  it('finds a key in a second pass if it was issued during the first', async () => {
    const { id } = await aPerson();
    const first = await aKey(id);
    const at = world.clock.now;
    let secret = '';
    const issue = async () => {
      const request = { kind: 'standard', label: null, scopes: [], limits: null } as const;
      // It was issued before the revocation's cutoff, like a request in progress.
      const deps = { ...world.deps, now: () => new Date(at) };
      const issued = await issueKey(
        id,
        request,
        { kind: 'operator', id: 'x', personId: null },
        deps,
      );
      secret = issued.secret;
    };
    tick();
    const request = {
      kinds: ['standard'],
      issuedBefore: nowText(),
      carryOut: true,
      reason: null,
      limit: 100,
    };
    const raced = { ...world.deps, table: justBefore(world.table, issue) };
    expect(await revokeKeys(request, system, raced)).toMatchObject({ revoked: 1 });
    expect([await answers(first.key), await answers(secret)]).toEqual([401, 200]);
    expect(await revokeKeys(request, system, world.deps)).toMatchObject({ found: 1, revoked: 1 });
    expect(await answers(secret)).toBe(401);
    expect((await getItem(world.table, itemKeys.person(id)))?.['activeKeys']).toBe(0);
  });

  it("reports an owner whose keys can't be read, and continues with the others", async () => {
    const [broken, well] = [await aPerson(), await aPerson()];
    const [broken1, key] = [await aKey(broken.id), await aKey(well.id)];
    const owner = itemKeys.person(broken.id).pk;
    const owned = await findOwnedKey(world.table, owner, broken1.id);
    if (owned === null) throw new Error('set-up: no key');
    const item = { ...itemKeys.ownedKey(owner, owned.createdAt, owned.id), ...owned };
    await transact(world.table, { item: { put: { Item: { ...item, scopes: 'none' } } } });
    tick();
    const before = nowText();
    tick();
    const { exitCode, err } = await runInShell(
      { url: world.baseUrl },
      `keys revoke-all --issued-before ${before} --carry-out`,
    );
    expect([exitCode, err]).toEqual([1, expect.stringContaining('1 owners could not be read')]);
    expect(await answers(key.key)).toBe(401);
    await transact(world.table, { item: { put: { Item: item } } });
  });

  it('makes two passes if requests may be in progress, and reports the total', async () => {
    const { id } = await aPerson();
    await aKey(id);
    const asked: unknown[] = [];
    const answer = (await calls.answer('POST', '/revocations', { of: 'keys' })).body;
    expect(answer['data']).toMatchObject({ repeatRequired: true });
    const waits: number[] = [];
    const page = (repeatRequired: boolean, revoked: number, nextCursor: string | null) => ({
      data: {
        carryOut: true,
        issuedBefore: 'then',
        scanned: 1,
        found: revoked,
        revoked,
        newer: 0,
        failed: 0,
        repeatRequired,
      },
      pagination: { nextCursor },
    });
    const pages = [page(true, 2, 'next'), page(true, 1, null), page(false, 1, null)];
    const done = await revokeAllWith(
      async (change, cursor) => {
        asked.push([change, cursor]);
        return pages[asked.length - 1];
      },
      () => {},
      async (milliseconds) => waits.push(milliseconds),
    );
    expect(done).toMatchObject({ data: { revoked: 4, found: 4, scanned: 1 } });
    expect(asked).toEqual([
      [{}, null],
      [{ issuedBefore: 'then' }, 'next'],
      [{ issuedBefore: 'then' }, null],
    ]);
    expect(waits.at(-1)).toBeGreaterThan(15_000);
  });

  it('retries a page if the service was busy, and gives up after several attempts', async () => {
    const page = (nextCursor: string | null) => ({
      data: { carryOut: true, issuedBefore: 'then', scanned: 1, found: 1, revoked: 1 },
      pagination: { nextCursor },
    });
    const busy = new Failure('refused', 'Busy (503)');
    const walk = async (answers: readonly unknown[]) => {
      let asked = 0;
      const waits: number[] = [];
      const done = revokeAllWith(
        async () => {
          const answer = answers[asked++];
          if (answer instanceof Error) throw answer;
          return answer;
        },
        () => {},
        async (milliseconds) => waits.push(milliseconds),
      );
      return { done: await done.catch((error: unknown) => error), asked, waits };
    };
    expect(await walk([page('next'), busy, busy, page(null)])).toMatchObject({
      done: { data: { scanned: 2, revoked: 2 } },
      waits: [100, 1_000, 4_000],
    });
    expect(await walk([page('next'), busy, busy, busy, busy])).toMatchObject({
      done: busy,
      asked: 5,
    });
    // An error of the request or its credentials is not retried.
    expect(await walk([busy, page(null)])).toMatchObject({ done: busy, asked: 1 });
    const stranger = new Failure('credentials', 'Forbidden (403)');
    expect(await walk([page('next'), stranger])).toMatchObject({ done: stranger, asked: 2 });
  });

  it('refuses a future cutoff, filters of the other kind, and an unknown integration', async () => {
    const later = new Date(world.clock.now + 1_000).toISOString();
    for (const body of [
      { of: 'keys', issuedBefore: later },
      { of: 'keys', clientId: 'harbour-app' },
      { of: 'tokens', kinds: ['agent'] },
      { of: 'tokens', integrationId: unknownId },
      { of: 'keys', kinds: [] },
      { of: 'passwords' },
    ]) {
      expect(await calls.refused('POST', '/revocations', body)).toEqual(invalidBody);
    }
    expect(
      await calls.refused('POST', '/revocations', { of: 'keys', integrationId: unknownId }),
    ).toEqual(notFound);
    expect(
      await calls.refused('POST', '/revocations', { of: 'tokens', clientId: 'nobody-app' }),
    ).toEqual(notFound);
  });
});

describe('tokens revoke-all', () => {
  it('revokes tokens, refresh tokens and codes from before the cutoff, and nothing later', async () => {
    const ada = await aResident(world);
    const [client, other] = [await aClient(world), await aClient(world)];
    const allowed = { personId: ada.id, client };
    const tokens = await tokensFor(world, allowed);
    const others = await tokensFor(world, { personId: ada.id, client: other });
    const code = await aCode(world, allowed);
    world.clock.now += 10_000;
    const line = `tokens revoke-all --client-id ${client.clientId}`;
    expect(await admin(line)).toEqual(summary({ carryOut: false, found: 1, scanned: 1 }));
    expect(await isLive(world, client, tokens.access)).toBe(true);
    expect(await admin(`${line} --carry-out --reason "lost laptop"`)).toEqual(
      summary({ found: 1, revoked: 1, scanned: 1 }),
    );
    expect([
      await isLive(world, client, tokens.access),
      await isLive(world, client, tokens.refresh),
      summaryOf(await postForm(world, 'token', rotation(client, tokens.refresh))),
      summaryOf(await postForm(world, 'token', redemption(client, code))),
      await isLive(world, other, others.access),
    ]).toEqual([false, false, '400 invalid_grant', '400 invalid_grant', true]);
    const me = '/api/v1/me/natural-person';
    const { status } = await world.call('GET', me, { key: tokens.access });
    expect(status).toBe(401);
    // A new sign-in has valid tokens, as the consent was not revoked.
    const again = await tokensFor(world, allowed);
    expect(await isLive(world, client, again.access)).toBe(true);
    const trail = await calls.data('GET', `/audit?subjectId=${client.clientId}&limit=1`);
    expect(trail).toMatchObject([{ action: 'oauth_client.tokens_revoked', reason: 'lost laptop' }]);
  });

  it('revokes a token that was issued after the cutoff from an earlier code', async () => {
    const ada = await aResident(world);
    const client = await aClient(world);
    const code = await aCode(world, { personId: ada.id, client });
    world.clock.now += 10_000;
    const before = nowText();
    world.clock.now += 10_000;
    const { body } = await postForm(world, 'token', redemption(client, code));
    const access = String(Object(body)['access_token']);
    expect(await isLive(world, client, access)).toBe(true);
    await admin(
      `tokens revoke-all --client-id ${client.clientId} --issued-before ${before} --carry-out`,
    );
    expect(await isLive(world, client, access)).toBe(false);
  });

  it('without a client, revokes tokens of each registered client once', async () => {
    const ada = await aResident(world);
    const clients = await Promise.all([aClient(world), aClient(world), aClient(world)]);
    const tokens = await Promise.all(
      clients.map((client) => tokensFor(world, { personId: ada.id, client })),
    );
    world.clock.now += 10_000;
    const before = nowText();
    const line = `tokens revoke-all --issued-before ${before} --carry-out`;
    const done = (await admin(line)) as { readonly revoked: number };
    expect(done.revoked).toBeGreaterThanOrEqual(3);
    const live = clients.map((client, at) => isLive(world, client, tokens[at]?.access ?? ''));
    expect(await Promise.all(live)).toEqual([false, false, false]);
    expect(await admin(line)).toEqual(summary({}));
    // A cutoff before the current one changes nothing.
    expect(await admin('tokens revoke-all --issued-before 2020-01-01 --carry-out')).toEqual(
      summary({}),
    );
  });

  it('leaves a fact that a replay applies to a restored table', () => {
    const key = { pk: 'CLIENT#a', sk: 'CLIENT' };
    const before = { ...key, active: true, secrets: [] };
    const after = { ...before, tokensNotBefore: '2026-03-01T00:00:00.000Z' };
    const change = { ...key, before, after, expired: false, at: '', sequence: '1' };
    const fact = factOf(change);
    if (fact === undefined) throw new Error('no fact');
    const set = { kind: 'set', fields: { tokensNotBefore: after.tokensNotBefore } };
    expect(replayOf(fact, before)).toEqual(set);
    expect(replayOf(fact, { ...before, tokensNotBefore: '2026-02-01T00:00:00.000Z' })).toEqual(set);
    const later = { ...before, tokensNotBefore: '2026-04-01T00:00:00.000Z' };
    expect(replayOf(fact, later)).toEqual({ kind: 'known' });
  });
});
