import type { VoucherWord } from '../errors/payments.ts';
import type { ErrorCase } from './route.ts';

/** Of operators' acts on a person. */
export const mayHavePermit: ErrorCase = {
  status: 409,
  error:
    'A person with a permit number may be the same person. Compare them. To grant another number, send a `samePersonReason`.',
  code: 'person.may_have_permit',
  when: '`similarPeople` has their ids',
};

export const personErased: ErrorCase = {
  status: 409,
  error: 'The person’s data is erased',
  code: 'person.erased',
  when: 'their erasure has begun',
};

export const invalidBody: ErrorCase = { status: 400, error: 'Invalid request body' };

export const keyErrors: readonly ErrorCase[] = [
  { status: 401, error: 'Missing API key' },
  { status: 401, error: 'Invalid API key' },
  { status: 403, error: 'Insufficient permissions', when: 'an Agent Key lacks the scope' },
  {
    status: 403,
    error: 'The account is suspended until its lost mailbox case is closed',
    code: 'account.suspended',
  },
];

/** What every route of partners may answer. */
export const partnerErrors: readonly ErrorCase[] = [
  { status: 401, error: 'Missing API key' },
  { status: 401, error: 'Invalid API key' },
  { status: 403, error: 'Insufficient permissions', when: 'the Partner Key lacks the scope' },
  { status: 403, error: 'Partner integration is not active.' },
  {
    status: 429,
    error: 'Rate limit exceeded. Maximum 600 calls per minute.',
    when: 'the key has made so many in this UTC minute; Retry-After says when to try again',
  },
];

export const rateLimited: ErrorCase = {
  status: 429,
  error: 'Rate limit exceeded. Maximum 5000 calls per day, 50 calls per minute.',
};

/** Of every route that takes vouchers, by what it calls them. */
export function voucherErrors(voucherWord: VoucherWord): readonly ErrorCase[] {
  return voucherCases(voucherWord, 400, []);
}

/** The same on partner routes (facts C12.7). */
export function partnerVoucherErrors(voucherWord: VoucherWord): readonly ErrorCase[] {
  const error = `${voucherWord} code is invalid`;
  return voucherCases(voucherWord, 409, [{ status: 400, error, code: 'voucher_not_applicable' }]);
}

function voucherCases(
  voucherWord: VoucherWord,
  redeemed: 400 | 409,
  notApplicable: readonly ErrorCase[],
): readonly ErrorCase[] {
  return [
    {
      status: 429,
      error: 'Too many attempts',
      when: 'more than 200 unknown voucher codes in an hour; Retry-After says when to try again',
    },
    { status: 400, error: `${voucherWord} code is invalid`, code: 'voucher_not_found' },
    ...notApplicable,
    { status: 400, error: `${voucherWord} code has expired`, code: 'voucher_expired' },
    {
      status: redeemed,
      error: `${voucherWord} code has already been redeemed`,
      code: 'voucher_already_redeemed',
    },
    {
      status: 400,
      error: `${voucherWord} code does not cover the full invoice amount`,
      code: 'voucher_not_full_coverage',
    },
  ];
}

export const entityNotFound: ErrorCase = {
  status: 404,
  error: 'Legal entity not found',
  when: 'it does not exist, or the caller may not see it',
};

/** What every operators' route may answer. */
export const operatorErrors: readonly ErrorCase[] = [
  { status: 403, error: 'Forbidden', when: 'the request carries no accepted signature' },
];

/** Of every page with a form. */
export const foreignForm: ErrorCase = {
  status: 403,
  error: 'The form was not sent from a page of this site. Load the page again.',
};

/** Of tests and redeliveries of webhooks. */
export const tooManyTests: ErrorCase = {
  status: 429,
  error: 'Too many attempts',
  when: 'more than 10 tests and redeliveries in a minute to one endpoint, 30 of one owner, or 120 to one host; with `Retry-After`',
};

export const notFound: ErrorCase = { status: 404, error: 'Not found' };

export const nameTaken: ErrorCase = {
  status: 409,
  error: 'A legal entity with this name already exists',
  code: 'entity.name_taken',
};

export const keyLimitReached: ErrorCase = {
  status: 409,
  error: 'At most 40 keys can be active',
  code: 'api_key.limit_reached',
};

export const idempotencyErrors: readonly ErrorCase[] = [
  { status: 400, error: 'Idempotency-Key must have 1 to 255 characters' },
  {
    status: 409,
    error: 'This Idempotency-Key was used with another request body',
    code: 'idempotency.key_reused',
  },
  {
    status: 409,
    error: 'The first request with this Idempotency-Key is still being processed',
    code: 'idempotency.in_progress',
    when: 'try again after the seconds in Retry-After',
  },
];

/** A file that is uploaded again in which malware was found before. */
export const refusedUpload: ErrorCase = {
  status: 409,
  error: 'Malware was found in the file. Upload another one.',
  code: 'upload.refused',
  when: 'the same file was uploaded before, and refused',
};
