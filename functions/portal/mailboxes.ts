import { decideMailboxCase, isEvidenceKind } from '../../shared/account/domain/mailbox-case.ts';
import {
  answerOwnCase,
  proveAddress,
  showAddressProof,
  showOwnCase,
  showStop,
  stopCase,
} from '../../shared/account/handlers/mailbox-case.ts';
import { isMailboxProblem } from '../../shared/account/pages/case-texts.ts';
import {
  type CaseView,
  mailboxCasePage,
  mailboxCasesPage,
  newMailboxCasePage,
} from '../../shared/account/pages/staff-case-pages.ts';
import * as routes from '../../shared/account/routes/portal-mailbox-routes.ts';
import {
  addMailboxEvidence,
  decideAsStaff,
  openableEvidence,
  requireRight,
  unopenedBy,
} from '../../shared/account/usecases/decide-as-staff.ts';
import { openAsStaff } from '../../shared/account/usecases/open-mailbox-case.ts';
import { mailProofAgain } from '../../shared/account/usecases/prove-new-address.ts';
import {
  linkToEvidence,
  listMailboxCases,
  readCaseForStaff,
} from '../../shared/account/usecases/read-mailbox-cases.ts';
import { type FilingDeps, filingDeps } from '../../shared/documents/deps/documents.ts';
import { readProof } from '../../shared/documents/domain/proof-file.ts';
import { fileComplaint } from '../../shared/documents/pages/file-complaint.ts';
import { presentPage } from '../../shared/kernel/contracts/pagination.ts';
import type { ServiceDeps } from '../../shared/kernel/deps/service.ts';
import { ApiError, codeOf } from '../../shared/kernel/errors/api-error.ts';
import * as apiErrors from '../../shared/kernel/errors/errors.ts';
import { withMessages } from '../../shared/kernel/pages/form.ts';
import { href } from '../../shared/kernel/pages/page-context.ts';
import { isSameEmail } from '../../shared/people/domain/person.ts';
import { readPerson } from '../../shared/people/usecases/read-people.ts';
import { personActor } from '../../shared/sign-in/auth/session.ts';
import { type StaffDeps, staffDeps } from '../../shared/staff/deps/staff-deps.ts';
import { forStaff, type StaffRequest, type StaffRun } from '../../shared/staff/deps/staff-entry.ts';
import { mayDo, staffSections } from '../../shared/staff/domain/staff-rights.ts';
import { recordReading } from '../../shared/staff/usecases/staff-status.ts';
import { verifyForm } from '../../shared/web/http/cookies.ts';
import { readMultipart } from '../../shared/web/http/multipart.ts';
import { page, redirect, resend } from '../../shared/web/http/page.ts';
import {
  type PageRoute,
  pageFunction,
  pageOperation,
} from '../../shared/web/http/page-operation.ts';
import type { RawResponse } from '../../shared/web/http/request.ts';
import { signedIn } from '../../shared/web/http/signed-in.ts';

type MailboxPagesDeps = FilingDeps & StaffDeps;
type Run<R extends PageRoute> = StaffRun<R, MailboxPagesDeps>;

/** Rows per page. */
const limit = 20;

const listPath = '/portal/mailboxes';

const list: Run<typeof routes.showMailboxCases> = async (request, deps) => {
  const { query, person, noted } = request;
  const chosen = query.list ?? 'running';
  const subject = { type: 'person', id: person.id };
  const entry = {
    actor: personActor(person.id),
    action: 'mailbox_cases.listed',
    subject,
    details: {},
  };
  const [found] = await Promise.all([
    listMailboxCases({ running: chosen === 'running', limit, cursor: query.after }, deps),
    recordReading(entry, noted, deps, listPlace),
  ]);
  const { nextCursor } = presentPage(found, limit, ({ id }) => id).pagination;
  const view = { list: chosen, cases: found.items, nextCursor };
  return page(200, mailboxCasesPage(deps, viewerOf(request), view));
};

/** The name under which views of the list are recorded. */
const listPlace = 'mailboxes';

const showNew: Run<typeof routes.showNewMailboxCase> = async (request, deps) => {
  const { query, staff } = request;
  if (!mayDo(staff, 'mailbox.open')) throw apiErrors.staffNotAllowed();
  const person = await readPerson(query.person, deps);
  await recordCaseReading(person.id, {}, request, deps);
  return page(200, newMailboxCasePage(deps, viewerOf(request), person));
};

