import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { releasedFile } from '../../bin/changes.ts';
import { compareDescriptions } from '../../bin/description/compare-descriptions.ts';

/** Enough operations to use the schemas below. All operations would take too long. */
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

/** Returns the description with the value at `place` changed, or removed if it is undefined. */
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

/** The title, place and function of a change, and the expected report. */
type Row = readonly [string, Keys, (value: unknown) => unknown, readonly string[]];

const breaks: readonly Row[] = [
  ['a removed operation', verify(), gone, ['`verifyRpn`: POST /api/v1/verify_rpn is gone']],
  ['a removed path', ['paths', '/api/v1/whoami'], gone, ['`whoAmI`: GET /api/v1/whoami is gone']],
  [
    'another operationId',
    verify('operationId'),
    to('verify'),
    ['`verifyRpn`: its operationId is `verify` now'],
  ],
  [
    'another success status',
    verify('responses'),
    (responses) => {
      const { 200: ok, ...rest } = responses as Record<string, unknown>;
      return { ...rest, 202: ok };
    },
    ['`verifyRpn`: can answer 202 now', '`verifyRpn` 200: is gone'],
  ],
  [
    'a credential that is no longer enough',
    verify('security'),
    to([{ standardKey: [] }]),
    ['`verifyRpn`: `agentKey` is no longer enough'],
  ],
  [
    'a public operation that now needs a credential',
    ['paths', '/health', 'get', 'security'],
    to([{ standardKey: [] }]),
    ['`getHealth`: no credential is no longer enough'],
  ],
  [
    'another required scope',
    ['paths', '/api/oauth/userinfo', 'get', 'security'],
    to([{ oauth: ['openid', 'profile'] }, { openId: ['openid'] }]),
    ['`getUserinfo`: `oauth openid` is no longer enough'],
  ],
  [
    'a removed parameter',
    ['paths', '/admin/v1/audit', 'get', 'parameters'],
    (list) => (list as readonly { name: string }[]).filter(({ name }) => name !== 'cursor'),
    ['`adminListAudit` query `cursor`: is gone'],
  ],
  [
    'a parameter that is now required',
    ['components', 'parameters', 'IdempotencyKey', 'required'],
    to(true),
    expect.arrayContaining([
      '`createLegalEntityApplication` header `Idempotency-Key`: is required now',
    ]),
  ],
  [
    'a narrower limit of a parameter',
    ['components', 'parameters', 'IdempotencyKey', 'schema', 'maxLength'],
    to(64),
    expect.arrayContaining([
      '`createLegalEntityApplication` header `Idempotency-Key`: maxLength `255` → `64`',
    ]),
  ],
  [
    'a body that is now required',
    ['paths', '/api/v1/partner/residency_applications/{id}/submit', 'post', 'requestBody'],
    to({ required: true, content: {} }),
    ['`submitPartnerResidencyApplication` body: is required now'],
  ],
  [
    'another media type of a body',
    verify('requestBody', 'content'),
    (content) => ({ 'application/x-www-form-urlencoded': Object.values(content as object)[0] }),
    ['`verifyRpn` body: application/json is gone'],
  ],
  [
    'a removed media type of a response',
    entity('responses', '200', 'content'),
    to({}),
    ['`getLegalEntity` 200: application/json is gone'],
  ],
  [
    'a removed response header',
    verify('responses', '200', 'headers', 'X-RateLimit-Reset'),
    gone,
    ['`verifyRpn` 200 header `X-RateLimit-Reset`: is gone'],
  ],
  [
    'a removed response field',
    field('LegalEntity', 'formationDate'),
    gone,
    ['`LegalEntity`, answered `formationDate`: is gone'],
  ],
  [
    'a renamed response field',
    schema('SearchResults', 'properties'),
    (properties) => {
      const { truncated, ...rest } = properties as Record<string, unknown>;
      return { ...rest, incomplete: truncated };
    },
    ['`SearchResults`, answered `truncated`: is gone'],
  ],
  [
    'a response field that can now be absent',
    schema('LegalEntity', 'required'),
    without('name'),
    ['`LegalEntity`, answered `name`: can be absent now'],
  ],
  [
    'a response field that can now be null',
    field('LegalEntity', 'name'),
    nullable,
    ['`LegalEntity`, answered `name`: can be null now, before only string'],
  ],
  [
    'another type of a response field',
    field('Invoice', 'amountCents', 'type'),
    to('string'),
    ['`Invoice`, answered `amountCents`: can be string now, before only integer'],
  ],
  [
    'an integer response field that can now be any number',
    field('Invoice', 'amountCents', 'type'),
    to('number'),
    ['`Invoice`, answered `amountCents`: can be number now, before only integer'],
  ],
  [
    'a response enum with another value',
    schema('ApplicationStatus', 'enum'),
    withOne('Expired'),
    ['`ApplicationStatus`, answered: can be "Expired" now'],
  ],
  [
    'a removed response enum',
    schema('ApplicationStatus', 'enum'),
    gone,
    [expect.stringContaining('`ApplicationStatus`, answered: can be other values now than')],
  ],
  [
    'a removed format of a response field',
    field('LegalEntity', 'id', 'format'),
    gone,
    ['`LegalEntity`, answered `id`: format `"uuid"` → none'],
  ],
  [
    'another element type of a response list',
    field('AuditPage', 'data', 'items'),
    to({ type: 'string' }),
    [expect.stringContaining('can be string now, before only object')],
  ],
  [
    'a removed request field',
    field('CreateApplication', 'referralCode'),
    gone,
    ['`CreateApplication`, sent `referralCode`: is gone'],
  ],
  [
    'a request field that is now required',
    schema('CreateApplication', 'required'),
    withOne('referralCode'),
    ['`CreateApplication`, sent `referralCode`: is required now'],
  ],
  [
    'a new required request field',
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
    'a limit of a request field narrowed from 200 to 16',
    field('AddressInput', 'line1', 'maxLength'),
    to(16),
    ['`AddressInput`, sent `line1`: maxLength `200` → `16`'],
  ],
  [
    'a new limit of a request field',
    field('CreateVoucher', 'products', 'minItems'),
    to(1),
    ['`CreateVoucher`, sent `products`: minItems none → `1`'],
  ],
  [
    'another pattern of a request field',
    field('CreateApplication', 'redirectUrl', 'pattern'),
    to('^https:'),
    [
      '`CreateApplication`, sent `redirectUrl`: pattern `"^(?:https://(?:[A-Z…` (SHA-256 77b21885…) → `"^https:"`',
    ],
  ],
  [
    'another long pattern, shown with its digest',
    field('CreateApplication', 'redirectUrl', 'pattern'),
    to(`^https://${'[a-z]'.repeat(20)}`),
    [
      '`CreateApplication`, sent `redirectUrl`: pattern `"^(?:https://(?:[A-Z…` (SHA-256 77b21885…) → `"^https://[a-z][a-z]…` (SHA-256 3a84d6b7…)',
    ],
  ],
  [
    'new alternatives of one type in a request',
    field('CreateApplication', 'redirectUrl', 'anyOf'),
    to([{ format: 'uri' }, { maxLength: 9 }]),
    ['`CreateApplication`, sent `redirectUrl`: anyOf none → `[{"format":"uri"},{"maxLength":9}]`'],
  ],
  [
    'a request value that is no longer accepted',
    schema('LlcResidencyType', 'enum'),
    without('Resident'),
    ['`LlcResidencyType`, sent: "Resident" is no longer taken'],
  ],
  [
    'a request text that is now limited to a list of values',
    field('AddressInput', 'country', 'enum'),
    to(['HN', 'US']),
    ['`AddressInput`, sent `country`: only "HN", "US" are taken now'],
  ],
  [
    'a request field that no longer accepts null',
    field('AddressInput', 'line2'),
    to({ type: 'string', maxLength: 200 }),
    ['`AddressInput`, sent `line2`: null is no longer taken, only string'],
  ],
  [
    'a removed variant of a request union',
    schema('IssueKey', 'oneOf'),
    (list) => (list as readonly unknown[]).slice(0, 1),
    expect.arrayContaining(['`IssueKey`, sent `kind`: "agent" is no longer taken']),
  ],
  [
    'a narrower limit of the values in an open object',
    field('ApplicationPayload', 'analytics', 'additionalProperties', 'maxLength'),
    to(10),
    ['`ApplicationPayload`, sent `analytics.*`: maxLength `2000` → `10`'],
  ],
  [
    'a narrower limit of the names in an open object',
    field('ApplicationPayload', 'analytics', 'propertyNames', 'maxLength'),
    to(10),
    ['`ApplicationPayload`, sent `analytics` names of fields: maxLength `100` → `10`'],
  ],
  [
    'unknown request fields that are now refused',
    schema('VerifyRpn', 'additionalProperties'),
    to(false),
    ['`VerifyRpn`, sent: other fields are refused now'],
  ],
  [
    'an unsupported schema keyword',
    schema('VerifyRpn', 'if'),
    to({ required: ['rpn'] }),
    ['`VerifyRpn`, sent: if none → `{"required":["rpn"]}`'],
  ],
  [
    'two request fields of which one is now required',
    schema('CreateApplication', 'anyOf'),
    to([{ required: ['referralCode'] }, { required: ['redirectUrl'] }]),
    [
      '`CreateApplication`, sent: anyOf none → `[{"required":["referralCode"]},{"required":["redirectUrl"]}]`',
    ],
  ],
  [
    'another error message',
    verify('responses', '400', ...media, 'examples', 'requestMissingParameter', 'value', 'error'),
    to('No rpn'),
    ['`verifyRpn` 400: “Missing `rpn` parameter” (`request.missing_parameter`) is gone'],
  ],
  [
    'another message of an error that operations share',
    ['components', 'examples', 'requestInvalidBody', 'value', 'error'],
    to('Bad body'),
    [
      '`searchLegalEntities` 400: “Invalid request body” (`request.invalid_body`) is gone',
      '`verifyRpn` 400: “Invalid request body” (`request.invalid_body`) is gone',
    ],
  ],
];

