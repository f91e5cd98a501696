import { shards, shardsOf } from '../../kernel/db/key-parts.ts';
import { keys } from '../../kernel/db/keys.ts';
import { listForKind, shardedList } from '../../kernel/db/listed-kinds.ts';
import { visitorPassesOfSource } from '../../kernel/db/person-keys.ts';
import { readShardedPage, type ShardedList } from '../../kernel/db/sharded-page.ts';
import type { Item } from '../../kernel/db/table.ts';
import { transact } from '../../kernel/db/transact.ts';
import { daysLater } from '../../kernel/domain/dates.ts';
import { products } from '../../kernel/domain/product.ts';
import { timeLeft } from '../../kernel/runtime/deadline.ts';
import { system } from '../../platform/domain/audit-entry.ts';
import { auditAct } from '../../platform/usecases/audit.ts';
import { findVisitorPass } from '../../residency/db/visitor-passes.ts';
import { queueList } from '../../reviews/db/review-queue.ts';
import { findRetentionRun, keyOf, removals, saveRetentionRun } from '../db/erase-items.ts';
import type { RetentionDeps } from '../deps/retention.ts';
import { type CaseEnd, endedStates } from '../domain/case-end.ts';
import { eraseCase } from './erase-case.ts';
import { eraseProofs, finishFileErasures } from './erase-files.ts';

/** Nothing further is started with less time left, in milliseconds; the next run continues. */
const reserve = 15_000;

/** The number of errors after which a run skips the rest of a list. */
const mostErrors = 5;

/** The number of items checked together. */
const pageSize = 50;

/** The number of erased items of each kind. */
export interface Erased {
  visitorPasses: number;
  rejectedCases: number;
  abandonedDrafts: number;
  proofs: number;
}

/**
 * Erases data whose retention period is over: oldest first, page by page, each item in its own transactions, with one
 * audit entry that contains only ids. The next run continues an interrupted one. Without settings, nothing is erased.
 * Throws at the end if anything failed.
 */
export async function eraseWhatIsDue(deps: RetentionDeps): Promise<Erased> {
  const { retention, table, log } = deps;
  const now = deps.now().toISOString();
  const erased: Erased = { visitorPasses: 0, rejectedCases: 0, abandonedDrafts: 0, proofs: 0 };
  const errors: unknown[] = [];

  /** Erases each item of a list that is older than `before`; returns the position up to which all succeeded. */
  const walk = async (
    list: ShardedList,
    before: string,
    what: keyof Erased,
    erase: (item: Item) => Promise<boolean | 'later'>,
    from?: string,
  ): Promise<string | undefined> => {
    let after = from;
    let isWhole = true;
    let done = from;
    let failed = 0;
    const goesOn = () => failed < mostErrors && timeLeft() > reserve;
    while (goesOn()) {
      const page = await readShardedPage(table, list, {
        limit: pageSize,
        after,
        oldestFirst: true,
        until: before,
      });
      for (const item of page.items) {
        if (!goesOn()) return done;
        try {
          const outcome = await erase(item);
          if (outcome === true) erased[what] += 1;
          if (outcome === 'later') isWhole = false;
        } catch (error) {
          errors.push(error);
          failed += 1;
          isWhole = false;
        }
        if (isWhole) done = String(item[list.index === undefined ? 'sk' : `${list.index}sk`]);
      }
      if (page.next === null) return done;
      after = page.next;
    }
    return done;
  };

  const eraseCases = async (end: CaseEnd, days: number) => {
    const before = daysLater(now, -days);
    for (const type of products) {
      for (const state of endedStates[end][type]) {
        const erase = (item: Item) =>
          eraseCase({ type, id: String(item['id']), end, days, before }, deps);
        const what = end === 'rejected' ? 'rejectedCases' : 'abandonedDrafts';
        await walk(listForKind(type, state), before, what, erase);
      }
    }
  };

  const { visitorPasses, rejectedCases, abandonedDrafts, proofs } = retention;
  if (Object.values(retention).some((days) => days !== undefined))
    errors.push(...(await finishFileErasures(deps)));
  if (visitorPasses !== undefined) {
    await walk(
      shardedList('visitor_pass'),
      daysLater(now, -visitorPasses),
      'visitorPasses',
      (item) => eraseVisitorPass(item, visitorPasses, deps),
    );
  }
  if (rejectedCases !== undefined) await eraseCases('rejected', rejectedCases);
  if (abandonedDrafts !== undefined) await eraseCases('abandoned', abandonedDrafts);
  if (proofs !== undefined) {
    const { proofsAfter } = await findRetentionRun(table);
    const after = await walk(
      shardedList(queueList('decided', {})),
      daysLater(now, -proofs),
      'proofs',
      (item) => eraseProofs(String(item['id']), proofs, deps),
      proofsAfter ?? undefined,
    );
    if (after !== undefined && after !== proofsAfter)
      await saveRetentionRun(table, { proofsAfter: after });
  }
  log.info('expired data was erased', { ...erased, failed: errors.length });
  if (errors.length > 0) throw errors[0];
  return erased;
}

/**
 * Erases an application for a visitor pass from all lists, given its entry on the list of all (sharded or not); false
 * if it no longer exists. Only another run can interfere, because applications never change.
 */
async function eraseVisitorPass(
  listed: Item,
  days: number,
  deps: Pick<RetentionDeps, 'table' | 'now' | 'newId'>,
): Promise<boolean> {
  const id = String(listed['itemPk']).split('#').at(-1) ?? '';
  const pass = await findVisitorPass(deps.table, id);
  if (pass === null) return false;
  const { email, referralSource, createdAt } = pass;
  const day = createdAt.slice(0, 10);
  // When it was added, the list of its source may have had fewer shards. It has some in every release.
  const { sk } = keys.visitorPassOfSource(referralSource, createdAt, id);
  const [, ...places] = shardsOf(visitorPassesOfSource(referralSource), shards.source);
  const outcome = await transact(deps.table, {
    pass: { remove: { Key: keys.visitorPass(id), ConditionExpression: 'attribute_exists(pk)' } },
    ...removals([
      keyOf(listed),
      keys.visitorPassOfEmail(email, createdAt, id),
      ...places.map((pk) => ({ pk, sk })),
      keys.visitorPassClaim(email, referralSource, day),
      keys.visitorPassMail(email, day),
    ]),
    ...auditAct(deps, {
      at: deps.now().toISOString(),
      actor: system,
      action: 'visitor_pass.erased',
      subject: { type: 'visitor_pass', id },
      details: { cause: 'days', days },
    }),
  });
  return outcome.kind === 'written';
}
