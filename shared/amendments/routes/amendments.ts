import * as accessErrors from '../../access/errors/access-errors.ts';
import { ReferencedListQuery } from '../../kernel/contracts/own-list.ts';
import { ById } from '../../kernel/contracts/text.ts';
import type { ErrorCase } from '../../kernel/errors/api-error.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { defineAskingRoute } from '../../kernel/http/approved-route.ts';
import { defineRoute, ownListNote } from '../../kernel/http/route.ts';
import * as paymentErrors from '../../payments/errors/payment-errors.ts';
import * as registryErrors from '../../registry/errors/registry-errors.ts';
import { answerErrors, answerRow } from '../../reviews/http/decision-rows.ts';
import {
  AdvancedAmendment,
  AmendmentAnswer,
  AmendmentFilingPath,
  AmendmentList,
  AmendmentPayment,
  CreateAmendment,
  exampleAmendment,
  exampleApprovedAmendment,
  exampleSubmittedAmendment,
  PreparedAmendment,
  ReviseAmendment,
} from '../contracts/amendment.ts';
import * as amendmentErrors from '../errors/amendment-errors.ts';

const withoutWill: ErrorCase = {
  ...apiErrors.insufficientPermissions,
  when: 'An Agent Key lacks the scope, or its owner’s Manifestation of Will is not in force.',
};
const writeErrors: readonly ErrorCase[] = [
  ...apiErrors.keyErrors.filter(({ status }) => status !== 403),
  withoutWill,
  apiErrors.legalEntityNotFound,
  ...apiErrors.idempotencyErrors,
];

const shared = {
  tag: 'Amendments',
  notFound: apiErrors.legalEntityNotFound,
  service: true,
  spec: '4.15',
} as const;
const written = { ...shared, table: 'read', idempotent: 'answer' } as const;

export const listLegalEntityAmendments = defineRoute({
  ...shared,
  operationId: 'listLegalEntityAmendments',
  method: 'GET',
  path: '/api/v1/legal_entities/{id}/amendments',
  entry: 'functions/amendments/read.ts',
  summary: 'List the amendment filings of a legal entity',
  description: ownListNote,
  auth: { scheme: 'key', agentScope: 'agent:entity.filing.read' },
  params: ById,
  query: ReferencedListQuery,
  response: AmendmentList,
  example: { response: { data: [exampleAmendment] } },
  errors: [...apiErrors.keyErrors, apiErrors.legalEntityNotFound],
  table: 'read',
});

export const createLegalEntityAmendment = defineRoute({
  ...written,
  idempotent: 'answer-or-effect',
  operationId: 'createLegalEntityAmendment',
  method: 'POST',
  path: '/api/v1/legal_entities/{id}/amendments',
  entry: 'functions/amendments/create.ts',
  writes: {
    put: ['amendment', 'amendmentEntity', 'audit', 'effect', 'event', 'openAmendment'],
    update: ['attempts'],
    check: ['manifestation', 'representative'],
  },
  summary: 'Create or replace an amendment draft',
  description:
    'Creates a draft that proposes a new name or principal office, or replaces everything in the open draft. Fields that you leave out are cleared, and any signature becomes void. Before you pay, a representative must sign at `nextSteps.signatureUrl`. The names `updatedName`, `updatedExtension`, `updatedNameStartsWithExtension` and `updatedAddress` are also accepted.',
  auth: { scheme: 'key', agentScope: 'agent:entity.filing.create' },
  params: ById,
  body: CreateAmendment,
  response: PreparedAmendment,
  example: {
    request: { name: 'Acme Harbour' },
    response: { data: exampleAmendment, nextSteps: exampleAmendment.nextSteps },
  },
  errors: [
    apiErrors.invalidBody,
    ...writeErrors,
    ...accessErrors.keyLimitErrors,
    registryErrors.entityDissolved,
    amendmentErrors.filingLocked,
    apiErrors.nameTaken,
    registryErrors.nameReserved,
  ],
});

export const getAmendment = defineRoute({
  ...shared,
  operationId: 'getLegalEntityAmendment',
  method: 'GET',
  path: '/api/v1/legal_entities/{id}/amendments/{filingId}',
  entry: 'functions/amendments/read.ts',
  summary: 'Retrieve an amendment filing',
  description:
    'Returns the filing and its `nextSteps`. After you submit it, poll until it is Approved or Rejected.',
  auth: { scheme: 'key', agentScope: 'agent:entity.filing.read' },
  params: AmendmentFilingPath,
  response: AmendmentAnswer,
  example: { response: { data: exampleApprovedAmendment } },
  errors: [
    ...apiErrors.keyErrors,
    apiErrors.legalEntityNotFound,
    amendmentErrors.amendmentNotFound,
  ],
  table: 'read',
});

