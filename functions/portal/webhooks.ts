import type { PersonCaller } from '../../shared/access/auth/caller.ts';
import {
  presentDelivery,
  presentEndpoint,
} from '../../shared/events/contracts/webhook-endpoint.ts';
import { type EndpointDeps, endpointDeps } from '../../shared/events/deps/webhook-deps.ts';
import {
  changeWebhookPage,
  enableWebhookPage,
  newWebhookPage,
} from '../../shared/events/pages/webhook-form-page.ts';
import { webhookListPage } from '../../shared/events/pages/webhook-list-page.ts';
import { deliveryPage, webhookPage } from '../../shared/events/pages/webhook-page.ts';
import {
  deleteWebhookPage,
  resendPage,
  rotateWebhookPage,
  webhookAlreadySentPage,
  webhookSecretPage,
} from '../../shared/events/pages/webhook-secret-pages.ts';
import { webhooksPlace, webhookTextsFor } from '../../shared/events/pages/webhook-texts.ts';
import * as routes from '../../shared/events/routes/portal-webhooks.ts';
import { goodKeysOf } from '../../shared/events/usecases/endpoint-manager.ts';
import {
  readFailed,
  redeliver,
  resendFailed,
  testEndpoint,
} from '../../shared/events/usecases/manage-deliveries.ts';
import {
  changeEndpoint,
  deleteEndpoint,
  makeEndpoint,
  readEndpoint,
  readEndpoints,
  rotateSecret,
} from '../../shared/events/usecases/manage-endpoints.ts';
import {
  readDeliveryPage,
  readEndpointPage,
} from '../../shared/events/usecases/read-endpoint-page.ts';
import type { ServiceDeps } from '../../shared/kernel/deps/service.ts';
import { ApiError } from '../../shared/kernel/errors/api-error.ts';
import type { FormErrors, FormValues } from '../../shared/kernel/http/form.ts';
import { href } from '../../shared/kernel/pages/page-context.ts';
import type { Viewer } from '../../shared/kernel/pages/portal-layout.ts';
import { secretPage } from '../../shared/kernel/pages/secret-part.ts';
import { callableUrl } from '../../shared/platform/aws/safe-fetch.ts';
import { page, redirect } from '../../shared/web/http/page.ts';
import { pageFunction, pageOperation } from '../../shared/web/http/page-operation.ts';
import type { Operation } from '../../shared/web/http/path-function.ts';
import type { RawResponse } from '../../shared/web/http/request.ts';
import { type PortalRun, signedIn } from '../../shared/web/http/signed-in.ts';

/** Deliveries per page. */
const perPage = 20;

type Run<R extends (typeof routes)[keyof typeof routes]> = PortalRun<R, EndpointDeps>;

const callerOf = ({ person }: { readonly person: { readonly id: string } }) =>
  ({ kind: 'person', personId: person.id }) as const;

/** The page's reader, with the values that its forms repeat. */
function viewerOf({
  person,
  csrfToken,
}: {
  readonly person: Omit<Viewer, 'csrfToken'> & { readonly id: string };
  csrfToken(): string;
}): Viewer & { readonly id: string } {
  return { ...person, csrfToken: csrfToken() };
}

const list: Run<typeof routes.showWebhooks> = async (request, deps) => {
  const endpoints = await readEndpoints(callerOf(request), deps);
  return page(200, webhookListPage(deps, viewerOf(request), endpoints.map(presentEndpoint)));
};

const showNew: Run<typeof routes.showNewWebhook> = (request, deps) =>
  newForm(viewerOf(request), {}, {}, deps);

