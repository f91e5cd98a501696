import type { ItemKind } from './data-needs.ts';
import type { Route } from './route.ts';

/**
 * What a read leaves behind without anybody asking for it: that a session was used, that somebody guessed. It may be
 * lost.
 */
const traces: readonly ItemKind[] = ['session', 'attempts'];

/** Copies of what is kept elsewhere, which may be lost, too. */
const copies: readonly ItemKind[] = ['clientKeySet'];

/**
 * What becomes of a row's requests under maintenance: reads are `served` as always, whatever changes something that
 * is kept is `refused`, credentials included.
 *
 * | row | answer |
 * |---|---|
 * | GET that changes nothing but traces | served |
 * | POST that changes nothing but counts of guesses: searches, verification, introspection | served |
 * | GET that issues a code to a client without asking | refused |
 * | GET that records that staff was shown personal data | refused |
 * | everything else | refused |
 * | `servedInMaintenance` | served |
 */
export function inMaintenance({
  method,
  writes = {},
  servedInMaintenance,
}: Pick<Route, 'method' | 'writes' | 'servedInMaintenance'>): 'served' | 'refused' {
  if (servedInMaintenance) return 'served';
  const { put = [], update = [], delete: removed = [] } = writes;
  // A form that changes a session ends it, and is no trace.
  const left = method === 'GET' ? traces : traces.filter((kind) => kind !== 'session');
  const kept = put.filter((kind) => !copies.includes(kind));
  const changes = [...kept, ...removed, ...update.filter((kind) => !left.includes(kind))];
  return changes.length === 0 ? 'served' : 'refused';
}
