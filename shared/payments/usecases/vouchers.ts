import type { CursorPage } from '../../kernel/contracts/pagination.ts';
import type { Page } from '../../kernel/db/page.ts';
import type { Table } from '../../kernel/db/table.ts';
import { orElse, transact } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { generateCode } from '../../kernel/domain/code.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { lostRace, retryOnConflict } from '../../kernel/usecases/retry-on-conflict.ts';
import type { Actor } from '../../platform/domain/audit-entry.ts';
import { auditAct } from '../../platform/usecases/audit.ts';
import type { CreateVoucher } from '../contracts/admin-vouchers-contract.ts';
import { findVoucher, newVoucherWrites, readVouchers, type StoredVoucher } from '../db/vouchers.ts';
import * as paymentErrors from '../errors/payment-errors.ts';

/**
 * Creates a voucher with the given code or a random unused one.
 *
 * Error: 409 `voucher.code_taken` for a code that was ever created.
 */
export async function createVoucher(
  command: CreateVoucher,
  actor: Actor,
  deps: CoreDeps,
): Promise<StoredVoucher> {
  const at = deps.now().toISOString();
  const { kind, value = null, currency, products = [], expiresAt = null } = command;
  return retryOnConflict(async () => {
    const voucher: StoredVoucher = {
      code: command.code ?? generateCode(deps.random),
      kind,
      value,
      currency: kind === 'amount' ? (currency ?? 'USD') : null,
      products: [...new Set(products)],
      expiresAt,
      redeemedAt: null,
      redeemedFor: null,
      createdAt: at,
    };
    const writes = newVoucherWrites(voucher);
    const outcome = await transact(deps.table, {
      ...writes,
      // If a random code is taken, another is drawn.
      voucher: orElse(writes.voucher, () =>
        command.code === undefined ? lostRace : paymentErrors.voucherCodeTaken(),
      ),
      ...auditAct(deps, {
        at,
        actor,
        action: 'voucher.created',
        subject: { type: 'voucher', id: voucher.code },
        details: { kind, value: voucher.value, products: voucher.products },
      }),
    });
    if (outcome.kind === 'written') return voucher;
    if (outcome.refusal === lostRace) return lostRace;
    throw outcome.refusal ?? outcome.error;
  });
}

/** A page of all vouchers, including redeemed and expired ones, newest first. */
export function readAllVouchers(
  { limit, cursor }: CursorPage,
  { table }: { readonly table: Table },
): Promise<Page<StoredVoucher>> {
  return readVouchers(table, { limit, after: cursor });
}

/** The voucher with the code, in any equivalent spelling. Error: 404. */
export async function readVoucher(
  code: string,
  { table }: { readonly table: Table },
): Promise<StoredVoucher> {
  const voucher = await findVoucher(table, code);
  if (voucher === null) throw apiErrors.notFound();
  return voucher;
}
