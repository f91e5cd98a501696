import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { releasedFile } from '../../bin/changes.ts';
import { compareDescriptions } from '../../bin/description/compare-descriptions.ts';

/** Enough operations to use the schemas below; all would take long. */
const paths = [
  '/admin/v1/audit',
  '/admin/v1/invoices/{id}',
  '/admin/v1/persons/{id}/api_keys',
  '/admin/v1/vouchers',
  '/api/oauth/userinfo',
  '/api/v1/legal_entities/{id}',
  '/api/v1/legal_entity_applications',
  '/api/v1/partner/residency_applications/{id}/submit',
  '/api/v1/registries/legal_entities/search',
  '/api/v1/verify_rpn',
  '/api/v1/whoami',
  '/health',
];
const released = JSON.parse(readFileSync(releasedFile, 'utf8'));
const description = {
  ...released,
  paths: Object.fromEntries(
    Object.entries(released['paths'] as object).filter(([path]) => paths.includes(path)),
  ),
};
const same = JSON.stringify(description);

type Keys = readonly string[];

const schema = (name: string, ...inside: Keys) => ['components', 'schemas', name, ...inside];
const field = (name: string, property: string, ...inside: Keys) =>
  schema(name, 'properties', property, ...inside);
const verify = (...inside: Keys) => ['paths', '/api/v1/verify_rpn', 'post', ...inside];
const entity = (...inside: Keys) => ['paths', '/api/v1/legal_entities/{id}', 'get', ...inside];
const media = ['content', 'application/json'];

/** The description with the value at a place made again; undefined takes it out. */
function edited(place: Keys, change: (value: unknown) => unknown): object {
  const copy = JSON.parse(same);
  const key = place.at(-1) ?? '';
  const parent = place.slice(0, -1).reduce((at, step) => at[step], copy);
  const value = change(parent[key]);
  if (value === undefined) delete parent[key];
  else parent[key] = value;
  return copy;
}

function compare(place: Keys, change: (value: unknown) => unknown): readonly string[] {
  return compareDescriptions(description, edited(place, change) as typeof description);
}

const gone = () => undefined;
const to = (value: unknown) => () => value;
const without = (name: string) => (list: unknown) =>
  (list as readonly string[]).filter((each) => each !== name);
const withOne = (value: unknown) => (list: unknown) => [...(list as readonly unknown[]), value];
const nullable = (value: unknown) => ({ anyOf: [value, { type: 'null' }] });

/** What is changed, where, how, and what is said about it. */
type Row = readonly [string, Keys, (value: unknown) => unknown, readonly string[]];

