import { beforeEach, describe, expect, it } from 'vitest';
import { hashKey, keyKind } from '../../shared/access/auth/api-key.ts';
import { resolveKey } from '../../shared/access/auth/authenticate.ts';
import { activeKeysOf, findKey, listOwnedKeys } from '../../shared/access/db/api-keys.ts';
import { deactivatePerson } from '../../shared/access/usecases/deactivate-person.ts';
import { issueKey } from '../../shared/access/usecases/issue-key.ts';
import {
  revokeManifestation,
  signManifestation,
} from '../../shared/access/usecases/manifestation.ts';
import { revokeKey } from '../../shared/access/usecases/revoke-keys.ts';
import { partitions } from '../../shared/kernel/db/keys.ts';
import { findPerson } from '../../shared/people/db/people.ts';
import { reactivatePerson, registerPerson } from '../../shared/people/usecases/register-person.ts';
import { readAudit } from '../../shared/platform/db/audit-trail.ts';
import { depsOn, noon, operator } from '../support/core-deps.ts';
import { nobody, refusal } from '../support/people.ts';
import { freshTable, type TestTable } from '../support/table.ts';

let table: TestTable;
let deps: ReturnType<typeof depsOn>;
let personId: string;

beforeEach(async () => {
  table = await freshTable();
  deps = depsOn(table);
  personId = (await registerPerson({ ...nobody, email: 'ada@example.com' }, operator, deps)).id;
});

const writing = ['agent:entity.application.create', 'agent:entity.read'];
const reading = ['agent:entity.read', 'agent:verify_rpn'];

const issue = (id = personId) =>
  issueKey(id, { kind: 'standard', label: null, scopes: [], limits: null }, operator, deps);
const issueAgent = (scopes: readonly string[]) =>
  issueKey(personId, { kind: 'agent', label: null, scopes, limits: null }, operator, deps);
const sign = () => signManifestation(personId, { agreements: [], signature: null }, operator, deps);
const accepts = (secret: string) => refusal(resolveKey(deps, secret));
const active = () => activeKeysOf(table, partitions.person(personId));

/** The counter is what the cap holds on to: it must be the number of keys that are active. */
const expectCounted = async (count: number) => {
  expect(await active()).toHaveLength(count);
  expect((await findPerson(table, personId))?.activeKeys).toBe(count);
};

describe('a key that is issued', () => {
  it('is accepted immediately, stored as its hash and listed for its owner', async () => {
    const limits = { perMinute: 5, perDay: 10 };
    const request = { kind: 'agent', label: 'back office', scopes: reading, limits } as const;
    const { key, secret } = await issueKey(personId, request, operator, deps);
    expect(keyKind(secret)).toBe('agent');
    expect(key).toEqual({
      id: key.id,
      hash: hashKey(secret),
      kind: 'agent',
      ownerId: personId,
      label: 'back office',
      scopes: reading,
      limits,
      lastFour: secret.slice(-4),
      createdAt: noon,
      revokedAt: null,
      gatewayValue: key.gatewayValue,
      gatewayKeyId: null,
    });
    expect(await findKey(table, key.hash)).toEqual(key);
    expect(await resolveKey(deps, secret)).toMatchObject({ kind: 'agent', personId, limits });
    const { gatewayValue: _value, gatewayKeyId: _id, ...owned } = key;
    const listed = await listOwnedKeys(table, partitions.person(personId), { limit: 10 });
    expect(listed).toEqual({ items: [owned], next: null });
  });

  it('leaves neither its secret nor its hash in the audit trail', async () => {
    const { key, secret } = await issue();
    const trail = JSON.stringify(await readAudit(table, { subjectId: personId }, { limit: 10 }));
    expect(trail).toContain(key.id);
    expect(trail).not.toContain(secret);
    expect(trail).not.toContain(key.hash);
  });

  it('is for a person who exists and is active', async () => {
    expect(await refusal(issue(deps.newId()))).toBe('404 resource.not_found');
    await deactivatePerson(personId, operator, deps);
    expect(await refusal(issue())).toBe('409 person.deactivated');
  });

  it('is one of at most 40 active ones, however many are asked for at the same time', async () => {
    for (let batch = 0; batch < 3; batch += 1)
      await Promise.all(Array.from({ length: 10 }, () => issue()));
    const answers = await Promise.all(Array.from({ length: 20 }, () => refusal(issue())));
    expect(answers.filter((answer) => answer === 'done')).toHaveLength(10);
    expect(answers.filter((answer) => answer === '409 api_key.limit_reached')).toHaveLength(10);
    await expectCounted(40);
  });

  it('has a place again once another is revoked', async () => {
    for (let batch = 0; batch < 4; batch += 1)
      await Promise.all(Array.from({ length: 10 }, () => issue()));
    const [some] = await active();
    await revokeKey({ personId, keyId: String(some?.id) }, operator, deps);
    expect(await refusal(issue())).toBe('done');
    expect(await refusal(issue())).toBe('409 api_key.limit_reached');
  });
});

