import * as z from 'zod/mini';
import { placeOfAnniversary, placeOfEnd } from '../../kernel/db/ends.ts';
import { keys } from '../../kernel/db/keys.ts';
import type { Item } from '../../kernel/db/table.ts';
import { create, orElse, put, replace, type Write, type Writes } from '../../kernel/db/transact.ts';
import { mustExist } from '../../kernel/db/update.ts';
import { codeKey } from '../../kernel/domain/code.ts';
import { each, orUsual } from '../../kernel/domain/fields.ts';
import { unerasedPersonCheck } from '../../people/db/people-checks.ts';
import { residentItem } from '../../people/db/residents.ts';
import { entityPeriods } from '../../people/domain/residency.ts';
import { detailFields } from '../domain/amendable-entity.ts';
import { entityItem, registryRowItem, type StoredEntity } from './entities.ts';
import { claimAfter, claimOf, moveNameClaim, nameClaimFor, nameClaimItem } from './names.ts';
import { representativeItems, type StoredRepresentative } from './representatives.ts';

type Stated =
  | 'id'
  | 'optionId'
  | 'name'
  | 'extension'
  | 'residentPermitNumber'
  | 'residency'
  | 'createdAt';

/** The default for entities. */
const usual = {
  nameStartsWithExtension: false,
  formationDate: null,
  registrationDate: null,
  dissolutionDate: null,
  createdViaAPI: false,
  applicationId: null,
  referralCode: null,
  taxState: 'current',
  ...each(detailFields, null),
} satisfies Partial<StoredEntity>;

/** Additional data of a new entity. Absent: the defaults. */
type NewEntity = Pick<StoredEntity, Stated> & {
  readonly [Field in keyof typeof usual]?: StoredEntity[Field] | undefined;
};

/** The entity as it is stored first; the referral code in any spelling. */
export function newEntity(known: NewEntity): StoredEntity {
  const { optionId, name, referralCode = null } = known;
  return {
    id: known.id,
    optionId,
    name,
    nameClaim: nameClaimFor(optionId, name),
    extension: known.extension,
    residentPermitNumber: known.residentPermitNumber,
    residency: known.residency,
    createdAt: known.createdAt,
    ...orUsual<Pick<StoredEntity, keyof typeof usual>>(known, usual),
    referralCode: referralCode === null ? null : codeKey(referralCode),
    version: 1,
  };
}

/** Why an entity could not be created; `representative` is the index of the person who can't be one. */
export type NewEntityRefusal =
  | { readonly reason: 'unfit_representative'; readonly representative: number }
  | { readonly reason: 'unknown_referral_code' | 'name_taken' }
  | { readonly reason: 'number_taken' };

/**
 * The writes of a new legal entity, for one transaction: the entity, its registry row, the claims on its name and
 * number, its representatives, and its entry under a referral code. `isFit` checks a representative; by default, that
 * the person exists. `spread` is the deployment's setting; `changedAt` is the writer's clock, for an entity with an
 * earlier creation date. The type lists the writes that are always present.
 */
export function newEntityWrites(
  entity: StoredEntity,
  representatives: readonly StoredRepresentative[],
  spread: boolean | undefined,
  isFit: (personId: string) => Write = unerasedPersonCheck,
  changedAt: string = entity.createdAt,
): Record<'name' | 'number' | 'entity' | 'term' | 'registryRow', Write<NewEntityRefusal>> {
  const { id, residentPermitNumber, referralCode, createdAt } = entity;
  const resident = residentItem(residentPermitNumber, 'legal_entity', id, entityPeriods(entity));
  return {
    ...Object.fromEntries(
      representatives.map(({ personId }, index) => [
        `person ${index}`,
        orElse(isFit(personId), () => ({ reason: 'unfit_representative', representative: index })),
      ]),
    ),
    ...(referralCode !== null && {
      referralCode: orElse(mustExist(keys.referralCode(referralCode)), () => ({
        reason: 'unknown_referral_code',
      })),
      referred: create({ ...keys.referredEntity(referralCode, createdAt, id), entityId: id }),
    }),
    name: orElse(create(nameClaimItem(claimOf(entity), entity)), () => ({ reason: 'name_taken' })),
    number: orElse(create(resident), () => ({ reason: 'number_taken' })),
    entity: create(entityItem(entity)),
    term: create(entityTermItem(entity)),
    registryRow: create(registryRowItem(entity, changedAt, spread)),
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

/**
 * The writes that follow from a change of a legal entity, for one transaction: the entity, its registry row, its name's
 * claim, and its number. `before` and `after` both have the version that was read; the stored version goes up by one.
 * Refused as `revised_before` if someone changed it since it was read, as `name_taken` if another entity has its new
 * name. `changedAt` is the writer's clock, `spread` the deployment's setting.
 */
export function revisedEntityWrites(
  before: StoredEntity,
  after: StoredEntity,
  changedAt: string,
  spread: boolean | undefined,
) {
  const { id, residentPermitNumber, version } = after;
  const periods = entityPeriods(after);
  const nameClaim = claimAfter(before, after).pk;
  return {
    entity: orElse(
      replace({ ...entityItem({ ...after, nameClaim }), version }),
      () => 'revised_before',
    ),
    term: put(entityTermItem(after)),
    ...moveNameClaim(before, before, after),
    registryRow: put(registryRowItem({ ...after, version: version + 1 }, changedAt, spread)),
    number: put(residentItem(residentPermitNumber, 'legal_entity', id, periods)),
  } satisfies Writes<string>;
}

/** What of an entity the clock goes by. */
export const StoredEntityTerm = z.object({
  id: z.string(),
  registrationDate: z.nullable(z.string()),
  dissolutionDate: z.nullable(z.string()),
  residency: z.object({
    effectiveDate: z.string(),
    terminationDate: z.nullable(z.string()),
  }),
});
export type StoredEntityTerm = z.output<typeof StoredEntityTerm>;

/**
 * The item by which the clock finds an entity: on the list of the month in which its residency ends, and on that of the month in
 * which it was registered. The dissolved are on neither. It is written with the entity, which has other places in the indexes.
 */
function entityTermItem(entity: StoredEntityTerm): Item {
  const { id, registrationDate, dissolutionDate, residency } = entity;
  const isGone = dissolutionDate !== null;
  return {
    ...keys.entityTerm(id),
    ...placeOfEnd(id, isGone ? null : residency.terminationDate),
    ...placeOfAnniversary(id, isGone ? null : registrationDate),
    id,
    registrationDate,
    dissolutionDate,
    residency,
  };
}
