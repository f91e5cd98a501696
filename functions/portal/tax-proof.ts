import { taxProofComplaint, taxProofPage } from '../../shared/certificates/pages/tax-proof-page.ts';
import * as routes from '../../shared/certificates/routes/tax-proofs.ts';
import {
  findOwnTaxProof,
  presentTaxProof,
  storeTaxProof,
  taxProofUrl,
} from '../../shared/certificates/usecases/tax-proof.ts';
import { type FilingDeps, filingDeps } from '../../shared/documents/deps/documents.ts';
import { readProof } from '../../shared/documents/domain/proof-file.ts';
import { malwareComplaint } from '../../shared/documents/pages/file-complaint.ts';
import { uploadStateOf } from '../../shared/documents/usecases/uploads.ts';
import { ApiError } from '../../shared/kernel/errors/api-error.ts';
import * as apiErrors from '../../shared/kernel/errors/errors.ts';
import { href } from '../../shared/kernel/pages/page-context.ts';
import { personActor } from '../../shared/sign-in/auth/session.ts';
import { verifyForm } from '../../shared/web/http/cookies.ts';
import { readMultipart } from '../../shared/web/http/multipart.ts';
import { page, redirect } from '../../shared/web/http/page.ts';
import { pageFunction, pageOperation } from '../../shared/web/http/page-operation.ts';
import type { Operation } from '../../shared/web/http/path-function.ts';
import { type PortalRun, signedIn } from '../../shared/web/http/signed-in.ts';

const show: PortalRun<typeof routes.showTaxProofUpload, FilingDeps> = async (request, deps) => {
  const { query, person, csrfToken } = request;
  const proof =
    query.uploaded === undefined ? null : await findOwnTaxProof(query.uploaded, person.id, deps);
  const view = {
    url: proof && taxProofUrl(deps, proof.id),
    state: proof && (await uploadStateOf(proof, deps)),
    here: proof ? uploadedHref(deps, proof.id) : '?',
  };
  return page(200, taxProofPage(deps, { ...person, csrfToken: csrfToken() }, view));
};

const upload: PortalRun<typeof routes.uploadTaxProof, FilingDeps> = async (request, deps) => {
  const { body, header, person, csrfToken } = request;
  const form = await readMultipart(body, header('content-type'));
  verifyForm(form?.texts ?? {}, csrfToken(), deps.baseUrl, header);
  const sent = form?.files.find(({ field }) => field === 'proof')?.content ?? null;
  const file = sent && readProof(sent);
  const error = taxProofComplaint(sent, file, deps);
  if (!file?.ok || error !== null) {
    const view = { url: null, ...(error !== null && { error }) };
    return page(400, taxProofPage(deps, { ...person, csrfToken: csrfToken() }, view));
  }
  const { content, contentType } = file;
  const proof = { personId: person.id, content, contentType };
  try {
    const { id } = await storeTaxProof(proof, personActor(person.id), deps);
    return redirect(uploadedHref(deps, id));
  } catch (thrown) {
    if (!(thrown instanceof ApiError) || thrown.extras.code !== 'upload.refused') throw thrown;
    const view = { url: null, error: malwareComplaint(deps) };
    return page(409, taxProofPage(deps, { ...person, csrfToken: csrfToken() }, view));
  }
};

/** The page with the status of an uploaded file. */
function uploadedHref(deps: FilingDeps, id: string): string {
  return href(deps, `/portal/uploads/tax-proof?uploaded=${id}`);
}

const open: PortalRun<typeof routes.showTaxProof, FilingDeps> = async (
  { params, person },
  deps,
) => {
  const proof = await findOwnTaxProof(params.id, person.id, deps);
  if (proof === null) throw apiErrors.notFound();
  const { url } = await presentTaxProof(proof, deps);
  // The page explains why it can't be opened.
  return redirect(url ?? uploadedHref(deps, proof.id));
};

export const rows: readonly Operation<FilingDeps>[] = [
  pageOperation(routes.showTaxProofUpload, show, signedIn()),
  pageOperation(routes.uploadTaxProof, upload, signedIn()),
  pageOperation(routes.showTaxProof, open, signedIn()),
];

export const handler = pageFunction(rows, filingDeps);
