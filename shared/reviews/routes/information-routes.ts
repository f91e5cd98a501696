import * as z from 'zod/mini';
import { maxProofBytes } from '../../documents/domain/proof-file.ts';
import { ById } from '../../kernel/contracts/text.ts';
import type { ErrorCase } from '../../kernel/errors/api-error.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { portalPage } from '../../kernel/http/page-rows.ts';
import { defineRoute } from '../../kernel/http/route.ts';
import { answerEntry, answerRefusals, answerWrites } from '../http/decision-rows.ts';

const pages = {
  ...portalPage,
  path: '/portal/information/{id}',
  entry: answerEntry,
  params: ById,
  spec: '2.6',
} as const;
const notFound: ErrorCase = {
  ...apiErrors.notFound,
  when: 'It does not exist, or you are neither the applicant nor a representative.',
};

export const showInformation = defineRoute({
  ...pages,
  operationId: 'showInformationRequest',
  method: 'GET',
  writes: { update: ['session'] },
  summary: 'Show a reviewer’s question',
  errors: [notFound],
});

export const answerInformationOnPage = defineRoute({
  ...pages,
  operationId: 'answerInformationRequest',
  method: 'POST',
  writes: { ...answerWrites, update: ['session'] },
  summary: 'Answer a reviewer’s question',
  bodyType: 'bytes',
  body: z.unknown(),
  // The file, plus the form encoding around it and the text.
  maxBodyBytes: maxProofBytes + 50_000,
  documents: { put: ['information'] },
  errors: [apiErrors.foreignForm, notFound, ...answerRefusals],
});