const wrongAddress = {
  email: 'Enter the new address, like name@example.com',
  repeatedEmail: 'Enter the new address once more',
};

const open: Run<typeof routes.openMailboxCaseOnPage> = async (request, deps) => {
  const { query, body, staff } = request;
  if (!mayDo(staff, 'mailbox.open')) throw apiErrors.staffNotAllowed();
  const again = async (status: number, view: Parameters<typeof newMailboxCasePage>[3]) => {
    const person = await readPerson(query.person, deps);
    await recordCaseReading(person.id, {}, request, deps);
    const typed = (name: string) => String(body.values[name] ?? '');
    const texts = { email: typed('email'), repeatedEmail: typed('repeatedEmail') };
    return page(status, newMailboxCasePage(deps, viewerOf(request), person, { ...texts, ...view }));
  };
  if (query.restored !== undefined) return again(200, {});
  if (!body.ok) return again(400, { errors: withMessages(body.errors, wrongAddress) });
  const { email } = body.data;
  if (!isSameEmail(email, body.data.repeatedEmail)) {
    return again(400, { errors: { repeatedEmail: 'The addresses don’t match' } });
  }
  try {
    const { id } = await openAsStaff({ personId: query.person, email }, staff, deps);
    return redirect(href(deps, `${listPath}/${id}`));
  } catch (error) {
    const next = `${listPath}/new?${new URLSearchParams({ person: query.person })}`;
    return asksForPasskey(error, next, deps) ?? again(...shownProblem(error));
  }
};

/** Redirects to the passkey ceremony, which submits the same form again; null for other errors. */
function asksForPasskey(error: unknown, next: string, deps: MailboxPagesDeps) {
  if (codeOf(error) !== 'staff.passkey_required') return null;
  return resend(href(deps, `/portal/passkeys/confirm?${new URLSearchParams({ next })}`));
}

const show: Run<typeof routes.showMailboxCase> = (request, deps) =>
  answer(200, request.params.id, request, deps);

const decide: Run<typeof routes.decideMailboxCaseOnPage> = async (request, deps) => {
  const { params, query, body, staff } = request;
  const { id } = params;
  if (query.restored !== undefined) return redirect(href(deps, `${listPath}/${id}`));
  if (!body.ok) return answer(400, id, request, deps);
  try {
    const { data } = body;
    if (data.decision === 'mail_proof') await mailProofAgain(id, staff, deps);
    else {
      await decideAsStaff(
        id,
        data.decision === 'reject'
          ? { act: 'refuse', reason: data.reason }
          : { act: data.decision },
        staff,
        deps,
      );
    }
    return redirect(href(deps, `${listPath}/${id}`));
  } catch (error) {
    const ceremony = asksForPasskey(error, `${listPath}/${id}`, deps);
    if (ceremony !== null) return ceremony;
    const [status, shown] = shownProblem(error);
    return answer(status, id, request, deps, shown);
  }
};

const upload: Run<typeof routes.uploadMailboxEvidence> = async (request, deps) => {
  const { params, body, header, staff, csrfToken } = request;
  const { id } = params;
  const sent = await readMultipart(body, header('content-type'));
  verifyForm(sent?.texts ?? {}, csrfToken(), deps.baseUrl, header);
  requireRight(staff, 'mailbox.evidence');
  const content = sent?.files.find(({ field }) => field === 'file')?.content ?? new Uint8Array();
  const proof = readProof(content);
  const kind = sent?.texts['kind'];
  // Staff pages are in English.
  const fileError = content.length === 0 ? noFile : fileComplaint(content, proof, { locale: 'en' });
  if (!proof.ok || fileError !== null || !isEvidenceKind(kind)) {
    return answer(400, id, request, deps, { fileError: fileError ?? noFile });
  }
  try {
    const { contentType } = proof;
    await addMailboxEvidence(id, { kind, content: proof.content, contentType }, staff, deps);
    return redirect(href(deps, `${listPath}/${id}`));
  } catch (error) {
    const [status, shown] = shownProblem(error);
    return answer(status, id, request, deps, shown);
  }
};

const noFile = 'Choose a file';

