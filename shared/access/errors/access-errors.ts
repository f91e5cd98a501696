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

export const keyNotAgent = defineError({
  status: 409,
  code: 'api_key.not_agent',
  error: 'Only Agent Keys have these limits',
});

export const keyRevoked = defineError({
  status: 409,
  code: 'api_key.revoked',
  error: 'The key is revoked',
});

/** Instants are in Unix milliseconds. */
export const keyLimitOfDayReached = defineError(
  {
    status: 429,
    code: 'api_key.daily_limit_reached',
    error: 'The daily limit of the key is reached',
    when: 'The Agent Key has used up a daily limit. See `limit` and `resetsAt`.',
  },
  (limit: UsedLimit, resetsAt: number, now: number) => ({
    limit,
    resetsAt: new Date(resetsAt).toISOString(),
    headers: { 'retry-after': String(Math.ceil((resetsAt - now) / 1000)) },
  }),
);

/** The call would exceed the limit on any day. */
export const keyLimitNeverAllows = defineError(
  {
    status: 403,
    code: 'api_key.limit_never_allows',
    error: 'The daily limit of the key does not allow this',
    when: 'This call alone exceeds a limit of the Agent Key. See `limit`.',
  },
  (limit: UsedLimit) => ({ limit }),
);

interface UsedLimit {
  readonly name: string;
  readonly max: number;
  readonly used: number;
}

/** For a key that would remove its own approval requirement, or another key's. */
export const keyNeedsApproval = defineError({
  status: 403,
  code: 'api_key.approval_required',
  error: 'A key that needs its owner’s approval cannot turn off this requirement. Use the portal.',
});

/** Errors of every route that counts the uses of Agent Keys. */
export const keyLimitErrors: readonly ErrorCase[] = [keyLimitNeverAllows, keyLimitOfDayReached];

export const agreementTextChanged = defineError({
  status: 409,
  code: 'agreement.text_changed',
  error: 'The agreement text has changed. Show the current version and sign again.',
});

/** For Partner Keys; `retryAfter` in seconds. */
export const partnerRateLimited = defineError(
  {
    status: 429,
    code: 'rate_limit.exceeded',
    error: `Rate limit exceeded. Maximum ${partnerLimit.max} calls per minute.`,
    when: 'The key has used up its calls for this UTC minute. Wait for `Retry-After`.',
  },
  (retryAfter: number) => ({ headers: { 'retry-after': String(retryAfter) } }),
);

/** Errors of every partner route. */
export const partnerErrors: readonly ErrorCase[] = [
  apiErrors.missingApiKey,
  apiErrors.invalidApiKey,
  { ...apiErrors.insufficientPermissions, when: 'The Partner Key lacks the scope.' },
  apiErrors.integrationNotActive,
  partnerRateLimited,
];
