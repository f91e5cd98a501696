import { maxProofBytes } from '../../documents/domain/proof-file.ts';
import * as documentErrors from '../../documents/errors/document-errors.ts';
import { productItems } from '../../kernel/domain/product.ts';
import type { ErrorCase } from '../../kernel/errors/api-error.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import {
  JsonInformation,
  SentInformation,
  TakenInformation,
} from '../contracts/information-contract.ts';
import * as reviewErrors from '../errors/review-errors.ts';

/** The writes of a decision, also one by an operator. */
export const decisionWrites = {
  put: ['actReason', 'amendment', 'audit', 'event', 'listed', 'review'],
  delete: ['listed'],
} as const;

/** The writes of a question to the applicant. */
export const questionWrites = {
  put: [...productItems, 'audit', 'event', 'listed', 'review', 'reviewQuestion'],
  delete: ['listed'],
} as const;

export const answerEntry = 'functions/information/answer.ts';
export const answerWrites = {
  put: [
    ...productItems,
    'audit',
    'effect',
    'event',
    'listed',
    'review',
    'reviewAnswer',
    'uploadScan',
  ],
  delete: ['listed'],
  check: ['manifestation', 'person', 'representative'],
} as const;

/** The errors for an answer that is refused. */
export const answerRefusals: readonly ErrorCase[] = [
  apiErrors.informationNotRequested,
  apiErrors.informationAnswered,
  apiErrors.informationOtherQuestion,
  reviewErrors.informationClosed,
  documentErrors.uploadRefused,
];

/** The common part of the rows with which keys answer a reviewer’s question; each adds its access errors. */
export const answerRow = {
  method: 'POST',
  entry: answerEntry,
  summary: 'Answer a reviewer’s question',
  description:
    'Call it while `nextSteps.informationRequired` is true. `requestId` is the `id` of `informationRequest`. `answer` can have up to 2,000 characters. The `file` is optional: a PDF, JPEG or PNG of up to 4.5 MB (4,500,000 bytes) that is not also valid as another type. The case stays under review and keeps its invoice and submission time. Without a file, you can send JSON instead: `{requestId, answer}`. For a partner’s application, add `uploadId` to the JSON: the id of a proof of address that you uploaded for the application. This upload becomes the file. With the same `Idempotency-Key`, a call with the same fields and file bytes is a repeat.',
  bodyType: 'bytes',
  bodyMedia: 'multipart/form-data',
  body: SentInformation,
  jsonBody: {
    schema: JsonInformation,
    example: {
      requestId: '7c2f0f36-2f0e-4f6b-9a39-0c8f0f7f8f11',
      answer: 'The office is on the second floor of the same building.',
    },
  },
  // Slightly more than the limit, so that a file just over it gets an error that names the limit.
  maxBodyBytes: maxProofBytes + 250_000,
  response: TakenInformation,
  example: {
    response: {
      data: {
        requestId: '7c2f0f36-2f0e-4f6b-9a39-0c8f0f7f8f11',
        answeredAt: '2026-01-17T14:05:00.000Z',
        file: { contentType: 'application/pdf', size: 182_044 },
      },
    },
  },
  table: 'read',
  writes: answerWrites,
  documents: { put: ['information'] },
  service: true,
  idempotent: 'effect',
} as const;

/** The errors of these routes, in addition to access errors. */
export const answerErrors: readonly ErrorCase[] = [
  apiErrors.invalidBody,
  { ...documentErrors.uploadWithoutFile, when: 'The file is empty, or was sent as text.' },
  documentErrors.unsupportedFileType,
  documentErrors.fileTooLarge,
  ...answerRefusals,
  ...apiErrors.idempotencyErrors,
];
