import * as z from 'zod/mini';
import { Address, AddressInput } from '../../kernel/contracts/address.ts';
import { Annulled } from '../../kernel/contracts/annulled.ts';
import { ownListFields } from '../../kernel/contracts/own-list.ts';
import { presented } from '../../kernel/contracts/presented.ts';
import { Id, OutputInstant } from '../../kernel/contracts/text.ts';
import { type Annulment, shownAnnulment } from '../../kernel/domain/annulment.ts';
import { entityType } from '../../kernel/domain/legal-entity.ts';
import type { EntityDetails } from '../domain/amendable-entity.ts';

/** The details other than the name, as returned. */
export const detailsAnswered = {
  principalOfficeAddress: z.nullable(Address),
} satisfies Record<keyof EntityDetails, z.ZodMiniNullable>;

/** The details as sent by operators and in filings. Absent fields stay unchanged; null clears. */
export const detailsSent = {
  principalOfficeAddress: z.optional(z.nullable(AddressInput)),
} satisfies Record<keyof EntityDetails, z.ZodMiniOptional<z.ZodMiniNullable>>;

/** A registered legal entity (spec 2.3). `name` excludes the extension. */
export const LegalEntity = z.object({
  id: Id,
  optionId: z.string(),
  type: z.string(),
  name: z.string(),
  extension: z.string(),
  nameStartsWithExtension: z.boolean(),
  formationDate: z.nullable(OutputInstant),
  registrationDate: z.nullable(OutputInstant),
  dissolutionDate: z.nullable(OutputInstant),
  residentPermitNumber: z.nullable(z.string()),
  ...detailsAnswered,
  createdAt: OutputInstant,
  annulment: Annulled,
});
export type LegalEntity = z.output<typeof LegalEntity>;

export const LegalEntityAnswer = z.object({ data: LegalEntity });
export const LegalEntityList = z.object({ data: z.array(LegalEntity) });
export const OwnLegalEntityList = z.object(ownListFields(LegalEntity));

/** The public fields of a stored entity. */
export function presentLegalEntity(
  entity: Omit<LegalEntity, 'type' | 'annulment'> & { readonly annulment?: Annulment | undefined },
): LegalEntity {
  const annulment = shownAnnulment(entity.annulment);
  return presented(LegalEntity, { ...entity, type: entityType(entity.optionId), annulment });
}

export const exampleEntity = {
  id: '7b1e5f5c-32a4-4b8e-9a1c-0d6f3f2a9b11',
  optionId: 'llc',
  type: 'Limited Liability Company',
  name: 'Acme',
  extension: 'LLC',
  nameStartsWithExtension: false,
  formationDate: '2026-01-15T00:00:00.000Z',
  registrationDate: '2026-01-16T09:30:00.000Z',
  dissolutionDate: null,
  residentPermitNumber: '80000000000012',
  principalOfficeAddress: {
    line1: '1 Harbour Street',
    line2: null,
    city: 'Port Town',
    state: null,
    postalCode: '10100',
    country: 'HN',
  },
  createdAt: '2026-01-16T09:30:00.000Z',
};
