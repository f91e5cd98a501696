import type { Log } from '../../kernel/aws/log.ts';
import { nameKey } from '../../kernel/domain/legal-entity.ts';
import type { ApiError } from '../../kernel/errors/api-error.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { timeLeft, withinDeadline } from '../../kernel/runtime/deadline.ts';
import { lookUpName } from '../../registry/db/names.ts';
import type { SimilarName } from '../../registry/domain/similar-names.ts';
import * as registryErrors from '../../registry/errors/registry-errors.ts';
import { findSimilarNames, type NameSources } from '../../registry/usecases/find-similar-names.ts';
import { findApplication } from '../db/applications.ts';

/** How long to wait for similar names, in milliseconds, before the applicant continues without them. */
const patience = 4_000;

/** What an applicant learns about a name before an application is created. */
export interface NameLookedAt {
  /** Why the name is unavailable; null if it is available. */
  readonly refusal: ApiError | null;
  /** Similar names; null if the lookup failed, which does not block the application. */
  readonly similar: readonly SimilarName[] | null;
}

/**
 * Checks a name for a new application or a changed draft. A draft may keep a name that has been reserved since. One
 * round trip, and one more every ten seconds.
 */
export async function checkProposedName(
  name: string,
  draftId: string | null,
  personId: string,
  deps: NameSources & { readonly log: Log },
): Promise<NameLookedAt> {
  const [draft, { taken, reserved }, similar] = await Promise.all([
    draftId === null ? null : findApplication(deps.table, personId, draftId),
    lookUpName(deps.table, 'llc', name),
    similarTo(name, deps),
  ]);
  const isItsOwn = draft !== null && nameKey(draft.name) === nameKey(name);
  if (taken) return { refusal: apiErrors.nameTaken(), similar };
  return { refusal: reserved && !isItsOwn ? registryErrors.nameReserved() : null, similar };
}

async function similarTo(
  name: string,
  deps: NameSources & { readonly log: Log },
): Promise<readonly SimilarName[] | null> {
  try {
    return await withinDeadline(Math.min(patience, timeLeft()), () => findSimilarNames(name, deps));
  } catch (error) {
    deps.log.error('similar names could not be looked up', {}, error);
    return null;
  }
}
