import type { Owner } from './draft.ts';
import type { EventType } from './event-type.ts';
import type { ItemImage, TableChange } from './table-change.ts';

/** What a rule makes of a change. */
export interface ToldOfChange {
  readonly type: EventType;
  readonly owner: Owner;
  readonly subject: string;
  readonly createdViaAPI?: boolean;
  readonly isPublic?: boolean;
  /** What is told of, where it is not the item that was changed. */
  readonly about?: {
    readonly id: string;
    readonly item: { readonly pk: string; readonly sk: string };
  };
}

export const ofPerson = (id: string): Owner => ({ kind: 'person', id });
export const ofEntity = (id: string): Owner => ({ kind: 'entity', id });

/** Whoever represents the entity then is told; one who does not any more reads nothing of it. */
export function tellOfRepresentative(
  { before, after }: TableChange,
  _: ItemImage,
  id: string,
): ToldOfChange | null {
  if (before !== undefined && after !== undefined) return null;
  return {
    type:
      after === undefined
        ? 'legal_entity.representative_removed'
        : 'legal_entity.representative_added',
    owner: ofEntity(id),
    subject: `legal_entities/${id}`,
    about: { id, item: { pk: `ENTITY#${id}`, sk: 'ENTITY' } },
  };
}

export function entityDocuments(id: string) {
  return { owner: ofEntity(id), subject: `legal_entities/${id}/documents` };
}

/** That all of an entity's documents are withdrawn is told as the annulment of its registration. */
export function tellOfWithdrawal(
  { before, after }: TableChange,
  item: ItemImage,
): ToldOfChange | null {
  const [id, madeAt] = [item['documentId'], item['documentCreatedAt']];
  if (before !== undefined || after === undefined) return null;
  if (typeof id !== 'string' || typeof madeAt !== 'string') return null;
  const entityId = textOf(item, 'entityId');
  const about = { id, item: { pk: `ENTITY#${entityId}`, sk: `DOCUMENT#${madeAt}#${id}` } };
  return { ...entityDocuments(entityId), type: 'legal_entity_document.withdrawn', about };
}

/** A notice of the end of a person's residency; those of entities are nobody's residency. */
export function tellOfTerm({ before, pk, sk }: TableChange, item: ItemImage): ToldOfChange | null {
  const personId = item['personId'];
  if (before !== undefined || typeof personId !== 'string') return null;
  return {
    type: 'residency.expiring',
    owner: ofPerson(personId),
    subject: 'me/natural-person/residency',
    about: { id: textOf(item, 'termId'), item: { pk, sk } },
  };
}

/** A field's text; empty where there is none. */
export function textOf(item: ItemImage, field: string): string {
  return String(item[field] ?? '');
}
