import * as amending from '../../shared/amendments/handlers/amendments.ts';
import * as amendments from '../../shared/amendments/routes/amendment-pages.ts';
import {
  amendmentPageKeys,
  type FilingOfEntity,
  newAmendmentKeys,
} from '../../shared/amendments/usecases/read-amendment.ts';
import type { RequestableType } from '../../shared/certificates/domain/certificate-type.ts';
import type { CertificateDeps } from '../../shared/certificates/handlers/certificates.ts';
import * as certifying from '../../shared/certificates/handlers/certificates.ts';
import * as certificates from '../../shared/certificates/routes/portal-certificates.ts';
import {
  certificatePageKeys,
  newCertificateKeys,
} from '../../shared/certificates/usecases/read-certificate-page.ts';
import type { RequestOfEntity } from '../../shared/certificates/usecases/read-certificate-request.ts';
import { filingDeps } from '../../shared/documents/deps/documents.ts';
import { href } from '../../shared/kernel/pages/page-context.ts';
import { paymentDeps } from '../../shared/payments/deps/payment-deps.ts';
import { confirmationPath } from '../../shared/residency/contracts/confirmation-contract.ts';
import { confirmEntityPage } from '../../shared/residency/pages/confirm-entity-page.ts';
import {
  confirmEntityOnPage,
  showEntityToConfirm,
} from '../../shared/residency/routes/confirmation-routes.ts';
import { confirmEntity, readToConfirm } from '../../shared/residency/usecases/confirm-entity.ts';
import { ownEntitiesPage } from '../../shared/service/pages/own-entities-page.ts';
import { ownEntityPage } from '../../shared/service/pages/own-entity-page.ts';
import * as routes from '../../shared/service/routes/own-entities.ts';
import {
  linkToOwnDocument,
  listOwnEntities,
  ownEntityKeys,
  ownEntityOf,
  readOwnEntity,
} from '../../shared/service/usecases/read-own-entity.ts';
import { page, redirect } from '../../shared/web/http/page.ts';
import { pageFunction, pageOperation } from '../../shared/web/http/page-operation.ts';
import type { Operation } from '../../shared/web/http/path-function.ts';
import { type PortalRun, signedIn } from '../../shared/web/http/signed-in.ts';

type EntityDeps = CertificateDeps;

interface OfEntity {
  readonly params: { readonly entityId: string };
}

const list: PortalRun<typeof routes.showOwnEntities> = async ({ person, csrfToken }, deps) => {
  const listed = await listOwnEntities(person.id, deps);
  return page(200, ownEntitiesPage(deps, { ...person, csrfToken: csrfToken() }, listed));
};

const showEntity: PortalRun<typeof routes.showOwnEntity> = async (request, deps) => {
  const { person, csrfToken, extraItems } = request;
  const view = await readOwnEntity(ownEntityOf(extraItems), deps);
  const viewer = { ...person, csrfToken: csrfToken() };
  return page(200, ownEntityPage(deps, viewer, view, deps.now().toISOString()));
};

const openDocument: PortalRun<typeof routes.openEntityDocument, EntityDeps> = async (
  { params, person },
  deps,
) => redirect(await linkToOwnDocument(params, person.id, deps));

/** A signature must come from the person, not from someone with access to their browser. */
const recent = { recentSignIn: 'signature' } as const;

const showToConfirm: PortalRun<typeof showEntityToConfirm> = async (
  { params, person, csrfToken },
  deps,
) => {
  const view = await readToConfirm(params.entityId, person.id, deps);
  return page(200, confirmEntityPage(deps, { ...person, csrfToken: csrfToken() }, view));
};

const confirm: PortalRun<typeof confirmEntityOnPage> = async (
  { params: { entityId }, body, person, csrfToken },
  deps,
) => {
  const viewer = { ...person, csrfToken: csrfToken() };
  const version = body.ok ? body.data.version : null;
  const outcome = await confirmEntity({ entityId, personId: person.id, version }, deps);
  if (outcome === 'confirmed') return redirect(href(deps, confirmationPath(entityId)));
  const view = await readToConfirm(entityId, person.id, deps);
  return page(409, confirmEntityPage(deps, viewer, { ...view, problem: outcome }));
};

/** What a page reads together with the session. */
const withEntity = {
  extraItems: (personId: string, { params }: OfEntity) => ownEntityKeys(params.entityId, personId),
};
const withNewAmendment = {
  extraItems: (personId: string, { params }: OfEntity) =>
    newAmendmentKeys(params.entityId, personId),
};
const withAmendment = {
  extraItems: (personId: string, { params }: { readonly params: FilingOfEntity }) =>
    amendmentPageKeys(params, personId),
};
const withNewCertificate = {
  extraItems: (
    personId: string,
    { params, query }: OfEntity & { readonly query: { readonly type: RequestableType } },
  ) => newCertificateKeys(params.entityId, personId, query.type),
};
const withCertificate = {
  extraItems: (personId: string, { params }: { readonly params: RequestOfEntity }) =>
    certificatePageKeys(params, personId),
};

export const rows: readonly Operation<EntityDeps>[] = [
  pageOperation(routes.showOwnEntities, list, signedIn()),
  pageOperation(routes.showOwnEntity, showEntity, signedIn(withEntity)),
  pageOperation(routes.openEntityDocument, openDocument, signedIn()),
  pageOperation(amendments.showAmendmentToSign, amending.showSigning, signedIn(recent)),
  pageOperation(amendments.signAmendmentOnPage, amending.signOnPage, signedIn(recent)),
  pageOperation(showEntityToConfirm, showToConfirm, signedIn()),
  pageOperation(confirmEntityOnPage, confirm, signedIn()),
  pageOperation(amendments.showNewAmendment, amending.askForAmendment, signedIn(withNewAmendment)),
  pageOperation(
    amendments.beginAmendmentOnPage,
    amending.beginAmendment,
    signedIn(withNewAmendment),
  ),
  pageOperation(amendments.showOwnAmendment, amending.showAmendment, signedIn(withAmendment)),
  pageOperation(amendments.showAmendmentRevision, amending.showRevision, signedIn(withAmendment)),
  pageOperation(amendments.reviseAmendmentOnPage, amending.reviseOnPage, signedIn(withAmendment)),
  pageOperation(amendments.payAmendmentOnPage, amending.payFiling, signedIn(withAmendment)),
  pageOperation(amendments.submitAmendmentOnPage, amending.submitOnPage, signedIn()),
  pageOperation(amendments.withdrawAmendmentOnPage, amending.withdrawOnPage, signedIn()),
  pageOperation(
    certificates.showNewCertificate,
    certifying.askForCertificate,
    signedIn(withNewCertificate),
  ),
  pageOperation(
    certificates.requestCertificateOnPage,
    certifying.requestOnPage,
    signedIn(withNewCertificate),
  ),
  pageOperation(certificates.showOwnCertificate, certifying.showRequest, signedIn(withCertificate)),
  pageOperation(
    certificates.payCertificateOnPage,
    certifying.payRequest,
    signedIn(withCertificate),
  ),
  pageOperation(certificates.cancelCertificateOnPage, certifying.cancelOnPage, signedIn()),
];

export const handler = pageFunction(rows, () => ({ ...filingDeps(), ...paymentDeps() }));
