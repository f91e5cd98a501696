import { type ServiceDeps, serviceDeps } from '../../shared/kernel/deps/service.ts';
import type { FormErrors } from '../../shared/kernel/http/form.ts';
import { href } from '../../shared/kernel/pages/page-context.ts';
import { deviceProof, isDeviceProof } from '../../shared/oauth/auth/session-derived.ts';
import { spelledScopes } from '../../shared/oauth/contracts/oauth-scope.ts';
import { notRepresented } from '../../shared/oauth/pages/oauth-consent-form.ts';
import {
  deviceCodePage,
  deviceConsentPage,
  deviceDonePage,
  deviceOverPage,
  wrongDeviceCode,
} from '../../shared/oauth/pages/oauth-device-pages.ts';
import * as routes from '../../shared/oauth/routes/device-page.ts';
import {
  approveDevice,
  denyDevice,
  enterUserCode,
  findWaitingDevice,
  type WaitingDevice,
} from '../../shared/oauth/usecases/authorize-device.ts';
import { readLogo } from '../../shared/oauth/usecases/read-clients.ts';
import { readRepeatedShare } from '../../shared/oauth/usecases/shared-entities.ts';
import { page, redirect } from '../../shared/web/http/page.ts';
import { pageFunction, pageOperation } from '../../shared/web/http/page-operation.ts';
import type { Operation } from '../../shared/web/http/path-function.ts';
import type { RawResponse } from '../../shared/web/http/request.ts';
import { type PortalRequest, type PortalRun, signedIn } from '../../shared/web/http/signed-in.ts';

const showCode: PortalRun<typeof routes.showDeviceCode> = async (request, deps) => {
  const { query, person, csrfToken } = request;
  const value = (query.user_code ?? '').slice(0, 20);
  return page(200, deviceCodePage(deps, { ...person, csrfToken: csrfToken() }, { value }));
};

const enterCode: PortalRun<typeof routes.enterDeviceCode> = async (request, deps) => {
  const { body, person, token, clientAddress, csrfToken } = request;
  const again = (value: string, errors: FormErrors) =>
    page(400, deviceCodePage(deps, { ...person, csrfToken: csrfToken() }, { value, errors }));
  if (!body.ok) {
    const { user_code } = body.values;
    return again(typeof user_code === 'string' ? user_code.slice(0, 20) : '', body.errors);
  }
  const userCode = body.data.user_code;
  const found = await enterUserCode({ userCode, personId: person.id, clientAddress }, deps);
  if (found === null) {
    return again(spelled(userCode), { user_code: wrongDeviceCode(deps) });
  }
  const query = new URLSearchParams({ user_code: userCode, proof: deviceProof(token, userCode) });
  return redirect(href(deps, `/oauth/device/confirm?${query}`));
};

const showConsent: PortalRun<typeof routes.showDeviceConsent> = async (request, deps) => {
  const code = enteredCode(request);
  if (code === null) return toCode(request.query.user_code, deps);
  const waiting = await findWaitingDevice(deps.table, code, deps.now());
  return waiting === null ? over(request, deps) : ask(waiting, code, request, {}, deps);
};

const answer: PortalRun<typeof routes.answerDevice> = async (request, deps) => {
  const { body, person, session } = request;
  const code = enteredCode(request);
  if (code === null) return toCode(request.query.user_code, deps);
  const waiting = await findWaitingDevice(deps.table, code, deps.now());
  if (waiting === null) return over(request, deps);
  if (!body.ok) {
    const chosen = [body.values['legalEntityId'] ?? []].flat();
    return ask(waiting, code, request, { chosen, errors: body.errors }, deps);
  }
  const { device, scopes } = waiting;
  const decision = { reference: device.reference, person };
  if (body.data.decision === 'deny') {
    const denied = await denyDevice(decision, deps);
    return denied.kind === 'decided' ? done('deny', deps) : over(request, deps);
  }
  const { authTime, amr } = session;
  const scope = spelledScopes(device.scope, scopes);
  const chosen = body.data.legalEntityId;
  const consent = { scopes, scope, legalEntityIds: chosen, authTime, amr };
  const approved = await approveDevice(decision, consent, deps);
  if (approved.kind === 'not_represented') {
    return ask(
      waiting,
      code,
      request,
      { chosen, errors: { legalEntityId: notRepresented(deps) } },
      deps,
    );
  }
  return approved.kind === 'decided' ? done('approve', deps) : over(request, deps);
};

const showDone: PortalRun<typeof routes.showDeviceDone> = async (request, deps) => {
  const { query, person, csrfToken } = request;
  const viewer = { ...person, csrfToken: csrfToken() };
  return page(200, deviceDonePage(deps, viewer, query.decision === 'approve'));
};

type Confirming = PortalRequest<typeof routes.showDeviceConsent | typeof routes.answerDevice>;

/** The code in the URL, if it was entered in this session. */
function enteredCode({ query, token }: Pick<Confirming, 'query' | 'token'>): string | null {
  const { user_code = '', proof = '' } = query;
  return isDeviceProof(proof, token, user_code) ? user_code : null;
}

interface Asking {
  readonly chosen?: readonly string[];
  readonly errors?: FormErrors;
}

async function ask(
  waiting: WaitingDevice,
  userCode: string,
  { person, csrfToken }: Confirming,
  { chosen, errors }: Asking,
  deps: ServiceDeps,
): Promise<RawResponse> {
  const { client, scopes } = waiting;
  const { clientId } = client;
  const [{ entities, before }, logo] = await Promise.all([
    readRepeatedShare(person, { clientId, scopes }, deps),
    readLogo(client, deps),
  ]);
  const content = deviceConsentPage(
    deps,
    { ...person, csrfToken: csrfToken() },
    {
      clientName: client.name,
      logo,
      publisher: client.publisher,
      privacyUri: client.privacyUri,
      userCode: spelled(userCode),
      scopes,
      entities,
      chosen: chosen ?? before,
      ...(errors && { errors }),
    },
  );
  return page(errors === undefined ? 200 : 400, content);
}

/** The code as devices show it. */
function spelled(userCode: string): string {
  return `${userCode.slice(0, 4)}-${userCode.slice(4)}`;
}

function toCode(userCode: string | undefined, deps: ServiceDeps): RawResponse {
  const query = userCode === undefined ? '' : `?${new URLSearchParams({ user_code: userCode })}`;
  return redirect(href(deps, `/oauth/device${query}`));
}

function over({ person, csrfToken }: Confirming, deps: ServiceDeps): RawResponse {
  return page(409, deviceOverPage(deps, { ...person, csrfToken: csrfToken() }));
}

function done(decision: 'approve' | 'deny', deps: ServiceDeps): RawResponse {
  return redirect(href(deps, `/oauth/device/done?${new URLSearchParams({ decision })}`));
}

/** From the first page on, because the person enters the code again after another sign-in. */
const recent = { recentSignIn: 'connection' } as const;

export const rows: readonly Operation<ServiceDeps>[] = [
  pageOperation(routes.showDeviceCode, showCode, signedIn(recent)),
  pageOperation(routes.enterDeviceCode, enterCode, signedIn(recent)),
  pageOperation(routes.showDeviceConsent, showConsent, signedIn(recent)),
  pageOperation(routes.answerDevice, answer, signedIn(recent)),
  pageOperation(routes.showDeviceDone, showDone, signedIn({ returnTo: '/oauth/device' })),
];

export const handler = pageFunction(rows, serviceDeps);
