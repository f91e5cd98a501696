import { boundsOfForm } from '../../shared/access/contracts/portal-keys-contract.ts';
import { developerPage } from '../../shared/access/pages/portal-developer-page.ts';
import {
  boundsValues,
  createdKeyPage,
  keyAlreadySentPage,
  keyBoundsPage,
  keyComplaint,
  newKeyPage,
  revokeKeyPage,
  rotateKeyPage,
} from '../../shared/access/pages/portal-key-pages.ts';
import {
  boundsOf,
  changeKeyBounds,
  issueKey,
  type KeyBoundsChange,
  rotateKey,
} from '../../shared/access/usecases/issue-key.ts';
import { readOwnManifestation } from '../../shared/access/usecases/manifestation.ts';
import { readOwnKey, readOwnKeys } from '../../shared/access/usecases/read-keys.ts';
import { revokeKey } from '../../shared/access/usecases/revoke-keys.ts';
import { type SigningDeps, signingDeps } from '../../shared/documents/deps/documents.ts';
import { wordingsInForce } from '../../shared/documents/usecases/agreement-in-force.ts';
import type { ServiceDeps } from '../../shared/kernel/deps/service.ts';
import { fullName } from '../../shared/kernel/domain/legal-entity.ts';
import { ApiError } from '../../shared/kernel/errors/api-error.ts';
import type { FormErrors, FormValues } from '../../shared/kernel/http/form.ts';
import { href } from '../../shared/kernel/pages/page-context.ts';
import type { Viewer } from '../../shared/kernel/pages/portal-layout.ts';
import { secretPage } from '../../shared/kernel/pages/secret-part.ts';
import { readEntitiesForAgents } from '../../shared/registry/usecases/read-accessible-entity.ts';
import * as routes from '../../shared/service/routes/portal.ts';
import { personActor } from '../../shared/sign-in/auth/session.ts';
import { page, redirect } from '../../shared/web/http/page.ts';
import { pageFunction, pageOperation } from '../../shared/web/http/page-operation.ts';
import type { Operation } from '../../shared/web/http/path-function.ts';
import type { RawResponse } from '../../shared/web/http/request.ts';
import { type PortalRun, signedIn } from '../../shared/web/http/signed-in.ts';

/** Keys per page. */
const perPage = 50;

const show: PortalRun<typeof routes.showDeveloperSettings, SigningDeps> = async (request, deps) => {
  const { query, person, csrfToken } = request;
  const [{ items, next }, will] = await Promise.all([
    readOwnKeys(person.id, { limit: perPage, cursor: query.after }, deps),
    readOwnManifestation(person.id, deps),
  ]);
  const texts = wordingsInForce(deps.agreements);
  const registersClients = deps.residentClients === true;
  const { after, sort, order = 'asc' } = query;
  const isWhole = after === undefined && next === null;
  const sorted = isWhole
    ? ({ column: sort ?? 'created', order: sort ? order : 'desc' } as const)
    : null;
  const settings = { keys: items, next, sorted, will, texts, now: deps.now(), registersClients };
  return page(200, developerPage(deps, { ...person, csrfToken: csrfToken() }, settings));
};

const showNew: PortalRun<typeof routes.showNewKey> = ({ person, csrfToken }, deps) =>
  newKeyForm({ ...person, csrfToken: csrfToken() }, {}, {}, deps);

const create: PortalRun<typeof routes.createKeyOnPage> = async (request, deps) => {
  const { body, person, csrfToken } = request;
  const viewer = { ...person, csrfToken: csrfToken() };
  if (!body.ok) return newKeyForm(viewer, body.values, body.errors, deps);
  const { kind, label, scope, holder, validity, formId } = body.data;
  const scopes = kind === 'agent' ? scope : [];
  try {
    const requested = {
      bounds: boundsOf(boundsFor(kind, body.data)),
      ...{ kind, label, scopes, limits: null, formId },
      ...(holder !== '' && { holder }),
      ...(validity !== 'always' && { expiresAt: inDays(Number(validity), deps) }),
    };
    const { key, secret } = await issueKey(person.id, requested, personActor(person.id), deps);
    return page(200, createdKeyPage(deps, viewer, { key, secret, replaced: false }), secretPage);
  } catch (error) {
    const complaint = keyComplaint(codeOf(error), deps);
    if (complaint === null) return sentBefore(error, viewer, deps);
    return newKeyForm(viewer, body.values, complaint, deps, 409);
  }
};

const showRevocation: PortalRun<typeof routes.showKeyRevocation> = async (request, deps) => {
  const { params, person, csrfToken } = request;
  const key = await readOwnKey(person.id, params.keyId, deps);
  if (key.revokedAt !== null) return toSettings(deps);
  return page(200, revokeKeyPage(deps, { ...person, csrfToken: csrfToken() }, key));
};

const revoke: PortalRun<typeof routes.revokeKeyOnPage> = async ({ params, person }, deps) => {
  await revokeKey({ personId: person.id, keyId: params.keyId }, personActor(person.id), deps);
  return toSettings(deps);
};

const showBounds: PortalRun<typeof routes.showKeyBounds> = async (request, deps) => {
  const { params, person, csrfToken } = request;
  const [key, choice] = await Promise.all([
    readOwnKey(person.id, params.keyId, deps),
    boundsChoice(person.id, deps),
  ]);
  if (key.revokedAt !== null) return toSettings(deps);
  const bounds = { ...boundsValues(key), ...choice };
  return page(200, keyBoundsPage(deps, { ...person, csrfToken: csrfToken() }, key, { bounds }));
};

