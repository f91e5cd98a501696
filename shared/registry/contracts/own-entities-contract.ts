import * as z from 'zod/mini';
import { Id } from '../../kernel/contracts/text.ts';

/** Path of the page of a legal entity that one represents. */
export const OwnEntityPath = z.object({ entityId: Id });

/** Path of one of its documents. */
export const OwnDocumentPath = z.object({ entityId: Id, documentId: Id });

/** The page of the entity, for links to it. */
export function entityPath(entityId: string) {
  return `/portal/legal-entities/${entityId}` as const;
}

/** The document itself, for links to it. */
export function entityDocumentPath(entityId: string, documentId: string) {
  return `${entityPath(entityId)}/documents/${documentId}` as const;
}
