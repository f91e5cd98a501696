import * as z from 'zod/mini';
import * as apiErrors from '../../kernel/errors/errors.ts';
import type { KeyCaller } from './caller.ts';

const Key = {
  keyId: z.string(),
  label: z.nullable(z.string()),
  scopes: z.array(z.string()),
  limits: z.nullable(z.object({ perMinute: z.int(), perDay: z.int() })),
  createdAt: z.string(),
  lastFour: z.string(),
  counterId: z.optional(z.string()),
};

const HandedCaller = z.union([
  z.object({ ...Key, kind: z.enum(['standard', 'agent']), personId: z.string() }),
  z.object({ ...Key, kind: z.literal('partner'), integrationId: z.string() }),
]);

/** The authorizer's result for the credential of a usage-plan route. */
export type Finding =
  | { readonly outcome: 'caller'; readonly caller: KeyCaller }
  | { readonly outcome: 'missing' }
  | { readonly outcome: 'invalid' }
  | { readonly outcome: 'suspended' };

/**
 * The authorizer's context, in which API Gateway only allows strings. `withOthers` is the hash of a
 * key that API Gateway meters together with others.
 */
export function authorizerContext(
  finding: Finding,
  withOthers: string | null = null,
): Record<string, string> {
  return finding.outcome === 'caller'
    ? {
        outcome: 'caller',
        caller: JSON.stringify(finding.caller),
        ...(withOthers !== null && { withOthers }),
      }
    : { outcome: finding.outcome };
}

/** The hash of the caller's key, if API Gateway meters it together with others. */
export function meteredWithOthers(
  context: Readonly<Record<string, unknown>> | null | undefined,
): string | null {
  const hash = context?.['withOthers'];
  return typeof hash === 'string' ? hash : null;
}

/**
 * The caller identified by the authorizer; null without an authorizer.
 *
 * Errors: the exact 401 or 403, which the authorizer leaves to the function.
 */
export function readAuthorizerContext(
  context: Readonly<Record<string, unknown>> | null | undefined,
): KeyCaller | null {
  switch (context?.['outcome']) {
    case 'caller':
      return z.parse(HandedCaller, JSON.parse(String(context['caller'])));
    case 'missing':
      throw apiErrors.missingApiKey();
    case 'invalid':
      throw apiErrors.invalidApiKey();
    case 'suspended':
      throw apiErrors.accountSuspended();
    default:
      return null;
  }
}
