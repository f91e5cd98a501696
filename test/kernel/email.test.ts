import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import english from 'zod/v4/locales/en.js';
import { ExactEmail } from '../../shared/kernel/contracts/email.ts';
import type { Route, Schema } from '../../shared/kernel/http/route.ts';
import { RevisePerson } from '../../shared/people/contracts/admin-people-contract.ts';
import { routes } from '../../shared/service/routes/route-table.ts';
import { StartSignIn } from '../../shared/sign-in/contracts/portal-sign-in-contract.ts';

z.config(english());

const label = (length: number) => 'd'.repeat(length);

/** No email service accepts one of these (RFC 5321, section 4.5.3.1; RFC 1035, section 2.3.1). */
const undeliverable = [
  `${'a'.repeat(65)}@example.com`,
  `ada@${label(64)}.com`,
  `ada@example.${label(64)}`,
  'ada@-example.com',
  'ada@example-.com',
  'ada@mail.-.example.com',
  `a@${label(63)}.${label(63)}.${label(63)}.${label(61)}.com`,
  'ada@example',
  'ada..l@example.com',
  '.ada@example.com',
  'ada.@example.com',
  'ada@exa mple.com',
  'ada@example.xn--',
  'ada@example.xn--a-',
  'ada(l)@example.com',
  'ada,l@example.com',
  'ada<l@example.com',
  'ada@example..com',
  'ada@b@example.com',
  '"ada l"@example.com',
  'ada@[192.0.2.1]',
  'ada@example.com\r\nbcc: b@example.com',
];

const deliverable = [
  'ada@example.com',
  `${'a'.repeat(64)}@example.com`,
  `ada@${label(63)}.com`,
  'ada@xn--bcher-kva.example',
  'ada+tag@a-b--c.example.co.uk',
  "o'neil_-x@1.example.com",
  'user@xn--e1afmkfd.xn--p1ai',
  'user@example.xn--vermgensberatung-pwb',
  'o&k@example.com',
  'a/b@example.com',
  ...Array.from("!#$%&'*+-/=?^_`{|}~", (sign) => `a${sign}.b${sign}@example.com`),
];

/** Paths of email addresses in a row's input. */
function placesIn(value: unknown, path: readonly string[] = []): readonly (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    typeof inner === 'string' && /email$/i.test(key)
      ? [[...path, key]]
      : placesIn(inner, [...path, key]),
  );
}

function changedAt(value: unknown, [key, ...rest]: readonly string[], address: string): unknown {
  if (key === undefined) return address;
  const inner = Reflect.get(Object(value), key);
  return { ...Object(value), [key]: changedAt(inner, rest, address) };
}

const isProtocol = ({ path }: Route) => /^\/api\/(?:oauth|credentials)\//.test(path);

const places = routes
  // Imported records are validated one by one, each with `Email()`: test/imports.
  .filter((route) => route.body && !isProtocol(route) && route.operationId !== 'adminImportRecords')
  .flatMap(({ operationId, body = z.never(), example }) =>
    placesIn(example?.request).map((path): [string, Schema, unknown, readonly string[]] => [
      `${operationId} ${path.join('.')}`,
      body,
      example?.request,
      path,
    ]),
  );

const complaints = (schema: Schema, value: unknown) =>
  (z.safeParse(schema, value).error?.issues ?? []).map(({ path }) => path.join('.'));

describe('an email address', () => {
  it('is accepted in these fields', () => {
    expect(places.map(([name]) => name)).toEqual([
      'createLegalEntityApplication applicationData.contactEmail',
      'createLegalEntityApplicationCheckoutSession email',
      'createPartnerResidencyApplication applicationData.personalDetails.email',
      'updatePartnerResidencyApplication applicationData.personalDetails.email',
      'createVisitorPassApplication email',
      'adminCreatePerson email',
      'adminOpenMailboxCase email',
      'adminUnsuppressAddress email',
      'adminRecordLegalEntityApplication applicationData.contactEmail',
    ]);
  });

  const others = [
    ['adminRevisePerson email', RevisePerson, {}, ['email']],
    ['the sign-in page’s email', StartSignIn, {}, ['email']],
  ] as const;
  it.each([...places, ...others])(
    '%s is one that an email service takes',
    (_, schema, request, path) => {
      for (const address of undeliverable) {
        expect([address, complaints(schema, changedAt(request, path, address))]).toEqual([
          address,
          expect.arrayContaining([path.join('.')]),
        ]);
      }
      for (const address of deliverable) {
        expect(complaints(schema, changedAt(request, path, address))).toEqual([]);
      }
    },
  );

  it('has one violation even if two rules are broken', () => {
    expect(complaints(ExactEmail, 'no address')).toHaveLength(1);
  });

  it('has the same schema everywhere', () => {
    const folder = new URL('../../shared/', import.meta.url);
    const users = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
      (file) =>
        file.endsWith('.ts') && readFileSync(new URL(file, folder), 'utf8').includes('z.email('),
    );
    expect(users).toEqual(['kernel/contracts/email.ts']);
  });
});
