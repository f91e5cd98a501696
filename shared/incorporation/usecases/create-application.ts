import { actorOf, type PersonalCaller, type PersonalKeyCaller } from '../../access/auth/caller.ts';
import { sameManifestation } from '../../access/db/manifestations.ts';
import { countUse } from '../../access/usecases/count-use.ts';
import type { SigningDeps } from '../../documents/deps/documents.ts';
import { digestOf, type Effect } from '../../kernel/db/effects.ts';
import { orElse, transact } from '../../kernel/db/transact.ts';
import type { ServiceDeps } from '../../kernel/deps/service.ts';
import { displayName } from '../../kernel/domain/legal-entity.ts';
import { type NoteEffect, onceEffect } from '../../kernel/usecases/once-effect.ts';
import { conflict, lostRace, retryOnConflict } from '../../kernel/usecases/retry-on-conflict.ts';
import type { StoredPerson } from '../../people/db/people.ts';
import { unerasedPersonCheck } from '../../people/db/people-checks.ts';
import { mailWrite } from '../../platform/db/outbox.ts';
import type { Actor } from '../../platform/domain/audit-entry.ts';
import { auditAct } from '../../platform/usecases/audit.ts';
import { notSubmitted } from '../../reviews/domain/review-steps.ts';
import { personActor } from '../../sign-in/auth/session.ts';
import type { ApplicationPayload, CreateApplication } from '../contracts/application.ts';
import { newApplicationWrites, type StoredApplication } from '../db/applications.ts';
import { type AgreementSignature, type ApplicationOrigin, canSign } from '../domain/application.ts';
import { applicationData } from '../domain/application-data.ts';
import * as incorporationErrors from '../errors/incorporation-errors.ts';
import {
  type ApplicationFacts,
  attributedCode,
  checkNewApplication,
  readApplicationFacts,
} from './check-new-application.ts';
import { readOwnApplication } from './read-application.ts';
import {
  newSignatureToken,
  ownerSignatureUrl,
  signatureInAdvance,
  signatureUrlOf,
} from './sign-agreement.ts';

/**
 * Creates a draft application (spec 4.3). If an Agent Key's owner has accepted the agreement in advance, the draft is
 * signed immediately. Otherwise the answer contains the signature link, which the owner also gets by email.
 *
 * Errors, in this order: 403 for an owner who is not an active resident; 400 for the registered agent, 429 beyond
 * `unknownAgents`; 400 for the referral code; 409 for the name.
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
    caller,
    createdWith: isAgent ? 'agent_key' : 'standard_key',
    agentKeyId: isAgent ? caller.keyId : null,
  };
}

interface CreatedDraft {
  readonly application: StoredApplication;
  readonly signatureUrl: string | null;
}

/**
 * The answer for the new draft. An Agent Key never gets a signature link, regardless of the key that created the
 * application.
 */
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

/**
 * Creates a draft from the portal's form, once per form. The owner signs and pays it in the portal, and no email is
 * sent. Returns the draft's id.
 *
 * Errors: those of `makeDraft`; 409 `idempotency.key_reused` if the form was submitted before with other values,
 * `idempotency.in_progress`.
 */
export async function beginApplication(
  command: CreateApplication,
  { personId, formId }: { readonly personId: string; readonly formId: string },
  deps: SigningDeps,
): Promise<string> {
  const { analytics = {} } = command.applicationData;
  const given = Object.entries(analytics).filter(([, text]) => text !== '');
  const applicationData = {
    ...command.applicationData,
    analytics: given.length === 0 ? undefined : Object.fromEntries(given),
  };
  const actor = personActor(personId);
  const caller = { kind: 'person', personId } as const;
  const creator = { personId, actor, caller, createdWith: 'portal', agentKeyId: null } as const;
  const effect = { scope: digestOf([personId, 'portal form', formId]), content: command };
  return onceEffect(effect, deps, {
    run: async (note) => (await makeDraft({ ...command, applicationData }, creator, note, deps)).id,
    again: async (id) => id,
  });
}

/** The creator of an application, and the channel. */
interface Creator {
  readonly personId: string;
  readonly actor: Actor;
  readonly caller: PersonalCaller;
  readonly createdWith: Exclude<ApplicationOrigin, 'operator'>;
  /** Null if not an Agent Key. */
  readonly agentKeyId: string | null;
}

/**
 * Creates a draft once, with all its effects. The owner gets an email if the draft has a signature link or was signed
 * in advance, but not if they created it in the portal.
 *
 * Errors, in this order: 403 for an owner who is not an active resident; 400 for the registered agent, 429 beyond
 * `unknownAgents`; 400 for the referral code; 409 for the name.
 */
