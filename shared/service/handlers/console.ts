import { actorOf } from '../../access/auth/caller.ts';
import {
  adminRegisterIntegration,
  adminRevokePartnerKey,
  adminUpdateIntegration,
} from '../../access/routes/admin-integrations-routes.ts';
import {
  listIntegrations,
  readIntegration,
  readPartnerKey,
  readPartnerKeys,
  registerIntegration,
  reviseIntegration,
  revokePartnerKey,
} from '../../access/usecases/partner-integrations.ts';
import { presentPage } from '../../kernel/contracts/pagination.ts';
import { personName } from '../../kernel/domain/person-name.ts';
import { ApiError, codeOf, hasStatus } from '../../kernel/errors/api-error.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { checkForm, type FormValues } from '../../kernel/http/form.ts';
import type { FieldErrors } from '../../kernel/pages/form.ts';
import { href } from '../../kernel/pages/page-context.ts';
import { secretPage } from '../../kernel/pages/secret-part.ts';
import {
  adminClosePaymentCase,
  adminTakePaymentCase,
} from '../../payments/routes/admin-payment-cases-routes.ts';
import {
  listPaymentCases,
  readPaymentCase,
  seeToPaymentCase,
} from '../../payments/usecases/payment-cases.ts';
import { readAllVouchers, readVoucher } from '../../payments/usecases/vouchers.ts';
import { readPerson } from '../../people/usecases/read-people.ts';
import {
  type ApprovedAct,
  type ApprovedRoute,
  type ConsoleCall,
  type ConsoleOutcome,
  consoleOperator,
  doInConsole,
  inConsole,
} from '../../staff/deps/approved.ts';
import type { OperatorApprovalDeps, StaffDeps } from '../../staff/deps/staff-deps.ts';
import type { StaffRequest, StaffRun } from '../../staff/deps/staff-entry.ts';
import { staffSections } from '../../staff/domain/staff-rights.ts';
import { consoleSecretPage } from '../../staff/pages/console-pages.ts';
import { adminRemoveStaff } from '../../staff/routes/admin-staff-routes.ts';
import { changeStaff, findStaffMembers, readStaffMember } from '../../staff/usecases/staff.ts';
import { page, redirect, resend } from '../../web/http/page.ts';
import type { PageRoute } from '../../web/http/page-operation.ts';
import type { Answer, RawResponse } from '../../web/http/request.ts';
import {
  consolePartnerPage,
  consolePartnerQuestionPage,
  consolePartnersPage,
  newConsolePartnerPage,
  type PartnerView,
} from '../pages/console-partner-pages.ts';
import {
  consolePaymentCasePage,
  consolePaymentCasesPage,
  consoleVouchersPage,
  newConsoleVoucherPage,
  type PaymentCaseView,
} from '../pages/console-payments-pages.ts';
import {
  consoleStaffActQuestionPage,
  consoleStaffMemberPage,
  consoleStaffPage,
  consoleStaffQuestionPage,
  newConsoleStaffPage,
  type StaffForm,
  type StaffMemberView,
} from '../pages/console-staff-pages.ts';
import type * as routes from '../routes/console.ts';
import {
  findByContact,
  isOwnPayment,
  ownsPartner,
  readPartnerMonth,
  refuseOwn,
  withPeople,
} from '../usecases/read-console.ts';
import { readPayer } from '../usecases/read-contact.ts';
import { personNames } from '../usecases/read-review-pages.ts';
import {
  addsRepresentative,
  addsStaff,
  createsVoucher,
  issuesPartnerKey,
  makesPasskeyCode,
  removesRepresentative,
  revisesEntity,
  revisesStaff,
} from './operator-acts.ts';

export type ConsoleDeps = StaffDeps & OperatorApprovalDeps;
export type ConsoleRun<R extends PageRoute> = StaffRun<R, ConsoleDeps>;
/** The parts of a request that all pages of the console use. */
export type ConsoleRequest = Omit<StaffRequest<PageRoute>, 'params' | 'query' | 'body'>;

/** How many rows a page of a list has. */
export const listLimit = 20;
const staffLimit = 50;

export function consoleReader({ person, csrfToken, staff }: ConsoleRequest) {
  return { ...person, csrfToken: csrfToken(), ...staffSections(staff) };
}

