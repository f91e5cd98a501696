import * as z from 'zod/mini';
import { FormId, Repeated } from '../kernel/contracts/form-fields.ts';
import { Id, OptionalLine } from '../kernel/contracts/text.ts';
import { agentScopes } from '../kernel/domain/scopes.ts';

export const CreateKey = z
  .object({
    label: z.pipe(
      z._default(OptionalLine(100), ''),
      z.transform((label: string) => (label === '' ? null : label)),
    ),
    kind: z.enum(['standard', 'agent'], { error: 'Choose what the key is for' }),
    scope: Repeated(agentScopes, 'Choose from the list'),
    formId: FormId,
  })
  .check(
    z.refine(({ kind, scope }) => kind === 'standard' || scope.length > 0, {
      path: ['scope'],
      error: 'Choose at least one thing that the Agent Key may do',
    }),
    // Whoever ticked some wanted less than all.
    z.refine(({ kind, scope }) => kind === 'agent' || scope.length === 0, {
      path: ['scope'],
      error: 'A Standard Key may do all that you may. Choose Agent Key, or untick everything here',
    }),
  );

export const OwnKey = z.object({ keyId: Id });

export const KeysQuery = z.object({ after: z.optional(z.string()) });

export const RotateKey = z.object({ formId: FormId });
