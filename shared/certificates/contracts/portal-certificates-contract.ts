import * as z from 'zod/mini';
import { Id } from '../../kernel/contracts/text.ts';
import { type RequestableType, requestableTypes, usualType } from '../domain/certificate-type.ts';

/** Path of an entity's certificates, for its representatives. */
export const OwnCertificates = z.object({ entityId: Id });

/** Path of a certificate request. */
export const OwnCertificate = z.object({ entityId: Id, requestId: Id });

/** The kind of certificate; the default kind if absent or invalid. */
export const RequestedKind = z.object({
  type: z.catch(z._default(z.enum(requestableTypes), usualType), usualType),
});

export function newCertificatePath(entityId: string, type: RequestableType = usualType) {
  const page = `/portal/legal-entities/${entityId}/good-standing/new` as const;
  return type === usualType ? page : (`${page}?type=${type}` as const);
}

export function certificatePath(entityId: string, requestId: string) {
  return `/portal/legal-entities/${entityId}/good-standing/${requestId}` as const;
}

/** Query of the upload page: the last uploaded file, whose URL is shown. */
export const TaxProofQuery = z.object({ uploaded: z.optional(Id) });