/** Content that the page after an action shows only once. */
type Secret = Omit<Parameters<typeof consoleSecretPage>[2], 'title'> & { readonly title: string };

const voucherSecret = ({ data }: Answer<typeof createsVoucher.route>): Secret => ({
  title: 'Voucher created',
  section: '/portal/console/vouchers',
  name: 'Code',
  secret: data.code,
  text: 'Anyone who has the code can use it.',
  back: { label: 'All vouchers', path: '/portal/console/vouchers' },
});

const keySecret = (
  { data }: Answer<typeof issuesPartnerKey.route>,
  { id }: { readonly id: string },
): Secret => ({
  title: 'Key issued',
  section: '/portal/console/partners',
  name: data.label ?? 'Partner Key',
  secret: data.key,
  text: 'Give it to the partner in a way that nobody else can read.',
  back: { label: 'Back to the partner', path: `/portal/console/partners/${id}` },
});

const passkeySecret = ({ data }: Answer<typeof makesPasskeyCode.route>): Secret => ({
  title: 'Passkey code created',
  section: '/portal/console/staff',
  name: 'Code',
  secret: data.code,
  text: 'Give it to them in person or by phone, never by email. It works once, for a day.',
  back: { label: 'Back to the person', path: `/portal/console/staff/${data.personId}` },
});

interface Approvable {
  readonly summary: string;
  /** Carries out the request and returns the content to show once. */
  readonly carryOut: (
    asked: { readonly params: object; readonly body: unknown; readonly approvalId: string },
    request: ConsoleRequest,
    deps: ConsoleDeps,
  ) => Promise<Secret | null>;
}

/** The actions that the console can request and approve, by their operations. */
export const approvable: ReadonlyMap<string, Approvable> = new Map([
  approvableOf(revisesEntity),
  approvableOf(addsRepresentative),
  approvableOf(removesRepresentative),
  approvableOf(createsVoucher, voucherSecret),
  approvableOf(issuesPartnerKey, keySecret),
  approvableOf(addsStaff),
  approvableOf(revisesStaff),
  approvableOf(makesPasskeyCode, passkeySecret),
]);

function approvableOf<R extends ApprovedRoute>(
  act: ApprovedAct<R, ConsoleDeps>,
  secretOf?: (answer: Answer<R>, params: { readonly id: string }) => Secret,
): readonly [string, Approvable] {
  const { operationId, summary, body: schema } = act.route;
  const carryOut: Approvable['carryOut'] = async ({ params, body, approvalId }, request, deps) => {
    const checked = schema ? checkForm(schema, body ?? undefined) : null;
    if (checked?.ok === false) throw apiErrors.approvalOtherRequest();
    // The schemas of the row accepted it when it was requested.
    const call = { params, body: checked?.data, approvalId } as ConsoleCall<R>;
    const outcome = await doInConsole(act, call, request, deps);
    if (outcome.kind === 'noted' || secretOf === undefined) return null;
    return secretOf(outcome.answer, params as { readonly id: string });
  };
  return [operationId, { summary, carryOut }];
}

/** The page with content that is shown only once. */
export function shownOnce(secret: Secret, request: ConsoleRequest, deps: ConsoleDeps): RawResponse {
  return page(200, consoleSecretPage(deps, consoleReader(request), secret), secretPage);
}

/** The browser's next address: `path`, or the approval that the action needs. */
export function afterwards(
  outcome: { readonly kind: 'done' } | Extract<ConsoleOutcome<ApprovedRoute>, { kind: 'noted' }>,
  path: `/${string}`,
  done: string,
  deps: ConsoleDeps,
): RawResponse {
  return redirect(
    href(
      deps,
      outcome.kind === 'done'
        ? `${path}?done=${done}`
        : `/portal/console/approvals/${outcome.approval.id}?asked=yes`,
    ),
  );
}

/** The same for an action whose answer is partly shown only once. */
function withSecret<R extends ApprovedRoute>(
  outcome: ConsoleOutcome<R>,
  secretOf: (answer: Answer<R>) => Secret,
  request: ConsoleRequest,
  deps: ConsoleDeps,
): RawResponse {
  return outcome.kind === 'done'
    ? shownOnce(secretOf(outcome.answer), request, deps)
    : afterwards(outcome, '/portal/console', '', deps);
}

