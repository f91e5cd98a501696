import { type ServiceDeps, serviceDeps } from '../../shared/kernel/deps/service.ts';
import type { Noun } from '../../shared/kernel/errors.ts';
import { payByVoucher } from '../../shared/payments/usecases/pay-by-voucher.ts';
import {
  createResidencyApplication as createRoute,
  submitResidencyApplication as submitRoute,
  updateResidencyApplication as updateRoute,
} from '../../shared/residency/routes/partner-applications.ts';
import {
  payResidencyCoupon as couponRoute,
  payResidencyVoucher as voucherRoute,
} from '../../shared/residency/routes/partner-payments.ts';
import { createResidencyApplication } from '../../shared/residency/usecases/create-residency-application.ts';
import { ownResidencyApplication } from '../../shared/residency/usecases/pay-residency.ts';
import {
  presentResidency,
  presentResidencyPayment,
} from '../../shared/residency/usecases/present-residency-applications.ts';
import { reviseResidencyApplication } from '../../shared/residency/usecases/revise-residency-application.ts';
import { submitResidencyApplication } from '../../shared/residency/usecases/submit-residency-application.ts';
import { effectOf, idempotentOperation } from '../../shared/web/idempotency.ts';
import { type Operation, operations } from '../../shared/web/operations.ts';
import type { ApiRequest } from '../../shared/web/request.ts';

type Payment = typeof voucherRoute | typeof couponRoute;

function payBy<R extends Payment>(route: R, noun: Noun) {
  return async (request: ApiRequest<R>, deps: ServiceDeps) => {
    // Both routes have the same path, body and callers.
    const { params, body, caller } = request as ApiRequest<Payment>;
    const effect = effectOf(request, route, body);
    const application = ownResidencyApplication(params.id, caller, deps);
    const paid = await payByVoucher(application, { code: body.code, noun, effect }, deps);
    return presentResidencyPayment(paid, deps);
  };
}

const rows: readonly Operation<ServiceDeps>[] = [
  idempotentOperation(createRoute, async (request, deps: ServiceDeps) => {
    const { body, caller } = request;
    const effect = effectOf(request, createRoute, body);
    const created = await createResidencyApplication(body, caller, effect, deps);
    return { data: presentResidency(created, deps) };
  }),
  idempotentOperation(updateRoute, async (request, deps: ServiceDeps) => {
    const { params, body, caller } = request;
    const effect = effectOf(request, updateRoute, body);
    const revised = await reviseResidencyApplication({ id: params.id, caller, effect }, body, deps);
    return { data: presentResidency(revised, deps) };
  }),
  idempotentOperation(voucherRoute, payBy(voucherRoute, 'Voucher')),
  idempotentOperation(couponRoute, payBy(couponRoute, 'Coupon')),
  idempotentOperation(submitRoute, async (request, deps: ServiceDeps) => {
    const { params, caller } = request;
    const effect = effectOf(request, submitRoute, null);
    const submitted = await submitResidencyApplication({ id: params.id, caller, effect }, deps);
    return { data: presentResidency(submitted, deps) };
  }),
];

export const handler = operations(rows, serviceDeps);
