import * as apiErrors from '../../kernel/errors/errors.ts';
import { defineRoute, pageType } from '../../kernel/http/route.ts';
import { ConfirmationPath, ConfirmEntity } from '../contracts/confirmation-contract.ts';
import * as residencyErrors from '../errors/residency-errors.ts';

const shared = {
  path: '/portal/legal-entities/{entityId}/confirmation',
  entry: 'functions/portal/entities.ts',
  tag: 'Portal',
  auth: { scheme: 'none' },
  params: ConfirmationPath,
  produces: pageType,
  table: 'read',
  service: true,
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
  method: 'POST',
  writes: {
    put: ['audit', 'entityConfirmation'],
    update: ['session'],
    check: ['entity', 'representative'],
  },
  summary: 'Confirm the register entry of a legal entity',
  bodyType: 'form',
  body: ConfirmEntity,
  example: { request: { version: '1' } },
  errors: [apiErrors.foreignForm, residencyErrors.entityChanged],
});
