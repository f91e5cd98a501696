import { digest } from '../../kernel/db/key-parts.ts';
import { orElse, transact } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { apiErrors } from '../../kernel/errors/errors.ts';
import { activePersonCheck } from '../../people/db/people-checks.ts';
import { readPerson } from '../../people/usecases/read-people.ts';
import { eventWrite } from '../../platform/db/outbox.ts';
import { auditAct } from '../../platform/usecases/audit.ts';
import { personActor } from '../../sign-in/auth/session.ts';
import { mayDo } from '../../staff/domain/staff-rights.ts';
import type { Standing } from '../../staff/usecases/standing.ts';
import { resendableMails } from './resendable-mails.ts';

/**
 * Sends a person a mail again, by its key on their page, written of what the registry holds now. Each goes once an hour,
 * whoever asks: its event has an id of the mail and the hour. Who did it, and which mail, is in the trail, without an
 * address.
 *
 * Errors: 404 for an unknown person, and for a mail that is not one of theirs any more; 403 `staff.not_allowed`; those of
 * a role that changes meanwhile.
 */
export async function resendMail(
  personId: string,
  key: string,
  standing: Standing,
  deps: CoreDeps,
): Promise<'sent' | 'sent_before' | 'deactivated'> {
  if (!mayDo(standing, 'mail.resend')) throw apiErrors.staffNotAllowed();
  const person = await readPerson(personId, deps);
  const found = (await resendableMails(person, deps)).find((mail) => mail.key === key);
  if (found === undefined) throw apiErrors.notFound();
  const at = deps.now().toISOString();
  const { template, ...ids } = found.mail;
  const outcome = await transact(deps.table, {
    event: orElse(
      eventWrite(eventIdOf(found.key, at), at, { type: 'mail.wanted', mail: found.mail }),
      () => 'sent_before' as const,
    ),
    person: orElse(activePersonCheck(personId), () => 'deactivated' as const),
    stillStaff: standing.unchanged,
    ...auditAct(deps, {
      at,
      actor: personActor(standing.personId),
      action: 'mail.resent',
      subject: { type: 'person', id: personId },
      details: { template, ...ids },
    }),
  });
  if (outcome.kind === 'written') return 'sent';
  const { refusal } = outcome;
  if (refusal === undefined) throw outcome.error;
  if (typeof refusal !== 'string') throw refusal;
  return refusal;
}

/** The same for the same mail in the same hour; in the form of other ids. */
function eventIdOf(key: string, at: string): string {
  const text = digest(`resent ${key} ${at.slice(0, 13)}`);
  const hex = Buffer.from(text).toString('hex').padEnd(32, '0');
  const part = (from: number, to: number) => hex.slice(from, to);
  return `${part(0, 8)}-${part(8, 12)}-8${part(13, 16)}-8${part(17, 20)}-${part(20, 32)}`;
}
