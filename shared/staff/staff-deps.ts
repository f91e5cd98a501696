import { type ServiceDeps, serviceDeps } from '../kernel/deps/service.ts';
import { environment, ReviewersEnvironment } from '../kernel/env.ts';

/** What pages that differ for the staff need. */
export interface StaffDeps extends ServiceDeps {
  /** The setting: whose mail addresses decide reviews, as long as no item says otherwise; empty: nobody's. */
  readonly reviewers: readonly string[];
}

/** The composition root of such pages. */
export function staffDeps(): StaffDeps {
  return { ...serviceDeps(), reviewers: environment(ReviewersEnvironment).REVIEWERS };
}
