import * as z from 'zod/mini';
import { dayParameters, PageOf, pageParameters } from '../../kernel/contracts/pagination.ts';
import { presented } from '../../kernel/contracts/presented.ts';
import { rule } from '../../kernel/contracts/rule.ts';
import { FreeLine, Id, Instant, Line, Name, OutputInstant } from '../../kernel/contracts/text.ts';
import { type Annulment, correctionReasons } from '../../kernel/domain/annulment.ts';
import {
  displayName,
  entityState,
  entityStates,
  taxStates,
} from '../../kernel/domain/legal-entity.ts';
import { entityPeriods, isActive } from '../../people/domain/residency.ts';
import { isResidentPermitNumber } from '../../people/domain/rpn.ts';
import type { RevisableEntity } from '../domain/revise-entity.ts';
import { detailsSent, LegalEntity, presentLegalEntity } from './legal-entity.ts';

/** Any option can be imported, even one that is closed to applications. */
export const OptionId = z.string().check(z.regex(/^[a-z0-9_]{1,50}$/));

/** A name as displayed: trimmed, with single spaces. */
export const EntityName = Name(200).check(z.overwrite(displayName));

/** All fields of an entity that operators can set. A new field does not compile without a schema. */
export const revisableFields = {
  optionId: OptionId,
  name: EntityName,
  extension: Line(100).check(z.overwrite(displayName)),
  nameStartsWithExtension: z.optional(z.boolean()),
  formationDate: z.optional(z.nullable(Instant)),
  registrationDate: z.optional(z.nullable(Instant)),
  dissolutionDate: z.optional(z.nullable(Instant)),
  ...detailsSent,
  createdViaAPI: z.optional(z.boolean()),
  taxState: z.optional(z.enum(taxStates)),
  residency: z.optional(
    z.object({
      effectiveDate: z.optional(Instant),
      terminationDate: z.optional(z.nullable(Instant)),
    }),
  ),
} satisfies Readonly<Record<keyof RevisableEntity, z.core.$ZodType>>;

/** An existing permit number of an entity or a person: 14 digits, the first 8 or 9 (spec 1). */
export const OwnPermitNumber = z
  .string()
  .check(
    rule(
      { pattern: '^[89][0-9]{13}$' },
      z.refine(isResidentPermitNumber, { error: 'Must be 14 digits that start with 8 or 9' }),
    ),
  );

/** Body of `POST /admin/v1/legal_entities`. Dates can be in the past. Absent dates are now or empty. */
export const ImportEntity = z.object({
  ...revisableFields,
  /** Absent or null: a number is allocated. */
  residentPermitNumber: z.optional(z.nullable(OwnPermitNumber)),
  representatives: z.optional(z.array(Id).check(z.maxLength(20))),
  referralCode: z.optional(z.nullable(Line(64))),
});
export type ImportEntity = z.output<typeof ImportEntity>;

/**
 * Body of `PATCH /admin/v1/legal_entities/{id}`. Absent fields stay unchanged; null clears. The residency is merged.
 */
export const ReviseEntity = z.object({
  ...revisableFields,
  optionId: z.optional(revisableFields.optionId),
  name: z.optional(revisableFields.name),
  extension: z.optional(revisableFields.extension),
  /** Why the old value was wrong; recorded with the previous values. */
  correction: z.optional(
    z.object({ reasonCode: z.enum(correctionReasons), reason: FreeLine(2000) }),
  ),
});
export type ReviseEntity = z.output<typeof ReviseEntity>;

/** Path of one person's representation of one entity. */
export const RepresentativePath = z.object({ id: Id, personId: Id });

/** A legal entity as operators see it: the public data and internal data. */
export const AdminLegalEntity = z.object({
  ...LegalEntity.shape,
  createdViaAPI: z.boolean(),
  taxState: z.enum(taxStates),
  residency: z.object({
    effectiveDate: OutputInstant,
    terminationDate: z.nullable(OutputInstant),
    active: z.boolean(),
  }),
  representatives: z.array(z.object({ personId: Id, since: OutputInstant })),
  applicationId: z.nullable(Id),
  /** Previous names, oldest first; absent if none were imported. */
  formerNames: z.optional(
    z.array(
      z.object({
        name: z.string(),
        extension: z.nullable(z.string()),
        until: z.nullable(OutputInstant),
      }),
    ),
  ),
  /** Newest first; absent if there are none. */
  corrections: z.optional(
    z.array(
      z.object({
        id: Id,
        at: OutputInstant,
        by: z.nullable(z.string()),
        reasonCode: z.enum(correctionReasons),
        changes: z.array(
          z.object({ field: z.string(), from: z.nullable(z.string()), to: z.nullable(z.string()) }),
        ),
      }),
    ),
  ),
  /** The yearly confirmation; absent if the deployment requires none. */
  confirmation: z.optional(
    z.object({
      statusId: z.enum(['not_due', 'due', 'overdue', 'confirmed', 'not_required']),
      dueOn: z.nullable(z.string()),
      confirmedAt: z.nullable(OutputInstant),
      confirmedBy: z.nullable(Id),
    }),
  ),
});
export type AdminLegalEntity = z.output<typeof AdminLegalEntity>;

