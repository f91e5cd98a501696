import * as z from 'zod/mini';
import { placeOfEnd } from '../../kernel/db/ends.ts';
import { beginningPlace } from '../../kernel/db/key-prefixes.ts';
import { keys } from '../../kernel/db/keys.ts';
import { listWrite } from '../../kernel/db/listed-kinds.ts';
import { readAll } from '../../kernel/db/page.ts';
import { parseFound, parseStored, StoredAddress } from '../../kernel/db/stored.ts';
import { StoredAnnulment } from '../../kernel/db/stored-parts.ts';
import { getItem, getItems, type Item, type Table } from '../../kernel/db/table.ts';
import { create, put, replace, type Write } from '../../kernel/db/transact.ts';
import { type Locale, locales } from '../../kernel/domain/locale.ts';
import { isSameEmail, sexes } from '../domain/person.ts';
import { residencyTypes } from '../domain/residency.ts';

/** The signed Agreement of Coexistence under which a residency was granted. */
const StoredResidencyAgreement = z.object({
  aocId: z.string(),
  slug: z.string(),
  version: z.string(),
  signedByName: z.string(),
  signedAt: z.string(),
  /** The signed copy among the person's documents. */
  documentId: z.nullable(z.string()),
});

export const StoredResidency = z.object({
  id: z.string(),
  residencyType: z.enum(residencyTypes),
  effectiveDate: z.string(),
  terminationDate: z.nullable(z.string()),
  createdAt: z.string(),
  /** Absent if operators granted the residency without one. */
  agreement: z.nullish(StoredResidencyAgreement),
  /** The residency application that led to it; absent if there was none. */
  applicationId: z.nullish(z.string()),
  /**
   * The state before the grant: the last residency, and the ends of those that the grant ended.
   * Absent for imported ones.
   */
  replaced: z.optional(
    z.object({
      last: z.nullable(z.string()),
      ended: z.readonly(
        z.array(z.object({ id: z.string(), terminationDate: z.nullable(z.string()) })),
      ),
    }),
  ),
  /** Present if the grant was annulled as a mistake: it was never active. */
  annulment: z.optional(StoredAnnulment),
});
export type StoredResidency = z.output<typeof StoredResidency>;

/** A person's latest successful identity verification. */
const StoredIdentityVerification = z.object({
  id: z.string(),
  status: z.literal('approved'),
  verifiedAt: z.string(),
  /** The kind of document shown, as the contract names it; null if it was not recorded. */
  documentType: z.nullable(z.string()),
});

/** A person with their account. */
export const StoredPerson = z.object({
  id: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  givenName: z.nullable(z.string()),
  surname: z.nullable(z.string()),
  dateOfBirth: z.nullable(z.string()),
  sex: z.nullable(z.enum(sexes)),
  countryOfBirth: z.nullable(z.string()),
  citizenships: z.readonly(z.array(z.string())),
  address: z.nullable(StoredAddress),
  phoneNumber: z.nullable(z.string()),
  residentPermitNumber: z.nullable(z.string()),
  /** The residency that was granted last; all are separate items. */
  residency: z.nullable(StoredResidency),
  /** Previous names, oldest first; absent if none were imported. */
  formerNames: z.optional(
    z.readonly(
      z.array(
        z.object({
          givenName: z.nullable(z.string()),
          surname: z.nullable(z.string()),
          until: z.nullable(z.string()),
        }),
      ),
    ),
  ),
  /** Absent until an identity verification has succeeded. */
  identityVerification: z.nullish(StoredIdentityVerification),
  status: z.enum(['active', 'deactivated']),
  /**
   * The account is suspended while a mailbox case is open: no key works, and nothing can be signed
   * or allowed. Otherwise absent.
   */
  suspension: z.optional(z.object({ caseId: z.string(), since: z.string() })),
  /** The person's data is being erased or was erased; otherwise absent. */
  erasure: z.optional(z.enum(['running', 'done'])),
  /** The number of valid personal keys. */
  activeKeys: z.int(),
  /** Increases with each deactivation, which invalidates everything granted in an earlier epoch. */
  credentialEpoch: z.int(),
  /** The referral code that the person used. */
  referralCode: z.nullable(z.string()),
  /** The language of the page of their last sign-in, used for emails; absent before. */
  locale: z.optional(z.enum(locales)),
  /** The residency application through which the account was claimed, if it was. */
  residencyApplicationId: z.nullish(z.string()),
  createdAt: z.string(),
  /** Increases with each write of the person, its residencies and its keys. */
  version: z.int(),
});
export type StoredPerson = z.output<typeof StoredPerson>;

/** A person by their id, deactivated or not; null if there is none. */
export async function findPerson(table: Table, id: string): Promise<StoredPerson | null> {
  return parseFound(StoredPerson, await getItem(table, keys.person(id)));
}

/** The persons with these ids, in their order; unknown ones are omitted. */
export async function findPeople(
  table: Table,
  ids: readonly string[],
): Promise<readonly StoredPerson[]> {
  const people: StoredPerson[] = [];
  // The maximum number of keys of a BatchGetItem.
  for (let first = 0; first < ids.length; first += 100) {
    const requested = ids.slice(first, first + 100).map((id) => keys.person(id));
    for (const item of await getItems(table, requested)) {
      if (item !== undefined) people.push(parseStored(StoredPerson, item));
    }
  }
  return people;
}

/** The person with this email address; outer spaces and case are ignored. */
export async function findPersonByEmail(table: Table, email: string): Promise<StoredPerson | null> {
  const claim = await getItem(table, keys.email(email));
  return claim === undefined ? null : findPerson(table, String(claim['personId']));
}

