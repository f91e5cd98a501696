import type { CoreDeps } from '../../kernel/deps/core.ts';
import type { Measure } from '../../kernel/domain/metric.ts';
import { oldestPaymentCase } from '../db/payment-cases.ts';

/** For how many seconds the oldest case has waited that is not closed; nothing while there is none. */
export async function measureCases({
  table,
  now,
}: Pick<CoreDeps, 'table' | 'now'>): Promise<readonly Measure[]> {
  const oldest = await oldestPaymentCase(table);
  if (oldest === null) return [];
  const value = Math.max(0, Math.round((now().getTime() - Date.parse(oldest)) / 1000));
  return [{ metric: 'OldestPaymentCase', value }];
}
