import { signaturePath } from '../../shared/amendments/contracts/amendment.ts';
import * as amending from '../../shared/amendments/handlers/amendments.ts';
import {
  amendmentSignaturePage,
  signingProblem,
} from '../../shared/amendments/pages/amendment-page.ts';
import * as amendments from '../../shared/amendments/routes/amendment-pages.ts';
import {
  showAmendmentToSign,
  signAmendmentOnPage,
} from '../../shared/amendments/routes/amendment-pages.ts';
import {
  type AmendmentToSign,
  readAmendmentToSign,
  signAmendment,
} from '../../shared/amendments/usecases/draft-amendment.ts';
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
import type { ServiceDeps } from '../../shared/kernel/deps/service.ts';
import { codeOf } from '../../shared/kernel/errors/api-error.ts';
import { href } from '../../shared/kernel/pages/page-context.ts';
import type { Reader } from '../../shared/kernel/pages/portal-layout.ts';
import { refusedSignature, type SentSignature } from '../../shared/kernel/pages/signing-form.ts';
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
import type { RawResponse } from '../../shared/web/http/request.ts';
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
  const shown = await readOwnEntity(ownEntityOf(extraItems), deps);
  const reader = { ...person, csrfToken: csrfToken() };
  return page(200, ownEntityPage(deps, reader, shown, deps.now().toISOString()));
};

const openDocument: PortalRun<typeof routes.openEntityDocument, EntityDeps> = async (
  { params, person },
  deps,
) => redirect(await linkToOwnDocument(params, person.id, deps));

const show: PortalRun<typeof showAmendmentToSign> = async ({ params, person, csrfToken }, deps) => {
  const found = await readAmendmentToSign(deps.table, params, person.id);
  return page(200, pageOf({ ...found, reader: { ...person, csrfToken: csrfToken() } }, deps));
};

const sign: PortalRun<typeof signAmendmentOnPage> = async (
  { params, body, person, csrfToken },
  deps,
) => {
  const reader = { ...person, csrfToken: csrfToken() };
  if (!body.ok) {
    const fields = refusedSignature(body);
    const found = await readAmendmentToSign(deps.table, params, person.id);
    return page(400, pageOf({ ...found, reader, fields }, deps));
  }
  const { signerName, version, language } = body.data;
  try {
    await signAmendment({ ...params, version, signerName, personId: person.id, language }, deps);
    return redirect(href(deps, signaturePath(params.entityId, params.filingId)));
  } catch (error) {
    return refused(error, () => readAmendmentToSign(deps.table, params, person.id), reader, deps);
  }
};

/** The current page with the result of the form. Rethrows errors that the page can't explain. */
async function refused(
  error: unknown,
  read: () => Promise<AmendmentToSign>,
  reader: Reader,
  deps: ServiceDeps,
): Promise<RawResponse> {
  const code = codeOf(error);
  const problem = signingProblem(code, deps);
  if (problem === null) throw error;
  return page(409, pageOf({ ...(await read()), reader, problem }, deps));
}

interface Shown extends AmendmentToSign {
  readonly reader: Reader;
  readonly fields?: SentSignature;
  readonly problem?: NonNullable<ReturnType<typeof signingProblem>>;
}

function pageOf({ reader, fields = {}, ...rest }: Shown, deps: ServiceDeps) {
  return amendmentSignaturePage(deps, reader, { ...rest, fields });
}

/** A signature must come from the person, not from someone with access to their browser. */
const recent = { recentSignIn: 'signature' } as const;

const showToConfirm: PortalRun<typeof showEntityToConfirm> = async (
  { params, person, csrfToken },
  deps,
) => {
  const shown = await readToConfirm(params.entityId, person.id, deps);
  return page(200, confirmEntityPage(deps, { ...person, csrfToken: csrfToken() }, shown));
};

const confirm: PortalRun<typeof confirmEntityOnPage> = async (
  { params: { entityId }, body, person, csrfToken },
  deps,
) => {
  const reader = { ...person, csrfToken: csrfToken() };
  const version = body.ok ? body.data.version : null;
  const outcome = await confirmEntity({ entityId, personId: person.id, version }, deps);
  if (outcome === 'confirmed') return redirect(href(deps, confirmationPath(entityId)));
  const shown = await readToConfirm(entityId, person.id, deps);
  return page(409, confirmEntityPage(deps, reader, { ...shown, problem: outcome }));
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
  pageOperation(showAmendmentToSign, show, signedIn(recent)),
  pageOperation(signAmendmentOnPage, sign, signedIn(recent)),
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
