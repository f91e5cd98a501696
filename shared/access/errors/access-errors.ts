import { defineError, type ErrorCase } from '../../kernel/errors/api-error.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { maxActiveKeys } from '../../people/domain/person.ts';
import { partnerLimit } from '../domain/usage-plan.ts';

export const manifestationRequired = defineError({
  status: 409,
  code: 'manifestation.required',
  error: 'Write scopes require an active Manifestation of Will',
});

export const keyLimitReached = defineError({
  status: 409,
  code: 'api_key.limit_reached',
  error: `At most ${maxActiveKeys} keys can be active`,
});

export const keyRevoked = defineError({
  status: 409,
  code: 'api_key.revoked',
  error: 'The key is revoked',
});

export const agreementTextChanged = defineError({
  status: 409,
  code: 'agreement.text_changed',
  error: 'The agreement text has changed. Show the current version and sign again.',
});

/** A Partner Key; `retryAfter` in seconds. */
export const partnerRateLimited = defineError(
  {
    status: 429,
    code: 'rate_limit.exceeded',
    error: `Rate limit exceeded. Maximum ${partnerLimit.max} calls per minute.`,
    when: 'the key has made so many in this UTC minute; Retry-After says when to try again',
  },
  (retryAfter: number) => ({ headers: { 'retry-after': String(retryAfter) } }),
);

/** What every route of partners may answer. */
export const partnerErrors: readonly ErrorCase[] = [
  apiErrors.missingApiKey,
  apiErrors.invalidApiKey,
  { ...apiErrors.insufficientPermissions, when: 'the Partner Key lacks the scope' },
  apiErrors.integrationNotActive,
  partnerRateLimited,
];
