import { globSync } from 'node:fs';
import type { DocumentAccess } from '../../shared/kernel/http/data-needs.ts';
import { pageType, type Route } from '../../shared/kernel/http/route.ts';
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

/** The file of every function, sorted, with and without a route. */
export function functionEntries(): readonly string[] {
  const others = globSync(withoutRoute, { cwd: root });
  return [...new Set([...routes.map(({ entry }) => entry), ...others])].toSorted();
}

/** A function's own directory in the build; it holds `index.mjs` and nothing of other functions. */
export function bundlePath(entry: string): string {
  return entry.replace(/\.ts$/, '');
}

/** The build's folder with the layer for functions that create documents: 36 MB of fonts. */
export const fontLayer = 'font-layer';

/**
 * Sizes in bytes, minified. Functions that only read serve integrators' most frequent calls, some with search; writes
 * are their other calls. Functions that typeset documents contain Noto Serif, and nobody waits for them.
 */
const budgets = {
  plainRead: 122_000,
  search: 142_000,
  write: 184_000,
  other: 430_000,
  typesetting: 2_020_000,
};

/** Functions with a large library, so that no others need it. */
const own: Readonly<Record<string, number>> = {
  // The passkey library also parses certificates: 300 kB.
  'functions/portal/passkeys.ts': 575_000,
  // The tables of look-alike characters, and the sounds of words.
  'functions/registry/check-name.ts': 176_000,
};

/** The largest size that a function's bundle may have, in bytes. */
export function sizeBudget(entry: string, typesets: boolean): number {
  const budget = own[entry];
  if (budget !== undefined) return budget;
  if (typesets) return budgets.typesetting;
  if (isPlainRead(entry)) return searches(entry) ? budgets.search : budgets.plainRead;
  return isWrite(entry) ? budgets.write : budgets.other;
}

/** The purpose of a function, by which its size is limited. */
export type Kind = 'read' | 'search' | 'write' | 'page' | 'other';

export function kindOf(entry: string): Kind {
  const rows = routes.filter((row) => row.entry === entry);
  if (isPlainRead(entry)) return searches(entry) ? 'search' : 'read';
  if (isWrite(entry)) return 'write';
  return rows.some(({ produces }) => produces === pageType) ? 'page' : 'other';
}

/** Whether it answers from the index of all names. */
function searches(entry: string): boolean {
  return routes.some((row) => row.entry === entry && row.documents?.get?.includes('search'));
}

/** Whether it only serves integrators' other calls, which are writes. */
function isWrite(entry: string): boolean {
  const rows = routes.filter((row) => row.entry === entry);
  return rows.length > 0 && rows.every(({ idempotent, tag }) => idempotent && tag !== 'Sandbox');
}

/** Whether a function serves one JSON route using only the table, and changes nothing but counters. */
export function isPlainRead(entry: string): boolean {
  const rows = routes.filter((row) => row.entry === entry);
  return entry === 'functions/gateway/authorize.ts' || (rows.length === 1 && rows.every(readsOnly));
}

/** Whether it delivers files: it signs links or stores files. Snapshots are only read. */
function handsOut({ get = [], put = [] }: DocumentAccess = {}): boolean {
  return [...get, ...put].some((folder) => folder !== 'search');
}

function readsOnly({ method, writes, limit, documents, response }: Route): boolean {
  // A row without a response schema serves a page, a script or a description, which is part of the bundle.
  if (response === undefined || handsOut(documents)) return false;
  return method === 'GET' || writes === undefined || limit === 'registry';
}