const create: Run<typeof routes.createWebhookOnPage> = async (request, deps) => {
  const { body } = request;
  const viewer = viewerOf(request);
  if (!body.ok) return newForm(viewer, body.values, body.errors, deps);
  const errors = complaintOf(body.data.url, deps);
  if (errors !== null) return newForm(viewer, body.values, errors, deps);
  const { url, description, type, keyId, formId } = body.data;
  const input = { url, description: description || null, types: type.length === 0 ? null : type };
  try {
    const made = await makeEndpoint({ ...input, keyId, formId }, callerOf(request), deps);
    return page(200, webhookSecretPage(deps, viewer, { ...made, replaced: false }), secretPage);
  } catch (error) {
    if (isAbout(error, 'keyId')) return newForm(viewer, body.values, { keyId: '' }, deps);
    if (codeOf(error) === 'webhook_endpoint.limit_reached') {
      return newForm(
        viewer,
        body.values,
        { description: webhookTextsFor(deps).tooMany },
        deps,
        409,
      );
    }
    return sentBefore(error, viewer, deps);
  }
};

async function newForm(
  viewer: Viewer & { readonly id: string },
  values: FormValues,
  errors: FormErrors,
  deps: EndpointDeps,
  status = Object.keys(errors).length === 0 ? 200 : 400,
): Promise<RawResponse> {
  const keys = await goodKeysOf({ kind: 'person', personId: viewer.id }, deps);
  const content = newWebhookPage(deps, viewer, {
    ...fieldsOf(values),
    formId: newFormId(deps),
    keys: keys.map((key) => ({ ...key, chosen: key.id === values['keyId'] })),
    errors,
  });
  return page(status, content);
}

const show: Run<typeof routes.showWebhook> = async (request, deps) => {
  const { params, query } = request;
  const onlyFailed = query.show === 'failed';
  const { sort, order = 'asc' } = query;
  const oldestFirst = sort === 'made' && order === 'asc';
  const bounds = { limit: perPage, cursor: query.after, onlyFailed, oldestFirst };
  const found = await readEndpointPage(params.endpointId, bounds, callerOf(request), deps);
  const { endpoint, deliveries, keys } = found;
  const view = {
    endpoint: presentEndpoint(endpoint),
    deliveries: deliveries.items.map(presentDelivery),
    next: deliveries.next,
    keys,
    isOnItsWay: query.sent !== undefined,
    onlyFailed,
    order: sort && order,
  };
  return page(200, webhookPage(deps, viewerOf(request), view));
};

const showForm: Run<typeof routes.showWebhookForm> = async (request, deps) => {
  const { id, url, description, types } = await readEndpoint(
    request.params.endpointId,
    callerOf(request),
    deps,
  );
  const fields = { id, url, description: description ?? '', types: types ?? [], errors: {} };
  return page(200, changeWebhookPage(deps, viewerOf(request), fields));
};

const change: Run<typeof routes.changeWebhookOnPage> = async (request, deps) => {
  const { params, body } = request;
  const errors = body.ok ? complaintOf(body.data.url, deps) : body.errors;
  if (!body.ok || errors !== null) {
    const { id } = await readEndpoint(params.endpointId, callerOf(request), deps);
    const fields = { ...fieldsOf(body.values), id, errors: errors ?? {} };
    return page(400, changeWebhookPage(deps, viewerOf(request), fields));
  }
  const { url, description, type } = body.data;
  const input = { url, description: description || null, types: type.length === 0 ? null : type };
  const { id } = await changeEndpoint(params.endpointId, input, callerOf(request), deps);
  return toEndpoint(id, deps);
};

const disable: Run<typeof routes.disableWebhookOnPage> = async (request, deps) => {
  const { endpointId } = request.params;
  await changeEndpoint(endpointId, { status: 'disabled' }, callerOf(request), deps);
  return toEndpoint(endpointId, deps);
};

const showEnabling: Run<typeof routes.showWebhookEnabling> = (request, deps) =>
  enablingForm(request.params.endpointId, callerOf(request), viewerOf(request), {}, deps);

