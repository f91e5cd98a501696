import { actorOf } from '../../shared/auth/actor.ts';
import {
  presentReferralCode,
  presentReservedName,
  presentVoucher,
} from '../../shared/contracts/admin-codes.ts';
import { presentNameCollision } from '../../shared/contracts/admin-names.ts';
import { presentPage } from '../../shared/contracts/pagination.ts';
import { findReferralCode } from '../../shared/db/referral-codes.ts';
import { readReservedNames } from '../../shared/db/reserved-names.ts';
import { findVoucher, readVouchers } from '../../shared/db/vouchers.ts';
import { coreDeps } from '../../shared/deps/core.ts';
import { apiErrors } from '../../shared/errors.ts';
import { type Operation, operation, operations } from '../../shared/http/operations.ts';
import {
  adminCreateReferralCode,
  adminCreateVoucher,
  adminGetReferralCode,
  adminGetVoucher,
  adminListReservedNames,
  adminListVouchers,
  adminReleaseName,
  adminReserveName,
  adminUpdateReferralCode,
} from '../../shared/routes/admin-codes.ts';
import { adminListNameCollisions } from '../../shared/routes/admin-names.ts';
import { createReferralCode } from '../../shared/usecases/create-referral-code.ts';
import { createVoucher } from '../../shared/usecases/create-voucher.ts';
import { findNameCollisions } from '../../shared/usecases/find-name-collisions.ts';
import { releaseName } from '../../shared/usecases/release-name.ts';
import { reserveName } from '../../shared/usecases/reserve-name.ts';
import { reviseReferralCode } from '../../shared/usecases/revise-referral-code.ts';

const rows: readonly Operation[] = [
  operation(adminCreateVoucher, async ({ body, caller }, deps) => ({
    data: presentVoucher(await createVoucher(body, actorOf(caller), deps)),
  })),
  operation(adminListVouchers, async ({ query: { limit, cursor } }, { table }) =>
    presentPage(await readVouchers(table, { limit, after: cursor }), limit, presentVoucher),
  ),
  operation(adminGetVoucher, async ({ params }, { table }) => {
    const voucher = await findVoucher(table, params.code);
    if (voucher === null) throw apiErrors.notFound();
    return { data: presentVoucher(voucher) };
  }),
  operation(adminCreateReferralCode, async ({ body, caller }, deps) => ({
    data: presentReferralCode(await createReferralCode(body, actorOf(caller), deps)),
  })),
  operation(adminGetReferralCode, async ({ params }, { table }) => {
    const referral = await findReferralCode(table, params.code);
    if (referral === null) throw apiErrors.notFound();
    return { data: presentReferralCode(referral) };
  }),
  operation(adminUpdateReferralCode, async ({ params, body, caller }, deps) => {
    const referral = await reviseReferralCode(params.code, body, actorOf(caller), deps);
    return { data: presentReferralCode(referral) };
  }),
  operation(adminReserveName, async ({ body, caller }, deps) => ({
    data: presentReservedName(await reserveName(body, actorOf(caller), deps)),
  })),
  operation(adminListReservedNames, async ({ query: { limit, cursor } }, { table }) => {
    const page = await readReservedNames(table, { limit, after: cursor });
    return presentPage(page, limit, presentReservedName);
  }),
  operation(adminListNameCollisions, async ({ query: { limit, cursor = '' } }, { table }) => {
    const found = await findNameCollisions(table);
    const left = found.filter(({ sortKey }) => sortKey > cursor);
    const items = left.slice(0, limit);
    const next = left.length > limit ? (items.at(-1)?.sortKey ?? null) : null;
    return presentPage({ items, next }, limit, presentNameCollision);
  }),
  operation(adminReleaseName, async ({ params, caller }, deps) => ({
    data: presentReservedName(await releaseName(params.id, actorOf(caller), deps)),
  })),
];

export const handler = operations(rows, coreDeps);