const keeps: readonly (readonly [string, Keys, (value: unknown) => unknown])[] = [
  ['a new operation', ['paths', '/api/v1/new'], to({ get: { operationId: 'new' } })],
  ['a new response field', field('LegalEntity', 'motto'), to({ type: 'string' })],
  ['a new optional request field', field('CreateApplication', 'motto'), to({ type: 'string' })],
  ['a removed response value', schema('InvoiceStatus', 'enum'), without('open')],
  ['a new request value', schema('LlcExtension', 'enum'), withOne('X')],
  ['a wider limit of a request field', field('AddressInput', 'line1', 'maxLength'), to(300)],
  ['another limit of a response field', field('LegalEntity', 'name', 'maxLength'), to(300)],
  ['a request field that is no longer required', schema('VerifyRpn', 'required'), to([])],
  ['a request field that can now be null', field('AddressInput', 'city'), nullable],
  ['another accepted credential', entity('security'), withOne({ partnerKey: [] })],
  ['another summary', verify('summary'), to('Verify')],
  ['a removed example', verify('requestBody', ...media, 'example'), gone],
  ['a new error status', verify('responses', '418'), to({ description: 'Teapot.' })],
  [
    'a reference replaced by the same schema',
    field('CreateApplication', 'applicationData'),
    to((JSON.parse(same) as typeof components).components.schemas['ApplicationPayload']),
  ],
  [
    'the same union in another notation',
    field('AddressInput', 'line2'),
    to({ type: ['string', 'null'], maxLength: 200 }),
  ],
];

/** The part of a description that contains schemas. */
declare const components: { components: { schemas: Record<string, unknown> } };

describe('compareDescriptions reports a break for', () => {
  it.each(breaks)('%s', (_, place, change, expected) => {
    expect(compare(place, change)).toEqual(expected);
  });
});

describe('compareDescriptions reports no break for', () => {
  it('the same description', () => {
    expect(compareDescriptions(description, JSON.parse(same))).toEqual([]);
  });

  it('a new error code where there was none', () => {
    const error = ['examples', 'requestMissingParameter', 'value', 'code'];
    const before = edited(verify('responses', '400', ...media, ...error), gone);
    expect(compareDescriptions(before as typeof description, description)).toEqual([]);
  });

  it.each(keeps)('%s', (_, place, change) => {
    expect(compare(place, change)).toEqual([]);
  });
});
