import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  DynamoDBDocumentClient,
  PutCommand,
  ScanCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTable } from '../../local/create-table.ts';
import { localAws } from '../../local/engines/engine.ts';
import { keys } from '../../shared/kernel/db/keys.ts';
import { getItem, tableClient, tableOver } from '../../shared/kernel/db/table.ts';
import { canonicalJson } from '../../shared/kernel/domain/same-value.ts';
import {
  type Change,
  type Fact,
  type FactKind,
  factOf,
  factRules,
  newerFact,
} from '../../shared/platform/domain/fact.ts';
import { replayOf } from '../../shared/platform/domain/replay.ts';
import { replayCopies } from '../../shared/platform/usecases/replay-copies.ts';
import { verifyEvidence } from '../../shared/platform/usecases/verify-evidence.ts';
import { operatorOf } from '../support/admin.ts';
import { useEvidence } from '../support/evidence.ts';
import { useWorld } from '../support/use-world.ts';

const world = await useWorld();
const operator = operatorOf(world);
const evidence = await useEvidence(world);
const plain = new DynamoDBClient({ ...localAws, endpoint: world.databaseEndpoint });
const engine = DynamoDBDocumentClient.from(plain);
const client = tableClient({ ...localAws, endpoint: world.databaseEndpoint });
afterAll(() => {
  plain.destroy();
  client.destroy();
});
const restored = tableOver('restored', client);

async function itemsOf(TableName: string) {
  const { Items = [] } = await engine.send(new ScanCommand({ TableName, ConsistentRead: true }));
  return Items;
}
const sortedItems = async (name: string) =>
  (await itemsOf(name)).map((item) => canonicalJson(item)).toSorted();
const clockNow = () => new Date(world.clock.now);
const replay = (carryOut: boolean, table = restored) =>
  replayCopies({ since: '2026-03-01', carryOut }, { table, store: evidence.store, now: clockNow });

