import type { Item } from '../../kernel/db/table.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import type { ExtraItems, SignedIn } from '../../sign-in/auth/session.ts';
import type { PageEntry, PageRoute } from '../../web/http/page-operation.ts';
import type { RawResponse } from '../../web/http/request.ts';
import { type PortalRequest, signedIn } from '../../web/http/signed-in.ts';
import { mayDo, passkeysFor, type StaffAct } from '../domain/staff-rights.ts';
import {
  readingKey,
  type StaffStatus,
  staffStatusKeys,
  staffStatusOf,
} from '../usecases/staff-status.ts';
import type { StaffDeps } from './staff-deps.ts';

/**
 * What a staff page's logic gets in addition to the signed-in person: their rights, and whether this view is recorded.
 */
interface OfStaff {
  readonly staff: StaffStatus;
  /**
   * For `recordReading`: the record of an earlier view in this hour of the subject of `looksAt`.
   */
  readonly noted: Item | undefined;
}

export type StaffRequest<R extends PageRoute> = PortalRequest<R> & OfStaff;

export type StaffRun<R extends PageRoute, D extends StaffDeps = StaffDeps> = (
  request: StaffRequest<R>,
  deps: D,
) => Promise<RawResponse>;

/**
 * The entry of a page, for `pageOperation()`, for staff who are allowed `act`; for everyone else
 * the page does not exist (404). Roles are read with the session, for each request and in one round
 * trip.
 *
 * `looksAt` returns the id whose personal data the page shows; default: the reader's own, for a
 * list.
 */
export function forStaff<Sent = unknown>(
  act: StaffAct,
  looksAt?: (request: Sent) => string,
): PageEntry<Sent, StaffDeps, SignedIn & ExtraItems & OfStaff> {
  const session = signedIn<Sent>({
    extraItems: (personId, request, now) => [
      ...staffStatusKeys(personId),
      readingKey(personId, looksAt?.(request) ?? personId, now),
    ],
  });
  return {
    name: 'staff',
    async enter(arrival, deps) {
      const entered = await session.enter(arrival, deps);
      if ('answer' in entered) return entered;
      const { person, extraItems, session: current } = entered.more;
      const staffPasskeys = passkeysFor(act, deps.staffPasskeys);
      const confirming = { staffPasskeys, session: current, now: deps.now() };
      const staff = staffStatusOf(person, extraItems, deps.reviewers, confirming);
      if (staff === null || !mayDo(staff, act)) throw apiErrors.notFound();
      return { ...entered, more: { ...entered.more, staff, noted: extraItems.at(-1) } };
    },
  };
}
