import { readOwnManifestation } from '../../shared/access/usecases/manifestation.ts';
import { kindOfScope } from '../../shared/credentials/domain/configurations.ts';
import {
  chooseEntity,
  whyImpossible,
} from '../../shared/credentials/pages/portal-credentials-page.ts';
import { allowWallet, readWalletChoice } from '../../shared/credentials/usecases/wallet-code.ts';
import {
  type SealingDeps,
  type ServiceDeps,
  sealingDeps,
} from '../../shared/kernel/deps/service.ts';
import { html } from '../../shared/kernel/pages/html.ts';
import { href, type PageContext } from '../../shared/kernel/pages/page-context.ts';
import { type ClientKeyDeps, clientKeyDeps } from '../../shared/oauth/deps/oauth-deps.ts';
import {
  type AuthorizationAnswer,
  type AuthorizationStep,
  answerLocation,
  type ResponseMode,
} from '../../shared/oauth/domain/authorization-request.ts';
import { credentialScopeOf } from '../../shared/oauth/domain/oauth-scope.ts';
import { isInTest } from '../../shared/oauth/domain/owned-client.ts';
import * as oauthErrors from '../../shared/oauth/errors/oauth-errors.ts';
import {
  beginLogout,
  beginLogoutByForm,
  confirmLogout,
} from '../../shared/oauth/handlers/logout.ts';
import { oauthAnswers } from '../../shared/oauth/http/oauth-answers.ts';
import {
  type AgentQuestion,
  agentComplaint,
  notRepresented,
} from '../../shared/oauth/pages/oauth-consent-form.ts';
import {
  type ConsentQuestion,
  consentOverPage,
  consentPage,
  inTestPage,
  unanswerablePage,
} from '../../shared/oauth/pages/oauth-consent-page.ts';
import { formPostPage } from '../../shared/oauth/pages/oauth-form-post-page.ts';
import {
  answerConsent,
  authorize,
  authorizeByForm,
  showConsent,
} from '../../shared/oauth/routes/authorize.ts';
import {
  confirmEndSession,
  endSessionByClient,
  endSessionByForm,
} from '../../shared/oauth/routes/end-session.ts';
import {
  type AgentChoice,
  type AnswerOutcome,
  approveAgent,
  approveAuthorization,
  denyAuthorization,
} from '../../shared/oauth/usecases/answer-authorization.ts';
import { readLogo } from '../../shared/oauth/usecases/read-clients.ts';
import {
  examineAuthorization,
  type Question,
  type Resumed,
  resumeAuthorization,
} from '../../shared/oauth/usecases/resume-authorization.ts';
import { readShareableEntities } from '../../shared/oauth/usecases/shared-entities.ts';
import {
  type Arrival,
  type Started,
  startAuthorization,
} from '../../shared/oauth/usecases/start-authorization.ts';
import {
  formTokenOf,
  resolveSession,
  type SignedIn,
  sessionCookie,
} from '../../shared/sign-in/auth/session.ts';
import { localeOfRequest, readCookie } from '../../shared/web/http/cookies.ts';
import { clientSources, page, redirect } from '../../shared/web/http/page.ts';
import {
  failurePage,
  type PageRun,
  pageFunction,
  pageOperation,
} from '../../shared/web/http/page-operation.ts';
import { type Operation, operation } from '../../shared/web/http/path-function.ts';
import {
  namesType,
  type RawResponse,
  type ReadHeader,
  type Run,
} from '../../shared/web/http/request.ts';
import { type PortalRun, signedIn, signInAddress } from '../../shared/web/http/signed-in.ts';

/**
 * Redirects the browser to the client with its response: with a 303 or, for `form_post`, with a
 * page whose form is submitted by our script or, without JavaScript, with its button.
 */
function authorizationResponse(context: PageContext, answer: AuthorizationAnswer): RawResponse {
  if (answer.responseMode !== 'form_post') return redirect(answerLocation(answer));
  const formAction = clientSources(answer.redirectUri);
  return page(200, formPostPage(context, answer), { formAction, script: true });
}

/** The same for HEAD: nothing is decided, so there is no URL to continue to. */
function withheldResponse(responseMode: ResponseMode): RawResponse {
  if (responseMode === 'form_post') return page(200, html``);
  const { headers, ...answer } = redirect('about:blank');
  const { location: _, ...kept } = headers;
  return { ...answer, headers: kept };
}

interface AuthorizationDeps extends SealingDeps, ClientKeyDeps {}

