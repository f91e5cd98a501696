import * as z from 'zod/mini';
import { Id } from '../../kernel/contracts/text.ts';

/** Path of the certificates of an entity that one represents. */
export const OwnCertificates = z.object({ entityId: Id });

/** Path of a request for one. */
export const OwnCertificate = z.object({ entityId: Id, requestId: Id });

/** The page on which a certificate is requested, for links to it. */
export function newCertificatePath(entityId: string) {
  return `/portal/legal-entities/${entityId}/good-standing/new` as const;
}

/** The page of a request, for links to it. */
export function certificatePath(entityId: string, requestId: string) {
  return `/portal/legal-entities/${entityId}/good-standing/${requestId}` as const;
}

/** Query of the page for uploads: the file that was sent last, to show its URL. */
export const TaxProofQuery = z.object({ uploaded: z.optional(Id) });
