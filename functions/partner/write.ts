import { type SigningDeps, signingDeps } from '../../shared/documents/deps/documents.ts';
import type { VoucherWord } from '../../shared/payments/errors/payment-errors.ts';
import { payByVoucher } from '../../shared/payments/usecases/pay-by-voucher.ts';
import {
  createPartnerResidencyApplication as createRoute,
  submitPartnerResidencyApplication as submitRoute,
  updateResidencyApplication as updateRoute,
} from '../../shared/residency/routes/partner-applications.ts';
import {
  payResidencyCoupon as couponRoute,
  payResidencyVoucher as voucherRoute,
} from '../../shared/residency/routes/partner-payments.ts';
import { createResidencyApplication } from '../../shared/residency/usecases/create-residency-application.ts';
import { ownResidencyApplication } from '../../shared/residency/usecases/pay-residency.ts';
import {
  presentPartnerApplication,
  presentResidencyPayment,
} from '../../shared/residency/usecases/read-residency-application.ts';
import {
  reviseResidencyApplication,
  submitResidencyApplication,
} from '../../shared/residency/usecases/revise-residency-application.ts';
import { storedAnswers } from '../../shared/web/http/idempotency.ts';
import { type Operation, operation, operations } from '../../shared/web/http/path-function.ts';
import type { Run } from '../../shared/web/http/request.ts';

/** Both routes have the same path, body and callers. */
function payBy(
  voucherWord: VoucherWord,
): Run<typeof voucherRoute | typeof couponRoute, SigningDeps> {
  return async ({ params, body, caller, effect }, deps) => {
    const application = ownResidencyApplication(params.id, caller, deps);
    const paid = await payByVoucher(application, { code: body.code, voucherWord, effect }, deps);
    return presentResidencyPayment(paid, deps);
  };
}

export const rows: readonly Operation<SigningDeps>[] = [
  operation(
    createRoute,
    async (request, deps: SigningDeps) => {
      const { body, caller, effect } = request;
      const created = await createResidencyApplication(body, caller, effect, deps);
      return { data: await presentPartnerApplication(created, deps) };
    },
    storedAnswers(),
  ),
  operation(
    updateRoute,
    async (request, deps: SigningDeps) => {
      const { params, body, caller, effect } = request;
      const revised = await reviseResidencyApplication(
        { id: params.id, caller, effect },
        body,
        deps,
      );
      return { data: await presentPartnerApplication(revised, deps) };
    },
    storedAnswers(),
  ),
  operation(voucherRoute, payBy('Voucher'), storedAnswers()),
  operation(couponRoute, payBy('Coupon'), storedAnswers()),
  operation(
    submitRoute,
    async (request, deps: SigningDeps) => {
      const { params, caller, effect } = request;
      const submitted = await submitResidencyApplication({ id: params.id, caller, effect }, deps);
      return { data: await presentPartnerApplication(submitted, deps) };
    },
    storedAnswers(),
  ),
];

export const handler = operations(rows, signingDeps);
