import { ownerSignaturePath } from '../contracts/signature.ts';
import type { StoredApplication } from '../db/applications.ts';

interface Address {
  readonly baseUrl: string;
}

/** Where an application is signed: by whoever holds the link, or, where no link signs, by its owner. */
export function signatureUrlOf(
  application: Pick<StoredApplication, 'id' | 'signatureToken'>,
  address: Address,
): string {
  const { signatureToken } = application;
  return signatureToken === null
    ? ownerSignatureUrl(application, address)
    : `${address.baseUrl}/sign/${signatureToken}`;
}

/** The page on which the owner signs, having signed in; it is no secret. */
export function ownerSignatureUrl(
  { id }: Pick<StoredApplication, 'id'>,
  { baseUrl }: Address,
): string {
  return baseUrl + ownerSignaturePath(id);
}
