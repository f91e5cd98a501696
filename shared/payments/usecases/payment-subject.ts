import type { Table } from '../../kernel/db/table.ts';
import type { ServiceDeps } from '../../kernel/deps/service.ts';
import type { Spoken } from '../../kernel/domain/locale.ts';
import type { CheckoutSubjectType, StoredCheckoutSession } from '../db/checkout-sessions.ts';
import type { Payable } from './payable.ts';

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

export type OfSession = Pick<StoredCheckoutSession, 'applicationId' | 'ownerId' | 'entityId'>;

/** What checkouts need to know of one type of thing that has an invoice. */
export interface PaymentSubject {
  /** In the reader's language; null when there is none such. One round trip. */
  describe(table: Table, session: OfSession, reader: Spoken): Promise<PaymentWords | null>;
  /** Null when there is none such. */
  read(
    session: OfSession,
    deps: Pick<ServiceDeps, 'table' | 'fee' | 'newId'>,
  ): Promise<Payable | null>;
}

/** The same of what is found in one way for both. */
export function paymentSubject<T>({
  find,
  describe,
  payable,
}: {
  /** Null when there is none such. One round trip. */
  readonly find: (table: Table, session: OfSession) => Promise<T | null>;
  readonly describe: (found: T, reader: Spoken) => PaymentWords;
  readonly payable: (
    found: T,
    deps: Pick<ServiceDeps, 'table' | 'fee' | 'newId'>,
    session: OfSession,
  ) => Payable | Promise<Payable>;
}): PaymentSubject {
  return {
    async describe(table, session, reader) {
      const found = await find(table, session);
      return found && describe(found, reader);
    },
    async read(session, deps) {
      const found = await find(deps.table, session);
      return found && payable(found, deps, session);
    },
  };
}

/** How each type of thing that checkouts can be opened for is paid. */
export type PaymentSubjects = Readonly<Record<CheckoutSubjectType, PaymentSubject>>;
