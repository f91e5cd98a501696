import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import english from 'zod/v4/locales/en.js';
import { postalAddress } from '../../shared/documents/pdf/particulars.ts';
import { ImportCall } from '../../shared/imports/contracts/import-call.ts';
import { recordSchemas } from '../../shared/imports/contracts/import-records.ts';
import { Analytics } from '../../shared/incorporation/contracts/application.ts';
import { AddressInput } from '../../shared/kernel/contracts/address.ts';
import { Email } from '../../shared/kernel/contracts/email.ts';
import {
  FreeLine,
  FreeText,
  Instant,
  Line,
  Name,
  OptionalFreeLine,
  OptionalLine,
  PhoneNumber,
} from '../../shared/kernel/contracts/text.ts';
import { harmless } from '../../shared/kernel/domain/refused-character.ts';
import type { Route } from '../../shared/kernel/http/route.ts';
import { html } from '../../shared/kernel/pages/html.ts';
import { addressLines } from '../../shared/kernel/pages/text.ts';
import { NameAvailabilityQuery, SearchRegistry } from '../../shared/registry/contracts/registry.ts';
import { changedValues } from '../../shared/registry/domain/revise-entity.ts';
import { routes } from '../../shared/service/routes/route-table.ts';
import { violations } from '../../shared/web/http/violations.ts';

z.config(english());

type Path = readonly (string | number)[];

/** Codes and ids that are only looked up, and a checkbox: none of these is stored. */
const noTexts = new Set(['voucherCode', 'couponCode', 'referralCode', 'id', 'paymentId', 'agree']);

/** Paths of all texts in a value. */
function textsIn(value: unknown, path: Path = []): readonly Path[] {
  if (typeof value === 'string') return [path];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    textsIn(inner, [...path, Array.isArray(value) ? Number(key) : key]),
  );
}

function changedAt(
  value: unknown,
  [key, ...rest]: Path,
  change: (text: string) => string,
): unknown {
  if (key === undefined) return change(String(value));
  const copy: object = Array.isArray(value) ? [...value] : { ...Object(value) };
  Reflect.set(copy, key, changedAt(Reflect.get(Object(value), key), rest, change));
  return copy;
}

/** Search terms, codes and telephone numbers: invisible characters are removed from these. */
const leftOut = new Set([
  'searchLegalEntities query',
  'checkLegalEntityName name',
  'adminCreateVoucher code',
  'createPartnerResidencyApplication applicationData.personalDetails.phoneNumber',
  'updatePartnerResidencyApplication applicationData.personalDetails.phoneNumber',
]);

/**
 * Parameters of other protocols (OAuth, MCP), which are not free texts and have their own errors.
 */
const isProtocol = ({ path }: Route) => /^\/api\/(?:oauth|credentials)\/|^\/mcp$/.test(path);

/**
 * An import validates each record separately, with the schema of its kind, and reports errors in
 * its answer.
 */
const { person, residency, legal_entity: entity, document } = recordSchemas;
const judged = new Map<Route['body'], z.ZodMiniType>([
  [
    ImportCall,
    z.extend(ImportCall, {
      records: z.array(z.discriminatedUnion('kind', [person, residency, entity, document])),
    }),
  ],
]);

const places = routes
  .filter((route) => !isProtocol(route))
  .flatMap((route): readonly [string, Route, Path][] =>
    textsIn(route.body && route.example?.request)
      .filter((path) => !noTexts.has(String(path.at(-1))))
      .map((path) => [`${route.operationId} ${path.join('.')}`, route, path]),
  );

const taken = (
  schema: z.ZodMiniType | NonNullable<Route['body']>,
  value: unknown,
  path: Path,
  added: string,
) => {
  const changed = changedAt(value, path, (text) => {
    const middle = Math.ceil(text.length / 2);
    return text.slice(0, middle) + added + text.slice(middle);
  });
  const found = violations(z.safeParse(schema, changed).error?.issues ?? [], changed);
  return !found.some((violation) => path.every((key, at) => violation.path[at] === key));
};

