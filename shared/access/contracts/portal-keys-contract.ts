import * as z from 'zod/mini';
import { FormId, Repeated } from '../../kernel/contracts/form-fields.ts';
import { sortParameters } from '../../kernel/contracts/pagination.ts';
import { Id, OptionalLine } from '../../kernel/contracts/text.ts';
import { agentScopes } from '../../kernel/domain/scopes.ts';

/** After how many days a key created in the portal expires, if it does. */
export const keyTerms = ['30', '90', '365'] as const;

/** An optional number; `most` is the API's maximum. */
function Amount(most: number) {
  const error = 'Enter a whole number, or leave it empty';
  return z.pipe(
    z._default(OptionalLine(20), ''),
    z.pipe(
      z.transform((text: string) => (text === '' ? undefined : Number(text))),
      z.optional(z.int({ error }).check(z.gte(0, { error }), z.lte(most, { error }))),
    ),
  );
}

/**
 * The form for a key's limits: whether its owner approves payments and submissions; for an Agent
 * Key the daily limits, with the amount in whole units of the currency, and the ids of its
 * entities.
 */
const bounds = {
  applications: Amount(1_000_000),
  filings: Amount(1_000_000),
  payments: Amount(1_000_000),
  amount: Amount(10_000_000),
  entity: z.pipe(
    z.transform((sent: unknown) => (sent === undefined ? [] : [...new Set([sent].flat())])),
    z.array(Id).check(z.maxLength(100)),
  ),
  approval: Repeated(['required'], 'Choose from the list'),
};

export const ChangeBounds = z.object(bounds);

/** The form's values as `KeyBoundsChange`. */
export function boundsOfForm({
  applications,
  filings,
  payments,
  amount,
  entity,
  approval,
}: z.output<typeof ChangeBounds>) {
  return {
    dailyLimits: {
      ...(applications !== undefined && { applications }),
      ...(filings !== undefined && { filings }),
      ...(payments !== undefined && { payments }),
      ...(amount !== undefined && { amountCents: amount * 100 }),
    },
    legalEntityIds: entity.length === 0 ? null : entity,
    approvalRequired: approval.length > 0,
  };
}

export const CreateKey = z
  .object({
    label: z.pipe(
      z._default(OptionalLine(100), ''),
      z.transform((label: string) => (label === '' ? null : label)),
    ),
    holder: z._default(OptionalLine(100), ''),
    validity: z._default(
      z.enum(['always', ...keyTerms], { error: 'Choose how long the key is valid' }),
      'always',
    ),
    kind: z.enum(['standard', 'agent'], { error: 'Choose what the key is for' }),
    scope: Repeated(agentScopes, 'Choose from the list'),
    ...bounds,
    formId: FormId,
  })
  .check(
    z.refine(({ kind, scope }) => kind === 'standard' || scope.length > 0, {
      path: ['scope'],
      error: 'Choose at least one scope for the Agent Key',
    }),
    z.refine(({ kind, holder }) => kind === 'standard' || holder !== '', {
      path: ['holder'],
      error: 'Say who holds the Agent Key',
    }),
    // Selected scopes would not restrict a Standard Key.
    z.refine(({ kind, scope }) => kind === 'agent' || scope.length === 0, {
      path: ['scope'],
      error:
        'A Standard Key can do everything that you can. Choose Agent Key or clear all scopes here',
    }),
    z.refine(
      ({ kind, applications, filings, payments, amount, entity }) =>
        kind === 'agent' ||
        (entity.length === 0 &&
          [applications, filings, payments, amount].every((limit) => limit === undefined)),
      { path: ['applications'], error: 'Only Agent Keys have limits. Clear all limits here' },
    ),
  );

export const OwnKey = z.object({ keyId: Id });

export const KeysQuery = z.object({
  after: z.optional(z.string()),
  ...sortParameters('name', 'used', 'created'),
});

export const RotateKey = z.object({ formId: FormId });