/**
 * Carries out an action. If it needs the passkey, the browser goes to confirm and returns with the same form. If the
 * action is refused, the page is shown again with the reason.
 */
export async function tried(
  path: `/${string}`,
  deps: ConsoleDeps,
  attempt: () => Promise<RawResponse>,
  again: (status: number, message: string, code: string | undefined) => Promise<RawResponse>,
): Promise<RawResponse> {
  try {
    return await attempt();
  } catch (error) {
    const code = codeOf(error);
    if (code === 'staff.passkey_required') {
      return resend(href(deps, `/portal/passkeys/confirm?${new URLSearchParams({ next: path })}`));
    }
    // Someone who has just lost the role sees nothing.
    if (!(error instanceof ApiError) || error.status > 409 || code === 'staff.changed') throw error;
    return again(error.status, messageOf(error, code), code);
  }
}

function messageOf(error: ApiError, code: string | undefined): string {
  return code === 'form.already_sent'
    ? 'This form was already sent. Look at the list before you send it again'
    : error.message;
}

function actor({ staff }: ConsoleRequest) {
  return actorOf(consoleOperator(staff));
}

function newFormId({ random }: ConsoleDeps): string {
  return Buffer.from(random(16)).toString('base64url');
}

/** The given fields as they were typed. */
function typedOf<Name extends string>(
  values: FormValues,
  names: readonly Name[],
): Readonly<Record<Name, string>> {
  return Object.fromEntries(names.map((name) => [name, String(values[name] ?? '')])) as Record<
    Name,
    string
  >;
}

function chosenOf(values: FormValues, name: string): readonly string[] {
  return [values[name] ?? []].flat();
}

export const listVouchers: ConsoleRun<typeof routes.showConsoleVouchers> = async (
  request,
  deps,
) => {
  const { code: sought = '', after } = request.query;
  const now = deps.now().toISOString();
  const view = async () => {
    if (sought !== '') return { data: await vouchersWith(sought, deps), nextCursor: null };
    const found = await readAllVouchers({ limit: listLimit, cursor: after }, deps);
    const { data, pagination } = presentPage(found, listLimit, (voucher) => voucher);
    return { data, nextCursor: pagination.nextCursor };
  };
  const { data: vouchers, nextCursor } = await view();
  return page(
    200,
    consoleVouchersPage(deps, consoleReader(request), { vouchers, nextCursor, sought, now }),
  );
};

async function vouchersWith(code: string, deps: ConsoleDeps) {
  try {
    return [await readVoucher(code, deps)];
  } catch (error) {
    if (hasStatus(error, 404)) return [];
    throw error;
  }
}

export const showNewVoucher: ConsoleRun<typeof routes.showNewConsoleVoucher> = async (
  request,
  deps,
) => newVoucher(200, request, {}, {}, deps);

export const createVoucherOnPage: ConsoleRun<typeof routes.createConsoleVoucher> = async (
  request,
  deps,
) => {
  const { query, body } = request;
  const again = (status: number, errors: FieldErrors = {}) =>
    newVoucher(status, request, body.values, errors, deps);
  if (query.restored !== undefined) return again(200);
  if (!body.ok) return again(400, body.errors);
  const { formId, kind, percent, amount, currency, product, expiresAt, code } = body.data;
  const requested = createsVoucher.route.body.safeParse({
    kind,
    ...(kind === 'percent' && { value: wholeOf(percent) }),
    ...(kind === 'amount' && { value: centsOf(amount), currency: currency.toUpperCase() || 'USD' }),
    products: product,
    ...(expiresAt !== '' && { expiresAt }),
    ...(code !== '' && { code }),
  });
  if (!requested.success) {
    const wrong = requested.error.issues.map(({ path: [name] }) =>
      name === 'value' ? kind : String(name),
    );
    const errors = Object.entries(voucherComplaints).filter(([name]) => wrong.includes(name));
    return again(400, Object.fromEntries(errors));
  }
  const call = { params: undefined, body: requested.data, formId };
  return tried(
    '/portal/console/vouchers/new',
    deps,
    async () =>
      withSecret(
        await doInConsole(createsVoucher, call, request, deps),
        voucherSecret,
        request,
        deps,
      ),
    (status, message, refusal) =>
      again(status, { [refusal === 'voucher.code_taken' ? 'code' : 'kind']: message }),
  );
};

