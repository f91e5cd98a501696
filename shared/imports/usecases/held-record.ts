import { StoredDocument, StoredPersonDocument } from '../../documents/db/documents.ts';
import { parseStored } from '../../kernel/db/stored.ts';
import { getItem, type Table } from '../../kernel/db/table.ts';
import { StoredPerson, StoredResidency } from '../../people/db/people.ts';
import { StoredEntity } from '../../registry/db/entities.ts';
import { listRepresentatives } from '../../registry/db/representatives.ts';
import type { ImportRecord } from '../contracts/import-records.ts';
import type { StoredImport } from '../db/imported-records.ts';
import { resolveName } from './importing.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * The registry's current data of an imported record, in the record's own fields and terms: people are named by source
 * ids. Null if the resource is gone.
 */
export async function heldRecord(
  table: Table,
  record: ImportRecord,
  stored: StoredImport,
  imports: ReadonlyMap<string, StoredImport>,
): Promise<Fields | null> {
  const item = await getItem(table, { pk: stored.itemPk, sk: stored.itemSk });
  if (item === undefined) return null;
  const named = (kind: 'person' | 'legal_entity', given: string | undefined, id: string) =>
    given !== undefined && resolveName(kind, given, imports) === id ? given : id;
  const idIn = (pk: string) => pk.slice(pk.indexOf('#') + 1);
  switch (record.kind) {
    case 'person':
      return alike(record, parseStored(StoredPerson, item));
    case 'residency': {
      const person = named('person', record.person, idIn(stored.itemPk));
      return alike(record, { ...parseStored(StoredResidency, item), person });
    }
    case 'legal_entity': {
      const entity = parseStored(StoredEntity, item);
      const given = record.representatives ?? [];
      const held = given.length === 0 ? [] : await listRepresentatives(table, entity.id);
      const representatives = held
        .map(({ personId, since }) => {
          const one = given.find(
            ({ person }) => resolveName('person', person, imports) === personId,
          );
          return { person: one?.person ?? personId, ...(one?.since !== undefined && { since }) };
        })
        .toSorted((left, right) => place(given, left.person) - place(given, right.person));
      return alike(record, { ...entity, representatives });
    }
    case 'document': {
      const isPerson = record.person !== undefined;
      const document = isPerson
        ? parseStored(StoredPersonDocument, item)
        : parseStored(StoredDocument, item);
      const ownerId = idIn(stored.itemPk);
      const owner = isPerson
        ? { person: named('person', record.person, ownerId) }
        : { legalEntity: named('legal_entity', record.legalEntity, ownerId) };
      return alike(record, { ...document, ...owner });
    }
  }
}

/** In the order of the record; people that it does not name are last. */
function place(given: readonly { readonly person: string }[], person: string): number {
  const index = given.findIndex((each) => each.person === person);
  return index < 0 ? given.length : index;
}

/** The registry's values of the record's fields. */
function alike(record: ImportRecord, held: Fields): Fields {
  const { kind, sourceId, ...fields } = record;
  return { kind, sourceId, ...restricted(fields, held) };
}

function restricted(given: Fields, held: Fields): Fields {
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => {
      const found = held[name] ?? null;
      const both = isObject(value) && isObject(found);
      return [name, both ? restricted(value, found) : found];
    }),
  );
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
