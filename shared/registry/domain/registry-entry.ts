import { nameKey } from '../../kernel/domain/legal-entity.ts';

/** The search's record of a legal entity. `version` is raised with every change. */
export interface RegistryRow {
  readonly id: string;
  readonly name: string;
  readonly extension: string;
  readonly residentPermitNumber: string | null;
  readonly version: number;
}

/** A row with its normalized name. */
export interface SearchEntry {
  readonly key: string;
  readonly row: RegistryRow;
}

/** A separate entry for a row, with only the row's fields. */
export function registryEntry(row: RegistryRow): SearchEntry {
  const { id, name, extension, residentPermitNumber, version } = row;
  return { key: nameKey(name), row: { id, name, extension, residentPermitNumber, version } };
}

/** The registry's order: by folded name, then name, then id, each by code units. */
export function compareEntries(left: SearchEntry, right: SearchEntry): number {
  return compareText(left.key, right.key) || compareRows(left.row, right.row);
}

/** The order of rows with the same folded name. */
export function compareRows(left: RegistryRow, right: RegistryRow): number {
  return compareText(left.name, right.name) || compareText(left.id, right.id);
}

function compareText(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
