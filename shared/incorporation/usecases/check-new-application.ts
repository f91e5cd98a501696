import type { PersonalKeyCaller } from '../../access/auth/caller.ts';
import { StoredManifestation } from '../../access/db/manifestations.ts';
import { countAttempt, uncountAttempt } from '../../kernel/db/attempt-counters.ts';
import { keys, partitions } from '../../kernel/db/keys.ts';
import { readAll } from '../../kernel/db/page.ts';
import { parseFound } from '../../kernel/db/stored.ts';
import { getItems, type Table } from '../../kernel/db/table.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { isReferralCode } from '../../kernel/domain/code.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { refuseWhenFull } from '../../kernel/usecases/refuse-when-full.ts';
import { StoredPerson } from '../../people/db/people.ts';
import { isActiveResident, StoredResident } from '../../people/db/residents.ts';
import { isActive } from '../../people/domain/residency.ts';
import * as registryErrors from '../../registry/errors/registry-errors.ts';
import type { ApplicationPayload, CreateApplication } from '../contracts/application.ts';
import { StoredReferralCode } from '../db/referrals.ts';
import { unknownAgents } from '../domain/application-data.ts';
import * as incorporationErrors from '../errors/incorporation-errors.ts';

/**
 * The owner, if the application may be created; otherwise throws the first error in the contract's order. Owners can
 * try only a few permit numbers of registered agents, to prevent enumeration of permit numbers.
 */
export async function checkNewApplication(
  { applicationData, referralCode }: CreateApplication,
  facts: ApplicationFacts,
  deps: Pick<CoreDeps, 'table' | 'now'>,
): Promise<StoredPerson> {
  const { owner } = facts;
  const now = deps.now().toISOString();
  if (owner === null || !mayApply(owner, now)) throw incorporationErrors.mustBeActiveResident();
  await countingFailures(owner.id, applicationData, deps, () =>
    checkRegisteredAgent(applicationData, facts, now),
  );
  if (referralCode !== undefined && !ownsReferralCode(owner, facts)) {
    throw incorporationErrors.referralCodeNotFound();
  }
  if (facts.nameTaken) throw apiErrors.nameTaken();
  if (facts.nameReserved) throw registryErrors.nameReserved();
  return owner;
}

/** Whether a person may register a legal entity today: only active residents and e-Residents. */
export function mayApply({ residency }: Pick<StoredPerson, 'residency'>, now: string): boolean {
  if (residency === null) return false;
  return residency.residencyType !== 'Limited e-Resident' && isActive(residency, now);
}

/** Checks the registered agent: the built-in provider, or a resident. */
export function checkRegisteredAgent(
  {
    registeredAgentProvider,
    registeredAgentDetails,
  }: Pick<
    CreateApplication['applicationData'],
    'registeredAgentProvider' | 'registeredAgentDetails'
  >,
  { registeredAgent }: Pick<ApplicationFacts, 'registeredAgent'>,
  now: string,
): void {
  if ((registeredAgentProvider === null) === (registeredAgentDetails === null)) {
    throw incorporationErrors.oneRegisteredAgent();
  }
  if (registeredAgentDetails === null) return;
  if (registeredAgent === null || !isActiveResident(registeredAgent, now)) {
    throw incorporationErrors.registeredAgentNotActive();
  }
}

function ownsReferralCode(
  owner: StoredPerson,
  { referralCode, represented }: ApplicationFacts,
): boolean {
  if (referralCode === null) return false;
  const { ownerType, ownerId } = referralCode;
  return ownerType === 'natural_person' ? ownerId === owner.id : represented.has(ownerId);
}

/**
 * The code to attribute the application to. Callers can only name a code of their own, so each attribution is a
 * self-referral; codes that do not allow it are ignored silently (spec 4.3).
 */
export function attributedCode(referralCode: StoredReferralCode | null): string | null {
  return referralCode?.selfReferralEnabled ? referralCode.code : null;
}

export interface ApplicationFacts {
  readonly owner: StoredPerson | null;
  readonly manifestation: StoredManifestation | null;
  readonly nameTaken: boolean;
  readonly nameReserved: boolean;
  /** The registered agent, found by permit number. */
  readonly registeredAgent: StoredResident | null;
  readonly referralCode: StoredReferralCode | null;
  /** Ids of entities that the owner represents; read only if the referral code may belong to one. */
  readonly represented: ReadonlySet<string>;
}

export async function readApplicationFacts(
  table: Table,
  { personId }: Pick<PersonalKeyCaller, 'personId'>,
  { applicationData: { name, registeredAgentDetails }, referralCode }: CreateApplication,
): Promise<ApplicationFacts> {
  const agentRpn = registeredAgentDetails?.residentPermitNumber;
  const code = referralCode !== undefined && isReferralCode(referralCode) ? referralCode : null;
  const [items, represented] = await Promise.all([
    getItems(table, [
      keys.person(personId),
      keys.manifestation(personId),
      keys.entityName('llc', name),
      keys.reservedName('llc', name),
      keys.reservedName(null, name),
      agentRpn === undefined ? null : keys.residentPermitNumber(agentRpn),
      code === null ? null : keys.referralCode(code),
    ]),
    code === null ? [] : readRepresented(table, personId),
  ]);
  const [owner, manifestation, taken, reserved, reservedForAll, agent, referral] = items;
  return {
    owner: parseFound(StoredPerson, owner),
    manifestation: parseFound(StoredManifestation, manifestation),
    nameTaken: taken !== undefined,
    nameReserved: reserved !== undefined || reservedForAll !== undefined,
    registeredAgent: parseFound(StoredResident, agent),
    referralCode: parseFound(StoredReferralCode, referral),
    represented: new Set(represented),
  };
}

async function readRepresented(table: Table, personId: string): Promise<readonly string[]> {
  const prefix = keys.represented(personId, '').sk;
  const items = await readAll(table, { value: partitions.person(personId), prefix });
  return items.map((item) => String(item['entityId']));
}

/**
 * Checks the registered agent, if it is a resident. The attempt is counted before the check and uncounted if the number
 * is right, so that parallel calls can't exceed the limit.
 *
 * Error: 429 for an owner with too many failed attempts, whether or not this number is right.
 */
export async function countingFailures(
  ownerId: string,
  { registeredAgentProvider, registeredAgentDetails }: ApplicationPayload,
  { table, now }: Pick<CoreDeps, 'table' | 'now'>,
  check: () => void,
): Promise<void> {
  // Without a permit number, or with a provider as well, the result reveals nothing about a permit number.
  if (registeredAgentDetails === null || registeredAgentProvider !== null) {
    check();
    return;
  }
  const at = now();
  refuseWhenFull(await countAttempt(table, unknownAgents, ownerId, at.getTime()), at);
  check();
  await uncountAttempt(table, unknownAgents, ownerId, at.getTime());
}
