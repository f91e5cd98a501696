import { beforeEach, describe, expect, it } from 'vitest';
import { invalidBody, notFound, operatorOf, unknownId } from '../support/admin.ts';
import { useWorld } from '../support/use-world.ts';

const world = await useWorld();
const operator = operatorOf(world);
beforeEach(() => {
  world.clock.now = Date.parse(noon);
});

const noon = '2026-03-01T12:00:00.000Z';
const minute = () => {
  world.clock.now += 60_000;
};

describe('POST /admin/v1/persons', () => {
  it('registers a person with nothing but an email address', async () => {
    const { id, email, ...rest } = await operator.aPerson();
    expect(rest).toEqual({
      emailVerified: false,
      givenName: null,
      surname: null,
      dateOfBirth: null,
      sex: null,
      countryOfBirth: null,
      citizenships: [],
      address: null,
      phoneNumber: null,
      residentPermitNumber: null,
      residency: null,
      status: 'active',
      createdAt: noon,
    });
    expect(await operator.data('GET', `/persons/${id}`)).toEqual({ id, email, ...rest });
  });

  it('stores all details of a person', async () => {
    const fields = {
      givenName: 'Ada',
      surname: 'Lovelace',
      dateOfBirth: '1985-12-10',
      sex: 'female',
      countryOfBirth: 'GB',
      citizenships: ['GB', 'HN'],
      address: {
        line1: '1 Harbour Street',
        line2: null,
        city: 'Port Town',
        state: null,
        postalCode: '10100',
        country: 'HN',
      },
      phoneNumber: '+504 1234',
    };
    expect(await operator.aPerson(fields)).toMatchObject(fields);
  });

  it('refuses another person’s email address, in any case', async () => {
    const { email } = await operator.aPerson();
    expect(await operator.refused('POST', '/persons', { email: email.toUpperCase() })).toEqual({
      status: 409,
      error: 'Another person has this e-mail address',
      code: 'person.email_taken',
    });
  });

  it('refuses an unknown referral code', async () => {
    const body = { email: 'referred@admin.example', referralCode: 'NOSUCHCODE' };
    expect(await operator.refused('POST', '/persons', body)).toEqual({
      status: 400,
      error: 'Unknown referral code',
      code: 'referral.unknown_code',
    });
  });

  it.each([
    ['no email address', { givenName: 'Ada' }],
    ['an email address without a domain', { email: 'ada' }],
    ['an address of 255 characters', { email: `${'a'.repeat(243)}@example.com` }],
    ['an empty name', { givenName: ' ' }],
    ['a control character', { givenName: 'A\u0000' }],
    ['half a surrogate pair', { surname: '\ud800' }],
    ['a date that does not exist', { dateOfBirth: '2001-02-29' }],
    ['a future date of birth', { dateOfBirth: '2027-01-01' }],
    ['an unknown sex', { sex: 'x' }],
    ['a country name instead of a code', { countryOfBirth: 'Honduras' }],
    ['citizenships that are not a list', { citizenships: 'HN' }],
    ['an incomplete address', { address: { line1: '1 Harbour Street' } }],
    ['a phone number that is not a string', { phoneNumber: 504 }],
  ])('returns 400 for %s', async (_, fields) => {
    const email = 'givenName' in fields && !('email' in fields) ? undefined : 'bad@admin.example';
    expect(await operator.refused('POST', '/persons', { email, ...fields })).toEqual(invalidBody);
  });
});

describe('GET /admin/v1/persons', () => {
  it('finds a person by their full email address, in any case', async () => {
    const person = await operator.aPerson();
    const email = encodeURIComponent(person.email.toUpperCase());
    expect(await operator.answer('GET', `/persons?email=${email}`)).toEqual({
      status: 200,
      body: { data: [person], pagination: { limit: 50, nextCursor: null } },
    });
    expect(await operator.data('GET', '/persons?email=person-')).toEqual([]);
  });

  it('lists all people newest first, page by page, including one just registered', async () => {
    minute();
    const first = await operator.aPerson();
    minute();
    const second = await operator.aPerson();
    const page = await operator.answer('GET', '/persons?limit=1');
    expect(page.body['data']).toEqual([second]);
    const { nextCursor } = page.body['pagination'] as { nextCursor: string };
    expect(await operator.data('GET', `/persons?limit=1&cursor=${nextCursor}`)).toEqual([first]);
  });

  it.each(['limit=0', 'limit=101', 'limit=x', 'cursor=%20'])(
    'returns 400 for %s',
    async (query) => {
      expect(await operator.refused('GET', `/persons?${query}`)).toEqual({
        status: 400,
        error: 'Invalid pagination parameters',
        code: 'request.invalid_pagination',
      });
    },
  );
});

describe('PATCH /admin/v1/persons/{id}', () => {
  it('sets given fields, clears null fields and leaves the rest unchanged', async () => {
    const person = await operator.aPerson({
      givenName: 'Ada',
      surname: 'King',
      citizenships: ['GB'],
    });
    const revision = { givenName: 'Augusta', surname: null, citizenships: ['HN', 'GB'] };
    expect(await operator.data('PATCH', `/persons/${person.id}`, revision)).toEqual({
      ...person,
      ...revision,
    });
    expect(await operator.data('GET', `/persons/${person.id}`)).toEqual({ ...person, ...revision });
  });

  it('changes nothing for an empty body', async () => {
    const person = await operator.aPerson();
    expect(await operator.data('PATCH', `/persons/${person.id}`, {})).toEqual(person);
  });

  it('refuses a taken or missing email address, a future date of birth and an unknown person', async () => {
    const [ada, grace] = [await operator.aPerson(), await operator.aPerson()];
    const path = `/persons/${ada.id}`;
    expect(await operator.refused('PATCH', path, { email: grace.email })).toMatchObject({
      status: 409,
      code: 'person.email_taken',
    });
    expect(await operator.refused('PATCH', path, { email: null })).toEqual(invalidBody);
    expect(await operator.refused('PATCH', path, { dateOfBirth: '2030-01-01' })).toEqual(
      invalidBody,
    );
    expect(await operator.refused('PATCH', `/persons/${unknownId}`, {})).toEqual(notFound);
    expect(await operator.refused('PATCH', '/persons/nobody', {})).toEqual(notFound);
  });
});

describe('POST /admin/v1/persons/{id}/deactivate and /reactivate', () => {
  it('change the account’s status, and return the same when repeated', async () => {
    const person = await operator.aPerson();
    for (const _ of [1, 2]) {
      expect(await operator.data('POST', `/persons/${person.id}/deactivate`)).toEqual({
        ...person,
        status: 'deactivated',
      });
    }
    for (const _ of [1, 2]) {
      expect(await operator.data('POST', `/persons/${person.id}/reactivate`)).toEqual(person);
    }
    expect(await operator.refused('POST', `/persons/${unknownId}/deactivate`)).toEqual(notFound);
    expect(await operator.refused('POST', `/persons/${unknownId}/reactivate`)).toEqual(notFound);
  });
});