const openFile: Run<typeof routes.showMailboxEvidence> = async (request, deps) => {
  const { params, staff } = request;
  requireRight(staff, 'mailbox.open_evidence');
  try {
    const { url, personId } = await linkToEvidence(
      params.id,
      params.evidenceId,
      staff.personId,
      deps,
    );
    const subject = { type: 'person', id: personId };
    const details = { caseId: params.id };
    const action = 'mailbox_case.evidence_read';
    const entry = { actor: personActor(staff.personId), action, subject, details };
    await recordReading(entry, request.noted, deps, params.evidenceId);
    return redirect(url);
  } catch (error) {
    const [status, shown] = shownProblem(error);
    return answer(status, params.id, request, deps, shown);
  }
};

/** The current page of a case. Error: 404. */
async function answer(
  status: number,
  caseId: string,
  request: StaffRequest<PageRoute>,
  deps: MailboxPagesDeps,
  view: Pick<CaseView, 'problem' | 'fileError'> = {},
): Promise<RawResponse> {
  const { staff } = request;
  const read = await readCaseForStaff(caseId, deps);
  const { personId } = read.found;
  await recordCaseReading(personId, { caseId }, request, deps);
  const isFirst = read.found.approvals.length === 0;
  const by = staff.personId;
  const approval = decideMailboxCase(read.found, { type: 'approve', by }, deps.now().toISOString());
  const blocker = approval.ok ? null : `mailbox_case.${approval.reason}`;
  const unopened = unopenedBy(by, await openableEvidence(read.evidence, deps));
  const may = {
    mailProof: mayDo(staff, 'mail.resend'),
    approve: mayDo(staff, isFirst ? 'mailbox.approve' : 'mailbox.approve_second'),
    refuse: mayDo(staff, 'mailbox.refuse'),
    withdraw: mayDo(staff, 'mailbox.withdraw'),
    addEvidence: mayDo(staff, 'mailbox.evidence'),
    openEvidence: mayDo(staff, 'mailbox.open_evidence'),
  };
  return page(
    status,
    mailboxCasePage(deps, viewerOf(request), { ...read, may, blocker, unopened, ...view }),
  );
}

/** Records, once an hour, that someone viewed a person's case. */
function recordCaseReading(
  personId: string,
  details: { readonly caseId?: string },
  { person, noted }: StaffRequest<PageRoute>,
  deps: ServiceDeps,
): Promise<void> {
  const subject = { type: 'person', id: personId };
  const action = 'mailbox_case.read';
  const entry = { actor: personActor(person.id), action, subject, details };
  return recordReading(entry, noted, deps, details.caseId ?? personId);
}

/** An error that the page explains. Throws any other. */
function shownProblem(error: unknown): [number, { readonly problem: string }] {
  const code = codeOf(error);
  if (!(error instanceof ApiError) || !isMailboxProblem(code)) throw error;
  return [error.status, { problem: code }];
}

function viewerOf({ person, csrfToken, staff }: StaffRequest<PageRoute>) {
  return { ...person, csrfToken: csrfToken(), ...staffSections(staff) };
}

const theCase = ({ params }: { readonly params: { readonly id: string } }) => params.id;
const thePerson = ({ query }: { readonly query: { readonly person: string } }) => query.person;

export const rows = [
  pageOperation(
    routes.showMailboxCases,
    list,
    forStaff('mailbox.read', () => listPlace),
  ),
  pageOperation(routes.showNewMailboxCase, showNew, forStaff('mailbox.read', thePerson)),
  pageOperation(routes.openMailboxCaseOnPage, open, forStaff('mailbox.read', thePerson)),
  pageOperation(routes.showOwnMailboxCase, showOwnCase, signedIn()),
  pageOperation(
    routes.answerOwnMailboxCase,
    answerOwnCase,
    signedIn({
      returnTo: `${listPath}/mine`,
      whileSuspended: true,
    }),
  ),
  pageOperation(routes.showMailboxStop, showStop),
  pageOperation(routes.stopMailboxCaseOnPage, stopCase),
  pageOperation(routes.showMailboxProof, showAddressProof),
  pageOperation(routes.proveMailboxAddress, proveAddress),
  pageOperation(routes.showMailboxCase, show, forStaff('mailbox.read', theCase)),
  pageOperation(routes.decideMailboxCaseOnPage, decide, forStaff('mailbox.read', theCase)),
  pageOperation(routes.uploadMailboxEvidence, upload, forStaff('mailbox.read', theCase)),
  pageOperation(
    routes.showMailboxEvidence,
    openFile,
    forStaff('mailbox.read', ({ params }) => params.evidenceId),
  ),
];

export const handler = pageFunction(rows, () => ({ ...filingDeps(), ...staffDeps() }));
