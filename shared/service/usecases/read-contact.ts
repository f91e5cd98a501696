import type { Item, Table } from '../../kernel/db/table.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { findMailAddress } from '../../mail/db/mail-addresses.ts';
import { mailAddressStatus } from '../../mail/domain/mail-address.ts';
import type { StoredPerson } from '../../people/db/people.ts';
import { readPeople, readPerson } from '../../people/usecases/read-people.ts';
import { personActor } from '../../sign-in/auth/session.ts';
import { mayDo } from '../../staff/domain/staff-rights.ts';
import { recordLook } from '../../staff/usecases/looks.ts';
import type { Standing } from '../../staff/usecases/standing.ts';
import type { Contact } from '../pages/contact-pages.ts';
import { resendableMails } from './resendable-mails.ts';

/** Who looks, and what was found of an earlier look of theirs. */
interface ContactReader {
  readonly standing: Standing;
  readonly noted: Item | undefined;
}

const most = 20;

/** The people that are found by what was typed: a whole address, a permit number, or beginnings of names; the newest 20. */
export async function findContacts(
  sought: string,
  { table }: { readonly table: Table },
): Promise<readonly StoredPerson[]> {
  if (sought === '') return [];
  const find = async (choice: Parameters<typeof readPeople>[0]) =>
    (await readPeople(choice, { table })).items;
  const page = { limit: most };
  if (sought.includes('@')) return find({ ...page, email: sought });
  const byNumber = await find({ ...page, residentPermitNumber: sought });
  return byNumber.length > 0 ? byNumber : find({ ...page, name: sought });
}

/** How somebody is reached, for somebody of the staff. It is recorded that they were shown it. Error: 404. */
export async function readContact(
  personId: string,
  { standing, noted }: ContactReader,
  deps: CoreDeps,
): Promise<Contact> {
  const person = await readPerson(personId, deps);
  const look = {
    actor: personActor(standing.personId),
    action: 'person.read',
    subject: { type: 'person', id: personId },
    details: {},
  };
  const [address, mails] = await Promise.all([
    findMailAddress(deps.table, person.email),
    resendableMails(person, deps),
    recordLook(look, noted, deps),
  ]);
  const status = address === null ? 'open' : mailAddressStatus(address);
  return {
    person,
    held: status === 'open' ? null : status.startsWith('bounced') ? 'all' : 'unasked',
    mails,
    canResend: mayDo(standing, 'mail.resend'),
  };
}