const changeBounds: PortalRun<typeof routes.changeKeyBoundsOnPage> = async (request, deps) => {
  const { params, body, person, csrfToken } = request;
  const { keyId } = params;
  const key = await readOwnKey(person.id, keyId, deps);
  if (!body.ok) {
    const choice = await boundsChoice(person.id, deps);
    const bounds = { ...sentBounds(body.values), ...choice };
    const view = { bounds, errors: body.errors };
    return page(400, keyBoundsPage(deps, { ...person, csrfToken: csrfToken() }, key, view));
  }
  const change = { personId: person.id, keyId, bounds: boundsFor(key.kind, body.data) };
  try {
    await changeKeyBounds(change, personActor(person.id), deps);
  } catch (error) {
    // The list shows the key's current state.
    if (codeOf(error) !== 'api_key.revoked') throw error;
  }
  return toSettings(deps);
};

/** A Standard Key has no limits except its owner's approval. */
function boundsFor(kind: string, sent: Parameters<typeof boundsOfForm>[0]): KeyBoundsChange {
  const bounds = boundsOfForm(sent);
  return kind === 'agent' ? bounds : { approvalRequired: bounds.approvalRequired };
}

/** The choices for a key's limits: the person's entities that Agent Keys can access. */
async function boundsChoice(personId: string, deps: ServiceDeps) {
  const entities = await readEntitiesForAgents(personId, deps);
  return {
    entities: entities.slice(0, 100).map((entity) => ({ id: entity.id, name: fullName(entity) })),
    currency: deps.fee('legal_entity_application').currency,
  };
}

function sentBounds(values: FormValues) {
  const names = ['applications', 'filings', 'payments', 'amount'] as const;
  const sent = names.map((name) => {
    const value = values[name];
    return [name, typeof value === 'string' ? value : ''] as const;
  });
  const { entity } = values;
  return {
    values: Object.fromEntries(sent),
    chosen: entity === undefined ? [] : [entity].flat(),
    approvalRequired: values['approval'] !== undefined,
  };
}

const showRotation: PortalRun<typeof routes.showKeyRotation> = async (request, deps) => {
  const { params, person, csrfToken } = request;
  const key = await readOwnKey(person.id, params.keyId, deps);
  if (key.revokedAt !== null || key.connection !== undefined) return toSettings(deps);
  const viewer = { ...person, csrfToken: csrfToken() };
  return page(200, rotateKeyPage(deps, viewer, key, newFormId(deps)));
};

const rotate: PortalRun<typeof routes.rotateKeyOnPage> = async (request, deps) => {
  const { params, body, person, csrfToken } = request;
  const viewer = { ...person, csrfToken: csrfToken() };
  const { keyId } = params;
  if (!body.ok) return redirect(href(deps, `/portal/developer/keys/${keyId}/rotate`));
  try {
    const which = { personId: person.id, keyId, formId: body.data.formId };
    const { key, secret } = await rotateKey(which, personActor(person.id), deps);
    return page(200, createdKeyPage(deps, viewer, { key, secret, replaced: true }), secretPage);
  } catch (error) {
    // The list shows the key's current state.
    if (codeOf(error) === 'api_key.revoked') return toSettings(deps);
    return sentBefore(error, viewer, deps);
  }
};

async function newKeyForm(
  viewer: Viewer & { readonly id: string },
  values: FormValues,
  errors: FormErrors,
  deps: ServiceDeps,
  status = Object.keys(errors).length === 0 ? 200 : 400,
): Promise<RawResponse> {
  const { label, kind, scope, holder, validity } = values;
  const [will, choice] = await Promise.all([
    readOwnManifestation(viewer.id, deps),
    boundsChoice(viewer.id, deps),
  ]);
  const content = newKeyPage(deps, viewer, {
    formId: newFormId(deps),
    mayWrite: will.active,
    label: typeof label === 'string' ? label : '',
    kind: typeof kind === 'string' ? kind : '',
    holder: typeof holder === 'string' ? holder : '',
    validity: typeof validity === 'string' ? validity : 'always',
    scopes: scope === undefined ? [] : [scope].flat(),
    bounds: { ...sentBounds(values), ...choice },
    errors,
  });
  return page(status, content);
}

function inDays(days: number, { now }: ServiceDeps): string {
  return new Date(now().getTime() + days * 86_400_000).toISOString();
}

function newFormId({ random }: ServiceDeps): string {
  return Buffer.from(random(16)).toString('base64url');
}

function toSettings(deps: ServiceDeps): RawResponse {
  return redirect(href(deps, '/portal/developer'));
}

function codeOf(error: unknown): string | undefined {
  return error instanceof ApiError ? error.extras.code : undefined;
}

function sentBefore(error: unknown, viewer: Viewer, deps: ServiceDeps): RawResponse {
  if (codeOf(error) !== 'form.already_sent') throw error;
  return page(409, keyAlreadySentPage(deps, viewer));
}

/** Someone with access to an open browser must not get a key. */
const recent = { recentSignIn: 'key' } as const;

export const rows: readonly Operation<ServiceDeps>[] = [
  pageOperation(routes.showDeveloperSettings, show, signedIn()),
  pageOperation(routes.showNewKey, showNew, signedIn(recent)),
  pageOperation(routes.createKeyOnPage, create, signedIn(recent)),
  pageOperation(routes.showKeyRevocation, showRevocation, signedIn(recent)),
  pageOperation(routes.revokeKeyOnPage, revoke, signedIn(recent)),
  pageOperation(routes.showKeyBounds, showBounds, signedIn(recent)),
  pageOperation(routes.changeKeyBoundsOnPage, changeBounds, signedIn(recent)),
  pageOperation(routes.showKeyRotation, showRotation, signedIn(recent)),
  pageOperation(routes.rotateKeyOnPage, rotate, signedIn(recent)),
];

export const handler = pageFunction(rows, signingDeps);
