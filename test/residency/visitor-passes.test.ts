import { beforeEach, describe, expect, it } from 'vitest';
import {
  VisitorPassAnswer,
  VisitorPassPage,
} from '../../shared/residency/contracts/visitor-pass-contract.ts';
import { signedIn } from '../support/portal.ts';
import { aResident } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';
import { visitor } from '../support/visitor.ts';

const world = await useWorld();
beforeEach(() => {
  world.clock.now += 60_000;
});

const path = '/api/v1/visitor_pass_applications';
const ok = { status: 200, body: { success: true, data: { ok: true } } };

let applicants = 0;
const anApplication = (fields: object = {}) => {
  applicants += 1;
  return {
    firstName: 'Grace',
    lastName: 'Hopper',
    email: `visitor-${applicants}@visitors.example`,
    signature: 'Grace Hopper',
    consentToBackgroundCheck: true,
    referralSource: 'Spring Conference',
    ...fields,
  };
};

async function apply(body: unknown, headers: Readonly<Record<string, string>> = {}) {
  const { status, body: answer } = await world.call('POST', path, { body, headers });
  return { status, body: answer };
}

/** What operators see of the applications, newest first. */
async function stored(query: Readonly<Record<string, string>>) {
  const { status, body } = await world.admin(
    'GET',
    `/visitor_pass_applications?${new URLSearchParams(query)}`,
  );
  expect(status).toBe(200);
  return VisitorPassPage.parse(body);
}

