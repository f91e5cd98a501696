import { actorOf } from '../../access/auth/actor.ts';
import type { PersonalCaller, PersonalKeyCaller } from '../../access/auth/caller.ts';
import { keys } from '../../kernel/db/keys.ts';
import type { Write } from '../../kernel/db/transact.ts';
import type { ServiceDeps } from '../../kernel/deps/service.ts';
import { accept } from '../../kernel/domain/decision.ts';
import { apiErrors } from '../../kernel/errors/errors.ts';
import { type PaymentByVoucher, payByVoucher } from '../../payments/usecases/pay-by-voucher.ts';
import { type Payable, type Purchase, readAsFound } from '../../payments/usecases/payable.ts';
import { eventWrite } from '../../platform/db/outbox.ts';
import { applicationPath } from '../contracts/portal-application.ts';
import type { StoredApplication } from '../db/applications.ts';
import { decideApplication, type PayersWay, payersRefusal } from '../domain/application.ts';
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

/**
 * The caller's application, to be paid with a voucher or in a checkout: with a key, one that was created through the API;
 * in the portal, each of theirs. It is settled once, whoever pays it at the same moment.
 *
 * Refusals: 404; 400 not draft, not API-created, paid already.
 */
export function ownApplication(
  applicationId: string,
  caller: PersonalCaller,
  deps: ServiceDeps,
): Purchase<StoredApplication, Refusal> {
  const way = caller.kind === 'person' ? 'portal' : 'api';
  return {
    payerId: caller.personId,
    actor: actorOf(caller),
    also: { mail: caller.kind === 'agent' ? ownerIsTold(applicationId, caller, deps) : undefined },
    ...readAsFound(
      () => findOwnApplication(deps.table, applicationId, caller),
      (application) => payableApplication(application, way, deps),
      apiErrors.applicationNotFound,
    ),
  };
}

function ownerIsTold(
  applicationId: string,
  { keyId }: PersonalKeyCaller,
  { newId, now }: Pick<ServiceDeps, 'newId' | 'now'>,
): Write {
  const mail = { template: 'agent_payment', applicationId, keyId } as const;
  return eventWrite(newId(), now().toISOString(), { type: 'mail.wanted', mail });
}

/** An application, as something to be paid. */
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
