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

/** Milliseconds after which an applicant continues without similar names. */
const patience = 4_000;

/** The information about a name that an applicant gets before anything is created. */
export interface NameLookedAt {
  /** Why it can't be had; null: it can. */
  readonly refusal: ApiError | null;
  /** Names that are similar; null if they could not be looked up, which keeps nobody from applying. */
  readonly similar: readonly SimilarName[] | null;
}

/**
 * Looks a name up for an application, or for a draft that is changed, which may keep the name that it has although it is
 * reserved since. One round trip, and one more every ten seconds.
 */
export async function lookAtName(
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
