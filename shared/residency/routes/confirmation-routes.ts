import * as apiErrors from '../../kernel/errors/errors.ts';
import { portalPage, sentForm } from '../../kernel/http/page-rows.ts';
import { defineRoute } from '../../kernel/http/route.ts';
import { ConfirmationPath, ConfirmEntity } from '../contracts/confirmation-contract.ts';
import * as residencyErrors from '../errors/residency-errors.ts';

const shared = {
  ...portalPage,
  path: '/portal/legal-entities/{entityId}/confirmation',
  entry: 'functions/portal/entities.ts',
  params: ConfirmationPath,
  spec: '5',
} as const;

export const showEntityToConfirm = defineRoute({
  ...shared,
  operationId: 'showEntityToConfirm',
  method: 'GET',
  writes: { update: ['session'] },
  summary: 'Show the register entry of a legal entity to confirm',
  errors: [],
});

export const confirmEntityOnPage = defineRoute({
  ...shared,
  operationId: 'confirmEntity',
  ...sentForm,
  writes: {
    put: ['audit', 'entityConfirmation'],
    update: ['session'],
    check: ['entity', 'representative'],
  },
  summary: 'Confirm the register entry of a legal entity',
  body: ConfirmEntity,
  example: { request: { version: '1' } },
  errors: [apiErrors.foreignForm, residencyErrors.entityChanged],
});