describe('POST /api/v1/visitor_pass_applications (spec 4.18)', () => {
  it('accepts an application without a credential and returns nothing but success', async () => {
    const application = anApplication({ dateOfBirth: '1990-12-09' });
    const answer = await apply(application);
    expect(answer).toEqual(ok);
    VisitorPassAnswer.parse(answer.body);
    const { consentToBackgroundCheck: _, ...fields } = application;
    expect((await stored({ email: application.email })).data).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        ...fields,
        createdAt: new Date(world.clock.now).toISOString(),
      },
    ]);
  });

  it('emails the next steps, without any text from the caller', async () => {
    const application = anApplication({
      firstName: '<a href="https://evil.example">Click',
      signature: 'https://evil.example Hopper',
      referralSource: 'https://evil.example',
    });
    expect(await apply(application)).toEqual(ok);
    await world.settle();
    const mails = world.mails.filter(({ to }) => to === application.email);
    expect(mails.map(({ subject }) => subject)).toEqual(['Your application for a visitor pass']);
    for (const text of [mails[0]?.text, mails[0]?.html]) {
      expect(text).toContain('We will review the application');
      expect(text).not.toMatch(/evil|Click|Hopper/);
    }
  });

  it('emails account holders in their language', async () => {
    const { email } = await aResident(world);
    const browser = visitor(world.baseUrl);
    browser.cookies.set('registry_language', 'es');
    await signedIn(world, email, browser);
    const before = world.mails.length;
    expect(await apply(anApplication({ email }))).toEqual(ok);
    await world.settle();
    const mails = world.mails.slice(before).filter(({ to }) => to === email);
    expect(mails.map(({ subject }) => subject)).toEqual(['Su solicitud de pase de visitante']);
  });

  it('stores and emails the same application once a day, with the same answer', async () => {
    const application = anApplication();
    const again = {
      ...application,
      firstName: 'Changed',
      email: `  ${application.email.toUpperCase()}`,
      referralSource: 'SPRING conference ',
    };
    expect(await apply(application)).toEqual(ok);
    expect(await apply(again)).toEqual(ok);
    expect((await stored({ email: application.email })).data).toMatchObject([
      { firstName: 'Grace' },
    ]);
    world.clock.now += 86_400_000;
    expect(await apply(application)).toEqual(ok);
    expect((await stored({ email: application.email })).data).toHaveLength(2);
  });

  it('stores one of ten identical applications sent in parallel', async () => {
    const application = anApplication();
    const answers = await Promise.all(Array.from({ length: 10 }, () => apply(application)));
    expect(answers).toEqual(Array.from({ length: 10 }, () => ok));
    await world.settle();
    expect((await stored({ email: application.email })).data).toHaveLength(1);
    expect(world.mails.filter(({ to }) => to === application.email)).toHaveLength(1);
  });

  it('emails one address once a day, for any number of sources', async () => {
    const { email } = anApplication();
    const sources = ['one', 'two', 'three'];
    for (const referralSource of sources) {
      world.clock.now += 1000;
      expect(await apply(anApplication({ email, referralSource }))).toEqual(ok);
    }
    await world.settle();
    expect((await stored({ email })).data.map(({ referralSource }) => referralSource)).toEqual(
      sources.toReversed(),
    );
    expect(world.mails.filter(({ to }) => to === email)).toHaveLength(1);
    world.clock.now += 86_400_000;
    expect(await apply(anApplication({ email, referralSource: 'four' }))).toEqual(ok);
    await world.settle();
    expect(world.mails.filter(({ to }) => to === email)).toHaveLength(2);
  });

  it('accepts a person with one name, who signs with it', async () => {
    const applications = [
      anApplication({ firstName: '', lastName: 'Suharto', signature: 'Suharto' }),
      anApplication({ firstName: 'Suharto', lastName: ' ', signature: 'Suharto' }),
    ];
    for (const application of applications) expect(await apply(application)).toEqual(ok);
    const other = anApplication({ firstName: '', lastName: 'Suharto', signature: 'Sukarno' });
    expect((await apply(other)).status).toBe(400);
  });

  it.each<[string, object, string]>([
    ['no first name', { firstName: undefined }, 'firstName'],
    ['two blank names', { firstName: '', lastName: '  ' }, 'lastName'],
    ['a punctuation mark instead of a name', { lastName: '-' }, 'lastName'],
    ['an invalid email address', { email: 'nobody' }, 'email'],
    ['no signature', { signature: '' }, 'signature'],
    ['someone else’s signature', { signature: 'Ada Lovelace' }, 'signature'],
    ['no consent', { consentToBackgroundCheck: false }, 'consentToBackgroundCheck'],
    ['consent as text', { consentToBackgroundCheck: 'true' }, 'consentToBackgroundCheck'],
    ['no source', { referralSource: undefined }, 'referralSource'],
    ['a source of 201 characters', { referralSource: 'x'.repeat(201) }, 'referralSource'],
    ['a date that does not exist', { dateOfBirth: '1990-02-30' }, 'dateOfBirth'],
    ['a date-time', { dateOfBirth: '1990-02-03T00:00:00Z' }, 'dateOfBirth'],
    ['a future date of birth', { dateOfBirth: '2999-01-01' }, 'dateOfBirth'],
  ])('returns 400 for %s', async (_, fields, field) => {
    const application = anApplication(fields);
    const { status, body } = await apply(application);
    expect(status).toBe(400);
    expect(body).toEqual({
      error: 'Invalid request body',
      code: 'request.invalid_body',
      details: [expect.objectContaining({ path: [field] })],
      requestId: expect.any(String),
    });
    expect(JSON.stringify(body)).not.toContain('Hopper');
    expect((await stored({ email: application.email })).data).toEqual([]);
  });

  it('returns 400 for a list or a text that is too long, and 413 for a body of more than a megabyte', async () => {
    expect((await apply([anApplication()])).status).toBe(400);
    expect((await apply(anApplication({ note: 'x'.repeat(100_000) }))).status).toBe(200);
    expect((await apply(anApplication({ firstName: 'x'.repeat(100_000) }))).status).toBe(400);
    expect(await apply(anApplication({ note: 'x'.repeat(1_048_576) }))).toEqual({
      status: 413,
      body: {
        error: 'Request body too large',
        code: 'request.body_too_large',
        requestId: expect.any(String),
      },
    });
  });

  it('accepts texts of 200 characters, a null date, and unknown fields', async () => {
    const maxLength = 'Ж'.repeat(200);
    const application = anApplication({
      firstName: maxLength,
      lastName: maxLength,
      signature: maxLength,
      referralSource: maxLength,
      dateOfBirth: null,
      passportNumber: 'X123',
    });
    expect(await apply(application)).toEqual(ok);
    const { data } = await stored({ email: application.email });
    expect(data).toEqual([expect.not.objectContaining({ passportNumber: 'X123' })]);
    expect(data).toMatchObject([{ firstName: maxLength, dateOfBirth: null }]);
  });

  it('accepts 20 calls a minute from one network address, including invalid ones', async () => {
    const calls = Array.from({ length: 22 }, (_, index) => apply(index % 2 ? {} : anApplication()));
    const statuses = (await Promise.all(calls)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 429)).toHaveLength(2);
    const refused = await world.call('POST', path, { body: anApplication() });
    expect([refused.status, refused.body]).toEqual([
      429,
      {
        error: 'Too many attempts',
        code: 'rate_limit.too_many_attempts',
        requestId: expect.any(String),
      },
    ]);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    world.clock.now += 60_000;
    expect(await apply(anApplication())).toEqual(ok);
  });

  it('supports an Idempotency-Key', async () => {
    const application = anApplication();
    const headers = { 'idempotency-key': 'visit-1' };
    const first = await world.call('POST', path, { body: application, headers });
    const second = await world.call('POST', path, { body: application, headers });
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    expect(await apply(anApplication(), headers)).toMatchObject({ status: 409 });
  });

  it('is audited without personal data', async () => {
    const application = anApplication({ lastName: 'Murray-Hopper' });
    await apply(application);
    const [pass] = (await stored({ email: application.email })).data;
    const { body } = await world.admin('GET', `/audit?subjectId=${pass?.id}`);
    expect(body).toMatchObject({
      data: [
        {
          actor: { kind: 'system', id: null, personId: null },
          action: 'visitor_pass.applied',
          subject: { type: 'visitor_pass', id: pass?.id },
          details: {},
        },
      ],
    });
    expect(JSON.stringify(body)).not.toMatch(/visitors\.example|Murray|Spring/);
  });
});