const enable: Run<typeof routes.enableWebhookOnPage> = async (request, deps) => {
  const { params, body } = request;
  const { endpointId } = params;
  const caller = callerOf(request);
  const again = () => enablingForm(endpointId, caller, viewerOf(request), { keyId: '' }, deps);
  if (!body.ok) return again();
  try {
    const { keyId } = body.data;
    await changeEndpoint(endpointId, { status: 'active', keyId }, caller, deps);
  } catch (error) {
    if (isAbout(error, 'keyId')) return again();
    throw error;
  }
  return toEndpoint(endpointId, deps);
};

async function enablingForm(
  id: string,
  caller: PersonCaller,
  viewer: Viewer,
  errors: FormErrors,
  deps: EndpointDeps,
): Promise<RawResponse> {
  const { endpoint, keys } = await readEndpointPage(id, { limit: 1 }, caller, deps);
  if (endpoint.status === 'active') return toEndpoint(id, deps);
  const status = Object.keys(errors).length === 0 ? 200 : 400;
  return page(status, enableWebhookPage(deps, viewer, { id, keys, errors }));
}

const showRotation: Run<typeof routes.showWebhookRotation> = async (request, deps) => {
  const endpoint = await readEndpoint(request.params.endpointId, callerOf(request), deps);
  const asked = { ...presentEndpoint(endpoint), formId: newFormId(deps) };
  return page(200, rotateWebhookPage(deps, viewerOf(request), asked));
};

const rotate: Run<typeof routes.rotateWebhookOnPage> = async (request, deps) => {
  const { params, body } = request;
  const viewer = viewerOf(request);
  if (!body.ok) return toEndpoint(`${params.endpointId}/rotate`, deps);
  try {
    const caller = callerOf(request);
    const made = await rotateSecret(params.endpointId, caller, deps, {
      formId: body.data.formId,
    });
    return page(200, webhookSecretPage(deps, viewer, { ...made, replaced: true }), secretPage);
  } catch (error) {
    return sentBefore(error, viewer, deps);
  }
};

const test: Run<typeof routes.testWebhookOnPage> = async (request, deps) => {
  const { endpointId } = request.params;
  return whenActive(endpointId, () => testEndpoint(endpointId, callerOf(request), deps), deps);
};

const sendAgain: Run<typeof routes.redeliverOnPage> = async (request, deps) => {
  const { endpointId, deliveryId } = request.params;
  const caller = callerOf(request);
  return whenActive(
    endpointId,
    () => redeliver({ id: endpointId, deliveryId }, caller, deps),
    deps,
  );
};

/**
 * Runs an action and shows the endpoint's page, which says that a delivery is on its way or that
 * the endpoint is disabled.
 */
async function whenActive(
  id: string,
  send: () => Promise<unknown>,
  deps: EndpointDeps,
): Promise<RawResponse> {
  try {
    await send();
  } catch (error) {
    if (codeOf(error) === 'webhook_endpoint.disabled') return toEndpoint(id, deps);
    throw error;
  }
  return toEndpoint(`${id}?sent=yes`, deps);
}

const showOne: Run<typeof routes.showDelivery> = async (request, deps) => {
  const { endpointId: id, deliveryId } = request.params;
  const found = await readDeliveryPage({ id, deliveryId }, callerOf(request), deps);
  const view = {
    endpoint: presentEndpoint(found.endpoint),
    delivery: presentDelivery(found.delivery),
    body: found.body,
  };
  return page(200, deliveryPage(deps, viewerOf(request), view));
};

const askResend: Run<typeof routes.showResend> = async (request, deps) => {
  const { endpointId } = request.params;
  const { endpoint, failed, isAll } = await readFailed(endpointId, callerOf(request), deps);
  const asked = { ...presentEndpoint(endpoint), count: failed.length, isAll };
  return page(200, resendPage(deps, viewerOf(request), { ...asked, formId: newFormId(deps) }));
};

