import type { CursorPage } from '../../kernel/contracts/pagination.ts';
import type { Page } from '../../kernel/db/page.ts';
import type { Table } from '../../kernel/db/table.ts';
import { orElse, transact } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { conflict, retryOnConflict } from '../../kernel/usecases/retry-on-conflict.ts';
import { type Actor, system } from '../../platform/domain/audit-entry.ts';
import { auditAct } from '../../platform/usecases/audit.ts';
import type { UnsuppressAddress } from '../contracts/admin-mail.ts';
import {
  findMailAddress,
  mailAddressWrites,
  readSuppressedAddresses,
  type StoredMailAddress,
} from '../db/mail-addresses.ts';
import {
  decideMailAddress,
  type MailAddressCommand,
  type MailReport,
  unknownAddress,
} from '../domain/mail-address.ts';
import { type MailKind, mailKindOfReported } from '../domain/mail-kind.ts';
import { mailRejected } from './post.ts';

/** Log message for an address that bounced permanently. */
const mailBounced = 'mail to an address bounced permanently';
/** The same for a complaint. */
const mailComplained = 'an email was reported as spam';

/**
 * Records SES's report about an email. After a bounce the address gets no more email; after a complaint, or a bounce of
 * unrequested email, no more unrequested email. A repeated report changes nothing. Logs contain only the id, not the
 * address.
 */
export async function noteMailReport(report: MailReport, deps: CoreDeps): Promise<void> {
  const { log } = deps;
  const { template, cause } = report;
  const kind = mailKindOfReported(template);
  switch (report.kind) {
    case 'delayed':
      return log.info('an email bounced temporarily', { template, cause });
    case 'withheld':
    case 'rejected':
      log.measure({ metric: 'Mails', value: 1, dimensions: { Outcome: 'rejected' } });
      return log.error(mailRejected, { template, cause });
    case 'bounced':
    case 'complained':
      for (const email of report.recipients) {
        const changed = await noteOf({ ...report, kind: report.kind }, kind, email, deps);
        if (changed === null) continue;
        const message = report.kind === 'bounced' ? mailBounced : mailComplained;
        log.info(message, { template, kind, cause, addressId: changed.id });
        const Outcome = report.kind === 'bounced' ? (`bounced_${kind}` as const) : report.kind;
        log.measure({ metric: 'Mails', value: 1, dimensions: { Outcome } });
      }
  }
}

/** The updated address; null if the report changes nothing. */
function noteOf(
  report: MailReport & { readonly kind: 'bounced' | 'complained' },
  mailKind: MailKind,
  email: string,
  deps: CoreDeps,
): Promise<StoredMailAddress | null> {
  const { table } = deps;
  const { kind, sentAt, at, cause } = report;
  const bounce = mailKind === 'requested' ? 'bounce' : 'bounceUnrequested';
  const command: MailAddressCommand =
    kind === 'bounced' ? { type: bounce, sentAt } : { type: 'complain', at };
  return retryOnConflict(async () => {
    const now = deps.now().toISOString();
    const before = await findMailAddress(table, email);
    const decision = decideMailAddress(before ?? unknownAddress, command, now);
    if (!decision.ok) return null;
    const { stored, writes } = mailAddressWrites(
      before,
      {
        bounceCause: null,
        complaintCause: null,
        ...(before ?? { id: deps.newId(), email }),
        ...decision.next,
        ...(kind === 'bounced' ? { bounceCause: cause } : { complaintCause: cause }),
      },
      now,
    );
    const outcome = await transact(table, {
      ...writes,
      address: orElse(writes.address, conflict),
      ...auditAct(deps, {
        at: now,
        actor: system,
        action: `mail_address.${kind}`,
        subject: { type: 'mail_address', id: stored.id },
        details: { cause, template: report.template },
      }),
    });
    if (outcome.kind === 'written') return stored;
    if (outcome.refusal === undefined) throw outcome.error;
    return outcome.refusal;
  });
}

/**
 * Lifts an address's suppression; with `complaint` also that of a complaint. Returns the address's state. Errors: 404
 * if nothing is suppressed; 409 `mail_address.complaint_active` if there is only a complaint and `complaint` is not set;
 * 409 `request.contended` if reports keep arriving.
 */
export function unsuppressAddress(
  { email, complaint = false }: UnsuppressAddress,
  actor: Actor,
  deps: CoreDeps,
): Promise<StoredMailAddress> {
  return retryOnConflict(async () => {
    const before = await findMailAddress(deps.table, email);
    if (before === null) throw apiErrors.notFound();
    const at = deps.now().toISOString();
    const decision = decideMailAddress(before, { type: complaint ? 'liftAll' : 'lift' }, at);
    if (!decision.ok) {
      throw decision.reason === 'complaint_active'
        ? apiErrors.mailComplaintActive()
        : apiErrors.notFound();
    }
    const { bouncedAt, complainedAt } = decision.next;
    const next = {
      ...before,
      ...decision.next,
      bounceCause: bouncedAt === null ? null : before.bounceCause,
      complaintCause: complainedAt === null ? null : before.complaintCause,
    };
    const { stored, writes } = mailAddressWrites(before, next, at);
    const outcome = await transact(deps.table, {
      ...writes,
      address: orElse(writes.address, conflict),
      ...auditAct(deps, {
        at,
        actor,
        action: 'mail_address.unsuppressed',
        subject: { type: 'mail_address', id: before.id },
        details: {
          bounce: before.bouncedAt !== bouncedAt,
          complaint: before.complainedAt !== complainedAt,
        },
      }),
    });
    if (outcome.kind === 'written') return stored;
    if (outcome.refusal === undefined) throw outcome.error;
    return outcome.refusal;
  });
}

/** A page of suppressed addresses, newest first. */
export function listSuppressedAddresses(
  { limit, cursor }: CursorPage,
  { table }: { readonly table: Table },
): Promise<Page<StoredMailAddress>> {
  return readSuppressedAddresses(table, { limit, after: cursor });
}