export const AdminLegalEntityAnswer = z.object({ data: AdminLegalEntity });

interface EnteredCorrection
  extends Omit<NonNullable<AdminLegalEntity['corrections']>[number], 'by'> {
  readonly actor: { readonly id: string | null };
}

function presentCorrection({ id, at, actor, reasonCode, changes }: EnteredCorrection) {
  return { id, at, by: actor.id, reasonCode, changes };
}

/** A previous name of an entity. */
interface FormerName {
  readonly name: string;
  readonly extension: string | null;
  readonly until: string | null;
}

/** The entity as operators see it at the instant `now`. A dissolved entity is not active. */
export function presentAdminEntity(
  {
    entity,
    representatives,
    confirmation,
    corrections = [],
  }: {
    readonly entity: RevisableEntity & {
      readonly id: string;
      readonly residentPermitNumber: string;
      readonly applicationId: string | null;
      readonly createdAt: string;
      readonly formerNames?: readonly FormerName[] | undefined;
      readonly annulment?: Annulment | undefined;
    };
    readonly representatives: readonly { readonly personId: string; readonly since: string }[];
    readonly confirmation?: AdminLegalEntity['confirmation'];
    readonly corrections?: readonly EnteredCorrection[] | undefined;
  },
  now: string,
): AdminLegalEntity {
  const { createdViaAPI, taxState, applicationId, residency, formerNames } = entity;
  return {
    ...presentLegalEntity(entity),
    createdViaAPI,
    taxState,
    residency: {
      effectiveDate: residency.effectiveDate,
      terminationDate: residency.terminationDate,
      active: entityPeriods(entity).some((period) => isActive(period, now)),
    },
    representatives: representatives.map(({ personId, since }) => ({ personId, since })),
    applicationId,
    ...(formerNames && { formerNames: [...formerNames] }),
    ...(confirmation && { confirmation }),
    ...(corrections.length > 0 && { corrections: corrections.map(presentCorrection) }),
  };
}

/** Query of `GET /admin/v1/legal_entities`. */
export const EntityQuery = z.object({
  ...pageParameters,
  ...dayParameters,
  status: z.optional(z.enum(entityStates)),
  residentPermitNumber: z.optional(z.string().check(z.maxLength(30))),
  name: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
});

/** An entity as a list item. */
export const EntityLine = z.object({
  id: Id,
  residentPermitNumber: z.string(),
  name: z.string(),
  extension: z.string(),
  optionId: z.string(),
  status: z.enum(entityStates),
  registrationDate: z.nullable(OutputInstant),
  dissolutionDate: z.nullable(OutputInstant),
  taxState: z.enum(taxStates),
  applicationId: z.nullable(Id),
  createdAt: OutputInstant,
});
type EntityLine = z.output<typeof EntityLine>;

export const EntityPage = PageOf(EntityLine);

/** The entity as a list item (admin 5). */
export function presentEntityLine(
  entity: Omit<EntityLine, 'status'> & Parameters<typeof entityState>[0],
): EntityLine {
  return presented(EntityLine, {
    ...entity,
    status: entityState(entity),
  });
}

/** Body of `POST /admin/v1/reserved_names`. An absent or null `optionId` means every option. */
export const ReserveName = z.object({
  name: EntityName,
  optionId: z.optional(z.nullable(OptionId)),
  reason: z.optional(z.nullable(FreeLine(500))),
});
export type ReserveName = z.output<typeof ReserveName>;

export const ReservedName = z.object({
  id: Id,
  name: z.string(),
  optionId: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  createdAt: OutputInstant,
});
export type ReservedName = z.output<typeof ReservedName>;

export const ReservedNameAnswer = z.object({ data: ReservedName });

/** A reserved name as operators see it (admin 3). */
export function presentReservedName(reserved: ReservedName): ReservedName {
  const { id, name, optionId, reason, createdAt } = reserved;
  return { id, name, optionId, reason, createdAt };
}
