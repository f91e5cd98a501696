import type { Item } from '../../kernel/db/table.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import type { PageRoute } from '../../web/http/page-endpoint.ts';
import type { Operation } from '../../web/http/path-function.ts';
import { type PortalRequest, portalOperation } from '../../web/http/portal-endpoint.ts';
import type { ApiRequest, RawResponse } from '../../web/http/request.ts';
import { mayDo, type StaffAct } from '../domain/staff-rights.ts';
import { lookKey, type Standing, standingKeys, standingOf } from '../usecases/standing.ts';
import type { StaffDeps } from './staff-deps.ts';

/** What the logic of a page of the staff gets: who is signed in, what they may do, and whether this look is recorded. */
export type StaffRequest<R extends PageRoute> = PortalRequest<R> & {
  readonly standing: Standing;
  /** For `recordLook`: what is known of an earlier look in this hour at what `looksAt` said. */
  readonly noted: Item | undefined;
};

export type StaffRun<R extends PageRoute, D extends StaffDeps = StaffDeps> = (
  request: StaffRequest<R>,
  deps: D,
) => Promise<RawResponse>;

/**
 * Binds a row to its page of the staff: `portalOperation()` for those who may do `act`; for everybody else there is no such page
 * (404). Roles are read with the session, for each request and in one round trip.
 *
 * `looksAt`: the id of the thing whose personal data the page shows; absent: the reader's own, for a list.
 */
export function staffOperation<R extends PageRoute, D extends StaffDeps>(
  route: R,
  act: StaffAct,
  run: StaffRun<R, D>,
  looksAt?: (request: ApiRequest<R>) => string,
): Operation<D> {
  const runForStaff = async (request: PortalRequest<R>, deps: D): Promise<RawResponse> => {
    const { person, also, session } = request;
    const { reviewers, staffPasskeys } = deps;
    const confirming = { staffPasskeys, session, now: deps.now() };
    const standing = standingOf(person, also, reviewers, confirming);
    if (standing === null || !mayDo(standing, act)) throw apiErrors.notFound();
    return run({ ...request, standing, noted: also.at(-1) }, deps);
  };
  const operation = portalOperation(route, runForStaff, {
    also: (personId, request, now) => [
      ...standingKeys(personId),
      lookKey(personId, looksAt?.(request) ?? personId, now),
    ],
  });
  return { ...operation, bound: ['page', 'staff'] };
}
