import type { StoredIntegration } from '../../access/db/partner-integrations.ts';
import { readIntegration } from '../../access/usecases/partner-integrations.ts';
import type { Table } from '../../kernel/db/table.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { fullName } from '../../kernel/domain/legal-entity.ts';
import { products } from '../../kernel/domain/product.ts';
import { hasStatus } from '../../kernel/errors/api-error.ts';
import type { StoredPaymentCase } from '../../payments/db/payment-cases.ts';
import { readPaymentCase } from '../../payments/usecases/payment-cases.ts';
import { findPeople, type StoredPerson } from '../../people/db/people.ts';
import { readPeople } from '../../people/usecases/read-people.ts';
import type { ConsoleEntity } from '../../registry/pages/console-entity-pages.ts';
import { readEntity } from '../../registry/usecases/read-entities.ts';
import { residencyApplicationDays } from '../../residency/db/residency-applications.ts';
import type { OperatorApproval } from '../../staff/contracts/approvals-contract.ts';
import * as staffErrors from '../../staff/errors/staff-errors.ts';
import { readStaffMember } from '../../staff/usecases/staff.ts';
import { personNames } from './read-review-pages.ts';
import { reviewedOf } from './reviewed-filings.ts';

/** A person by their full email address or permit number; null if there is none. */
export async function findByContact(
  sought: string,
  { table }: { readonly table: Table },
): Promise<StoredPerson | null> {
  if (sought === '') return null;
  const choice = sought.includes('@')
    ? { email: sought }
    : { residentPermitNumber: digits(sought) };
  const { items } = await readPeople({ ...choice, limit: 1 }, { table });
  return items[0] ?? null;
}

/** The search terms for an entity: its number or its name. */
export function soughtEntity(sought: string) {
  if (sought === '') return {};
  return /^\d+$/.test(digits(sought)) ? { residentPermitNumber: digits(sought) } : { name: sought };
}

function digits(text: string): string {
  return text.replaceAll(/[\s-]/g, '');
}

/** An entity with its representatives, for the person `readerId`. Error: 404. Two round trips. */
export async function readConsoleEntity(
  id: string,
  readerId: string,
  { table, now }: Pick<CoreDeps, 'table' | 'now'>,
): Promise<ConsoleEntity> {
  const { entity, representatives } = await readEntity(table, id);
  const ids = representatives.map(({ personId }) => personId);
  const people = new Map((await findPeople(table, ids)).map((person) => [person.id, person]));
  return {
    entity,
    representatives: representatives.map(({ personId, since }) => ({
      personId,
      since,
      person: people.get(personId) ?? null,
    })),
    own: ids.includes(readerId),
    now: now().toISOString(),
  };
}

