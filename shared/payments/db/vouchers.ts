import * as z from 'zod/mini';
import { type ItemKey, keys } from '../../kernel/db/keys.ts';
import { listWrite, readListed } from '../../kernel/db/listed-kinds.ts';
import type { Page, PageBounds } from '../../kernel/db/page.ts';
import { parseFound, parseStored } from '../../kernel/db/stored.ts';
import { getItem, type Table } from '../../kernel/db/table.ts';
import { create, type Write } from '../../kernel/db/transact.ts';
import { isVoucherCode, voucherCodeKey } from '../../kernel/domain/code.ts';
import { products } from '../../kernel/domain/product.ts';
import { voucherKinds } from '../domain/voucher.ts';

/** A voucher. `code` is normalized. */
export const StoredVoucher = z.object({
  code: z.string(),
  kind: z.enum(voucherKinds),
  /** Percent, or cents of `currency`; null for a full voucher. */
  value: z.nullable(z.int()),
  currency: z.nullable(z.string()),
  /** The products that it can pay for; empty for all. */
  products: z.array(z.enum(products)),
  expiresAt: z.nullable(z.string()),
  redeemedAt: z.nullable(z.string()),
  redeemedFor: z.nullable(z.object({ type: z.enum(products), id: z.string() })),
  createdAt: z.string(),
});
export type StoredVoucher = z.output<typeof StoredVoucher>;

/** The voucher for any equivalent spelling of the code; null for a text that can't be a code. */
export async function findVoucher(table: Table, code: string): Promise<StoredVoucher | null> {
  if (!isVoucherCode(voucherCodeKey(code))) return null;
  return parseFound(StoredVoucher, await getItem(table, keys.voucher(code)));
}

/** A page of all vouchers, including redeemed and expired ones, newest first. */
export async function readVouchers(
  table: Table,
  request: Omit<PageBounds, 'keep'>,
): Promise<Page<StoredVoucher>> {
  const page = await readListed(table, 'voucher', request);
  return { ...page, items: page.items.map((item) => parseStored(StoredVoucher, item)) };
}

/** The writes that store a new voucher. `voucher` is refused if its code exists. */
export function newVoucherWrites(voucher: StoredVoucher): {
  readonly voucher: Write;
  readonly listed: Write;
} {
  const { code, createdAt } = voucher;
  const key = keys.voucher(code);
  return {
    voucher: create({ ...key, ...voucher }),
    listed: listWrite('voucher', createdAt, code, key),
  };
}

/**
 * The key of the voucher with this code. A text that can't be a code gets a key that never exists, so that all wrong
 * codes take the same path.
 */
export function findableVoucherKey(code: string): ItemKey {
  return keys.voucher(isVoucherCode(voucherCodeKey(code)) ? code : '');
}

/** The write that marks a voucher as redeemed; refused if it already is. */
export function redemptionWrite({
  code,
  redeemedAt,
  redeemedFor,
}: Pick<StoredVoucher, 'code' | 'redeemedAt' | 'redeemedFor'>): Write {
  return {
    update: {
      Key: keys.voucher(code),
      UpdateExpression: 'SET redeemedAt = :at, redeemedFor = :for',
      ConditionExpression: 'redeemedAt = :never',
      ExpressionAttributeValues: { ':at': redeemedAt, ':for': redeemedFor, ':never': null },
    },
  };
}