export const updateAmendment = defineRoute({
  ...written,
  operationId: 'updateLegalEntityAmendment',
  method: 'PATCH',
  path: '/api/v1/legal_entities/{id}/amendments/{filingId}',
  entry: 'functions/amendments/update.ts',
  writes: { put: ['amendment', 'audit', 'event'], check: ['manifestation', 'representative'] },
  summary: 'Update an amendment draft',
  description:
    'Updates the fields that you send. Fields that you leave out stay as they are, and null clears a field. Any change voids the signature.',
  auth: { scheme: 'key', agentScope: 'agent:entity.filing.create' },
  params: AmendmentFilingPath,
  body: ReviseAmendment,
  response: PreparedAmendment,
  example: {
    request: { name: 'Acme Harbour', principalOfficeAddress: null },
    response: { data: exampleAmendment, nextSteps: exampleAmendment.nextSteps },
  },
  errors: [
    apiErrors.invalidBody,
    ...writeErrors,
    amendmentErrors.amendmentNotFound,
    amendmentErrors.filingLocked,
    apiErrors.nameTaken,
    registryErrors.nameReserved,
  ],
});

export const payAmendmentVoucher = defineAskingRoute({
  ...written,
  idempotent: 'answer-or-effect',
  operationId: 'payLegalEntityAmendmentWithVoucher',
  method: 'POST',
  path: '/api/v1/legal_entities/{id}/amendments/{filingId}/pay/voucher',
  entry: 'functions/amendments/pay-voucher.ts',
  writes: {
    put: ['amendment', 'audit', 'effect', 'event', 'invoice'],
    update: ['attempts', 'voucher'],
    check: ['entityName', 'manifestation', 'representative'],
  },
  summary: 'Pay an amendment filing with a voucher',
  description:
    'Pays a signed filing and submits it for review. The invoice is created and the filing locked first. If the voucher cannot pay, the invoice and the lock remain, so retrieve the filing before you try again.',
  auth: { scheme: 'key', agentScope: 'agent:entity.filing.pay' },
  params: AmendmentFilingPath,
  body: AmendmentPayment,
  response: AdvancedAmendment,
  example: {
    request: { voucherCode: 'WELCOME-2026' },
    response: { success: true, data: exampleSubmittedAmendment },
  },
  errors: [
    apiErrors.invalidBody,
    amendmentErrors.filingUnsigned('payment'),
    paymentErrors.invoiceAlreadyPaid,
    paymentErrors.invoiceNotPayable,
    ...paymentErrors.voucherErrors('Voucher'),
    ...writeErrors,
    ...accessErrors.keyLimitErrors,
    amendmentErrors.amendmentNotFound,
    { ...apiErrors.nameTaken, when: 'Another entity took the name first. The invoice stays paid.' },
  ],
});

export const submitLegalEntityAmendment = defineAskingRoute({
  ...written,
  operationId: 'submitLegalEntityAmendment',
  method: 'POST',
  path: '/api/v1/legal_entities/{id}/amendments/{filingId}/submit',
  entry: 'functions/amendments/submit.ts',
  writes: {
    put: ['amendment', 'audit', 'event'],
    check: ['entityName', 'manifestation', 'representative'],
  },
  summary: 'Submit an amendment filing',
  description:
    'Submits a signed and paid filing for review. Call it when `nextSteps.submitReady` is true. A repeat returns the filing with its current status. While `nextSteps.reviewDispatchPending` is true, a repeat also sends it to review again.',
  auth: { scheme: 'key', agentScope: 'agent:entity.filing.pay' },
  params: AmendmentFilingPath,
  response: AdvancedAmendment,
  example: { response: { success: true, data: exampleSubmittedAmendment } },
  errors: [
    amendmentErrors.filingUnsigned('submission'),
    amendmentErrors.filingUnpaid,
    ...writeErrors,
    amendmentErrors.amendmentNotFound,
    apiErrors.nameTaken,
  ],
});

export const answerAmendmentInformation = defineRoute({
  ...shared,
  ...answerRow,
  operationId: 'answerLegalEntityAmendmentInformation',
  path: '/api/v1/legal_entities/{id}/amendments/{filingId}/information',
  auth: { scheme: 'key', agentScope: 'agent:entity.filing.create' },
  params: AmendmentFilingPath,
  errors: [
    ...apiErrors.keyErrors.filter(({ status }) => status !== 403),
    withoutWill,
    apiErrors.legalEntityNotFound,
    amendmentErrors.amendmentNotFound,
    ...answerErrors,
  ],
});
