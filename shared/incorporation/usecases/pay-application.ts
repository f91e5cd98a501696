import { actorOf } from '../../access/auth/actor.ts';
import type { PersonalKeyCaller } from '../../access/caller.ts';
import { keys } from '../../kernel/db/keys.ts';
import type { ServiceDeps } from '../../kernel/deps/service.ts';
import { accept } from '../../kernel/domain/decision.ts';
import { apiErrors } from '../../kernel/errors.ts';
import { eventWrite } from '../../outbox/outbox.ts';
import {
  type PaymentByVoucher,
  payByVoucher,
  readAsFound,
  type VoucherSubject,
} from '../../payments/usecases/pay-by-voucher.ts';
import type { Payable } from '../../payments/usecases/payable.ts';
import { decideApplication, type PayersWay, payersRefusal } from '../application.ts';
import type { StoredApplication } from '../applications.ts';
import { applicationPath } from '../contracts/portal-application.ts';
import { applicationErrors } from './application-errors.ts';
import { findOwnApplication } from './read-own-application.ts';
import { applicationWrites } from './save-application.ts';

type Refusal = keyof typeof applicationErrors;

/**
 * Pays a draft with a voucher, and submits it if it is signed (spec 4.7).
 *
 * Errors: those of `payByVoucher`; then 409 `application.submission_failed` when the name was taken since the
 * application was created: the invoice stays paid.
 */
export async function payApplication(
  applicationId: string,
  caller: PersonalKeyCaller,
  payment: PaymentByVoucher,
  deps: ServiceDeps,
): Promise<StoredApplication> {
  const paid = await payByVoucher(ownApplication(applicationId, caller, deps), payment, deps);
  if (paid.agreement === null || paid.submittedAt !== null) return paid;
  const url = deps.baseUrl + applicationPath(applicationId);
  throw apiErrors.submissionFailed(payment.voucherWord, url);
}

/** The key owner's application, to be paid. Refusals: 404; 400 not draft, not API-created, paid already. */
export function ownApplication(
  applicationId: string,
  caller: PersonalKeyCaller,
  deps: ServiceDeps,
): VoucherSubject<StoredApplication, Refusal> {
  const { personId, keyId } = caller;
  const mail = { template: 'agent_payment', applicationId, keyId } as const;
  const told = () =>
    eventWrite(deps.newId(), deps.now().toISOString(), { type: 'mail.wanted', mail });
  return {
    payerId: personId,
    actor: actorOf(caller),
    also: { mail: caller.kind === 'agent' ? told() : undefined },
    ...readAsFound(
      () => findOwnApplication(deps.table, applicationId, caller),
      (application) => payableApplication(application, 'api', deps),
      apiErrors.applicationNotFound,
    ),
  };
}

export function payableApplication(
  application: StoredApplication,
  way: PayersWay,
  deps: Pick<ServiceDeps, 'fee' | 'newId'>,
): Payable<StoredApplication, Refusal> {
  const { id, invoiceId, optionId, name } = application;
  return {
    subject: { type: 'legal_entity_application', id },
    invoiceId,
    fee: deps.fee('legal_entity_application'),
    refusal: payersRefusal(application, way),
    error: (refusal) => applicationErrors[refusal](),
    needs: [keys.entityName(optionId, name)],
    pay(at, _invoice, [nameClaim]) {
      const paid = decideApplication(
        application,
        { type: 'pay', nameFree: nameClaim === undefined },
        at,
      );
      if (!paid.ok) return paid;
      const writes = applicationWrites(application, paid.next, deps, at);
      return accept({
        answer: paid.next,
        writes,
        details: { submitted: paid.next.submittedAt !== null },
      });
    },
  };
}