const resend: Run<typeof routes.resendFailedOnPage> = async (request, deps) => {
  const { params, body } = request;
  const { endpointId } = params;
  if (!body.ok) return toEndpoint(`${endpointId}/resend`, deps);
  try {
    const count = await resendFailed(endpointId, callerOf(request), deps, body.data.formId);
    return toEndpoint(`${endpointId}${count === 0 ? '' : '?sent=yes'}`, deps);
  } catch (error) {
    if (codeOf(error) === 'webhook_endpoint.disabled') return toEndpoint(endpointId, deps);
    throw error;
  }
};

const showDeletion: Run<typeof routes.showWebhookDeletion> = async (request, deps) => {
  const endpoint = await readEndpoint(request.params.endpointId, callerOf(request), deps);
  return page(200, deleteWebhookPage(deps, viewerOf(request), presentEndpoint(endpoint)));
};

const remove: Run<typeof routes.deleteWebhookOnPage> = async (request, deps) => {
  await deleteEndpoint(request.params.endpointId, callerOf(request), deps);
  return redirect(href(deps, webhooksPlace));
};

function fieldsOf({ url, description, type }: FormValues) {
  return {
    url: typeof url === 'string' ? url : '',
    description: typeof description === 'string' ? description : '',
    types: type === undefined ? [] : [type].flat(),
  };
}

/** The form errors for a URL to which nothing can be sent; null if it is valid. */
function complaintOf(url: string, { loopback }: EndpointDeps): FormErrors | null {
  return callableUrl(url, { loopback }) === null ? { url: '' } : null;
}

function newFormId({ random }: ServiceDeps): string {
  return Buffer.from(random(16)).toString('base64url');
}

function toEndpoint(rest: string, deps: ServiceDeps): RawResponse {
  return redirect(href(deps, `${webhooksPlace}/${rest}`));
}

function codeOf(error: unknown): string | undefined {
  return error instanceof ApiError ? error.extras.code : undefined;
}

/** Whether a field of the form was rejected. */
function isAbout(error: unknown, field: string): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.extras.details?.some(({ path }) => path[0] === field) ?? false;
}

function sentBefore(error: unknown, viewer: Viewer, deps: ServiceDeps): RawResponse {
  if (codeOf(error) !== 'form.already_sent') throw error;
  return page(409, webhookAlreadySentPage(deps, viewer));
}

/**
 * Someone with access to an open browser must not send events elsewhere. Stopping deliveries is
 * always possible.
 */
const recent = { recentSignIn: 'webhook' } as const;

/** Where a sign-in that these forms needed returns to: their own URLs have no page. */
const toList = { returnTo: webhooksPlace } as const;

export const rows: readonly Operation<EndpointDeps>[] = [
  pageOperation(routes.showWebhooks, list, signedIn()),
  pageOperation(routes.showNewWebhook, showNew, signedIn(recent)),
  pageOperation(routes.createWebhookOnPage, create, signedIn(recent)),
  pageOperation(routes.showWebhook, show, signedIn()),
  pageOperation(routes.showWebhookForm, showForm, signedIn(recent)),
  pageOperation(routes.changeWebhookOnPage, change, signedIn(recent)),
  pageOperation(routes.disableWebhookOnPage, disable, signedIn(toList)),
  pageOperation(routes.showWebhookEnabling, showEnabling, signedIn(recent)),
  pageOperation(routes.enableWebhookOnPage, enable, signedIn(recent)),
  pageOperation(routes.showWebhookRotation, showRotation, signedIn(recent)),
  pageOperation(routes.rotateWebhookOnPage, rotate, signedIn(recent)),
  pageOperation(routes.testWebhookOnPage, test, signedIn(toList)),
  pageOperation(routes.redeliverOnPage, sendAgain, signedIn(toList)),
  pageOperation(routes.showDelivery, showOne, signedIn()),
  pageOperation(routes.showResend, askResend, signedIn()),
  pageOperation(routes.resendFailedOnPage, resend, signedIn(toList)),
  pageOperation(routes.showWebhookDeletion, showDeletion, signedIn()),
  pageOperation(routes.deleteWebhookOnPage, remove, signedIn()),
];

export const handler = pageFunction(rows, endpointDeps);
