import { codeOf, hasStatus } from '../../kernel/errors/api-error.ts';
import { href } from '../../kernel/pages/page-context.ts';
import type { StaffDeps } from '../../staff/deps/staff-deps.ts';
import { page, redirect } from '../../web/http/page.ts';
import type { PageRun } from '../../web/http/page-operation.ts';
import type { PortalRun } from '../../web/http/signed-in.ts';
import { isEnded, proofLinkAge } from '../domain/mailbox-case.ts';
import { ownCasePage, stopCasePage } from '../pages/own-case-pages.ts';
import { type CaseToConfirm, proveAddressPage } from '../pages/prove-address-page.ts';
import type {
  answerOwnMailboxCase,
  proveMailboxAddress,
  showMailboxProof,
  showMailboxStop,
  showOwnMailboxCase,
  stopMailboxCaseOnPage,
} from '../routes/portal-mailbox-routes.ts';
import {
  canConfirm,
  confirmAsOwner,
  findOwnMailboxCase,
  readMailboxCaseToStop,
  stopAsOwner,
  stopByLink,
} from '../usecases/answer-as-owner.ts';
import { type CaseToProve, proveByLink, readCaseToProve } from '../usecases/prove-new-address.ts';

const place = '/portal/mailboxes';

/** The case of the signed-in person, and whether they can confirm it. */
export const showOwnCase: PortalRun<typeof showOwnMailboxCase, StaffDeps> = async (
  { person, session, csrfToken },
  deps,
) => {
  const own = await findOwnMailboxCase(person, deps);
  const confirm = own === null ? 'sign_in' : await canConfirm({ person, session }, own, deps);
  return page(200, ownCasePage(deps, { ...person, csrfToken: csrfToken() }, own, confirm));
};

/** The signed-in person stops or confirms their case. */
export const answerOwnCase: PortalRun<typeof answerOwnMailboxCase, StaffDeps> = async (
  { person, session, body },
  deps,
) => {
  if (!body.ok) return redirect(href(deps, `${place}/mine`));
  if (body.data.answer === 'stop') await stopAsOwner({ person }, deps);
  else await confirmAsOwner({ person, session }, deps);
  return redirect(href(deps, `${place}/mine`));
};

/** The page of the link that was emailed to the old address. */
export const showStop: PageRun<typeof showMailboxStop, StaffDeps> = ({ params, csrfToken }, deps) =>
  stopPage(200, params.token, csrfToken(), deps);

/** Stops a case by its link in the previous mailbox. */
export const stopCase: PageRun<typeof stopMailboxCaseOnPage, StaffDeps> = async (
  { params, csrfToken },
  deps,
) => {
  try {
    await stopByLink(params.token, deps);
    return redirect(href(deps, `${place}/stop/${params.token}`));
  } catch (error) {
    // The page shows how the case ended.
    if (codeOf(error) !== 'mailbox_case.ended' && !hasStatus(error, 404)) throw error;
    return stopPage(409, params.token, csrfToken(), deps);
  }
};

async function stopPage(status: number, token: string, csrfToken: string, deps: StaffDeps) {
  try {
    return page(status, stopCasePage(deps, await readMailboxCaseToStop(token, deps), csrfToken));
  } catch (error) {
    if (!hasStatus(error, 404)) throw error;
    return page(404, stopCasePage(deps, null, csrfToken));
  }
}

/** The page of the link that was emailed to the new address. */
export const showAddressProof: PageRun<typeof showMailboxProof, StaffDeps> = (
  { params, csrfToken },
  deps,
) => proofPage(200, params.token, csrfToken(), deps);

/** Confirms the new address by its link in the new mailbox. */
export const proveAddress: PageRun<typeof proveMailboxAddress, StaffDeps> = async (
  { params, csrfToken },
  deps,
) => {
  const { token } = params;
  try {
    await proveByLink(token, deps);
  } catch (error) {
    // The page shows the current state. A repeated form is confirmed.
    if (codeOf(error) !== 'mailbox_case.address_confirmed') {
      if (hasStatus(error, 404)) return proofPage(404, token, csrfToken(), deps);
      if (hasStatus(error, 409)) {
        return proofPage(409, token, csrfToken(), deps);
      }
      throw error;
    }
  }
  return redirect(href(deps, `${place}/confirm/${token}`));
};

async function proofPage(status: number, token: string, csrfToken: string, deps: StaffDeps) {
  try {
    const view = toConfirm(await readCaseToProve(token, deps), deps.now());
    return page(status, proveAddressPage(deps, view, csrfToken));
  } catch (error) {
    if (!hasStatus(error, 404)) throw error;
    return page(404, proveAddressPage(deps, null, csrfToken));
  }
}

function toConfirm({ found, link }: CaseToProve, now: Date): CaseToConfirm {
  const { status, provenAt, openedAt } = found;
  if (isEnded(status)) return { openedAt, state: status === 'changed' ? 'changed' : 'over' };
  if (provenAt !== null) return { openedAt, state: 'confirmed' };
  const isLate = now.getTime() > Date.parse(link.createdAt) + proofLinkAge;
  return { openedAt, state: isLate ? 'too_old' : 'open' };
}
