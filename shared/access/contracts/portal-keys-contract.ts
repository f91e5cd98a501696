import * as z from 'zod/mini';
import { FormId, Repeated } from '../../kernel/contracts/form-fields.ts';
import { Id, OptionalLine } from '../../kernel/contracts/text.ts';
import { agentScopes } from '../../kernel/domain/scopes.ts';

/** After how many days a key that is made in the portal ends, where it does. */
export const keyTerms = ['30', '90', '365'] as const;

export const CreateKey = z
  .object({
    label: z.pipe(
      z._default(OptionalLine(100), ''),
      z.transform((label: string) => (label === '' ? null : label)),
    ),
    holder: z._default(OptionalLine(100), ''),
    lasts: z._default(
      z.enum(['always', ...keyTerms], { error: 'Choose how long the key is valid' }),
      'always',
    ),
    kind: z.enum(['standard', 'agent'], { error: 'Choose what the key is for' }),
    scope: Repeated(agentScopes, 'Choose from the list'),
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
    // A person who ticked some scopes wanted less than all.
    z.refine(({ kind, scope }) => kind === 'agent' || scope.length === 0, {
      path: ['scope'],
      error:
        'A Standard Key can do everything that you can. Choose Agent Key or clear all scopes here',
    }),
  );

export const OwnKey = z.object({ keyId: Id });

export const KeysQuery = z.object({ after: z.optional(z.string()) });

export const RotateKey = z.object({ formId: FormId });
