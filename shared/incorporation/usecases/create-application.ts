import { actorOf } from '../../access/auth/actor.ts';
import type { PersonalKeyCaller } from '../../access/auth/caller.ts';
import type { SigningDeps } from '../../documents/deps/agreement-deps.ts';
import type { Effect } from '../../kernel/db/effects.ts';
import { onceEffect } from '../../kernel/usecases/once-effect.ts';
import type { CreateApplication } from '../contracts/application.ts';
import type { StoredApplication } from '../db/applications.ts';
import { type Creator, makeDraft } from './make-draft.ts';
import { readOwnApplication } from './read-own-application.ts';
import { ownerSignatureUrl, signatureUrlOf } from './signature-url.ts';

/**
 * Creates a draft application (spec 4.3). With an Agent Key whose owner has accepted the agreement in advance,
 * it is signed at once; otherwise the answer has the link under which it is signed, which also goes to the
 * owner by mail.
 *
 * Errors, in this order: 403 for an owner who is not an active resident; 400 for the registered agent, 429
 * after 50 permit numbers that failed in an hour; 400 for the referral code; 409 for the name.
 */
export function createApplication(
  command: CreateApplication,
  caller: PersonalKeyCaller,
  effect: Effect | null,
  deps: SigningDeps,
): Promise<CreatedDraft> {
  return onceEffect(effect, deps, {
    run: async (note) =>
      createdDraft(await makeDraft(command, keyCreator(caller), note, deps), caller, deps),
    again: async (id) =>
      createdDraft(await readOwnApplication(deps.table, id, caller), caller, deps),
  });
}

function keyCreator(caller: PersonalKeyCaller): Creator {
  const isAgent = caller.kind === 'agent';
  return {
    personId: caller.personId,
    actor: actorOf(caller),
    createdWith: isAgent ? 'agent_key' : 'standard_key',
    agentKeyId: isAgent ? caller.keyId : null,
  };
}

interface CreatedDraft {
  readonly application: StoredApplication;
  readonly signatureUrl: string | null;
}

/** An Agent Key is never told a link that signs, whatever the application was created with. */
function createdDraft(
  application: StoredApplication,
  { kind }: PersonalKeyCaller,
  deps: SigningDeps,
): CreatedDraft {
  if (application.agreement?.method === 'manifestation_of_will') {
    return { application, signatureUrl: null };
  }
  const signatureUrl =
    kind === 'agent' ? ownerSignatureUrl(application, deps) : signatureUrlOf(application, deps);
  return { application, signatureUrl };
}