describe('GET /admin/v1/visitor_pass_applications (admin 6)', () => {
  it('filters by address, by source and by both, in any case', async () => {
    const { email } = anApplication();
    const other = anApplication({ referralSource: 'Harbour Fair' });
    for (const application of [
      anApplication({ email, referralSource: 'Harbour Fair' }),
      anApplication({ email, referralSource: 'Town Hall' }),
      other,
    ]) {
      world.clock.now += 1000;
      expect(await apply(application)).toEqual(ok);
    }
    const shown = async (query: Record<string, string>) =>
      (await stored(query)).data.map((pass) => [pass.email, pass.referralSource]);
    expect(await shown({ referralSource: 'HARBOUR fair' })).toEqual([
      [other.email, 'Harbour Fair'],
      [email, 'Harbour Fair'],
    ]);
    expect(await shown({ email: email.toUpperCase(), referralSource: ' harbour FAIR' })).toEqual([
      [email, 'Harbour Fair'],
    ]);
    expect(await shown({ email, referralSource: 'Nowhere' })).toEqual([]);
    expect((await shown({})).slice(0, 3)).toEqual([
      [other.email, 'Harbour Fair'],
      [email, 'Town Hall'],
      [email, 'Harbour Fair'],
    ]);
  });

  it('pages through all applications of a source, newest first', async () => {
    const referralSource = 'Paged';
    for (let count = 0; count < 7; count += 1) {
      world.clock.now += 60_000;
      await apply(anApplication({ referralSource, firstName: `Grace ${count}` }));
    }
    const names: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { data, pagination } = await stored({
        referralSource,
        limit: '3',
        ...(cursor !== '' && { cursor }),
      });
      names.push(...data.map(({ firstName }) => firstName));
      cursor = pagination.nextCursor;
    }
    expect(names).toEqual([6, 5, 4, 3, 2, 1, 0].map((count) => `Grace ${count}`));
  });
});