describe('every text field of the contract', () => {
  it.each(places)('%s is a single line unless several are allowed', (_, route, path) => {
    const schema = judged.get(route.body) ?? route.body ?? z.never();
    const takes = (added: string) => taken(schema, route.example?.request, path, added);
    const several = takes('\n');
    expect({ u2028: takes('\u2028'), u2029: takes('\u2029') }).toEqual({
      u2028: several,
      u2029: several,
    });
    // The replacement for unreadable characters is refused except in free text.
    if (!takes('\ufe0f')) expect(takes('\ufffd')).toBe(false);
  });

  it.each(places)('%s refuses invisible characters', (place, route, path) => {
    const schema = judged.get(route.body) ?? route.body ?? z.never();
    for (const character of [
      ...(leftOut.has(place) ? [] : ['\u200b', '\u202e', '\u3164']),
      '\u0000',
      '\ue000',
      '\ufdd0',
      '\ud800',
      '\u0301'.repeat(5),
    ]) {
      const spoiled = changedAt(route.example?.request, path, (text) => {
        const middle = Math.ceil(text.length / 2);
        return text.slice(0, middle) + character + text.slice(middle);
      });
      const result = z.safeParse(schema, spoiled);
      const found = violations(result.error?.issues ?? [], spoiled);
      expect(found.map((violation) => violation.path.slice(0, path.length))).toContainEqual(path);
      expect(JSON.stringify(found)).not.toContain(character);
    }
  });
});

const complaints = (schema: z.ZodMiniType, text: unknown) =>
  (z.safeParse(schema, text).error?.issues ?? []).map(({ message }) => message);

describe('a refused character', () => {
  it('is reported with its kind and its position in the text as sent', () => {
    expect(complaints(Line(9), '  Ac\u200bme ')).toEqual([
      'Must not contain a format character (character 5)',
    ]);
    expect(complaints(Name(9), '𐐀\u202e')).toEqual([
      'Must not contain a control of the writing direction (character 2)',
    ]);
  });

  it('is accepted where white space is trimmed', () => {
    expect(z.parse(Line(9), '\ufeff\tAcme\n')).toEqual('Acme');
  });
});

describe('free text', () => {
  it('accepts variation selectors, and line breaks where allowed', () => {
    expect(z.parse(FreeLine(9), ' ❤️ ')).toEqual('❤️');
    expect(z.parse(OptionalFreeLine(9), '')).toEqual('');
    expect(z.parse(FreeText(9), 'a\n\tb ❤️')).toEqual('a\n\tb ❤️');
    expect(z.parse(FreeText(9), 'a\u2028b\u2029c')).toEqual('a\nb\nc');
    for (const schema of [Line(9), OptionalLine(9), Name(9)]) {
      expect(complaints(schema, 'A❤️')).toEqual([
        'Must not contain a variation selector (character 3)',
      ]);
    }
    expect(complaints(FreeLine(9), 'a\nb')).toHaveLength(1);
    expect(complaints(FreeText(9), 'a\u2066b')).toHaveLength(1);
  });
});

describe('a name that is made safe for email', () => {
  const name = 'Ben@evil.com http://evil.com/login 192.0.2.7';

  it.each([
    ['Line', Line(99)],
    ['OptionalLine', OptionalLine(99)],
    ['Name', Name(99)],
    ['FreeLine', FreeLine(99)],
    ['OptionalFreeLine', OptionalFreeLine(99)],
    ['FreeText', FreeText(99)],
  ])('is the name again in a %s that it is copied into', (_, schema) => {
    expect(harmless(name)).not.toEqual(name);
    expect(z.parse(schema, harmless(name))).toEqual(name);
  });

  it('is found, as is a name with other invisible characters', () => {
    const sought = `\ufeff${harmless(name)}\u200b\u00ad\u2060`;
    expect(z.parse(SearchRegistry, { query: sought })).toEqual({ query: name });
    expect(z.parse(NameAvailabilityQuery, { name: sought, optionId: 'llc' })).toEqual({
      name,
      optionId: 'llc',
    });
    expect(complaints(SearchRegistry, { query: '\u200b' })).not.toEqual([]);
    expect(complaints(NameAvailabilityQuery, { name: '\u200b', optionId: 'llc' })).not.toEqual([]);
    expect(complaints(SearchRegistry, { query: 'a\u0000b' })).toHaveLength(1);
  });

  it('is an address again if it is one', () => {
    expect(z.parse(Email(), harmless('ada@mail.example.com'))).toEqual('ada@mail.example.com');
  });
});

