import {
  actorOf,
  type Caller,
  type PersonalCaller,
  type PersonalKeyCaller,
} from '../../access/auth/caller.ts';
import { countPayment } from '../../access/usecases/count-use.ts';
import { keys } from '../../kernel/db/keys.ts';
import { transact, type Write } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import type { ServiceDeps } from '../../kernel/deps/service.ts';
import { accept } from '../../kernel/domain/decision.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { byLocale } from '../../kernel/pages/by-locale.ts';
import { findInvoice } from '../../payments/db/invoices.ts';
import * as paymentErrors from '../../payments/errors/payment-errors.ts';
import { type PaymentByVoucher, payByVoucher } from '../../payments/usecases/pay-by-voucher.ts';
import type { Payable, Purchase } from '../../payments/usecases/payable.ts';
import { paymentSubject } from '../../payments/usecases/payment-subject.ts';
import { auditRefusal } from '../../platform/db/audit-items.ts';
import { mailWrite } from '../../platform/db/outbox.ts';
import { presentApplication } from '../contracts/application.ts';
import { applicationPath } from '../contracts/portal-application.ts';
import { findApplication, type StoredApplication } from '../db/applications.ts';
import { decideApplication, type PayersWay, payersRefusal } from '../domain/application.ts';
import { payApplicationTexts } from '../texts/index.ts';
import {
  applicationErrors,
  findOwnApplication,
  type InvoicedApplication,
} from './read-application.ts';
import { applicationWrites } from './revise-application.ts';

type Refusal = keyof typeof applicationErrors;

/**
 * Pays a draft with a voucher, and submits it if it is signed (spec 4.7).
 *
 * Errors: those of `payByVoucher`; then 409 `application.submission_failed` if the name was taken since the draft was
 * created. The invoice stays paid.
 */
export async function payApplication(
  applicationId: string,
  caller: PersonalKeyCaller,
  payment: PaymentByVoucher,
  deps: ServiceDeps,
): Promise<InvoicedApplication> {
  const paid = await payByVoucher(ownApplication(applicationId, caller, deps), payment, deps);
  const { agreement, submittedAt } = paid.application;
  if (agreement === null || submittedAt !== null) return paid;
  const url = deps.baseUrl + applicationPath(applicationId);
  throw paymentErrors.submissionFailed(payment.voucherWord)(url);
}

/**
 * The caller's application as a payment subject. API keys can pay only applications created through the API; in the
 * portal, owners can pay all of theirs. Simultaneous payments settle it once.
 *
 * Refusals: 404; 400 if not a draft, not created through the API, or already paid.
 */
export function ownApplication(
  applicationId: string,
  caller: PersonalCaller,
  deps: ServiceDeps,
): Purchase<InvoicedApplication, Refusal> {
  const way = caller.kind === 'person' ? 'portal' : 'api';
  const find = () => findOwnApplication(deps.table, applicationId, caller);
  return {
    payerId: caller.personId,
    actor: actorOf(caller),
    counted: (amountCents, now) => countPayment(caller, amountCents, now),
    extraWrites: {
      mail: caller.kind === 'agent' ? ownerIsNotified(applicationId, caller, deps) : undefined,
    },
    notFound: apiErrors.applicationNotFound,
    async read() {
      const application = await find();
      return application && payableApplication(application, way, deps);
    },
    async again() {
      const application = await find();
      if (application === null) throw apiErrors.applicationNotFound();
      return { application, invoice: await findInvoice(deps.table, application.invoiceId) };
    },
  };
}

function ownerIsNotified(
  applicationId: string,
  { keyId }: PersonalKeyCaller,
  { newId, now }: Pick<ServiceDeps, 'newId' | 'now'>,
): Write {
  const mail = { template: 'agent_payment', applicationId, keyId } as const;
  return mailWrite(newId(), now().toISOString(), mail);
}

function payableApplication(
  application: StoredApplication,
  way: PayersWay,
  deps: Pick<ServiceDeps, 'fee' | 'newId'>,
): Payable<InvoicedApplication, Refusal> {
  const { id, invoiceId, optionId, name } = application;
  return {
    subject: { type: 'legal_entity_application', id },
    invoiceId,
    fee: deps.fee('legal_entity_application'),
    refusal: payersRefusal(application, way),
    error: (refusal) => applicationErrors[refusal](),
    needs: [keys.entityName(optionId, name)],
    pay(at, invoice, [nameClaim]) {
      const paid = decideApplication(
        application,
        { type: 'pay', nameFree: nameClaim === undefined },
        at,
      );
      if (!paid.ok) return paid;
      const writes = applicationWrites(application, paid.next, deps, at);
      return accept({
        answer: { application: paid.next, invoice },
        writes,
        details: { submitted: paid.next.submittedAt !== null },
      });
    },
  };
}

const textsFor = byLocale(payApplicationTexts);

/** The payment of a legal-entity application, which submits a signed one. */
export const applicationPayment = paymentSubject({
  say: textsFor,
  find: (table, { ownerId, applicationId }) => findApplication(table, ownerId, applicationId),
  payable: (application, deps) => payableApplication(application, 'portal', deps),
  name: ({ name, extension }) => `${name} ${extension}`,
  next({ submittedAt, agreement }) {
    if (submittedAt !== null) return 'submitted';
    // A signed draft stays a draft if its name has been taken.
    return agreement === null ? 'sign' : 'taken';
  },
});

const reminder = 'Payment received. Sign the Agreement of Coexistence to submit the application.';

/** Answer of a payment. The reminder is present only if the application is paid but not signed. */
export function presentPayment(
  { application, invoice }: InvoicedApplication,
  deps: Pick<ServiceDeps, 'baseUrl'>,
) {
  return {
    success: true as const,
    data: presentApplication(application, invoice, deps),
    ...(application.statusId === 'Draft' && { message: reminder }),
  };
}

/**
 * Refuses the hosted checkout for Agent Keys, whatever they send (spec 4.6). `applicationId` is null if the path has
 * none. Error: 503 with a message that names the voucher endpoint; it is recorded first.
 */
export async function refuseAgentCheckout(
  caller: Caller,
  applicationId: string | null,
  deps: CoreDeps,
): Promise<void> {
  if (caller.kind !== 'agent') return;
  await transact(
    deps.table,
    auditRefusal(deps, {
      at: deps.now().toISOString(),
      actor: actorOf(caller),
      action: 'legal_entity_application.checkout_refused',
      subject:
        applicationId === null ? null : { type: 'legal_entity_application', id: applicationId },
      details: { reason: 'agent_key' },
    }),
  );
  throw apiErrors.checkoutNotForAgents();
}