describe('a key that is revoked', () => {
  it('is refused from the next call on', async () => {
    const { key, secret } = await issue();
    const revoked = await revokeKey({ personId, keyId: key.id }, operator, deps);
    expect(revoked).toMatchObject({ id: key.id, revokedAt: noon });
    expect(await accepts(secret)).toBe('401 api_key.invalid');
    await expectCounted(0);
  });

  it('stays as it is when that is repeated, even immediately, and is audited once', async () => {
    const { key } = await issue();
    await issue();
    const again = () => revokeKey({ personId, keyId: key.id }, operator, deps);
    const answers = await Promise.all([again(), again(), again()]);
    deps.clock.now = '2026-03-01T13:00:00.000Z';
    answers.push(await again());
    expect(answers.map(({ revokedAt }) => revokedAt)).toEqual([noon, noon, noon, noon]);
    await expectCounted(1);
    const { items } = await readAudit(table, { subjectId: personId }, { limit: 10 });
    expect(items.filter(({ action }) => action === 'api_key.revoked')).toHaveLength(1);
  });

  it('must be the person’s own', async () => {
    const grace = await registerPerson({ ...nobody, email: 'g@example.com' }, operator, deps);
    const { key, secret } = await issue(grace.id);
    const foreign = revokeKey({ personId, keyId: key.id }, operator, deps);
    expect(await refusal(foreign)).toBe('404 resource.not_found');
    expect(await accepts(secret)).toBe('done');
  });
});

describe('an account that is deactivated (spec 5, rule 4)', () => {
  it('loses all of 40 keys in one transaction, and reactivation brings none back', async () => {
    const issued = [];
    for (let count = 0; count < 40; count += 1) issued.push(await issue());
    table.proxy.calls.reset();
    const person = await deactivatePerson(personId, operator, deps);
    expect(table.proxy.calls.count('TransactWriteItems')).toBe(1);
    expect(person).toMatchObject({ status: 'deactivated', activeKeys: 0, credentialEpoch: 1 });
    expect(await reactivatePerson(personId, operator, deps)).toMatchObject({
      status: 'active',
      activeKeys: 0,
      credentialEpoch: 1,
    });
    const answers = await Promise.all(issued.map(({ secret }) => accepts(secret)));
    expect(new Set(answers)).toEqual(new Set(['401 api_key.invalid']));
    expect(await refusal(issue())).toBe('done');
    await expectCounted(1);
  });

  it('misses no key that is issued between its look and its write', async () => {
    await issue();
    const late: string[] = [];
    table.proxy.beforeNext(
      (_, operation) => operation === 'TransactWriteItems',
      async () => late.push((await issue()).secret),
    );
    await deactivatePerson(personId, operator, deps);
    expect(late).toHaveLength(1);
    expect(await accepts(String(late[0]))).toBe('401 api_key.invalid');
    await expectCounted(0);
  });

  it('leaves no key behind, whatever is issued at the same time', async () => {
    const asked = Array.from({ length: 12 }, () => refusal(issue()));
    await deactivatePerson(personId, operator, deps);
    const answers = await Promise.all(asked);
    expect(answers.every((answer) => ['done', '409 person.deactivated'].includes(answer))).toBe(
      true,
    );
    await expectCounted(0);
  });

  it('is answered as it is when that is repeated, and audited once each way', async () => {
    const first = await deactivatePerson(personId, operator, deps);
    expect(await deactivatePerson(personId, operator, deps)).toMatchObject({
      status: 'deactivated',
      credentialEpoch: first.credentialEpoch,
    });
    await reactivatePerson(personId, operator, deps);
    await reactivatePerson(personId, operator, deps);
    const { items } = await readAudit(table, { subjectId: personId }, { limit: 10 });
    expect(items.map(({ action }) => action).toSorted()).toEqual([
      'person.created',
      'person.deactivated',
      'person.reactivated',
    ]);
  });
});

