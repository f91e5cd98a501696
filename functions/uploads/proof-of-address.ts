import { documentDeps, type UploadDeps } from '../../shared/documents/deps/documents.ts';
import { proofOfAddressFileName } from '../../shared/documents/domain/proof-file.ts';
import { requireOpenable } from '../../shared/documents/usecases/uploads.ts';
import * as apiErrors from '../../shared/kernel/errors/errors.ts';
import * as routes from '../../shared/residency/routes/proofs-of-address.ts';
import {
  checkProofOfAddress,
  readProofOfAddress,
  storeProofOfAddress,
} from '../../shared/residency/usecases/proof-of-address.ts';
import { readMultipart } from '../../shared/web/http/multipart.ts';
import { type Operation, operation, operations } from '../../shared/web/http/path-function.ts';
import type { Run } from '../../shared/web/http/request.ts';

const upload: Run<typeof routes.uploadProofOfAddress, UploadDeps> = async (request, deps) => {
  const { body, header, caller, effect } = request;
  const form = await readMultipart(body, header('content-type'));
  if (form === null)
    throw apiErrors.invalidField([], 'The body is not complete multipart/form-data');
  const file = checkProofOfAddress(form);
  const { id, applicationId, contentType, size } = await storeProofOfAddress(
    file,
    { caller, effect },
    deps,
  );
  return { data: { id, applicationId, contentType, size } };
};

const download: Run<typeof routes.downloadProofOfAddress, UploadDeps> = async (
  { params, caller },
  deps,
) => {
  const proof = await readProofOfAddress(params.id, caller, deps);
  await requireOpenable(proof, deps);
  const { id, contentType, objectKey } = proof;
  const content = await deps.documents.read(objectKey);
  return {
    statusCode: 200,
    headers: {
      'content-type': contentType,
      'content-disposition': `inline; filename="${proofOfAddressFileName(id, contentType)}"`,
      'cache-control': 'private, no-store',
      // An applicant's file can contain anything: opened in a browser, it runs no code and belongs
      // to no origin.
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    },
    body: Buffer.from(content.buffer, content.byteOffset, content.length).toString('base64'),
    isBase64Encoded: true,
  };
};

export const rows: readonly Operation<UploadDeps>[] = [
  operation(routes.uploadProofOfAddress, upload),
  operation(routes.downloadProofOfAddress, download),
];

export const handler = operations(rows, documentDeps);
