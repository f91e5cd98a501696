import { beforeEach, describe, expect, it } from 'vitest';
import { keys } from '../../shared/kernel/db/keys.ts';
import { getItem } from '../../shared/kernel/db/table.ts';
import { put, transact } from '../../shared/kernel/db/transact.ts';
import { findPerson, findPersonByEmail } from '../../shared/people/db/people.ts';
import { listPeople } from '../../shared/people/db/people-search.ts';
import { registerPerson, revisePerson } from '../../shared/people/usecases/register-person.ts';
import { readAudit } from '../../shared/platform/db/audit-trail.ts';
import { depsOn, noon, operator } from '../support/core-deps.ts';
import { nobody, refusal } from '../support/people.ts';
import { freshTable, type TestTable } from '../support/table.ts';

let table: TestTable;
let deps: ReturnType<typeof depsOn>;

beforeEach(async () => {
  table = await freshTable();
  deps = depsOn(table);
});

const register = (email: string, more: object = {}) =>
  registerPerson({ ...nobody, email, ...more }, operator, deps);

const actionsOn = async (id: string) => {
  const { items } = await readAudit(table, { subjectId: id }, { limit: 100 });
  return items.map(({ action, details }) => ({ action, details }));
};

describe('a registered person', () => {
  it('is stored, found by id and by email address in any case, and audited', async () => {
    const person = await register('Ada@Example.com', { givenName: 'Ada', citizenships: ['GB'] });
    expect(person).toEqual({
      ...nobody,
      id: person.id,
      email: 'Ada@Example.com',
      emailVerified: false,
      givenName: 'Ada',
      citizenships: ['GB'],
      residentPermitNumber: null,
      residency: null,
      status: 'active',
      activeKeys: 0,
      credentialEpoch: 0,
      createdAt: noon,
      version: 1,
    });
    expect(await findPerson(table, person.id)).toEqual(person);
    expect(await findPersonByEmail(table, ' ADA@example.COM ')).toEqual(person);
    expect(await readAudit(table, { subjectId: person.id }, { limit: 10 })).toMatchObject({
      items: [
        {
          at: noon,
          actor: operator,
          action: 'person.created',
          subject: { type: 'person', id: person.id },
          outcome: 'success',
          details: { referralCode: null },
        },
      ],
      next: null,
    });
  });

  it('is the only one with their address, even if it is registered several times in parallel', async () => {
    const asked = Array.from({ length: 10 }, (_, count) =>
      refusal(register(count % 2 === 0 ? 'ada@example.com' : 'ADA@example.com')),
    );
    const answers = await Promise.all(asked);
    expect(answers.filter((answer) => answer === 'done')).toHaveLength(1);
    expect(answers.filter((answer) => answer === '409 person.email_taken')).toHaveLength(9);
    expect((await listPeople(table, { limit: 100 })).items).toHaveLength(1);
  });

  it('is listed newest first, page by page', async () => {
    const emails = ['a@x.example', 'b@x.example', 'c@x.example'];
    for (const [minute, email] of emails.entries()) {
      deps.clock.now = `2026-03-01T12:0${minute}:00.000Z`;
      await register(email);
    }
    const first = await listPeople(table, { limit: 2 });
    expect(first.items.map(({ email }) => email)).toEqual(['c@x.example', 'b@x.example']);
    const second = await listPeople(table, { limit: 2, after: first.next ?? undefined });
    expect(second.items.map(({ email }) => email)).toEqual(['a@x.example']);
    expect(second.next).toBeNull();
  });

  it('is refused with an unknown referral code', async () => {
    expect(await refusal(register('ada@example.com', { referralCode: 'NOBODYS' }))).toBe(
      '400 referral.unknown_code',
    );
    expect(await findPersonByEmail(table, 'ada@example.com')).toBeNull();
  });

  it('is recorded under the referral code, in any case', async () => {
    await transact(table, { code: put({ ...keys.referralCode('FRIEND'), code: 'FRIEND' }) });
    const person = await register('ada@example.com', { referralCode: 'friend' });
    expect(person.referralCode).toBe('FRIEND');
    const key = keys.referredPerson('FRIEND', noon, person.id);
    expect(await getItem(table, key)).toEqual({ ...key, personId: person.id, referredAt: noon });
  });

  it('can’t have a future date of birth', async () => {
    const tomorrow = { dateOfBirth: '2026-03-02' };
    expect(await refusal(register('ada@example.com', tomorrow))).toBe('400 request.invalid_body');
    expect(await refusal(register('ada@example.com', { dateOfBirth: '2026-03-01' }))).toBe('done');
  });
});

describe('a revised person', () => {
  it('can change the email address, which frees the previous one', async () => {
    const { id } = await register('ada@example.com');
    await revisePerson(id, { email: 'ada@other.example' }, operator, deps);
    expect(await findPersonByEmail(table, 'ada@example.com')).toBeNull();
    expect(await findPersonByEmail(table, 'ada@other.example')).toMatchObject({ id, version: 2 });
    expect(await refusal(register('ada@example.com'))).toBe('done');
  });

  it('can’t take another person’s email address, and then stays unchanged', async () => {
    await register('grace@example.com');
    const ada = await register('ada@example.com');
    const taken = revisePerson(
      ada.id,
      { email: 'GRACE@example.com', surname: 'K' },
      operator,
      deps,
    );
    expect(await refusal(taken)).toBe('409 person.email_taken');
    expect(await findPerson(table, ada.id)).toEqual(ada);
    expect(await findPersonByEmail(table, 'ada@example.com')).toEqual(ada);
  });

  it('can keep the same address in another case', async () => {
    const { id } = await register('ada@example.com');
    await revisePerson(id, { email: 'Ada@Example.com' }, operator, deps);
    expect(await findPersonByEmail(table, 'ada@example.com')).toMatchObject({
      id,
      email: 'Ada@Example.com',
    });
  });

  it('keeps the changes of all revisions made in parallel', async () => {
    const { id } = await register('ada@example.com');
    await Promise.all([
      revisePerson(id, { givenName: 'Ada' }, operator, deps),
      revisePerson(id, { surname: 'King' }, operator, deps),
      revisePerson(id, { phoneNumber: '+504 1' }, operator, deps),
    ]);
    expect(await findPerson(table, id)).toMatchObject({
      givenName: 'Ada',
      surname: 'King',
      phoneNumber: '+504 1',
      version: 4,
    });
  });

  it('is audited with the names of changed fields, and not audited if nothing changes', async () => {
    const { id } = await register('ada@example.com');
    deps.clock.now = '2026-03-01T12:01:00.000Z';
    await revisePerson(id, { givenName: 'Ada' }, operator, deps);
    await revisePerson(id, { givenName: 'Ada' }, operator, deps);
    expect(await actionsOn(id)).toEqual([
      { action: 'person.updated', details: { changed: ['givenName'] } },
      { action: 'person.created', details: { referralCode: null } },
    ]);
  });

  it('must exist', async () => {
    const unknown = revisePerson(deps.newId(), { givenName: 'Ada' }, operator, deps);
    expect(await refusal(unknown)).toBe('404 resource.not_found');
  });
});