const breaks: readonly Row[] = [
  ['an operation', verify(), gone, ['`verifyRpn`: POST /api/v1/verify_rpn is gone']],
  ['a path', ['paths', '/api/v1/whoami'], gone, ['`whoAmI`: GET /api/v1/whoami is gone']],
  [
    'an operationId',
    verify('operationId'),
    to('verify'),
    ['`verifyRpn`: its operationId is `verify` now'],
  ],
  [
    'a success status',
    verify('responses'),
    (responses) => {
      const { 200: ok, ...rest } = responses as Record<string, unknown>;
      return { ...rest, 202: ok };
    },
    ['`verifyRpn`: can answer 202 now', '`verifyRpn` 200: is gone'],
  ],
  [
    'a credential that was enough',
    verify('security'),
    to([{ standardKey: [] }]),
    ['`verifyRpn`: `agentKey` is no longer enough'],
  ],
  [
    'an operation that was public',
    ['paths', '/health', 'get', 'security'],
    to([{ standardKey: [] }]),
    ['`getHealth`: no credential is no longer enough'],
  ],
  [
    'a scope',
    ['paths', '/api/oauth/userinfo', 'get', 'security'],
    to([{ oauth: ['openid', 'profile'] }, { openId: ['openid'] }]),
    ['`getUserinfo`: `oauth openid` is no longer enough'],
  ],
  [
    'a parameter',
    ['paths', '/admin/v1/audit', 'get', 'parameters'],
    (list) => (list as readonly { name: string }[]).filter(({ name }) => name !== 'cursor'),
    ['`adminListAudit` query `cursor`: is gone'],
  ],
  [
    'a parameter, which is required now',
    ['components', 'parameters', 'IdempotencyKey', 'required'],
    to(true),
    expect.arrayContaining([
      '`createLegalEntityApplication` header `Idempotency-Key`: is required now',
    ]),
  ],
  [
    'the limit of a parameter',
    ['components', 'parameters', 'IdempotencyKey', 'schema', 'maxLength'],
    to(64),
    expect.arrayContaining([
      '`createLegalEntityApplication` header `Idempotency-Key`: maxLength `255` → `64`',
    ]),
  ],
  [
    'a body, which is required now',
    ['paths', '/api/v1/partner/residency_applications/{id}/submit', 'post', 'requestBody'],
    to({ required: true, content: {} }),
    ['`submitPartnerResidencyApplication` body: is required now'],
  ],
  [
    'the media type of a body',
    verify('requestBody', 'content'),
    (content) => ({ 'application/x-www-form-urlencoded': Object.values(content as object)[0] }),
    ['`verifyRpn` body: application/json is gone'],
  ],
  [
    'the media type of an answer',
    entity('responses', '200', 'content'),
    to({}),
    ['`getLegalEntity` 200: application/json is gone'],
  ],
  [
    'a header of an answer',
    verify('responses', '200', 'headers', 'X-RateLimit-Reset'),
    gone,
    ['`verifyRpn` 200 header `X-RateLimit-Reset`: is gone'],
  ],
  [
    'a field of an answer',
    field('LegalEntity', 'formationDate'),
    gone,
    ['`LegalEntity`, answered `formationDate`: is gone'],
  ],
  [
    'the name of a field of an answer',
    schema('SearchResults', 'properties'),
    (properties) => {
      const { truncated, ...rest } = properties as Record<string, unknown>;
      return { ...rest, incomplete: truncated };
    },
    ['`SearchResults`, answered `truncated`: is gone'],
  ],
  [
    'a field that was always there',
    schema('LegalEntity', 'required'),
    without('name'),
    ['`LegalEntity`, answered `name`: can be absent now'],
  ],
  [
    'a field that was never null',
    field('LegalEntity', 'name'),
    nullable,
    ['`LegalEntity`, answered `name`: can be null now, before only string'],
  ],
  [
    'the type of a field of an answer',
    field('Invoice', 'amountCents', 'type'),
    to('string'),
    ['`Invoice`, answered `amountCents`: can be string now, before only integer'],
  ],
  [
    'an integer of an answer, which is any number',
    field('Invoice', 'amountCents', 'type'),
    to('number'),
    ['`Invoice`, answered `amountCents`: can be number now, before only integer'],
  ],
  [
    'the enum of an answer, widened',
    schema('ApplicationStatus', 'enum'),
    withOne('Expired'),
    ['`ApplicationStatus`, answered: can be "Expired" now'],
  ],
  [
    'the enum of an answer, given up',
    schema('ApplicationStatus', 'enum'),
    gone,
    [expect.stringContaining('`ApplicationStatus`, answered: can be other values now than')],
  ],
  [
    'the format of a field of an answer',
    field('LegalEntity', 'id', 'format'),
    gone,
    ['`LegalEntity`, answered `id`: format `"uuid"` → none'],
  ],
  [
    'elements of a list in an answer',
    field('AuditPage', 'data', 'items'),
    to({ type: 'string' }),
    [expect.stringContaining('can be string now, before only object')],
  ],
  [
    'a field of a request',
    field('CreateApplication', 'referralCode'),
    gone,
    ['`CreateApplication`, sent `referralCode`: is gone'],
  ],
  [
    'a field of a request that is required now',
    schema('CreateApplication', 'required'),
    withOne('referralCode'),
    ['`CreateApplication`, sent `referralCode`: is required now'],
  ],
  [
    'a new field of a request that is required',
    schema('AddressInput'),
    (value) => {
      const { properties, required } = value as { properties: object; required: string[] };
      return {
        type: 'object',
        properties: { ...properties, district: { type: 'string' } },
        required: [...required, 'district'],
      };
    },
    ['`AddressInput`, sent `district`: is required now'],
  ],
  [
    'a limit of a request, from 200 to 16',
    field('AddressInput', 'line1', 'maxLength'),
    to(16),
    ['`AddressInput`, sent `line1`: maxLength `200` → `16`'],
  ],
  [
    'a limit of a request that had none',
    field('CreateVoucher', 'products', 'minItems'),
    to(1),
    ['`CreateVoucher`, sent `products`: minItems none → `1`'],
  ],
  [
    'a pattern of a request',
    field('CreateApplication', 'redirectUrl', 'pattern'),
    to('^https:'),
    [
      '`CreateApplication`, sent `redirectUrl`: pattern `"^(?:https://(?:[A-Z…` (SHA-256 77b21885…) → `"^https:"`',
    ],
  ],
  [
    'a long pattern, by its digest',
    field('CreateApplication', 'redirectUrl', 'pattern'),
    to(`^https://${'[a-z]'.repeat(20)}`),
    [
      '`CreateApplication`, sent `redirectUrl`: pattern `"^(?:https://(?:[A-Z…` (SHA-256 77b21885…) → `"^https://[a-z][a-z]…` (SHA-256 3a84d6b7…)',
    ],
  ],
  [
    'alternatives of one type',
    field('CreateApplication', 'redirectUrl', 'anyOf'),
    to([{ format: 'uri' }, { maxLength: 9 }]),
    ['`CreateApplication`, sent `redirectUrl`: anyOf none → `[{"format":"uri"},{"maxLength":9}]`'],
  ],
  [
    'a value that was taken',
    schema('LlcResidencyType', 'enum'),
    without('Resident'),
    ['`LlcResidencyType`, sent: "Resident" is no longer taken'],
  ],
  [
    'a text of a request that is a list of values now',
    field('AddressInput', 'country', 'enum'),
    to(['HN', 'US']),
    ['`AddressInput`, sent `country`: only "HN", "US" are taken now'],
  ],
  [
    'null that was taken',
    field('AddressInput', 'line2'),
    to({ type: 'string', maxLength: 200 }),
    ['`AddressInput`, sent `line2`: null is no longer taken, only string'],
  ],
  [
    'one kind of a union',
    schema('IssueKey', 'oneOf'),
    (list) => (list as readonly unknown[]).slice(0, 1),
    expect.arrayContaining(['`IssueKey`, sent `kind`: "agent" is no longer taken']),
  ],
  [
    'the values of an open object',
    field('ApplicationPayload', 'analytics', 'additionalProperties', 'maxLength'),
    to(10),
    ['`ApplicationPayload`, sent `analytics.*`: maxLength `2000` → `10`'],
  ],
  [
    'the names of an open object',
    field('ApplicationPayload', 'analytics', 'propertyNames', 'maxLength'),
    to(10),
    ['`ApplicationPayload`, sent `analytics` names of fields: maxLength `100` → `10`'],
  ],
  [
    'fields that were ignored',
    schema('VerifyRpn', 'additionalProperties'),
    to(false),
    ['`VerifyRpn`, sent: other fields are refused now'],
  ],
  [
    'a rule that is not known here',
    schema('VerifyRpn', 'if'),
    to({ required: ['rpn'] }),
    ['`VerifyRpn`, sent: if none → `{"required":["rpn"]}`'],
  ],
  [
    'one of two fields that is needed now',
    schema('CreateApplication', 'anyOf'),
    to([{ required: ['referralCode'] }, { required: ['redirectUrl'] }]),
    [
      '`CreateApplication`, sent: anyOf none → `[{"required":["referralCode"]},{"required":["redirectUrl"]}]`',
    ],
  ],
  [
    'the message of a failure',
    verify('responses', '400', ...media, 'examples', 'missingRpnParameter', 'value', 'error'),
    to('No rpn'),
    ['`verifyRpn` 400: “Missing `rpn` parameter” is gone'],
  ],
];

