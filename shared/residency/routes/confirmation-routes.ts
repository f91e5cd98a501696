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
  summary: 'See what the register says of a legal entity, to confirm it',
  description:
    'For those who represent the legal entity; to everybody else, and where the deployment asks for no confirmations, there is no such page.',
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
  summary: 'Confirm what the register says of a legal entity',
  description:
    'The form of the page, once a year by one representative. It confirms exactly what the page showed; answers 303 back to the page.',
  bodyType: 'form',
  body: ConfirmEntity,
  example: { request: { version: '1' } },
  errors: [apiErrors.foreignForm, residencyErrors.entityChanged],
});
