import { isSameEmail } from '../people/domain/revise-person.ts';

/** Whether somebody may see reviews and decide them: their address is a reviewer's, and is verified. */
export function isReviewer(
  { email, emailVerified }: { readonly email: string; readonly emailVerified: boolean },
  reviewers: readonly string[],
): boolean {
  return emailVerified && reviewers.some((address) => isSameEmail(address, email));
}
