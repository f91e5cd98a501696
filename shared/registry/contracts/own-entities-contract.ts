import * as z from 'zod/mini';
import { Id } from '../../kernel/contracts/text.ts';

/** Path of a legal entity's page, for its representatives. */
export const OwnEntityPath = z.object({ entityId: Id });

export const OwnDocumentPath = z.object({ entityId: Id, documentId: Id });

export function entityPath(entityId: string) {
  return `/portal/legal-entities/${entityId}` as const;
}

/** The document's path, for links to it. */
export function entityDocumentPath(entityId: string, documentId: string) {
  return `${entityPath(entityId)}/documents/${documentId}` as const;
}
