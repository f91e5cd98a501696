import { mustExist } from '../../kernel/db/assign.ts';
import { keys } from '../../kernel/db/keys.ts';
import { create, type Write } from '../../kernel/db/transact.ts';
import { residentItem } from '../../people/db/residents.ts';
import { entityPeriods } from '../../people/domain/residency.ts';
import { entityItem, registryRowItem, type StoredEntity } from './entities.ts';
import { claimOf } from './names.ts';
import { representativeItems, type StoredRepresentative } from './representatives.ts';

/** Most representatives that fit into the transaction that creates an entity. */
export const mostRepresentatives = 20;

/** Why an entity could not be created; `representative` is the index of the unknown person. */
export type NewEntityRefusal =
  | { readonly reason: 'unknown_representative'; readonly representative: number }
  | { readonly reason: 'unknown_referral_code' | 'name_taken' }
  | { readonly reason: 'number_taken' };

/**
 * All that a new legal entity consists of, as writes of one transaction: the entity, its row in the
 * registry's feed, the claims of its name and its number, its representatives, and its entry under the
 * referral code that brought it. `newEntityRefusal` reads what the transaction answers.
 */
export function newEntityWrites(
  entity: StoredEntity,
  representatives: readonly StoredRepresentative[],
): Readonly<Record<string, Write>> {
  const { id, residentPermitNumber, referralCode, createdAt } = entity;
  const resident = residentItem(residentPermitNumber, 'legal_entity', id, entityPeriods(entity));
  return {
    ...Object.fromEntries(
      representatives.map(({ personId }, index) => [
        `person ${index}`,
        mustExist(keys.person(personId)),
      ]),
    ),
    ...(referralCode !== null && {
      referralCode: mustExist(keys.referralCode(referralCode)),
      referred: create({ ...keys.referredEntity(referralCode, createdAt, id), entityId: id }),
    }),
    name: create({ ...claimOf(entity), entityId: id }),
    number: create(resident),
    entity: create(entityItem(entity)),
    registryRow: create(registryRowItem(entity, createdAt)),
    ...Object.fromEntries(
      representatives.flatMap((representative, index) => {
        const { ofEntity, ofPerson } = representativeItems(id, representative);
        return [
          [`representative ${index}`, create(ofEntity)],
          [`represented ${index}`, create(ofPerson)],
        ];
      }),
    ),
  };
}

/** What the refusal of one of the writes means; null when it was none of them, or of no rule. */
export function newEntityRefusal(label: string): NewEntityRefusal | null {
  const person = /^person (\d+)$/.exec(label)?.[1];
  if (person !== undefined) {
    return { reason: 'unknown_representative', representative: Number(person) };
  }
  if (label === 'referralCode') return { reason: 'unknown_referral_code' };
  if (label === 'name') return { reason: 'name_taken' };
  return label === 'number' ? { reason: 'number_taken' } : null;
}
