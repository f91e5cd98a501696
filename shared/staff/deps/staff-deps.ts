import { type ServiceDeps, serviceDeps } from '../../kernel/deps/service.ts';
import { environment, ReviewersEnvironment } from '../../kernel/settings/env.ts';
import type { StaffPasskeys } from '../domain/staff-rights.ts';

/** What pages that differ for the staff need. */
export interface StaffDeps extends ServiceDeps {
  /** The setting: whose mail addresses decide reviews, as long as no item says otherwise; empty: nobody's. */
  readonly reviewers: readonly string[];
  /** The setting: whether decisions need a sign-in with a passkey, of the last 15 minutes. */
  readonly staffPasskeys: StaffPasskeys;
}

/** The composition root of such pages. */
export function staffDeps(): StaffDeps {
  const { REVIEWERS, STAFF_PASSKEYS } = environment(ReviewersEnvironment);
  return { ...serviceDeps(), reviewers: REVIEWERS, staffPasskeys: STAFF_PASSKEYS };
}
