import { readBy } from '../../shared/account/domain/activity.ts';
import { activityPage } from '../../shared/account/pages/activity-page.ts';
import { dataTextsFor, partTextsFor } from '../../shared/account/pages/data-texts.ts';
import { myDataPage } from '../../shared/account/pages/my-data-page.ts';
import {
  type OwnProofs,
  ownProofPage,
  ownProofsPage,
} from '../../shared/account/pages/own-proofs-page.ts';
import { showActivity } from '../../shared/account/routes/activity-routes.ts';
import * as dataRoutes from '../../shared/account/routes/my-data-routes.ts';
import * as routes from '../../shared/account/routes/proof-routes.ts';
import {
  makeProof,
  readOwnProof,
  readOwnProofs,
  revokeProof,
} from '../../shared/account/usecases/proof.ts';
import { readActivityWithActors } from '../../shared/account/usecases/read-activity.ts';
import { exportOwnData, readRecipients } from '../../shared/account/usecases/read-own-data.ts';
import { type SealingDeps, sealingDeps } from '../../shared/kernel/deps/service.ts';
import { dataParts } from '../../shared/kernel/domain/item-rules.ts';
import { ApiError } from '../../shared/kernel/errors/api-error.ts';
import { href } from '../../shared/kernel/pages/page-context.ts';
import { type Viewer, viewerName } from '../../shared/kernel/pages/portal-layout.ts';
import { secretPage } from '../../shared/kernel/pages/secret-part.ts';
import { readActivityAbouts } from '../../shared/service/usecases/read-applications-of.ts';
import { page, redirect } from '../../shared/web/http/page.ts';
import { pageFunction, pageOperation } from '../../shared/web/http/page-operation.ts';
import type { Operation } from '../../shared/web/http/path-function.ts';
import type { RawResponse } from '../../shared/web/http/request.ts';
import { type PortalRun, signedIn } from '../../shared/web/http/signed-in.ts';

const listPath = '/portal/proofs';

/** The most commonly requested data. */
const usual = {
  chosen: ['name', 'permitNumber', 'residency'],
  validity: 'hour',
  errors: {},
} as const;

const show: PortalRun<typeof routes.showProofs, SealingDeps> = ({ person, csrfToken }, deps) =>
  listPage({ ...person, csrfToken: csrfToken() }, usual, deps);

const make: PortalRun<typeof routes.makeProofOnPage, SealingDeps> = async (request, deps) => {
  const { body, person, csrfToken } = request;
  if (!body.ok) {
    const { show: shown, validity } = body.values;
    const view = {
      chosen: shown === undefined ? [] : [shown].flat(),
      validity: typeof validity === 'string' ? validity : '',
      errors: body.errors,
    };
    return listPage({ ...person, csrfToken: csrfToken() }, view, deps, 400);
  }
  const { show: fields, validity, formId } = body.data;
  try {
    const { id } = await makeProof(person.id, { fields, validity, formId }, deps);
    return redirect(href(deps, `${listPath}/${id}`));
  } catch (error) {
    // The list shows the proof that the form created before.
    if (error instanceof ApiError && error.extras.code === 'form.already_sent') return toList(deps);
    throw error;
  }
};

const showOne: PortalRun<typeof routes.showOwnProof, SealingDeps> = async (request, deps) => {
  const { params, person, csrfToken } = request;
  const { proof, code } = await readOwnProof(person.id, params.proofId, deps);
  const now = deps.now().toISOString();
  const { residentPermitNumber, residency } = person;
  const name = viewerName(person);
  const holder =
    residentPermitNumber === null || residency === null
      ? null
      : { name, residentPermitNumber, residency, now };
  const url = code === null ? null : `${deps.baseUrl}/proofs/${code}`;
  const viewer = { ...person, csrfToken: csrfToken() };
  return page(200, ownProofPage(deps, viewer, { proof, url, holder, now }), secretPage);
};

const revoke: PortalRun<typeof routes.revokeProofOnPage, SealingDeps> = async (request, deps) => {
  await revokeProof(request.person.id, request.params.proofId, deps);
  return toList(deps);
};

async function listPage(
  viewer: Viewer & { readonly id: string },
  view: Pick<OwnProofs, 'chosen' | 'validity' | 'errors'>,
  deps: SealingDeps,
  status = 200,
): Promise<RawResponse> {
  const proofs = await readOwnProofs(viewer.id, deps);
  const formId = Buffer.from(deps.random(16)).toString('base64url');
  const now = deps.now().toISOString();
  return page(status, ownProofsPage(deps, viewer, { ...view, proofs, formId, now }));
}

function toList(deps: SealingDeps): RawResponse {
  return redirect(href(deps, listPath));
}

const showData: PortalRun<typeof dataRoutes.showMyData, SealingDeps> = async (request, deps) => {
  const { person, csrfToken } = request;
  const recipients = await readRecipients(person, deps);
  return page(200, myDataPage(deps, { ...person, csrfToken: csrfToken() }, recipients));
};

const exportData: PortalRun<typeof dataRoutes.exportMyData, SealingDeps> = async (
  { person },
  deps,
) => {
  const [{ parts }, recipients] = await Promise.all([
    exportOwnData(person, deps),
    readRecipients(person, deps),
  ]);
  const at = deps.now().toISOString();
  const words = partTextsFor(deps);
  const labelled = dataParts.map((part) => ({ part, ...words[part], records: parts[part] }));
  const { notIncluded } = dataTextsFor(deps);
  const content = {
    ...{ personId: person.id, exportedAt: at, sharedWith: recipients, notIncluded },
    parts: labelled,
  };
  return {
    statusCode: 200,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': `attachment; filename="my-data-${at.slice(0, 10)}.json"`,
      'cache-control': 'no-store',
    },
    body: JSON.stringify(content, null, 2),
  };
};

/** Audit entries per page. */
const perPage = 30;

const showActs: PortalRun<typeof showActivity, SealingDeps> = async (request, deps) => {
  const { query, person, csrfToken } = request;
  const filter = { ...readBy(query.by), ...(query.request && { requestId: query.request }) };
  const requested = { ...filter, limit: perPage, cursor: query.after };
  const { page: found, ...named } = await readActivityWithActors(
    person.id,
    requested,
    deps,
    (activities) => readActivityAbouts(person.id, activities, deps),
  );
  const viewer = { ...person, csrfToken: csrfToken() };
  const shown = { activities: found.items, next: found.next };
  const view = { ...named, ...shown, by: query.by ?? '', filter };
  return page(200, activityPage(deps, viewer, view));
};

export const rows: readonly Operation<SealingDeps>[] = [
  pageOperation(showActivity, showActs, signedIn()),
  pageOperation(dataRoutes.showMyData, showData, signedIn()),
  pageOperation(dataRoutes.exportMyData, exportData, signedIn({ recentSignIn: 'data' })),
  pageOperation(routes.showProofs, show, signedIn()),
  pageOperation(routes.makeProofOnPage, make, signedIn()),
  pageOperation(routes.showOwnProof, showOne, signedIn()),
  pageOperation(
    routes.revokeProofOnPage,
    revoke,
    signedIn({ returnTo: listPath, whileSuspended: true }),
  ),
];

export const handler = pageFunction(rows, sealingDeps);
