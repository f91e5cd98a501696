import { type SigningDeps, signingDeps } from '../../shared/documents/deps/documents.ts';
import type { CreateApplication } from '../../shared/incorporation/contracts/application.ts';
import {
  type ApplicationText,
  applicationPath,
} from '../../shared/incorporation/contracts/portal-application.ts';
import {
  emptyText,
  readApplicationForm,
} from '../../shared/incorporation/contracts/read-application-form.ts';
import { applicationData } from '../../shared/incorporation/domain/application-data.ts';
import * as incorporationErrors from '../../shared/incorporation/errors/incorporation-errors.ts';
import { fieldErrorsOf } from '../../shared/incorporation/pages/application-fields.ts';
import {
  type ApplicationFormState,
  checkApplicationPage,
  newApplicationPage,
  notEligiblePage,
  refusalAtField,
} from '../../shared/incorporation/pages/new-application-page.ts';
import * as routes from '../../shared/incorporation/routes/portal-applications.ts';
import { checkProposedName } from '../../shared/incorporation/usecases/check-name.ts';
import { mayApply } from '../../shared/incorporation/usecases/check-new-application.ts';
import { beginApplication } from '../../shared/incorporation/usecases/create-application.ts';
import { readRegistrationCost } from '../../shared/incorporation/usecases/read-application-page.ts';
import {
  fillInApplication,
  reviseApplication,
} from '../../shared/incorporation/usecases/revise-application.ts';
import { ApiError } from '../../shared/kernel/errors/api-error.ts';
import type { FormValues } from '../../shared/kernel/http/form.ts';
import { href } from '../../shared/kernel/pages/page-context.ts';
import type { Viewer } from '../../shared/kernel/pages/portal-layout.ts';
import { type NamesDeps, namesDeps } from '../../shared/registry/deps/registry-deps.ts';
import { page, redirect } from '../../shared/web/http/page.ts';
import { pageFunction, pageOperation } from '../../shared/web/http/page-operation.ts';
import type { Operation } from '../../shared/web/http/path-function.ts';
import type { RawResponse } from '../../shared/web/http/request.ts';
import { type PortalRequest, type PortalRun, signedIn } from '../../shared/web/http/signed-in.ts';

type Deps = SigningDeps & NamesDeps;
type Sent = PortalRequest<typeof routes.beginApplicationOnPage>;

const show: PortalRun<typeof routes.showNewApplication, Deps> = async (
  { query, person, csrfToken },
  deps,
) => {
  const viewer = { ...person, csrfToken: csrfToken() };
  if (query.draft === undefined && !mayApply(person, deps.now().toISOString())) {
    return page(200, notEligiblePage(deps, viewer));
  }
  try {
    const [filled, cost] = await Promise.all([
      fillInApplication(person, query, deps),
      readRegistrationCost(deps),
    ]);
    const state = { formId: newFormId(deps), fee: cost.fee, ...filled };
    return page(200, newApplicationPage(deps, viewer, state, { waits: cost.waits }));
  } catch (error) {
    return toApplication(error, query.draft, deps);
  }
};

const send: PortalRun<typeof routes.beginApplicationOnPage, Deps> = async (request, deps) => {
  const { body, person, csrfToken } = request;
  const viewer = { ...person, csrfToken: csrfToken() };
  const fee = deps.fee('legal_entity_application');
  if (!body.ok) {
    const state = { formId: newFormId(deps), draft: null, text: textOf(body.values), fee };
    return page(400, newApplicationPage(deps, viewer, state));
  }
  const { step, formId, draft, version, ...text } = body.data;
  try {
    const found = draft === undefined ? null : await fillInApplication(person, { draft }, deps);
    const shownVersion = Number(version ?? 0);
    const state = {
      formId,
      draft: found?.draft ? { ...found.draft, version: shownVersion } : null,
      text,
      fee,
    };
    if (step === 'change') return page(200, newApplicationPage(deps, viewer, state));
    const read = readApplicationForm(text);
    if (!read.ok) {
      const errors = fieldErrorsOf(read.complaints, deps);
      return page(400, newApplicationPage(deps, viewer, state, { errors }));
    }
    const next = step === 'check' ? check : carryOut;
    return await next({ request, viewer, state, command: read.command }, deps);
  } catch (error) {
    return toApplication(error, draft, deps);
  }
};

