import type { StoredPerson } from '../../people/db/people.ts';

/**
 * Whether a mailed link claims the account of an address: there is none yet, or nobody has signed in to it.
 * To an account that somebody has signed in to, the way is the ordinary sign-in.
 */
export function canBeClaimed(account: StoredPerson | null): boolean {
  return account === null || (account.status === 'active' && !account.emailVerified);
}
