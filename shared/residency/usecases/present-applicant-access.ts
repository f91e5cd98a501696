import { isSameEmail } from '../../people/domain/person.ts';
import type { ApplicantAccess } from '../db/applicant-access.ts';

/**
 * What a partner is told of its applicant's account (spec 2.9): whether the applicant was written to, and the
 * sign-ins to the account that was claimed with the link, or whose holder has confirmed this application. Of other
 * accounts, of which the partner need not know, nothing.
 */
export function presentApplicantAccess(email: string, access: ApplicantAccess | undefined) {
  const known = access !== undefined && isSameEmail(access.email, email) ? access : null;
  const lastLogin = known?.loggedInAt ?? null;
  const claimLinkSentAt = known?.linkSentAt ?? null;
  return {
    email,
    hasLoggedIn: lastLogin !== null,
    lastLogin,
    claimLinkSent: claimLinkSentAt !== null,
    claimLinkSentAt,
  };
}
