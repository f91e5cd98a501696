import { type ServiceDeps, serviceDeps } from '../kernel/deps/service.ts';
import { environment, ReviewersEnvironment } from '../kernel/env.ts';

/** What pages that differ for reviewers need. */
export interface ReviewingDeps extends ServiceDeps {
  /** Whose mail addresses may decide reviews; empty: nobody's. */
  readonly reviewers: readonly string[];
}

/** The composition root of such pages. */
export function reviewingDeps(): ReviewingDeps {
  return { ...serviceDeps(), reviewers: environment(ReviewersEnvironment).REVIEWERS };
}
