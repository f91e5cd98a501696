import * as z from 'zod/mini';
import { Id } from '../../kernel/contracts/text.ts';
import { type RequestableType, requestableTypes, usualType } from '../domain/certificate-type.ts';

/** Path of the certificates of an entity that one represents. */
export const OwnCertificates = z.object({ entityId: Id });

/** Path of a request for one. */
export const OwnCertificate = z.object({ entityId: Id, requestId: Id });

/** Which kind is requested; the usual one unless another is named. */
export const RequestedKind = z.object({
  type: z.catch(z._default(z.enum(requestableTypes), usualType), usualType),
});

/** The page on which a certificate is requested, for links to it. */
export function newCertificatePath(entityId: string, type: RequestableType = usualType) {
  const page = `/portal/legal-entities/${entityId}/good-standing/new` as const;
  return type === usualType ? page : (`${page}?type=${type}` as const);
}

/** The page of a request, for links to it. */
export function certificatePath(entityId: string, requestId: string) {
  return `/portal/legal-entities/${entityId}/good-standing/${requestId}` as const;
}

/** Query of the page for uploads: the file that was sent last, to show its URL. */
export const TaxProofQuery = z.object({ uploaded: z.optional(Id) });