const take: Run<typeof authorize, AuthorizationDeps> = async (
  { target, header, headersOnly },
  deps,
) => {
  const parameters = new URL(target, 'https://registry.invalid').searchParams;
  const started = await start(parameters, header, { cookieIsExpected: true, headersOnly }, deps);
  if (started.kind !== 'interaction') return begun(started, header, deps);
  // 307 as published (facts D1): the method stays GET.
  return { ...redirect(consentAddress(started.handle, deps)), statusCode: 307 };
};

const takeForm: Run<typeof authorizeByForm, AuthorizationDeps> = async ({ body, header }, deps) => {
  const parameters = new URLSearchParams();
  for (const [name, values = []] of Object.entries(body.values)) {
    for (const value of [values].flat()) parameters.append(name, value);
  }
  const cookieIsExpected = header('sec-fetch-site') === 'same-origin';
  const started = await start(parameters, header, { cookieIsExpected, headersOnly: false }, deps);
  if (started.kind !== 'interaction') return begun(started, header, deps);
  return redirect(consentAddress(started.handle, deps));
};

function start(
  parameters: URLSearchParams,
  header: ReadHeader,
  how: Pick<Arrival, 'cookieIsExpected' | 'headersOnly'>,
  deps: AuthorizationDeps,
): Promise<Started> {
  const cookie = readCookie(header('cookie'), deps.baseUrl, sessionCookie);
  return startAuthorization({ parameters, cookie, ...how }, deps);
}

/**
 * The response for a browser that returns to the client or nowhere. Programs get some errors
 * directly.
 */
function begun(
  started: Exclude<Started, { readonly kind: 'interaction' }>,
  header: ReadHeader,
  deps: ServiceDeps,
): RawResponse {
  const site = { ...deps, locale: localeOfRequest(header, deps.baseUrl) };
  if (started.kind === 'withheld') return withheldResponse(started.responseMode);
  const inBrowser = namesType(header('accept'), 'text/html');
  if (!inBrowser) {
    const problem = started.toPrograms ?? (started.kind === 'unanswerable' && started.problem);
    if (problem) throw oauthErrors.refusedRequest(problem.error)(problem.description);
  }
  return started.kind === 'answered'
    ? authorizationResponse(site, started.answer)
    : page(400, unanswerablePage(site, started.problem));
}

function consentAddress(handle: string, deps: ServiceDeps): string {
  return href(deps, `/oauth/consent?${new URLSearchParams({ request: handle })}`);
}

const show: PageRun<typeof showConsent, AuthorizationDeps> = async (request, deps) => {
  const { query, target, cookie, headersOnly } = request;
  const requestId = query.request ?? '';
  const signedIn = await resolveSession(cookie(sessionCookie), deps, { unnoted: headersOnly });
  if (headersOnly) {
    const examined = await examineAuthorization(requestId, signedIn, deps);
    if (examined.kind === 'open' && !isQuestion(examined.step)) {
      return withheldResponse(examined.request.responseMode);
    }
  }
  const resumed = await resumeAuthorization(requestId, signedIn, deps);
  if (resumed.kind !== 'question' || signedIn === null) return answered(resumed, target, deps);
  return ask(resumed, { signedIn, target }, deps);
};

/** Whether the step is a question to the user and not a response to the client. */
function isQuestion(step: AuthorizationStep): boolean {
  return step === 'sign_in' || step === 'consent';
}

const answer: PortalRun<typeof answerConsent, AuthorizationDeps> = async (sent, deps) => {
  const { query, body, target, person, session, token } = sent;
  const signedIn = { person, session, token };
  const requestId = query.request ?? '';
  const examined = await examineAuthorization(requestId, signedIn, deps);
  if (examined.kind !== 'open') return answered(examined, target, deps);
  const { step, request } = examined;
  // `issue`: it was allowed in another tab in the meantime; this answer still applies.
  if (step !== 'consent' && step !== 'issue') {
    return answered(await resumeAuthorization(requestId, signedIn, deps), target, deps);
  }
  if (!body.ok) {
    const chosen = [body.values['legalEntityId'] ?? []].flat();
    return ask(examined, { signedIn, target, chosen, errors: body.errors }, deps);
  }
  const { decision, legalEntityId, scope, approval: asksFirst } = body.data;
  if (decision === 'deny') {
    return answered(await denyAuthorization(request, signedIn, deps), target, deps);
  }
  const approval = { input: request, pending: request, signedIn, legalEntityIds: legalEntityId };
  if (request.forAgents === true) {
    const choice = { scopes: scope, approvalRequired: asksFirst !== undefined };
    const outcome = await approveAgent(approval, choice, deps);
    if (outcome.kind !== 'no_agent_key') return answered(outcome, target, deps);
    const errors = agentComplaint(outcome.reason, deps);
    return ask(examined, { signedIn, target, agentChoice: choice, errors }, deps);
  }
  const credential = credentialScopeOf(request.scopes);
  const outcome =
    credential === undefined
      ? await approveAuthorization(approval, deps)
      : await allowWallet(approval, credential, deps);
  if (outcome.kind !== 'not_represented' && outcome.kind !== 'not_possible') {
    return answered(outcome, target, deps);
  }
  const complaint = credential === undefined ? notRepresented : chooseEntity;
  const errors = { legalEntityId: complaint(deps) };
  return ask(examined, { signedIn, target, chosen: legalEntityId, errors }, deps);
};