describe('an instant', () => {
  it.each([
    ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
    ['9999-12-31T18:59:59-05:00', '9999-12-31T23:59:59.000Z'],
    ['0000-01-01', '0000-01-01T00:00:00.000Z'],
    ['0000-01-01T05:30:00+05:30', '0000-01-01T00:00:00.000Z'],
  ])('%s is stored in four digits', (sent, stored) => {
    expect(z.parse(Instant, sent)).toEqual(stored);
  });

  it.each([
    '9999-12-31T23:59:59-05:00',
    '9999-12-31T19:00:00-05:00',
    '9999-12-31T24:00:00Z',
    '0000-01-01T00:00:00+00:01',
    '0000-01-01T05:29:59+05:30',
  ])('%s is none, because in UTC its year has no four digits', (sent) => {
    expect(complaints(Instant, sent)).toEqual(['Must be within the years 0000 to 9999 in UTC']);
  });
});

describe('a name', () => {
  it('needs a letter or a digit', () => {
    expect(z.parse(Name(9), ' Асme ')).toEqual('Асme');
    expect(complaints(Name(9), ' -- ')).toEqual(['Must have a letter or a digit']);
    expect(complaints(Name(9), ' ')).toHaveLength(1);
    expect(complaints(Name(9), '\u3164')).toEqual([
      'Must not contain an invisible character (character 1)',
    ]);
  });
});

describe('analytics', () => {
  const many = (count: number, value = '') =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`key ${index}`, value]));

  it('are stored as sent, up to 50 keys and 20,000 bytes', () => {
    const sent = { ...many(49), ' spaced ': ' ❤️ ' };
    expect(z.parse(Analytics, sent)).toEqual(sent);
    const full = Object.fromEntries('0123456789'.split('').map((key) => [key, 'ü'.repeat(999)]));
    expect(z.parse(Analytics, { ...full, x: 'y'.repeat(9) })).toHaveProperty('x');
    expect(complaints(Analytics, { ...full, x: 'y'.repeat(10) })).toEqual([
      'Keys and values together must have at most 20000 bytes',
    ]);
    expect(complaints(Analytics, many(51))).toEqual(['Must have at most 50 keys']);
  });

  it('are refused without repeating the sender’s key names', () => {
    const key = `${'k'.repeat(101)}`;
    const found = z.safeParse(Analytics, { [key]: 'x', 'a\u200bb': 'x' }).error?.issues ?? [];
    expect(violations(found, {})).toMatchObject([
      { path: [], code: 'custom' },
      { path: [], code: 'custom' },
    ]);
    const value = z.safeParse(Analytics, { [key]: 'x'.repeat(2001) }).error?.issues ?? [];
    expect(violations(value, {}).map(({ path }) => path)).toContainEqual(['k'.repeat(100)]);
  });
});

it('a phone number copied from a phone loses its direction marks', () => {
  expect(z.parse(PhoneNumber, '\u202a+504\u00a05550\u20110142\u202c')).toBe(
    '+504\u00a05550\u20110142',
  );
  expect(complaints(PhoneNumber, '\u202a\u202c')).not.toEqual([]);
});

describe('an address in a country without postal codes', () => {
  const address = { line1: '1 Pier', city: 'Doha', postalCode: '—', country: 'QA' };

  it('stores a hyphen, which is not shown', () => {
    const sent = z.parse(AddressInput, address);
    expect(sent).toEqual({ ...address, postalCode: '-' });
    expect(postalAddress(sent)).toEqual(['1 Pier', 'Doha', 'Qatar']);
    expect(String(html`${addressLines(sent)}`)).toBe('1 Pier<br>Doha<br>Qatar');
    expect(changedValues({ office: null }, { office: sent }, ['office'])).toEqual([
      { field: 'office', from: null, to: '1 Pier, Doha, QA' },
    ]);
  });

  it.each(['', ' ', null, '1'.repeat(21)])('is refused with %j', (postalCode) => {
    expect(complaints(AddressInput, { ...address, postalCode })).toEqual([
      'Must be 1 to 20 characters: `-` where there are no postal codes',
    ]);
  });
});