const voucherComplaints = {
  amount: 'Enter an amount, such as 300.00',
  currency: 'Enter a currency, such as USD',
  percent: 'Enter a percentage from 1 to 100',
  expiresAt: 'Enter a date, such as 2026-12-31',
  code: 'Use 6 to 64 letters, digits, hyphens or underscores, or leave it empty',
} as const;

/** Null if the text is not a whole number. */
function wholeOf(text: string): number | null {
  return /^\d{1,9}$/.test(text) ? Number(text) : null;
}

function centsOf(text: string): number | null {
  return /^\d{1,9}(?:\.\d{1,2})?$/.test(text) ? Math.round(Number(text) * 100) : null;
}

async function newVoucher(
  status: number,
  request: ConsoleRequest,
  values: FormValues,
  errors: FieldErrors,
  deps: ConsoleDeps,
): Promise<RawResponse> {
  const names = ['kind', 'percent', 'amount', 'currency', 'expiresAt', 'code'] as const;
  const view = {
    formId: newFormId(deps),
    typed: typedOf(values, names),
    chosen: chosenOf(values, 'product'),
    errors,
  };
  return page(status, newConsoleVoucherPage(deps, consoleReader(request), view));
}

export const listPartners: ConsoleRun<typeof routes.showConsolePartners> = async (
  request,
  deps,
) => {
  const { from, until, after } = request.query;
  const days = {
    ...(from && { createdFrom: from }),
    ...(until && { createdUntil: until }),
  };
  const found = await listIntegrations({ ...days, limit: listLimit, cursor: after }, deps);
  const { data, pagination } = presentPage(found, listLimit, (partner) => partner);
  const { nextCursor } = pagination;
  const view = { from, until, partners: data, nextCursor };
  return page(200, consolePartnersPage(deps, consoleReader(request), view));
};

export const showNewPartner: ConsoleRun<typeof routes.showNewConsolePartner> = async (
  request,
  deps,
) => newPartner(200, request, {}, {}, deps);

export const createPartner: ConsoleRun<typeof routes.createConsolePartner> = async (
  request,
  deps,
) => {
  const { query, body, staff } = request;
  const again = (status: number, errors: FieldErrors = {}) =>
    newPartner(status, request, body.values, errors, deps);
  if (query.restored !== undefined) return again(200);
  if (!body.ok) return again(400, body.errors);
  const { formId, name, origins, claimMails } = body.data;
  const requested = adminRegisterIntegration.body.safeParse({
    name,
    redirectOrigins: origins.split(/\s+/).filter((origin) => origin !== ''),
    ...(claimMails !== '' && { claimMailsPerDay: wholeOf(claimMails) ?? -1 }),
  });
  if (!requested.success) {
    const wrong = requested.error.issues.map(({ path: [field] }) => String(field));
    const errors = Object.entries(partnerComplaints).filter(([, { of }]) => wrong.includes(of));
    return again(400, Object.fromEntries(errors.map(([field, { says }]) => [field, says])));
  }
  return tried(
    '/portal/console/partners/new',
    deps,
    async () => {
      const doing = inConsole(staff, deps, formId);
      const { id } = await registerIntegration(requested.data, actor(request), doing);
      return redirect(href(deps, `/portal/console/partners/${id}?done=partner`));
    },
    (status, message) => again(status, { name: message }),
  );
};

const partnerComplaints = {
  name: { of: 'name', says: 'Enter a name of at most 200 characters' },
  origins: {
    of: 'redirectOrigins',
    says: 'Enter addresses such as https://partner.example, without a path, each once',
  },
  claimMails: { of: 'claimMailsPerDay', says: 'Enter a whole number, or leave it empty' },
} as const;

async function newPartner(
  status: number,
  request: ConsoleRequest,
  values: FormValues,
  errors: FieldErrors,
  deps: ConsoleDeps,
): Promise<RawResponse> {
  const typed = typedOf(values, ['name', 'origins', 'claimMails']);
  const view = { formId: newFormId(deps), typed, errors };
  return page(status, newConsolePartnerPage(deps, consoleReader(request), view));
}

