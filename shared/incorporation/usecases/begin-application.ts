import type { SigningDeps } from '../../documents/deps/agreement-deps.ts';
import { digestOf } from '../../kernel/db/effects.ts';
import { onceEffect } from '../../kernel/usecases/once-effect.ts';
import { personActor } from '../../sign-in/auth/session.ts';
import type { CreateApplication } from '../contracts/application.ts';
import { makeDraft } from './make-draft.ts';

/**
 * Begins an application from the portal's form, which makes one draft however often it is sent. The owner alone signs
 * and pays it there; no mail is sent. The answer is the draft's id.
 *
 * Errors: those of `makeDraft`; 409 `idempotency.key_reused` when the form was sent before with something else in it,
 * `idempotency.in_progress`.
 */
export async function beginApplication(
  command: CreateApplication,
  { personId, formId }: { readonly personId: string; readonly formId: string },
  deps: SigningDeps,
): Promise<string> {
  const { analytics = {} } = command.applicationData;
  const told = Object.entries(analytics).filter(([, text]) => text !== '');
  const applicationData = {
    ...command.applicationData,
    analytics: told.length === 0 ? undefined : Object.fromEntries(told),
  };
  const actor = personActor(personId);
  const creator = { personId, actor, createdWith: 'portal', agentKeyId: null } as const;
  const effect = { scope: digestOf([personId, 'portal form', formId]), content: command };
  return onceEffect(effect, deps, {
    run: async (note) => (await makeDraft({ ...command, applicationData }, creator, note, deps)).id,
    again: async (id) => id,
  });
}
