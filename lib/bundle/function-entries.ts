import { globSync } from 'node:fs';
import type { DocumentAccess } from '../../shared/kernel/http/data-needs.ts';
import type { Route } from '../../shared/kernel/http/route.ts';
import { routes } from '../../shared/service/routes/route-table.ts';

/** The repository's root; paths of functions are relative to it. */
export const root = new URL('../..', import.meta.url).pathname;

/** Functions that are not started by a route. */
const withoutRoute = [
  'functions/gateway/*.ts',
  'functions/oauth/rotate-signing-keys.ts',
  'functions/registry/write-snapshot.ts',
  'functions/uploads/note-scan.ts',
  'functions/{evidence,mail,mailboxes,metrics,outbox,payments,probe,release,terms,workflows}/**/*.ts',
];

/** The file of every function, sorted: those of the route table and those that have no route. */
export function functionEntries(): readonly string[] {
  const others = globSync(withoutRoute, { cwd: root });
  return [...new Set([...routes.map(({ entry }) => entry), ...others])].toSorted();
}

/** A function's own directory in the build, which holds `index.mjs` and nothing foreign. */
export function bundlePath(entry: string): string {
  return entry.replace(/\.ts$/, '');
}

/**
 * Sizes in bytes, minified. Functions that only read are on the path of integrators' hot calls, some of them with the
 * search; writes are integrators' other calls. Those that typeset documents carry the fonts, and nobody waits for them.
 */
const budgets = {
  plainRead: 133_000,
  search: 182_000,
  write: 192_000,
  other: 460_000,
  typesetting: 2_075_000,
};

/** Functions that carry a large library, alone, so that no other must. */
const own: Readonly<Record<string, number>> = {
  // What checks passkeys reads certificates as well: 300 kB (docs/decisions/archive/0066-passkeys.md).
  'functions/portal/passkeys.ts': 575_000,
};

/** Whether a function carries a large library, alone, so that no other must. */
export function carriesLibrary(entry: string): boolean {
  return own[entry] !== undefined;
}

/** The largest size that a function's bundle may have, in bytes. */
export function sizeBudget(entry: string, typesets: boolean): number {
  const budget = own[entry];
  if (budget !== undefined) return budget;
  if (typesets) return budgets.typesetting;
  const rows = routes.filter((row) => row.entry === entry);
  if (isPlainRead(entry)) {
    const searches = rows.some(({ documents }) => documents?.get?.includes('search'));
    return searches ? budgets.search : budgets.plainRead;
  }
  const writes =
    rows.length > 0 && rows.every(({ idempotent, tag }) => idempotent && tag !== 'Sandbox');
  return writes ? budgets.write : budgets.other;
}

/** Whether a function answers one route's JSON from the table alone, and changes only counters in it. */
export function isPlainRead(entry: string): boolean {
  const rows = routes.filter((row) => row.entry === entry);
  return entry === 'functions/gateway/authorize.ts' || (rows.length === 1 && rows.every(readsOnly));
}

/** Whether it has files for others: it signs links, or stores files. A snapshot is only read. */
function handsOut({ get = [], put = [] }: DocumentAccess = {}): boolean {
  return [...get, ...put].some((folder) => folder !== 'search');
}

function readsOnly({ method, writes, limit, documents, response }: Route): boolean {
  // A row without a response schema serves a page, a script or a description, which is part of the bundle.
  if (response === undefined || handsOut(documents)) return false;
  return method === 'GET' || writes === undefined || limit === 'registry';
}