export const showPartner: ConsoleRun<typeof routes.showConsolePartner> = (request, deps) =>
  partner(200, request.params.id, request, deps, request.query);

/** A partner's page with its current data. Error: 404. */
async function partner(
  status: number,
  id: string,
  request: ConsoleRequest,
  deps: ConsoleDeps,
  {
    after,
    ...shown
  }: Pick<PartnerView, 'done' | 'label' | 'scopes' | 'errors'> & {
    readonly after?: string | undefined;
  },
): Promise<RawResponse> {
  const found = await readIntegration(id, deps);
  const [keys, month, own] = await Promise.all([
    readPartnerKeys(id, { limit: listLimit, cursor: after }, deps),
    readPartnerMonth(id, deps),
    ownsPartner(found, request.person.id, deps),
  ]);
  const { data, pagination } = presentPage(keys, listLimit, (key) => key);
  const view = {
    partner: found,
    keys: data,
    nextCursor: pagination.nextCursor,
    month,
    own,
    formId: newFormId(deps),
    ...shown,
  };
  return page(status, consolePartnerPage(deps, consoleReader(request), view));
}

export const changePartner: ConsoleRun<typeof routes.changeConsolePartner> = async (
  request,
  deps,
) => {
  const { params, query, body, person, staff } = request;
  const { id } = params;
  const typed = {
    label: String(body.values['label'] ?? ''),
    ...(body.values['act'] === 'key' && { scopes: chosenOf(body.values, 'scope') }),
  };
  const again = (status: number, errors: FieldErrors = {}) =>
    partner(status, id, request, deps, { ...typed, errors });
  if (query.restored !== undefined) return again(200);
  if (!body.ok) return again(400, body.errors);
  const { act, formId, label, scope, keyId, confirmed } = body.data;
  if (act === 'back') return again(200);
  const path = `/portal/console/partners/${id}` as const;
  const ask = async () => {
    const found = await readIntegration(id, deps);
    const key = act === 'revoke' ? await readPartnerKey({ integrationId: id, keyId }, deps) : null;
    return page(200, consolePartnerQuestionPage(deps, consoleReader(request), found, key));
  };
  const attempt = async () => {
    if (act === 'key') {
      await refuseOwn({ operation: issuesPartnerKey.route.operationId, params }, person.id, deps);
      const requested = issuesPartnerKey.route.body.safeParse({
        label: label || null,
        scopes: scope,
      });
      if (!requested.success || formId === undefined || scope.length === 0)
        return again(400, keyComplaints(requested.success, formId));
      const call = { params, body: requested.data, formId };
      const outcome = await doInConsole(issuesPartnerKey, call, request, deps);
      return withSecret(outcome, (answer) => keySecret(answer, params), request, deps);
    }
    const { operationId } = act === 'revoke' ? adminRevokePartnerKey : adminUpdateIntegration;
    await refuseOwn({ operation: operationId, params }, person.id, deps);
    if (confirmed === undefined && act !== 'resume') return ask();
    const doing = inConsole(staff, deps);
    if (act === 'revoke') {
      await revokePartnerKey({ integrationId: id, keyId }, actor(request), doing);
    } else {
      await reviseIntegration(id, { active: act === 'resume' }, actor(request), doing);
    }
    return afterwards({ kind: 'done' }, path, act, deps);
  };
  return tried(path, deps, attempt, (status, message) => again(status, { label: message }));
};

function keyComplaints(isValid: boolean, formId: string | undefined): FieldErrors {
  if (formId === undefined) return { label: 'Open the page again' };
  return isValid
    ? { scope: 'Choose at least one scope' }
    : { label: 'Enter a label of at most 100 characters, or leave it empty' };
}

export const listCases: ConsoleRun<typeof routes.showConsolePaymentCases> = async (
  request,
  deps,
) => {
  const { status, after, sort, order = 'asc' } = request.query;
  const found = await listPaymentCases(
    {
      status: status || undefined,
      limit: listLimit,
      cursor: after,
      oldestFirst: sort === 'found' && order === 'asc',
    },
    deps,
  );
  const { data: cases, pagination } = presentPage(found, listLimit, (each) => each);
  const nameOf = await personNames(
    cases.map(({ owner }) => owner),
    deps,
  );
  const { nextCursor } = pagination;
  const view = { status, cases, nameOf, nextCursor, order: sort && order };
  return page(200, consolePaymentCasesPage(deps, consoleReader(request), view));
};

