import { actorOf } from '../../shared/access/auth/caller.ts';
import { presentReferralCode } from '../../shared/incorporation/contracts/referral-contract.ts';
import {
  adminCreateReferralCode,
  adminGetReferralCode,
  adminUpdateReferralCode,
} from '../../shared/incorporation/routes/admin-referral-codes-routes.ts';
import {
  createReferralCode,
  readReferralCode,
  reviseReferralCode,
} from '../../shared/incorporation/usecases/referral-codes.ts';
import { presentPage } from '../../shared/kernel/contracts/pagination.ts';
import { presentVoucher } from '../../shared/payments/contracts/admin-vouchers-contract.ts';
import {
  adminGetVoucher,
  adminListVouchers,
} from '../../shared/payments/routes/admin-vouchers-routes.ts';
import { readAllVouchers, readVoucher } from '../../shared/payments/usecases/vouchers.ts';
import { presentReservedName } from '../../shared/registry/contracts/admin-entities.ts';
import {
  adminListReservedNames,
  adminReleaseName,
  adminReserveName,
} from '../../shared/registry/routes/admin-reserved-names.ts';
import {
  listReservedNames,
  releaseName,
  reserveName,
} from '../../shared/registry/usecases/reserved-names.ts';
import { createsVoucher } from '../../shared/service/handlers/operator-acts.ts';
import { actOperation } from '../../shared/staff/deps/approved.ts';
import {
  type OperatorApprovalDeps,
  operatorApprovalDeps,
} from '../../shared/staff/deps/staff-deps.ts';
import { type Operation, operation, pathFunction } from '../../shared/web/http/path-function.ts';

export const rows: readonly Operation<OperatorApprovalDeps>[] = [
  actOperation(createsVoucher),
  operation(adminListVouchers, async ({ query }, deps) =>
    presentPage(await readAllVouchers(query, deps), query.limit, presentVoucher),
  ),
  operation(adminGetVoucher, async ({ params }, deps) => ({
    data: presentVoucher(await readVoucher(params.code, deps)),
  })),
  operation(adminCreateReferralCode, async ({ body, caller }, deps) => ({
    data: presentReferralCode(await createReferralCode(body, actorOf(caller), deps)),
  })),
  operation(adminGetReferralCode, async ({ params }, deps) => ({
    data: presentReferralCode(await readReferralCode(params.code, deps)),
  })),
  operation(adminUpdateReferralCode, async ({ params, body, caller }, deps) => {
    const referral = await reviseReferralCode(params.code, body, actorOf(caller), deps);
    return { data: presentReferralCode(referral) };
  }),
  operation(adminReserveName, async ({ body, caller }, deps) => ({
    data: presentReservedName(await reserveName(body, actorOf(caller), deps)),
  })),
  operation(adminListReservedNames, async ({ query }, deps) =>
    presentPage(await listReservedNames(query, deps), query.limit, presentReservedName),
  ),
  operation(adminReleaseName, async ({ params, caller }, deps) => ({
    data: presentReservedName(await releaseName(params.id, actorOf(caller), deps)),
  })),
];

export const handler = pathFunction(rows, operatorApprovalDeps);
