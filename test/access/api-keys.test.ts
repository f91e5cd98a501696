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

/** The cap relies on the counter, which must be the number of active keys. */
const expectCounted = async (count: number) => {
  expect(await active()).toHaveLength(count);
  expect((await findPerson(table, personId))?.activeKeys).toBe(count);
};

describe('an issued key', () => {
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

  it('requires an existing, active person', async () => {
    expect(await refusal(issue(deps.newId()))).toBe('404 resource.not_found');
    await deactivatePerson(personId, operator, deps);
    expect(await refusal(issue())).toBe('409 person.deactivated');
  });

  it('is one of at most 40 active keys, even if many are requested in parallel', async () => {
    for (let batch = 0; batch < 3; batch += 1)
      await Promise.all(Array.from({ length: 10 }, () => issue()));
    const answers = await Promise.all(Array.from({ length: 20 }, () => refusal(issue())));
    expect(answers.filter((answer) => answer === 'done')).toHaveLength(10);
    expect(answers.filter((answer) => answer === '409 api_key.limit_reached')).toHaveLength(10);
    await expectCounted(40);
  });

  it('can be issued again once another key is revoked', async () => {
    for (let batch = 0; batch < 4; batch += 1)
      await Promise.all(Array.from({ length: 10 }, () => issue()));
    const [some] = await active();
    await revokeKey({ personId, keyId: String(some?.id) }, operator, deps);
    expect(await refusal(issue())).toBe('done');
    expect(await refusal(issue())).toBe('409 api_key.limit_reached');
  });
});

describe('a revoked key', () => {
  it('is refused from the next call on', async () => {
    const { key, secret } = await issue();
    const revoked = await revokeKey({ personId, keyId: key.id }, operator, deps);
    expect(revoked).toMatchObject({ id: key.id, revokedAt: noon });
    expect(await accepts(secret)).toBe('401 api_key.invalid');
    await expectCounted(0);
  });

  it('keeps its revocation date and a single audit entry if revoked again', async () => {
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

  it('must belong to the person', async () => {
    const grace = await registerPerson({ ...nobody, email: 'g@example.com' }, operator, deps);
    const { key, secret } = await issue(grace.id);
    const foreign = revokeKey({ personId, keyId: key.id }, operator, deps);
    expect(await refusal(foreign)).toBe('404 resource.not_found');
    expect(await accepts(secret)).toBe('done');
  });
});

describe('a deactivated account (spec 5, rule 4)', () => {
  it('loses all of its 40 keys in one transaction, and reactivation restores none', async () => {
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

  it('loses a key that is issued between the deactivation’s read and its write', async () => {
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

  it('has no active keys left if keys are issued in parallel with the deactivation', async () => {
    const asked = Array.from({ length: 12 }, () => refusal(issue()));
    await deactivatePerson(personId, operator, deps);
    const answers = await Promise.all(asked);
    expect(answers.every((answer) => ['done', '409 person.deactivated'].includes(answer))).toBe(
      true,
    );
    await expectCounted(0);
  });

  it('returns the same result when deactivated again, with one audit entry for each change', async () => {
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

describe('the Manifestation of Will and keys with write scopes', () => {
  it('is required for write scopes only', async () => {
    expect(await refusal(issueAgent(writing))).toBe('409 manifestation.required');
    expect(await refusal(issueAgent(reading))).toBe('done');
    expect(await refusal(issue())).toBe('done');
    await sign();
    expect(await refusal(issueAgent(writing))).toBe('done');
    await expectCounted(3);
  });

  it('revokes keys with write scopes when it is revoked, and no other keys', async () => {
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

  it('revokes a key with write scopes issued between the revocation’s read and its write', async () => {
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

  it('refuses a key with write scopes if it is revoked just before the key is stored', async () => {
    await sign();
    table.proxy.beforeNext(
      (_, operation) => operation === 'TransactWriteItems',
      () => revokeManifestation(personId, operator, deps),
    );
    expect(await refusal(issueAgent(writing))).toBe('409 manifestation.required');
    await expectCounted(0);
  });

  it('leaves no key with write scopes if many are issued in parallel with the revocation', async () => {
    await sign();
    const asked = Array.from({ length: 12 }, () => refusal(issueAgent(writing)));
    await revokeManifestation(personId, operator, deps);
    await Promise.all(asked);
    await expectCounted(0);
  });

  it('is audited once for each change, and not for repeats', async () => {
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

  it('is signed or revoked only for an existing person', async () => {
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
