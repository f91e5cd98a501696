import type { PersonalKeyCaller } from '../../access/auth/caller.ts';
import { StoredManifestation } from '../../access/db/manifestations.ts';
import { keys, partitions } from '../../kernel/db/keys.ts';
import { readAll } from '../../kernel/db/page.ts';
import { parseFound } from '../../kernel/db/stored.ts';
import { getItems, type Table } from '../../kernel/db/table.ts';
import { isReferralCode } from '../../kernel/domain/code.ts';
import { StoredPerson } from '../../people/db/people.ts';
import { StoredResident } from '../../people/db/residents.ts';
import type { CreateApplication } from '../contracts/application.ts';
import { StoredReferralCode } from '../db/referral-codes.ts';

/** What the rules of a new application look at. */
export interface ApplicationFacts {
  readonly owner: StoredPerson | null;
  readonly manifestation: StoredManifestation | null;
  readonly nameTaken: boolean;
  readonly nameReserved: boolean;
  /** The custom registered agent behind its permit number. */
  readonly registeredAgent: StoredResident | null;
  readonly referralCode: StoredReferralCode | null;
  /** Entities that the owner represents; read only where a referral code may belong to one. */
  readonly represented: ReadonlySet<string>;
}

/** Reads all of it at once: one round trip, whatever the application contains. */
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