export const showCase: ConsoleRun<typeof routes.showConsolePaymentCase> = (request, deps) =>
  paymentCase(200, request.params.id, request, deps, { done: request.query.done });

async function paymentCase(
  status: number,
  id: string,
  request: ConsoleRequest,
  deps: ConsoleDeps,
  shown: Pick<PaymentCaseView, 'done' | 'reason' | 'errors'>,
): Promise<RawResponse> {
  const found = await readPaymentCase(id, deps);
  const [nameOf, own, { filer, payer: opener }] = await Promise.all([
    personNames([found.owner, found.closedBy], deps),
    isOwnPayment(found, request.person.id, deps),
    readPayer(found, deps),
  ]);
  const about = filer?.subjectName ?? null;
  const payer = opener === null ? (filer?.name ?? null) : (personName(opener) ?? opener.id);
  const isAssigned = found.owner === request.person.id;
  const view = { found, nameOf, about, payer, isAssigned, own, ...shown };
  return page(status, consolePaymentCasePage(deps, consoleReader(request), view));
}

export const decideCase: ConsoleRun<typeof routes.decideConsolePaymentCase> = async (
  request,
  deps,
) => {
  const { params, query, body, staff } = request;
  const again = (status: number, errors: FieldErrors = {}) =>
    paymentCase(status, params.id, request, deps, {
      reason: String(body.values['reason'] ?? ''),
      errors,
    });
  if (query.restored !== undefined) return again(200);
  if (!body.ok) return again(400, body.errors);
  const { act, reason } = body.data;
  const path = `/portal/console/payment-cases/${params.id}` as const;
  const attempt = async () => {
    const closed = adminClosePaymentCase.body.safeParse({ reason });
    if (act === 'close' && !closed.success)
      return again(400, { reason: 'Say what was done, in at most 500 characters' });
    const { operationId } = act === 'take' ? adminTakePaymentCase : adminClosePaymentCase;
    await refuseOwn({ operation: operationId, params }, staff.personId, deps);
    const command =
      act === 'take' ? { type: act } : { type: act, reason: closed.data?.reason ?? '' };
    await seeToPaymentCase(params.id, command, actor(request), inConsole(staff, deps));
    return afterwards({ kind: 'done' }, path, act, deps);
  };
  return tried(path, deps, attempt, (status, message) => again(status, { reason: message }));
};

export const listStaffOnPage: ConsoleRun<typeof routes.showConsoleStaff> = async (
  request,
  deps,
) => {
  const { role, status = 'active', after } = request.query;
  const chosen = { role: role || undefined, status, limit: staffLimit, cursor: after };
  const found = await findStaffMembers(chosen, deps);
  const { data, pagination } = presentPage(found, staffLimit, (member) => member);
  const members = await withPeople(data, deps);
  const view = { role, status, members, nextCursor: pagination.nextCursor };
  return page(200, consoleStaffPage(deps, consoleReader(request), view));
};

export const showNewStaff: ConsoleRun<typeof routes.showNewConsoleStaff> = async (request, deps) =>
  page(
    200,
    newConsoleStaffPage(deps, consoleReader(request), { roles: [], types: [], errors: {} }),
  );

/** The chosen roles and types. */
function staffFormOf(values: FormValues, errors: FieldErrors): StaffForm {
  return {
    person: String(values['person'] ?? ''),
    roles: chosenOf(values, 'role'),
    types: chosenOf(values, 'type'),
    errors,
  };
}

