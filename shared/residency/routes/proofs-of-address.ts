import * as accessErrors from '../../access/errors/access-errors.ts';
import { maxProofBytes, proofExtensions } from '../../documents/domain/proof-file.ts';
import * as documentErrors from '../../documents/errors/document-errors.ts';
import { ById } from '../../kernel/contracts/text.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { defineRoute } from '../../kernel/http/route.ts';
import {
  addressProofUploads,
  ProofOfAddressAnswer,
  ProofOfAddressUpload,
} from '../contracts/partner-application.ts';
import * as residencyErrors from '../errors/residency-errors.ts';

const shared = {
  entry: 'functions/uploads/proof-of-address.ts',
  tag: 'Partners',
  limit: 'partner',
  spec: '2.9',
} as const;

export const uploadProofOfAddress = defineRoute({
  ...shared,
  operationId: 'uploadProofOfAddress',
  method: 'POST',
  path: '/api/v1/uploads/proof_of_address',
  summary: 'Upload a proof of address',
  description:
    'Uploads a PDF, JPEG or PNG of up to 4.5 MB (4,500,000 bytes) for a draft of the integration. The declared type must match the content, and the file must not also be valid as another type. Send the `id` of the response as `applicationData.personalDetails.proofOfAddressUploadId`. You can upload 20 files an hour for one application.',
  auth: { scheme: 'partner', scope: 'partner:person.proof_of_address.write' },
  bodyType: 'bytes',
  bodyMedia: 'multipart/form-data',
  body: ProofOfAddressUpload,
  // Slightly more than the limit, so that a file just over it gets an error that names the limit. API Gateway passes at
  // most 4.7 MB to a function.
  maxBodyBytes: maxProofBytes + 250_000,
  response: ProofOfAddressAnswer,
  example: {
    response: {
      data: {
        id: '4f1e2d3c-5b6a-4978-8796-a5b4c3d2e1f0',
        applicationId: '6a0c9a70-3b51-4a53-9d0b-0f4f6f8a1c2d',
        contentType: 'application/pdf',
        size: 182_044,
      },
    },
  },
  errors: [
    apiErrors.invalidBody,
    documentErrors.uploadWithoutApplication,
    { ...documentErrors.uploadWithoutFile, when: 'The file is missing or empty.' },
    {
      ...documentErrors.unsupportedFileType,
      when: 'The declared type is not allowed, or the content does not match it.',
    },
    documentErrors.fileTooLarge,
    residencyErrors.residencyApplicationNotDraft,
    ...accessErrors.partnerErrors,
    documentErrors.uploadRefused,
    residencyErrors.residencyApplicationNotFound,
    {
      ...apiErrors.tooManyAttempts,
      when: `There were more than ${addressProofUploads.max} uploads for one application in an hour. Wait for \`Retry-After\`.`,
    },
    ...apiErrors.idempotencyErrors,
  ],
  table: 'read',
  writes: {
    put: ['audit', 'effect', 'proofOfAddress', 'uploadScan'],
    update: ['attempts'],
    check: ['residencyApplication'],
  },
  documents: { put: ['proofs-of-address'] },
  idempotent: 'effect',
});

export const downloadProofOfAddress = defineRoute({
  ...shared,
  operationId: 'downloadProofOfAddress',
  method: 'GET',
  path: '/api/v1/uploads/proof_of_address/{id}',
  summary: 'Download a proof of address',
  description:
    'Returns the file with its own type. If uploads are checked for malware, the file is available after the check, about a minute after the upload.',
  auth: { scheme: 'partner', scope: 'partner:person.application.read' },
  params: ById,
  notFound: residencyErrors.proofOfAddressNotFound,
  produces: 'application/octet-stream',
  files: Object.keys(proofExtensions),
  errors: [
    ...accessErrors.partnerErrors,
    residencyErrors.proofOfAddressNotFound,
    {
      ...documentErrors.uploadBeingChecked,
      when: 'Wait for `Retry-After`. You can already submit an application that uses the file.',
    },
    documentErrors.uploadRefused,
    documentErrors.uploadNotCheckable,
  ],
  table: 'read',
  documents: { get: ['proofs-of-address'] },
});