function makeDraft(
  command: CreateApplication,
  creator: Creator,
  note: NoteEffect,
  deps: SigningDeps,
): Promise<StoredApplication> {
  return retryOnConflict(() => attempt(command, creator, note, deps));
}

async function attempt(
  command: CreateApplication,
  creator: Creator,
  note: NoteEffect,
  deps: SigningDeps,
): Promise<StoredApplication | typeof lostRace> {
  const at = deps.now().toISOString();
  const facts = await readApplicationFacts(deps.table, creator, command);
  const owner = await checkNewApplication(command, facts, deps);
  const application = newApplication(command, creator, { owner, facts, at }, deps);
  const { id, agreement } = application;
  const outcome = await transact(deps.table, {
    effect: note(id),
    // An acceptance that is being revoked has no effect.
    will:
      agreement === null || facts.manifestation === null
        ? undefined
        : orElse(sameManifestation(creator.personId, facts.manifestation), conflict),
    // A concurrent erasure of the owner would miss the draft.
    person: orElse(unerasedPersonCheck(creator.personId), incorporationErrors.mustBeActiveResident),
    ...newApplicationWrites(application),
    mail:
      creator.createdWith === 'portal'
        ? undefined
        : mailWrite(deps.newId(), at, {
            template: agreement === null ? 'signature_link' : 'agreement_signed',
            applicationId: id,
          }),
    ...auditAct(deps, {
      at,
      actor: creator.actor,
      action: 'legal_entity_application.created',
      subject: { type: 'legal_entity_application', id },
      details: { preAccepted: agreement !== null },
    }),
    used: countUse(creator.caller, 'applications', deps.now()),
  });
  if (outcome.kind === 'written') return application;
  if (outcome.refusal === lostRace) return lostRace;
  throw outcome.refusal ?? outcome.error;
}

function newApplication(
  { applicationData: sent, redirectUrl, reference }: CreateApplication,
  { personId, createdWith, agentKeyId }: Creator,
  { owner, facts, at }: { owner: StoredPerson; facts: ApplicationFacts; at: string },
  deps: SigningDeps,
): StoredApplication {
  return newDraft(
    sent,
    {
      at,
      ownerId: personId,
      ownerRpn: owner.residentPermitNumber,
      // Agent Keys can't see applications that their owner creates in the portal, nor the resulting entities.
      createdViaAPI: createdWith !== 'portal',
      createdWith,
      agentKeyId,
      agreement:
        createdWith === 'agent_key'
          ? signatureInAdvance(facts.manifestation, sent.residencyType, deps.agreements, at)
          : null,
      redirectUrl: redirectUrl ?? null,
      referralCode: attributedCode(facts.referralCode),
      ...(typeof reference === 'string' && { ownReference: reference }),
    },
    deps,
  );
}

/** The data of a new draft that is not part of the request. */
interface Circumstances {
  readonly at: string;
  readonly ownerId: string;
  readonly ownerRpn: string | null;
  readonly createdViaAPI: boolean;
  readonly createdWith: ApplicationOrigin;
  readonly agentKeyId: string | null;
  /** The agreement, if accepted in advance. */
  readonly agreement: AgreementSignature | null;
  readonly redirectUrl: string | null;
  readonly referralCode: string | null;
  readonly ownReference?: string;
}

/** A new draft as stored. It gets a signature link unless it is signed or only its owner can sign it. */
export function newDraft(
  sent: ApplicationPayload,
  circumstances: Circumstances,
  { newId, random, jurisdiction }: Pick<ServiceDeps, 'newId' | 'random' | 'jurisdiction'>,
): StoredApplication {
  const { at, ownerRpn, ...known } = circumstances;
  const particulars = { ...sent, name: displayName(sent.name) };
  const { createdViaAPI, createdWith, agreement } = known;
  const signedByLink = agreement === null && canSign('holder', createdWith);
  return {
    ...known,
    id: newId(),
    statusId: 'Draft',
    applicationVersion: '1.0.0',
    applicationData: applicationData(particulars, { createdViaAPI, jurisdiction, ownerRpn }),
    optionId: 'llc',
    name: particulars.name,
    extension: particulars.extension,
    signatureToken: signedByLink ? newSignatureToken({ random }) : null,
    invoiceId: newId(),
    paidAt: null,
    ...notSubmitted,
    legalEntityId: null,
    createdAt: at,
    version: 1,
  };
}
