import { Confirmation } from '../../kernel/contracts/form-fields.ts';
import type { ErrorCase } from '../../kernel/errors/api-error.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { portalPage, sentForm } from '../../kernel/http/page-rows.ts';
import { defineRoute, pageType } from '../../kernel/http/route.ts';
import { MakeProof, OwnProofPath, ProofLink, ProofQuery } from '../contracts/proof-contract.ts';

const tooMany: ErrorCase = { ...apiErrors.tooManyAttempts, when: 'Wait for `Retry-After`.' };

const own = {
  ...portalPage,
  entry: 'functions/portal/account.ts',
  seals: true,
  spec: '5',
} as const;
const shared = {
  entry: 'functions/pages/proof.ts',
  tag: 'Pages',
  auth: { scheme: 'none' },
  produces: pageType,
  service: true,
  spec: '5',
} as const;

export const showProofs = defineRoute({
  ...own,
  operationId: 'showProofs',
  method: 'GET',
  path: '/portal/proofs',
  writes: { update: ['session'] },
  summary: 'List your proofs, with the form for a new one',
  errors: [],
});

export const makeProofOnPage = defineRoute({
  ...own,
  operationId: 'makeProof',
  ...sentForm,
  path: '/portal/proofs',
  writes: {
    put: ['audit', 'holderProof', 'ownedProof', 'sentForm'],
    update: ['attempts', 'session'],
    check: ['person'],
  },
  summary: 'Create a proof',
  body: MakeProof,
  errors: [apiErrors.foreignForm, tooMany],
});

export const showOwnProof = defineRoute({
  ...own,
  operationId: 'showOwnProof',
  method: 'GET',
  path: '/portal/proofs/{proofId}',
  writes: { update: ['session'] },
  summary: 'Show your proof with its QR code',
  params: OwnProofPath,
  errors: [],
});

export const revokeProofOnPage = defineRoute({
  ...own,
  operationId: 'revokeProof',
  ...sentForm,
  path: '/portal/proofs/{proofId}/revoke',
  writes: { put: ['audit'], update: ['holderProof', 'ownedProof', 'session'] },
  summary: 'Revoke a proof',
  params: OwnProofPath,
  body: Confirmation,
});

export const enterProof = defineRoute({
  ...shared,
  operationId: 'enterProof',
  method: 'GET',
  path: '/proofs',
  summary: 'Show the form for the code of a proof',
  query: ProofQuery,
  errors: [],
  table: 'none',
});

export const showProof = defineRoute({
  ...shared,
  operationId: 'showProof',
  method: 'GET',
  path: '/proofs/{code}',
  summary: 'Show a resident’s proof',
  params: ProofLink,
  errors: [apiErrors.notFound, tooMany],
  table: 'read',
  writes: { put: ['audit'], update: ['attempts'], check: ['holderProof', 'person'] },
});