interface Step {
  readonly request: Sent;
  readonly viewer: Viewer;
  readonly state: ApplicationFormState;
  readonly command: CreateApplication;
}

async function check({ request, viewer, state, command }: Step, deps: Deps): Promise<RawResponse> {
  const { applicationData: payload } = command;
  const { residentPermitNumber: ownerRpn } = request.person;
  const found = await checkProposedName(
    payload.name,
    state.draft?.id ?? null,
    request.person.id,
    deps,
  );
  if (found.refusal !== null) {
    const errors = refusalAtField(found.refusal, deps) ?? {};
    return page(409, newApplicationPage(deps, viewer, state, { errors }));
  }
  const facts = { createdViaAPI: false, jurisdiction: deps.jurisdiction, ownerRpn };
  const application = {
    name: payload.name,
    extension: payload.extension,
    applicationData: applicationData(withoutBlanks(payload), facts),
  };
  const { similar } = found;
  return page(200, checkApplicationPage(deps, viewer, state, { application, similar }));
}

async function carryOut(step: Step, deps: Deps): Promise<RawResponse> {
  const { request, viewer, state, command } = step;
  const { id: personId } = request.person;
  try {
    if (state.draft === null) {
      const id = await beginApplication(command, { personId, formId: state.formId }, deps);
      return redirect(href(deps, applicationPath(id)));
    }
    const { id: applicationId, version } = state.draft;
    const payload = command.applicationData;
    await reviseApplication({ applicationId, personId, version, payload }, deps);
    return redirect(href(deps, applicationPath(applicationId)));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.message === incorporationErrors.mustBeActiveResident().message) {
      return page(403, notEligiblePage(deps, viewer));
    }
    return refused(error, step, deps);
  }
}

/** The form again, with the error or the result. Rethrows errors that it can't explain. */
async function refused(
  error: ApiError,
  { request, viewer, state }: Step,
  deps: Deps,
): Promise<RawResponse> {
  const errors = refusalAtField(error, deps);
  const status = error.status === 400 || error.status === 429 ? error.status : 409;
  if (errors !== null) return page(status, newApplicationPage(deps, viewer, state, { errors }));
  if (error.extras.code === 'idempotency.key_reused') {
    const again = { ...state, formId: newFormId(deps) };
    return page(409, newApplicationPage(deps, viewer, again, { problem: 'already_sent' }));
  }
  if (error.extras.code !== 'application.changed' || state.draft === null) throw error;
  const { draft } = await fillInApplication(request.person, { draft: state.draft.id }, deps);
  const latest = { ...state, draft };
  return page(409, newApplicationPage(deps, viewer, latest, { problem: 'changed' }));
}

/** An application that is no longer a draft can't be changed: its page shows its status. */
function toApplication(error: unknown, draft: string | undefined, deps: Deps): RawResponse {
  const isOver = error instanceof ApiError && error.extras.code === 'application.not_draft';
  if (!isOver || draft === undefined) throw error;
  return redirect(href(deps, applicationPath(draft)));
}

function withoutBlanks(payload: CreateApplication['applicationData']) {
  const given = Object.entries(payload.analytics ?? {}).filter(([, text]) => text !== '');
  return { ...payload, analytics: Object.fromEntries(given) };
}

/** The answers in a form that is only partly valid. */
function textOf(values: FormValues): ApplicationText {
  const sent = Object.entries(emptyText()).map(([field, nothing]) => {
    const value = values[field];
    return [field, typeof value === 'string' ? value : nothing];
  });
  // The same fields as those of the empty form.
  return Object.fromEntries(sent) as ApplicationText;
}

function newFormId({ random }: Deps): string {
  return Buffer.from(random(16)).toString('base64url');
}

export const rows: readonly Operation<Deps>[] = [
  pageOperation(routes.showNewApplication, show, signedIn()),
  pageOperation(routes.beginApplicationOnPage, send, signedIn()),
];

export const handler = pageFunction(rows, () => ({ ...namesDeps(), ...signingDeps() }));
