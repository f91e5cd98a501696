import * as z from 'zod/mini';
import { Address, AddressInput } from '../../kernel/contracts/address.ts';
import { Annulled } from '../../kernel/contracts/annulled.ts';
import { Email } from '../../kernel/contracts/email.ts';
import { PageOf, pageParameters } from '../../kernel/contracts/pagination.ts';
import {
  CalendarDate,
  FreeLine,
  Id,
  Instant,
  Line,
  Name,
  OutputInstant,
  PhoneNumber,
} from '../../kernel/contracts/text.ts';
import { correctionReasons } from '../../kernel/domain/annulment.ts';
import { sexes } from '../domain/person.ts';
import { residencyTypes } from '../domain/residency.ts';

/** ISO 3166-1 alpha-2. */
const CountryCode = z.string().check(z.regex(/^[A-Z]{2}$/));

const details = {
  givenName: z.optional(z.nullable(Name(100))),
  surname: z.optional(z.nullable(Name(100))),
  dateOfBirth: z.optional(z.nullable(CalendarDate)),
  sex: z.optional(z.nullable(z.enum(sexes))),
  countryOfBirth: z.optional(z.nullable(CountryCode)),
  citizenships: z.optional(z.array(CountryCode).check(z.maxLength(20))),
  address: z.optional(z.nullable(AddressInput)),
  phoneNumber: z.optional(z.nullable(PhoneNumber)),
};

/** Body of `POST /admin/v1/persons`. An account can exist before its holder's name is known. */
export const CreatePerson = z.object({
  email: Email(),
  ...details,
  referralCode: z.optional(z.nullable(Line(100))),
});

/** Body of `PATCH /admin/v1/persons/{id}`: an absent field does not change, null clears it. */
export const RevisePerson = z.object({
  email: z.optional(Email()),
  ...details,
  /** Also revokes every key of the account; an addition to the contract. */
  revokeKeys: z.optional(z.boolean()),
  /** Marks the old value as wrong, with the reason; an addition to the contract. */
  correction: z.optional(
    z.object({ reasonCode: z.enum(correctionReasons), reason: FreeLine(2000) }),
  ),
});

const SearchText = z.optional(z.string().check(z.minLength(1), z.maxLength(100)));

/**
 * Query of `GET /admin/v1/persons`. `email` is the whole address, in any case; the texts are the
 * first letters of words.
 */
export const PersonQuery = z.object({
  ...pageParameters,
  email: z.optional(z.string().check(z.maxLength(254))),
  emailPart: SearchText,
  name: SearchText,
  residentPermitNumber: z.optional(z.string().check(z.maxLength(30))),
});

/** Body of `POST …/residencies`. It begins now by default; dates can be in the past. */
export const GrantResidency = z.object({
  residencyType: z.enum(residencyTypes),
  effectiveDate: z.optional(Instant),
  terminationDate: z.optional(z.nullable(Instant)),
  /** Why someone gets a permit although they may already have one. An addition to the contract. */
  samePersonReason: z.optional(z.nullable(FreeLine(2000))),
});

/** Body of `POST …/residencies/{residencyId}/terminate`: now by default. */
export const TerminateResidency = z.object({ terminationDate: z.optional(Instant) });

export const ByResidency = z.object({ id: Id, residencyId: Id });
/** A person's residency. `active`: it covers the current time. */
export const Residency = z.object({
  id: Id,
  residencyType: z.enum(residencyTypes),
  effectiveDate: OutputInstant,
  terminationDate: z.nullable(OutputInstant),
  active: z.boolean(),
  residentPermitNumber: z.string(),
  annulment: Annulled,
});

/** A person with their account; `residency` is the one that was granted last. */
export const Person = z.object({
  id: Id,
  email: z.string(),
  emailVerified: z.boolean(),
  givenName: z.nullable(z.string()),
  surname: z.nullable(z.string()),
  dateOfBirth: z.nullable(z.string()),
  sex: z.nullable(z.enum(sexes)),
  countryOfBirth: z.nullable(z.string()),
  citizenships: z.array(z.string()),
  address: z.nullable(Address),
  phoneNumber: z.nullable(z.string()),
  residentPermitNumber: z.nullable(z.string()),
  residency: z.nullable(Residency),
  status: z.enum(['active', 'deactivated']),
  createdAt: OutputInstant,
});
export const PersonAnswer = z.object({ data: Person });
export const PersonPage = PageOf(Person);
export const ResidencyAnswer = z.object({ data: Residency });