/** A request or approval in the console: the operation, the ids in its path, and its body. */
interface ConsoleAct {
  readonly operation: string;
  readonly params: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/**
 * Refuses actions of a person for themselves in the console: on an entity that they represent, its partner, or adding
 * themselves as a representative; on a payment of their own; and on their own roles. Registry operators can be added
 * and changed only with IAM.
 *
 * Errors: 403 `staff.own_entity`, `staff.own_payment`, `staff.own_roles`; 404.
 */
export async function refuseOwn(
  act: ConsoleAct,
  personId: string,
  deps: { readonly table: Table },
): Promise<void> {
  const { operation, params } = act;
  const { id = '' } = params;
  if (aboutEntity(operation)) {
    const { representatives } = await readEntity(deps.table, id);
    const represents = representatives.some((each) => each.personId === personId);
    if (represents || params['personId'] === personId) throw staffErrors.staffOwnEntity();
  }
  if (
    aboutPartner(operation) &&
    (await ownsPartner(await readIntegration(id, deps), personId, deps))
  )
    throw staffErrors.staffOwnEntity();
  if (
    aboutPaymentCase(operation) &&
    (await isOwnPayment(await readPaymentCase(id, deps), personId, deps))
  )
    throw staffErrors.staffOwnPayment();
  if (aboutStaff(operation) && (await isOwnRole(act, personId, deps)))
    throw staffErrors.staffOwnRoles();
}

const aboutEntity = (operation: string) => /LegalEntity$|Representative$/.test(operation);
const aboutPartner = (operation: string) => /Integration$|PartnerKey$/.test(operation);
const aboutPaymentCase = (operation: string) => /PaymentCase$/.test(operation);
const aboutStaff = (operation: string) => /Staff$|PasskeyCode$/.test(operation);

/** Whether the person represents the partner's legal entity. */
export async function ownsPartner(
  { legalEntityId }: StoredIntegration,
  personId: string,
  { table }: { readonly table: Table },
): Promise<boolean> {
  if (legalEntityId === null) return false;
  const found = await orNull(readEntity(table, legalEntityId));
  return found?.representatives.some((each) => each.personId === personId) ?? false;
}

/** Whether the paid item is the person's own case. False for a payment without an invoice. */
export async function isOwnPayment(
  { subject }: StoredPaymentCase,
  personId: string,
  { table }: { readonly table: Table },
): Promise<boolean> {
  const type = products.find((each) => each === subject?.type);
  if (subject === null || type === undefined) return false;
  const { find, isOwn } = reviewedOf(type);
  const item = await find(table, subject.id);
  return item !== null && isOwn(item, personId, table);
}

async function isOwnRole(
  { operation, params, body }: ConsoleAct,
  personId: string,
  deps: { readonly table: Table },
): Promise<boolean> {
  const { personId: added, roles = [] } = staffBodyOf(body);
  const id = params['id'] ?? added ?? '';
  if (id === personId || roles.includes('operator')) return true;
  if (!/ReviseStaff$|PasskeyCode$/.test(operation)) return false;
  const member = await orNull(readStaffMember(id, deps));
  return member?.status === 'active' && member.roles.includes('operator');
}

/** The used part of a staff request's body, which the operation's own schema has checked. */
function staffBodyOf(body: unknown): {
  readonly personId?: string;
  readonly roles?: readonly string[];
} {
  return Object(body);
}

/** The subject of an approval as its page shows it, and the names of the people in it. */
export async function readApprovalNames(
  { operation, params, request, requestedBy, decidedBy }: OperatorApproval,
  { table }: { readonly table: Table },
) {
  const { id } = params;
  const member = aboutStaff(operation) ? (id ?? staffBodyOf(request?.body).personId) : undefined;
  const personId = params['personId'] ?? member;
  const [found, partner, nameOf] = await Promise.all([
    id !== undefined && aboutEntity(operation) ? orNull(readEntity(table, id)) : null,
    id !== undefined && aboutPartner(operation) ? orNull(readIntegration(id, { table })) : null,
    personNames([requestedBy, decidedBy, personId], { table }),
  ]);
  const about = [
    found && {
      name: 'Legal entity',
      text: fullName(found.entity),
      path: `/portal/console/entities/${found.entity.id}` as const,
    },
    partner && {
      name: 'Partner',
      text: partner.name,
      path: `/portal/console/partners/${partner.id}` as const,
    },
    personId !== undefined && {
      name: 'Person',
      text: nameOf(personId) ?? personId,
      // A person who is being added has no page yet.
      path:
        id === undefined || member === undefined ? null : (`/portal/console/staff/${id}` as const),
    },
  ].filter((each) => each !== null && each !== false);
  return { about, nameOf };
}

/** The result, or null if it does not exist. */
async function orNull<Found>(reading: Promise<Found>): Promise<Found | null> {
  try {
    return await reading;
  } catch (error) {
    if (hasStatus(error, 404)) return null;
    throw error;
  }
}

/** The days of a partner's chart, and the maximum number of applications counted for it. */
const month = { days: 30, most: 2_000 };

/** The number of the partner's applications on each of the last 30 days (UTC), oldest first. */
export async function readPartnerMonth(
  partnerId: string,
  { table, now }: Pick<CoreDeps, 'table' | 'now'>,
) {
  const today = Date.parse(now().toISOString().slice(0, 10));
  const days = Array.from({ length: month.days }, (_, back) =>
    new Date(today - (month.days - 1 - back) * 86_400_000).toISOString().slice(0, 10),
  );
  const [from = ''] = days;
  const sent = await residencyApplicationDays(table, partnerId, { from, most: month.most });
  const counts = new Map<string, number>();
  for (const day of sent) counts.set(day, (counts.get(day) ?? 0) + 1);
  return {
    days: days.map((day) => ({ day, count: counts.get(day) ?? 0 })),
    isCut: sent.length === month.most,
  };
}

/** The staff members of a page with their people. */
export async function withPeople<M extends { readonly personId: string }>(
  members: readonly M[],
  { table }: { readonly table: Table },
) {
  const ids = members.map(({ personId }) => personId);
  const people = new Map((await findPeople(table, ids)).map((person) => [person.id, person]));
  return members.map((member) => ({ member, person: people.get(member.personId) ?? null }));
}