export const addStaff: ConsoleRun<typeof routes.addConsoleStaff> = async (request, deps) => {
  const { query, body, person: viewer } = request;
  const again = async (status: number, errors: FieldErrors = {}) => {
    const view = staffFormOf(body.values, errors);
    return page(status, newConsoleStaffPage(deps, consoleReader(request), view));
  };
  if (query.restored !== undefined) return again(200);
  if (!body.ok) return again(400, body.errors);
  const { act, person: sought, personId, role: roles, type: types, confirmed } = body.data;
  if (act === 'back') return again(200);
  const attempt = async () => {
    const person =
      personId === '' ? await findByContact(sought, deps) : await readPerson(personId, deps);
    if (person === null) {
      return again(400, {
        person: 'Enter the email address or permit number of someone with an account',
      });
    }
    if (roles.length === 0) return again(400, { role: 'Choose at least one role' });
    const subjectTypes = types.length === 0 ? null : types;
    const added = { personId: person.id, roles, subjectTypes };
    const { operationId } = addsStaff.route;
    await refuseOwn({ operation: operationId, params: {}, body: added }, viewer.id, deps);
    if (confirmed === undefined) {
      const asked = { person, roles, types };
      return page(200, consoleStaffQuestionPage(deps, consoleReader(request), asked));
    }
    const call = { params: undefined, body: added };
    const outcome = await doInConsole(addsStaff, call, request, deps);
    return afterwards(outcome, `/portal/console/staff/${person.id}`, 'staff', deps);
  };
  return tried('/portal/console/staff/new', deps, attempt, (status, message) =>
    again(status, { person: message }),
  );
};

export const showStaffMember: ConsoleRun<typeof routes.showConsoleStaffMember> = (request, deps) =>
  staffMember(200, request.params.id, request, deps, { done: request.query.done });

async function staffMember(
  status: number,
  id: string,
  request: ConsoleRequest,
  deps: ConsoleDeps,
  {
    form,
    errors = {},
    ...shown
  }: Pick<StaffMemberView, 'done'> & {
    readonly form?: StaffForm | undefined;
    readonly errors?: FieldErrors;
  },
): Promise<RawResponse> {
  const member = await readStaffMember(id, deps);
  const [found] = await withPeople([member], deps);
  const { roles, subjectTypes } = member;
  const view = {
    ...{ member, person: found?.person ?? null },
    self: id === request.person.id,
    form: form ?? { roles, types: subjectTypes ?? [], errors },
    ...shown,
  };
  return page(status, consoleStaffMemberPage(deps, consoleReader(request), view));
}

export const changeStaffMember: ConsoleRun<typeof routes.changeConsoleStaffMember> = async (
  request,
  deps,
) => {
  const { params, query, body, person: viewer, staff } = request;
  const { id } = params;
  const again = (status: number, errors: FieldErrors = {}) => {
    // Only this form has roles.
    const isOfRoles = body.values['act'] === 'roles';
    const form = isOfRoles ? staffFormOf(body.values, errors) : undefined;
    return staffMember(status, id, request, deps, { form, errors });
  };
  if (query.restored !== undefined) return again(200);
  if (!body.ok) return again(400, body.errors);
  const { act, role: roles, type: types, version, formId, confirmed } = body.data;
  if (act === 'back') return again(200);
  const path = `/portal/console/staff/${id}` as const;
  const attempt = async () => {
    const subjectTypes = types.length === 0 ? null : types;
    const revision = { roles, subjectTypes, ...(version !== '' && { version: Number(version) }) };
    const { operationId: operation } = {
      roles: revisesStaff.route,
      leave: adminRemoveStaff,
      code: makesPasskeyCode.route,
    }[act];
    const sent = { operation, params, ...(act === 'roles' && { body: revision }) };
    await refuseOwn(sent, viewer.id, deps);
    if (act === 'roles') {
      if (roles.length === 0) return again(400, { role: 'Choose at least one role' });
      const call = { params, body: revision };
      return afterwards(await doInConsole(revisesStaff, call, request, deps), path, act, deps);
    }
    if (confirmed === undefined) {
      const [found] = await withPeople([await readStaffMember(id, deps)], deps);
      if (found === undefined) throw apiErrors.notFound();
      const question = { act, formId: newFormId(deps) };
      return page(200, consoleStaffActQuestionPage(deps, consoleReader(request), found, question));
    }
    if (act === 'code') {
      if (formId === undefined) return again(400, { role: 'Open the page again' });
      const call = { params, body: undefined, formId };
      const outcome = await doInConsole(makesPasskeyCode, call, request, deps);
      return withSecret(outcome, passkeySecret, request, deps);
    }
    await changeStaff(id, { type: 'remove' }, actor(request), inConsole(staff, deps));
    return afterwards({ kind: 'done' }, path, act, deps);
  };
  return tried(path, deps, attempt, (status, message) => again(status, { role: message }));
};