describe('a replay onto a restored table', () => {
  let person = { id: '' };
  let revoked = { id: '' };
  const facts: Record<string, string> = {};

  beforeAll(async () => {
    world.clock.now = Date.parse('2026-03-01T12:00:00.000Z');
    person = await operator.aPerson();
    revoked = (await operator.data('POST', `/persons/${person.id}/api_keys`, {
      kind: 'standard',
    })) as unknown as { id: string };
    await operator.data('POST', `/persons/${person.id}/residencies`, {
      residencyType: 'Resident',
    });
    const other = await operator.aPerson();
    facts['other'] = other.id;
    // The backup.
    await createTable(plain, 'restored');
    for (const Item of await itemsOf(world.table.name)) {
      await engine.send(new PutCommand({ TableName: 'restored', Item }));
    }
    // What happens between the backup and the loss.
    world.clock.now += 3_600_000;
    await world.admin('DELETE', `/persons/${person.id}/api_keys/${revoked.id}`);
    await world.admin('POST', `/persons/${facts['other']}/deactivate`);
    const late = await operator.aPerson();
    await operator.data('POST', `/persons/${late.id}/residencies`, { residencyType: 'Resident' });
    facts['late'] = late.id;
    await evidence.drained();
    world.clock.now += 600_000;
  });

  it('first reports what it would write, without writing', async () => {
    const before = await sortedItems('restored');
    const report = await replay(false);
    expect(report).toMatchObject({
      carriedOut: false,
      facts: {
        apiKey: { known: 0, replayed: 1, lost: 0 },
        personalKey: { known: 0, replayed: 1, lost: 0 },
        person: { known: 0, replayed: 1, lost: 0 },
        residentPermitNumber: { known: 1, replayed: 1, lost: 0 },
      },
      unsettledPayments: [],
      findings: [],
    });
    expect(report.lostEntries.map(({ action }) => action).toSorted()).toEqual([
      'api_key.revoked',
      'person.created',
      'person.deactivated',
      'residency.granted',
    ]);
    expect(await sortedItems('restored')).toEqual(before);
  });

  it('revokes, deactivates and restores numbers and audit entries; a second replay has nothing to do', async () => {
    await Promise.all([replay(true), replay(true)]);
    const after = await sortedItems('restored');
    const again = await replay(true);
    expect([
      again.lostEntries,
      Object.values(again.facts).filter(({ replayed }) => replayed > 0),
    ]).toEqual([[], []]);
    expect(await sortedItems('restored')).toEqual(after);
    const items = await itemsOf('restored');
    expect(items.filter(({ pk }) => String(pk).startsWith('KEY#'))).toMatchObject([
      { revokedAt: '2026-03-01T13:00:00.000Z', ttl: expect.any(Number) },
    ]);
    expect(await getItem(restored, keys.person(person.id))).toMatchObject({
      activeKeys: 0,
      status: 'active',
    });
    expect(await getItem(restored, keys.person(facts['other'] ?? ''))).toMatchObject({
      status: 'deactivated',
    });
    const numbers = items.filter(({ sk }) => sk === 'RPN');
    expect(numbers.find(({ ownerId }) => ownerId === facts['late'])).toMatchObject({ periods: [] });
    expect(numbers.find(({ ownerId }) => ownerId === person.id)?.['periods']).toHaveLength(1);
    const request = { from: new Date('2026-03-01T00:00:00.000Z'), to: clockNow() };
    // The chain has no finished day yet.
    expect(
      await verifyEvidence(request, { table: restored, store: evidence.store, now: clockNow }),
    ).toMatchObject({
      findings: [],
      inTable: expect.any(Number),
    });
  });

  it('verification after a replay names the first entry that was altered, removed or added', async () => {
    const trail = (await itemsOf('restored'))
      .filter(({ pk }) => /^AUDIT#(?!ACT)/.test(String(pk)))
      .toSorted((one, other) => (String(one['at']) < String(other['at']) ? -1 : 1));
    const [first, second] = trail;
    const request = { from: new Date('2026-03-01T00:00:00.000Z'), to: clockNow() };
    const findings = async () =>
      (await verifyEvidence(request, { table: restored, store: evidence.store, now: clockNow }))
        .findings;
    const key = (item: typeof first) => ({
      TableName: 'restored',
      Key: { pk: item?.['pk'], sk: item?.['sk'] },
    });
    await engine.send(
      new UpdateCommand({
        ...key(second),
        UpdateExpression: 'SET outcome = :o',
        ExpressionAttributeValues: { ':o': 'refused' },
      }),
    );
    expect(await findings()).toEqual([
      {
        at: second?.['at'],
        what: second?.['id'],
        wrong: 'differs between the table and the copy',
      },
    ]);
    await engine.send(
      new PutCommand({
        TableName: 'restored',
        Item: {
          ...first,
          id: 'forged',
          sk: `${first?.['at']}#forged`,
          gsi1sk: `${first?.['at']}#forged`,
        },
      }),
    );
    expect(await findings()).toContainEqual({
      at: first?.['at'],
      what: 'forged',
      wrong: 'is missing in the copies',
    });
  });
});

describe('a fact for the replay', () => {
  const change = (
    before: object | undefined,
    after: object | undefined,
    sequence = '1',
  ): Change => ({
    pk: 'VOUCHER#A',
    sk: 'VOUCHER',
    before: before as Change['before'],
    after: after as Change['after'],
    expired: false,
    at: '2026-03-01T12:00:00.000Z',
    sequence,
  });
  const open = { redeemedAt: null, redeemedFor: null };
  const used = {
    redeemedAt: '2026-03-01T12:00:00.000Z',
    redeemedFor: { type: 'amendment', id: 'a' },
  };

  it('is created by a redemption, but not by a valid voucher', () => {
    expect(factOf(change(undefined, open))).toBeUndefined();
    expect(factOf(change(open, used))).toMatchObject({ of: 'voucher', state: used });
    expect(factOf(change(used, undefined))).toBeUndefined();
  });

  it('never reopens what has ended in the table, and never ends it twice', () => {
    const fact = factOf(change(open, used));
    const back = factOf(change(used, open, '20'));
    if (fact === undefined || back === undefined) throw new Error('there is no fact');
    expect(newerFact(fact, back)).toBe(back);
    expect(replayOf(back, used)).toEqual({ kind: 'known' });
    expect(replayOf(fact, open)).toEqual({ kind: 'set', fields: used });
    expect(replayOf(fact, { ...used, redeemedAt: '2026-03-01T11:00:00.000Z' })).toEqual({
      kind: 'known',
    });
    expect(replayOf(fact, undefined)).toEqual({ kind: 'lost' });
  });

  it.each([
    ['stored under its code', 'PROOF#r', 'PROOF'],
    ['stored under its holder', 'PERSON#a', 'PROOF#b'],
  ])('of a revoked proof contains no personal data, %s', (_, pk, sk) => {
    const good = { id: 'p', personId: 'a', shows: ['dateOfBirth'], revokedAt: null };
    const revoked = { ...good, revokedAt: '2026-03-01T12:00:00.000Z' };
    expect(factOf({ ...change(undefined, good), pk, sk })).toBeUndefined();
    const fact = factOf({ ...change(good, revoked), pk, sk });
    if (fact === undefined) throw new Error('there is no fact');
    expect(fact.state).toEqual({ revokedAt: revoked.revokedAt });
    expect(replayOf(fact, good)).toEqual({
      kind: 'set',
      fields: { revokedAt: revoked.revokedAt },
    });
    expect(replayOf(fact, revoked)).toEqual({ kind: 'known' });
    // The proof expires by itself and is not restored.
    expect(factOf({ ...change(revoked, undefined), pk, sk })).toBeUndefined();
    expect(replayOf(fact, undefined)).toEqual({ kind: 'lost' });
  });

  it('writes every lost claim again, and ends every item that had ended', () => {
    const others = ['residentPermitNumber', 'staffSeeds'];
    for (const of of Object.keys(factRules) as FactKind[]) {
      const { keep, fields, pk, sk } = factRules[of];
      const state = Object.fromEntries(fields.map((name) => [name, `its ${name}`]));
      const fact: Fact = { of, pk, sk, at: '2026-03-01T12:00:00.000Z', sequence: '1', state };
      const lost = keep === 'end' ? 'lost' : 'write';
      if (keep !== 'removal')
        expect([of, replayOf(fact, undefined)]).toMatchObject([of, { kind: lost }]);
      if (keep === 'claim' && !others.includes(of)) {
        expect(replayOf(fact, undefined)).toEqual({ kind: 'write', item: { pk, sk, ...state } });
        expect(replayOf(fact, { pk, sk, ...state })).toEqual({ kind: 'known' });
      }
    }
    // A code of an offer works once, also after a restore.
    const offer = {
      ...change(undefined, undefined),
      pk: 'CREDENTIAL_OFFER#a',
      sk: 'CREDENTIAL_OFFER',
    };
    const redeemed = { redeemedAt: '2026-03-01T12:00:00.000Z' };
    const fact = factOf({ ...offer, before: { redeemedAt: null }, after: redeemed });
    if (fact === undefined) throw new Error('there is no fact');
    expect(replayOf(fact, { redeemedAt: null, attempts: 1 })).toEqual({
      kind: 'set',
      fields: redeemed,
    });
  });

  it('never restores a removed passkey, a suspended one or an older counter', () => {
    const passkey = { id: 'p', signCount: 5, suspendedAt: null, lastUsedAt: null, name: 'key' };
    const of = (before: object | undefined, after: object | undefined): Change => ({
      ...change(before, after),
      pk: 'PERSON#a',
      sk: 'PASSKEY#b',
    });
    const used = { ...passkey, signCount: 7, lastUsedAt: 'later' };
    const use = factOf(of(passkey, used));
    const suspended = factOf(of(used, { ...used, suspendedAt: 'then' }));
    const removal = factOf(of(used, undefined));
    if (!use || !suspended || !removal) throw new Error('there is no fact');
    expect(use).toMatchObject({ state: { id: 'p', signCount: 7, suspendedAt: null } });
    expect(replayOf(use, passkey)).toEqual({ kind: 'set', fields: { signCount: 7 } });
    expect(replayOf(use, { ...passkey, signCount: 9 })).toEqual({ kind: 'known' });
    expect(replayOf(suspended, used)).toEqual({ kind: 'set', fields: { suspendedAt: 'then' } });
    expect(replayOf(use, { ...used, suspendedAt: 'then' })).toEqual({ kind: 'known' });
    expect(replayOf(removal, used)).toEqual({ kind: 'remove' });
    expect(replayOf(use, undefined)).toEqual({ kind: 'lost' });
    // Renaming, or use without a counter, creates no fact.
    expect(factOf(of(passkey, { ...passkey, name: 'safe', lastUsedAt: 'now' }))).toBeUndefined();
  });

  it('never restores a replaced client secret or a later end of a residency', () => {
    const at = { at: '2026-03-01T12:00:00.000Z', sequence: '1' };
    const theClient = { ...at, of: 'oauthClient', pk: 'CLIENT#a', sk: 'CLIENT' } as const;
    const secret = (hash: string, expiresAt: string | null) => ({
      hash,
      createdAt: 'c',
      expiresAt,
    });
    expect(
      replayOf(
        {
          ...theClient,
          state: { active: true, secrets: [secret('new', null), secret('kept', '2026-04-01')] },
        },
        { active: false, secrets: [secret('old', null), secret('kept', null)] },
      ),
    ).toEqual({ kind: 'set', fields: { secrets: [secret('kept', '2026-04-01')] } });
    const residency = { ...at, of: 'residency', pk: 'PERSON#a', sk: 'RESIDENCY#b' } as const;
    expect(
      replayOf({ ...residency, state: { terminationDate: '2027' } }, { terminationDate: '2026' }),
    ).toEqual({ kind: 'known' });
  });

  it("never restores a staff member's removed role or membership", () => {
    const at = { at: '2026-03-01T12:00:00.000Z', sequence: '1' };
    const member = { ...at, of: 'staffMember', pk: 'STAFF', sk: 'MEMBER#a' } as const;
    const state = { status: 'active', roles: ['reviewer', 'support'], subjectTypes: ['amendment'] };
    const senior = {
      status: 'active',
      roles: ['reviewer', 'senior_reviewer'],
      subjectTypes: null,
      version: 3,
    };
    expect(replayOf({ ...member, state }, senior)).toEqual({
      kind: 'set',
      fields: { roles: ['reviewer'], subjectTypes: ['amendment'], version: 4 },
    });
    expect(replayOf({ ...member, state: { ...senior, status: 'removed' } }, senior)).toEqual({
      kind: 'set',
      fields: { status: 'removed', version: 4 },
    });
    expect(replayOf({ ...member, state }, undefined)).toEqual({ kind: 'lost' });
    const seeds = { ...at, of: 'staffSeeds', pk: 'STAFF', sk: 'SEEDS' } as const;
    expect(replayOf({ ...seeds, state: { takenOver: ['a', 'b'] } }, undefined)).toEqual({
      kind: 'write',
      item: { pk: 'STAFF', sk: 'SEEDS', takenOver: ['a', 'b'], version: 1 },
    });
    expect(
      replayOf(
        { ...seeds, state: { takenOver: ['a', 'b'] } },
        { takenOver: ['b', 'c'], version: 2 },
      ),
    ).toEqual({
      kind: 'set',
      fields: { takenOver: ['b', 'c', 'a'], version: 3 },
    });
    expect(replayOf({ ...seeds, state: { takenOver: ['a'] } }, { takenOver: ['a', 'b'] })).toEqual({
      kind: 'known',
    });
  });
});
