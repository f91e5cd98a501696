import { keys } from '../../kernel/db/keys.ts';
import { getItem, type Table } from '../../kernel/db/table.ts';
import { create, orElse, transact, type Write } from '../../kernel/db/transact.ts';
import { assign, mustExist } from '../../kernel/db/update.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { codeKey, generateCode } from '../../kernel/domain/code.ts';
import { fullName } from '../../kernel/domain/legal-entity.ts';
import { personName } from '../../kernel/domain/person-name.ts';
import { revised } from '../../kernel/domain/same-value.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { lostRace, retryOnConflict } from '../../kernel/usecases/retry-on-conflict.ts';
import type { StoredPerson } from '../../people/db/people.ts';
import type { Actor } from '../../platform/domain/audit-entry.ts';
import { auditAct } from '../../platform/usecases/audit.ts';
import { notRepresentative } from '../../registry/db/representatives.ts';
import type { CreateReferralCode, ReferralListing } from '../contracts/referral-contract.ts';
import {
  findReferralCode,
  findReferrals,
  readReferred,
  referralCodeItem,
  type StoredReferralCode,
} from '../db/referrals.ts';
import * as incorporationErrors from '../errors/incorporation-errors.ts';

/**
 * Creates a referral code for a person or a legal entity: the requested code or a random one.
 *
 * Errors: 400 for an unknown owner; 409 `referral.code_taken`, ignoring letter case.
 */
export async function createReferralCode(
  { code, ownerType, ownerId, selfReferralEnabled = false }: CreateReferralCode,
  actor: Actor,
  deps: CoreDeps,
): Promise<StoredReferralCode> {
  const at = deps.now().toISOString();
  const owner = ownerType === 'natural_person' ? keys.person(ownerId) : keys.entity(ownerId);
  return retryOnConflict(async () => {
    const referral: StoredReferralCode = {
      code: code ?? generateCode(deps.random),
      ownerType,
      ownerId,
      selfReferralEnabled,
      createdAt: at,
    };
    const outcome = await transact(deps.table, {
      owner: orElse(mustExist(owner), () => apiErrors.invalidField(['ownerId'], 'Unknown owner')),
      // If a random code is taken, another is drawn.
      referral: orElse(create(referralCodeItem(referral)), () =>
        code === undefined ? lostRace : incorporationErrors.referralCodeTaken(),
      ),
      ...auditAct(deps, {
        at,
        actor,
        action: 'referral_code.created',
        subject: { type: 'referral_code', id: referral.code },
        details: { ownerType, ownerId, selfReferralEnabled },
      }),
    });
    if (outcome.kind === 'written') return referral;
    if (outcome.refusal === lostRace) return lostRace;
    throw outcome.refusal ?? outcome.error;
  });
}

/** Sets whether a code's owner may use it for their own application. Error: 404 `Not found`. */
export async function reviseReferralCode(
  code: string,
  revision: { readonly selfReferralEnabled: boolean },
  actor: Actor,
  deps: CoreDeps,
): Promise<StoredReferralCode> {
  const referral = await findReferralCode(deps.table, code);
  if (referral === null) throw apiErrors.notFound();
  const { next, changes } = revised(referral, revision);
  const changed = Object.keys(changes);
  if (changed.length === 0) return referral;
  const outcome = await transact(deps.table, {
    referral: assign(keys.referralCode(code), changes),
    ...auditAct(deps, {
      at: deps.now().toISOString(),
      actor,
      action: 'referral_code.updated',
      subject: { type: 'referral_code', id: referral.code },
      details: { changed },
    }),
  });
  if (outcome.kind === 'refused') throw apiErrors.notFound();
  return next;
}

/** Error: 404. */
export async function readReferralCode(
  code: string,
  { table }: { readonly table: Table },
): Promise<StoredReferralCode> {
  const referral = await findReferralCode(table, code);
  if (referral === null) throw apiErrors.notFound();
  return referral;
}

interface AttributedReferral {
  /** `own`: the code belongs to the applicant or to an entity that they represent; for the audit trail. */
  readonly kind: 'credited' | 'other_code' | 'own';
  /** The code credited with the person; null if none. */
  readonly code: string | null;
  /** Refuses the transaction if the code has become the person's own; undefined if that can't happen. */
  readonly stillNotOwn?: Write | undefined;
}

/**
 * The code credited with a person at their approval. This is decided at approval and not when a partner sends the code,
 * because the answer would reveal who has an account (decisions 12). A new person has no code yet.
 */
export async function attributedReferral(
  sent: string | null,
  account: StoredPerson | null,
  table: Table,
): Promise<AttributedReferral> {
  if (account === null || sent === null) return { kind: 'credited', code: sent };
  const former = account.referralCode;
  if (former !== null) {
    const kind = codeKey(former) === codeKey(sent) ? 'credited' : 'other_code';
    return { kind, code: null };
  }
  const code = await findReferralCode(table, sent);
  if (code === null || code.selfReferralEnabled) return { kind: 'credited', code: sent };
  if (code.ownerType === 'natural_person') {
    return code.ownerId === account.id
      ? { kind: 'own', code: null }
      : { kind: 'credited', code: sent };
  }
  const representative = await getItem(table, keys.representative(code.ownerId, account.id));
  if (representative !== undefined) return { kind: 'own', code: null };
  const stillNotOwn = notRepresentative(code.ownerId, account.id);
  return { kind: 'credited', code: sent, stillNotOwn };
}

/**
 * All referrals made with a code (spec 4.14), newest first. The code must belong to the person, or to an entity that
 * they represent today.
 *
 * Error: 404 `Referral code not found`, the same for an unknown code and for someone else's.
 */
export async function readReferrals(
  code: string,
  personId: string,
  { table }: CoreDeps,
): Promise<ReferralListing> {
  const referrals = await findReferrals(table, code);
  if (referrals === null) throw incorporationErrors.referralsNotFound();
  const { ownerType, ownerId } = referrals.code;
  if (ownerType === 'natural_person' && ownerId !== personId)
    throw incorporationErrors.referralsNotFound();
  const { represents, persons, entities } = await readReferred(table, referrals, personId);
  if (ownerType === 'legal_entity' && !represents) throw incorporationErrors.referralsNotFound();
  return {
    code: referrals.code.code,
    naturalPersons: referrals.persons.map(({ referredAt }, index) => ({
      fullName: personName(persons[index] ?? { givenName: null, surname: null }),
      referredAt,
    })),
    legalEntities: entities
      .filter((entity) => entity !== null)
      .map((entity) => ({
        name: fullName(entity),
        rpn: entity.residentPermitNumber,
        referredAt: entity.registrationDate,
      })),
  };
}