/**
 * The writes that store a new person. Refused: `referralCode` the code does not exist; `email`
 * another person has the address.
 */
export function newPersonWrites(person: StoredPerson): {
  readonly referralCode: Write | undefined;
  readonly referred: Write | undefined;
  readonly email: Write;
  readonly person: Write;
  readonly listed: Write;
} {
  const { id, email, referralCode, createdAt } = person;
  const key = keys.person(id);
  return {
    referralCode:
      referralCode === null
        ? undefined
        : {
            check: {
              Key: keys.referralCode(referralCode),
              ConditionExpression: 'attribute_exists(pk)',
            },
          },
    referred: referralCode === null ? undefined : referredPersonWrite(referralCode, id, createdAt),
    email: create(emailItem(email, person)),
    person: create(personItem(person)),
    listed: listWrite('person', createdAt, id, key),
  };
}

/** The write that lists a person under their referral code. */
export function referredPersonWrite(code: string, personId: string, at: string): Write {
  return create({ ...keys.referredPerson(code, at, personId), personId, referredAt: at });
}

/** The person as they are stored, with the search keys of their names. */
export function personItem(person: StoredPerson): Item & StoredPerson {
  const { id, createdAt, surname, givenName } = person;
  const place = { id, order: `${createdAt}#${id}` };
  return {
    ...keys.person(id),
    ...beginningPlace('gsi1', 'surname', surname, place),
    ...beginningPlace('gsi2', 'given_name', givenName, place),
    ...person,
  };
}

/** The unique claim on an email address, with its search keys. */
function emailItem(email: string, { id, createdAt }: Pick<StoredPerson, 'id' | 'createdAt'>): Item {
  const at = email.lastIndexOf('@');
  const place = { id, order: `${createdAt}#${id}` };
  return {
    ...keys.email(email),
    ...beginningPlace('gsi1', 'address', email.slice(0, at), place),
    ...beginningPlace('gsi2', 'domain', email.slice(at + 1), place),
    personId: id,
  };
}

/** The write that replaces a person, unless it has changed since it was read. */
export function personWrite(person: StoredPerson): Write {
  return replace(personItem(person));
}

/** The writes that move the claim on an email address. Refused: `email` another person has it. */
export function emailWrites(
  person: Pick<StoredPerson, 'id' | 'createdAt' | 'email'>,
  to: string,
): { readonly email: Write | undefined; readonly formerEmail: Write | undefined } {
  const { email: from } = person;
  if (isSameEmail(from, to)) return { email: undefined, formerEmail: undefined };
  return {
    email: create(emailItem(to, person)),
    formerEmail: { remove: { Key: keys.email(from) } },
  };
}

/**
 * The write that marks a person's email address as verified after they followed an emailed link.
 * `claimedFor` is the residency application of the link. Refused if the account is no longer
 * active, or has another address or credential epoch.
 */
export function emailProvenWrite(
  { id, email, emailVerified, credentialEpoch, ...person }: StoredPerson,
  { claimedFor, locale = person.locale }: { claimedFor?: string; locale?: Locale | undefined } = {},
): Write {
  const condition = {
    Key: keys.person(id),
    ConditionExpression: '#status = :active AND email = :email AND credentialEpoch = :epoch',
    ExpressionAttributeNames: { '#status': 'status' },
    ExpressionAttributeValues: { ':active': 'active', ':email': email, ':epoch': credentialEpoch },
  };
  const speaksAnother = locale !== person.locale;
  if (emailVerified && claimedFor === undefined && !speaksAnother) return { check: condition };
  const claim = claimedFor === undefined ? '' : ', residencyApplicationId = :claimedFor';
  const language = speaksAnother ? ', locale = :locale' : '';
  return {
    update: {
      ...condition,
      UpdateExpression: `SET emailVerified = :true, version = version + :one${claim}${language}`,
      ExpressionAttributeValues: {
        ...condition.ExpressionAttributeValues,
        ':true': true,
        ':one': 1,
        ...(claimedFor !== undefined && { ':claimedFor': claimedFor }),
        ...(speaksAnother && { ':locale': locale }),
      },
    },
  };
}

/** Every residency of the person, in the order of their grants. */
export async function readResidencies(
  table: Table,
  personId: string,
): Promise<readonly StoredResidency[]> {
  const { pk } = keys.person(personId);
  const items = await readAll(table, { value: pk, prefix: 'RESIDENCY#' });
  return items.map((item) => parseStored(StoredResidency, item));
}

/**
 * The write that stores a residency, new or changed, listed by its end. The person's version
 * protects it from races. An annulled residency's end is not announced.
 */
export function residencyWrite(personId: string, residency: StoredResidency): Write {
  return put({
    ...keys.residency(personId, residency.createdAt, residency.id),
    ...placeOfEnd(residency.id, residency.annulment ? null : residency.terminationDate),
    ...residency,
  });
}

/** The initial item of a new person. Missing values are unknown, or don't exist yet. */
export function newPerson(
  known: Pick<StoredPerson, 'id' | 'email' | 'createdAt'> & Partial<StoredPerson>,
): StoredPerson {
  return {
    emailVerified: false,
    givenName: null,
    surname: null,
    dateOfBirth: null,
    sex: null,
    countryOfBirth: null,
    citizenships: [],
    address: null,
    phoneNumber: null,
    residentPermitNumber: null,
    residency: null,
    status: 'active',
    activeKeys: 0,
    credentialEpoch: 0,
    referralCode: null,
    version: 1,
    ...known,
  };
}
