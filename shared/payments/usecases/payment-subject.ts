import type { AuditEntry } from '../../audit/audit-entry.ts';
import type { Table } from '../../kernel/db/table.ts';
import type { Write } from '../../kernel/db/transact.ts';
import type { ServiceDeps } from '../../kernel/deps/service.ts';
import type { Decision } from '../../kernel/domain/decision.ts';
import type { StoredCheckoutSession } from '../db/checkout-sessions.ts';
import type { StoredInvoice } from '../db/invoices.ts';
import type { Settlement } from '../domain/invoice.ts';

/** Who pays, and by what; `details` go into the audit trail. */
export interface Payment {
  readonly settlement: Settlement;
  readonly actor: AuditEntry['actor'];
  readonly details: AuditEntry['details'];
}

/** What is paid for, as the page of a checkout says it. */
export interface PaymentWords {
  /** Such as `registration fee`. */
  readonly fee: string;
  /** Such as `Application of Acme LLC`. */
  readonly kicker: string;
  /** Such as `Incorporation of Acme LLC`, of which the name stands out. Providers learn both. */
  readonly item: { readonly text: string; readonly name: string };
  /** What comes after the payment: a sentence. */
  readonly next: string;
  /** It has come to cost nothing: nobody has to pay the invoice any more. */
  readonly free: boolean;
}

/** Something that can be paid, with its invoice. */
export interface PayableSubject {
  /** Version 0: nobody has wanted to pay before, and it is not stored yet. */
  readonly invoice: StoredInvoice;
  /**
   * The writes of all that the payment changes: the invoice is settled, its subject paid, and the act
   * recorded. Refused with a reason that operators understand.
   */
  settle(
    payment: Payment,
    deps: Pick<ServiceDeps, 'newId'>,
    at: string,
  ): Decision<Readonly<Record<string, Write | undefined>>, string>;
}

export type OfSession = Pick<StoredCheckoutSession, 'applicationId' | 'ownerId'>;

/** What checkouts need to know of one type of thing that has an invoice. */
export interface PaymentSubject {
  /** Null when there is none such. One round trip. */
  describe(table: Table, session: OfSession): Promise<PaymentWords | null>;
  /** Null when there is none such. */
  read(
    session: OfSession,
    deps: Pick<ServiceDeps, 'table' | 'fee'>,
    at: string,
  ): Promise<PayableSubject | null>;
}
