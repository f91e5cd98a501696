import * as z from 'zod/mini';
import { maxProofBytes } from '../../documents/domain/proof-file.ts';
import * as documentErrors from '../../documents/errors/document-errors.ts';
import { ById } from '../../kernel/contracts/text.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { portalPage } from '../../kernel/http/page-rows.ts';
import { defineRoute } from '../../kernel/http/route.ts';
import { TaxProofQuery } from '../contracts/portal-certificates-contract.ts';

const shared = {
  ...portalPage,
  entry: 'functions/portal/tax-proof.ts',
  spec: '2.8',
} as const;

export const showTaxProofUpload = defineRoute({
  ...shared,
  operationId: 'showTaxProofUpload',
  method: 'GET',
  path: '/portal/uploads/tax-proof',
  writes: { update: ['session'] },
  summary: 'Show the form to upload a proof of paid taxes',
  query: TaxProofQuery,
  errors: [],
});

export const uploadTaxProof = defineRoute({
  ...shared,
  operationId: 'uploadTaxProof',
  method: 'POST',
  path: '/portal/uploads/tax-proof',
  writes: { put: ['audit', 'taxProof', 'uploadScan'], update: ['attempts', 'session'] },
  summary: 'Upload a proof of paid taxes',
  bodyType: 'bytes',
  body: z.unknown(),
  // The file, plus the form encoding around it.
  maxBodyBytes: maxProofBytes + 10_000,
  documents: { put: ['tax-proofs'] },
  errors: [
    apiErrors.foreignForm,
    documentErrors.uploadRefused,
    { ...apiErrors.tooManyAttempts, when: 'Wait for `Retry-After`.' },
  ],
});

export const showTaxProof = defineRoute({
  ...shared,
  operationId: 'showTaxProof',
  method: 'GET',
  path: '/uploads/tax-proofs/{id}',
  writes: { update: ['session'] },
  summary: 'Open a proof of paid taxes that you uploaded',
  params: ById,
  documents: { get: ['tax-proofs'] },
  errors: [apiErrors.notFound],
});
