import type { CursorPage } from '../../kernel/contracts/pagination.ts';
import type { Page } from '../../kernel/db/page.ts';
import type { Table } from '../../kernel/db/table.ts';
import { transact } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import type { Measure } from '../../kernel/domain/metric.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { lostRace, retryOnConflict } from '../../kernel/usecases/retry-on-conflict.ts';
import type { Actor } from '../../platform/domain/audit-entry.ts';
import { auditAct } from '../../platform/usecases/audit.ts';
import {
  findPaymentCase,
  oldestPaymentCase,
  paymentCaseWrites,
  readPaymentCases,
  type StoredPaymentCase,
} from '../db/payment-cases.ts';
import {
  decidePaymentCase,
  type PaymentCaseCommand,
  type PaymentCaseStatus,
} from '../domain/payment-case.ts';
import * as paymentErrors from '../errors/payment-errors.ts';

/** A page of the cases, optionally with one status, newest first unless `oldestFirst`. */
export function listPaymentCases(
  {
    status,
    limit,
    cursor,
    oldestFirst,
  }: CursorPage & {
    readonly status?: PaymentCaseStatus | undefined;
    readonly oldestFirst?: boolean;
  },
  { table }: { readonly table: Table },
): Promise<Page<StoredPaymentCase>> {
  return readPaymentCases(table, status, { limit, after: cursor, oldestFirst });
}

/** Error: 404. */
export async function readPaymentCase(
  id: string,
  { table }: { readonly table: Table },
): Promise<StoredPaymentCase> {
  const found = await findPaymentCase(table, id);
  if (found === null) throw apiErrors.notFound();
  return found;
}

/**
 * Takes or closes a case. A concurrent second operator gets the first one's change.
 *
 * Errors: 404; 409 `payment_case.closed`, `payment_case.not_assigned`.
 */
export function seeToPaymentCase(
  id: string,
  command: PaymentCaseCommand,
  actor: Actor,
  deps: CoreDeps,
): Promise<StoredPaymentCase> {
  return retryOnConflict(async () => {
    const at = deps.now().toISOString();
    const found = await readPaymentCase(id, deps);
    const decision = decidePaymentCase(found, command, actor.id ?? actor.kind, at);
    if (!decision.ok) {
      throw decision.reason === 'closed'
        ? paymentErrors.paymentCaseClosed()
        : paymentErrors.paymentCaseNotAssigned();
    }
    const { kind, provider, paymentId } = found;
    const outcome = await transact(deps.table, {
      ...paymentCaseWrites(decision.next),
      ...auditAct(deps, {
        at,
        actor,
        action: command.type === 'take' ? 'payment_case.taken' : 'payment_case.closed',
        subject: { type: 'payment_case', id },
        details: { kind, provider, paymentId, previousOwner: found.owner },
      }),
    });
    if (outcome.kind !== 'written') return lostRace;
    return { ...decision.next, version: found.version + 1 };
  });
}

/** The age of the oldest unresolved case in seconds; no value if there is none. */
export async function measureCases({
  table,
  now,
}: Pick<CoreDeps, 'table' | 'now'>): Promise<readonly Measure[]> {
  const oldest = await oldestPaymentCase(table);
  if (oldest === null) return [];
  const value = Math.max(0, Math.round((now().getTime() - Date.parse(oldest)) / 1000));
  return [{ metric: 'OldestPaymentCase', value }];
}
