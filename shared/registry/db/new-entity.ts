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

/** Default values of a new entity. */
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

/** The data of a new entity; absent fields get the defaults. */
type NewEntity = Pick<StoredEntity, Stated> & {
  readonly [Field in keyof typeof usual]?: StoredEntity[Field] | undefined;
};

/** A new entity as stored. The referral code may have any spelling. */
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

/** Why an entity could not be created. `representative` is the index of the unsuitable person. */
export type NewEntityRefusal =
  | { readonly reason: 'unfit_representative'; readonly representative: number }
  | { readonly reason: 'unknown_referral_code' | 'name_taken' }
  | { readonly reason: 'number_taken' };

/**
 * The writes of a new legal entity, for one transaction: the entity, its registry row, the claims on its name and
 * number, its representatives, and its referral. `isFit` checks a representative; by default, that the person exists.
 * `sharded` is the deployment's setting. `changedAt` is the writer's clock, because the creation date may be earlier.
 * The type lists the writes that are always present.
 */
export function newEntityWrites(
  entity: StoredEntity,
  representatives: readonly StoredRepresentative[],
  sharded: boolean | undefined,
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
    registryRow: create(registryRowItem(entity, changedAt, sharded)),
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
 * The writes of a change to a legal entity, for one transaction: the entity, its registry row, its name claim, and its
 * number. `before` and `after` both have the version that was read; the stored version is raised by one. Refused as
 * `revised_before` if it has changed since it was read, as `name_taken` if another entity has the new name. `changedAt`
 * is the writer's clock, `sharded` the deployment's setting.
 */
export function revisedEntityWrites(
  before: StoredEntity,
  after: StoredEntity,
  changedAt: string,
  sharded: boolean | undefined,
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
    registryRow: put(registryRowItem({ ...after, version: version + 1 }, changedAt, sharded)),
    number: put(residentItem(residentPermitNumber, 'legal_entity', id, periods)),
  } satisfies Writes<string>;
}

/** The dates of an entity that scheduled runs need. */
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
 * The item with which scheduled runs find an entity, on lists by the month in which its residency ends and by the month
 * of its registration. Dissolved entities are on neither. It is a separate item because the entity's own index keys are
 * used for other lists.
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