interface Asking {
  readonly signedIn: SignedIn;
  readonly target: `/${string}`;
  readonly chosen?: readonly string[];
  readonly agentChoice?: AgentChoice;
  readonly errors?: Readonly<Record<string, string>>;
}

async function ask(
  { request, client, consent }: Omit<Question, 'kind'>,
  { signedIn, target, chosen = consent?.legalEntityIds ?? [], agentChoice, errors }: Asking,
  deps: ServiceDeps,
): Promise<RawResponse> {
  const { person } = signedIn;
  const { redirectUri, scopes } = request;
  const [{ entities, impossible }, logo, agent] = await Promise.all([
    readChoice(scopes, person, deps),
    readLogo(client, deps),
    request.forAgents === true
      ? readAgentQuestion(person.id, target, agentChoice, deps)
      : undefined,
  ]);
  const content = consentPage(
    deps,
    { ...person, csrfToken: formTokenOf(signedIn) },
    {
      clientName: client.name,
      logo,
      publisher: client.publisher,
      privacyUri: client.privacyUri,
      inTest: isInTest(client),
      redirectUri,
      scopes,
      entities,
      chosen,
      impossible,
      agent,
      switchAddress: signInAddress(deps, target),
      ...(errors && { errors }),
    },
  );
  // The response to the form redirects to the client.
  return page(errors === undefined ? 200 : 400, content, {
    formAction: clientSources(redirectUri),
  });
}

/**
 * The permissions that an application acting for the person can get: all are preselected, including
 * that it asks first.
 */
async function readAgentQuestion(
  personId: string,
  target: `/${string}`,
  choice: AgentChoice | undefined,
  deps: ServiceDeps,
): Promise<AgentQuestion> {
  const will = await readOwnManifestation(personId, deps);
  const query = new URLSearchParams({ next: target });
  return {
    mayWrite: will.active,
    willAddress: href(deps, `/portal/developer/manifestation?${query}`),
    chosen: choice?.scopes ?? null,
    approvalRequired: choice?.approvalRequired ?? true,
  };
}

/** The entities to choose from, and why the user can't allow it at all; null if they can. */
async function readChoice(
  scopes: Question['request']['scopes'],
  person: SignedIn['person'],
  deps: ServiceDeps,
): Promise<Pick<ConsentQuestion, 'entities'> & { readonly impossible: string | null }> {
  const credential = credentialScopeOf(scopes);
  if (credential === undefined) {
    const entities = await readShareableEntities({ personId: person.id, scopes }, deps);
    return { entities, impossible: null };
  }
  const { possible, entities } = await readWalletChoice(credential, person, deps);
  const impossible = possible ? null : whyImpossible(deps, kindOfScope(credential));
  return { entities, impossible };
}

function answered(
  outcome: Resumed | AnswerOutcome,
  target: `/${string}`,
  deps: ServiceDeps,
): RawResponse {
  switch (outcome.kind) {
    case 'answered':
      return authorizationResponse(deps, outcome.answer);
    case 'over':
      return page(outcome.status === 'answered' ? 409 : 404, consentOverPage(deps, outcome.status));
    case 'client_gone': {
      const description = 'The client is no longer active, or no longer has this address';
      return page(400, unanswerablePage(deps, { error: 'invalid_client', description }));
    }
    case 'in_test':
      // Only the browser gets this: the client does not learn that someone opened it.
      return page(403, inTestPage(deps, signInAddress(deps, target)));
    default:
      return redirect(signInAddress(deps, target));
  }
}

export const rows: readonly Operation<AuthorizationDeps>[] = [
  operation(authorize, take, oauthAnswers({ inMaintenance: failurePage })),
  operation(authorizeByForm, takeForm, oauthAnswers({ inMaintenance: failurePage })),
  pageOperation(showConsent, show),
  pageOperation(answerConsent, answer, signedIn()),
  pageOperation(endSessionByClient, beginLogout),
  operation(endSessionByForm, beginLogoutByForm, oauthAnswers({ inMaintenance: failurePage })),
  pageOperation(confirmEndSession, confirmLogout),
];

export const handler = pageFunction(rows, () => ({ ...sealingDeps(), ...clientKeyDeps() }));