describe('the Manifestation of Will and keys that write', () => {
  it('is needed for write scopes and for nothing else', async () => {
    expect(await refusal(issueAgent(writing))).toBe('409 manifestation.required');
    expect(await refusal(issueAgent(reading))).toBe('done');
    expect(await refusal(issue())).toBe('done');
    await sign();
    expect(await refusal(issueAgent(writing))).toBe('done');
    await expectCounted(3);
  });

  it('takes the keys that write with it when it is revoked, and no others', async () => {
    await sign();
    const write = await issueAgent(writing);
    const read = await issueAgent(reading);
    const standard = await issue();
    await revokeManifestation(personId, operator, deps);
    expect(await accepts(write.secret)).toBe('401 api_key.invalid');
    expect(await accepts(read.secret)).toBe('done');
    expect(await accepts(standard.secret)).toBe('done');
    await expectCounted(2);
    expect(await refusal(issueAgent(writing))).toBe('409 manifestation.required');
  });

  it('leaves no key that writes behind when one is issued between its look and its write', async () => {
    await sign();
    const late: string[] = [];
    table.proxy.beforeNext(
      (_, operation) => operation === 'TransactWriteItems',
      async () => late.push((await issueAgent(writing)).secret),
    );
    await revokeManifestation(personId, operator, deps);
    expect(late).toHaveLength(1);
    expect(await accepts(String(late[0]))).toBe('401 api_key.invalid');
    await expectCounted(0);
  });

  it('refuses a key that writes when it is revoked just before the key is stored', async () => {
    await sign();
    table.proxy.beforeNext(
      (_, operation) => operation === 'TransactWriteItems',
      () => revokeManifestation(personId, operator, deps),
    );
    expect(await refusal(issueAgent(writing))).toBe('409 manifestation.required');
    await expectCounted(0);
  });

  it('leaves none behind in a crowd', async () => {
    await sign();
    const asked = Array.from({ length: 12 }, () => refusal(issueAgent(writing)));
    await revokeManifestation(personId, operator, deps);
    await Promise.all(asked);
    await expectCounted(0);
  });

  it('is audited once for each change, and for a repetition not at all', async () => {
    await sign();
    await sign();
    await signManifestation(
      personId,
      { agreements: ['Resident'], signature: null },
      operator,
      deps,
    );
    await revokeManifestation(personId, operator, deps);
    await revokeManifestation(personId, operator, deps);
    const { items } = await readAudit(table, { subjectId: personId }, { limit: 10 });
    expect(items.map(({ action }) => action).toSorted()).toEqual([
      'manifestation.revoked',
      'manifestation.signed',
      'manifestation.updated',
      'person.created',
    ]);
  });

  it('is signed by a person who exists', async () => {
    const unknown = deps.newId();
    expect(
      await refusal(
        signManifestation(unknown, { agreements: [], signature: null }, operator, deps),
      ),
    ).toBe('404 resource.not_found');
    expect(await refusal(revokeManifestation(unknown, operator, deps))).toBe(
      '404 resource.not_found',
    );
  });
});