const keeps: readonly (readonly [string, Keys, (value: unknown) => unknown])[] = [
  ['an operation more', ['paths', '/api/v1/new'], to({ get: { operationId: 'new' } })],
  ['a field more in an answer', field('LegalEntity', 'motto'), to({ type: 'string' })],
  ['a field more in a request', field('CreateApplication', 'motto'), to({ type: 'string' })],
  ['a value less in an answer', schema('InvoiceStatus', 'enum'), without('open')],
  ['a value more in a request', schema('LlcExtension', 'enum'), withOne('X')],
  ['a wider limit of a request', field('AddressInput', 'line1', 'maxLength'), to(300)],
  ['a limit of an answer', field('LegalEntity', 'name', 'maxLength'), to(300)],
  ['a field that is not required any more', schema('VerifyRpn', 'required'), to([])],
  ['a field of a request that can be null', field('AddressInput', 'city'), nullable],
  ['a credential more', entity('security'), withOne({ partnerKey: [] })],
  ['other words', verify('summary'), to('Verify')],
  ['an example less', verify('requestBody', ...media, 'example'), gone],
  ['a failure more', verify('responses', '418'), to({ description: 'Teapot.' })],
  [
    'a code of a failure that had none',
    verify('responses', '400', ...media, 'examples', 'missingRpnParameter', 'value', 'code'),
    to('request.missing_parameter'),
  ],
  [
    'the same schema in place of a reference',
    field('CreateApplication', 'applicationData'),
    to((JSON.parse(same) as typeof components).components.schemas['ApplicationPayload']),
  ],
  [
    'the same union in other words',
    field('AddressInput', 'line2'),
    to({ type: ['string', 'null'], maxLength: 200 }),
  ],
];

/** The part of a description in which schemas are found. */
declare const components: { components: { schemas: Record<string, unknown> } };

describe('a client of the released description is notified that there is another', () => {
  it.each(breaks)('%s', (_, place, change, expected) => {
    expect(compare(place, change)).toEqual(expected);
  });
});

describe('no break is', () => {
  it('the same description', () => {
    expect(compareDescriptions(description, JSON.parse(same))).toEqual([]);
  });

  it.each(keeps)('%s', (_, place, change) => {
    expect(compare(place, change)).toEqual([]);
  });
});
