import { ApiError } from '../../kernel/errors/api-error.ts';
import { system } from '../../platform/domain/audit-entry.ts';
import { readMailboxCases } from '../db/mailbox-cases.ts';
import type { MailboxCommand, RefusalReason } from '../domain/mailbox-case.ts';
import { actOnMailboxCase, type MailboxDeps } from './act-on-mailbox-case.ts';

/** How many cases were carried out, went back to the staff, were refused by themselves, and could not be dealt with. */
export interface DueCases {
  readonly changed: number;
  /** An approval was void: whoever gave it may no longer approve. */
  readonly voided: number;
  readonly refused: number;
  readonly failed: number;
}

/**
 * Changes the address of each case whose wait is over. One whose new address somebody else has by now, or whose account is deactivated,
 * is refused; one with a void approval waits for the staff again. A case that fails holds up no other, and is taken up by the next run.
 */
export async function carryOutDueCases(deps: MailboxDeps): Promise<DueCases> {
  const done = { changed: 0, voided: 0, refused: 0, failed: 0 };
  const now = deps.now().toISOString();
  let after: string | undefined;
  do {
    const page = await readMailboxCases(deps.table, 'running', { limit: 100, after });
    for (const { id, status, dueAt } of page.items) {
      if (status !== 'waiting' || dueAt === null || dueAt > now) continue;
      done[await carryOut(id, deps)] += 1;
    }
    after = page.next ?? undefined;
  } while (after !== undefined);
  return done;
}

async function carryOut(id: string, deps: MailboxDeps): Promise<keyof DueCases> {
  const act = async (command: MailboxCommand) => actOnMailboxCase(id, { command }, system, deps);
  try {
    try {
      const { status } = await act({ type: 'mature' });
      return status === 'changed' ? 'changed' : 'voided';
    } catch (error) {
      const reason = reasonOf(error);
      if (reason === undefined) throw error;
      await act({ type: 'refuse', reason });
      return 'refused';
    }
  } catch (error) {
    deps.log.error('a case of a lost mailbox could not be carried out', { caseId: id }, error);
    return 'failed';
  }
}

function reasonOf(error: unknown): RefusalReason | undefined {
  if (!(error instanceof ApiError)) return undefined;
  if (error.extras.code === 'person.email_taken') return 'address_taken';
  return error.extras.code === 'person.deactivated' ? 'account_deactivated' : undefined;
}
