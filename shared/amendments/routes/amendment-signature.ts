import * as apiErrors from '../../kernel/errors/errors.ts';
import { portalPage, sentForm } from '../../kernel/http/page-rows.ts';
import { defineRoute } from '../../kernel/http/route.ts';
import { OwnFiling } from '../contracts/portal-amendments-contract.ts';
import { SignAmendment } from '../contracts/portal-forms.ts';
import * as amendmentErrors from '../errors/amendment-errors.ts';

const shared = {
  ...portalPage,
  path: '/portal/legal-entities/{entityId}/amendments/{filingId}/sign',
  entry: 'functions/portal/entities.ts',
  params: OwnFiling,
  spec: '4.15',
} as const;

export const showAmendmentToSign = defineRoute({
  ...shared,
  operationId: 'showAmendmentToSign',
  method: 'GET',
  writes: { update: ['session'] },
  summary: 'Show an amendment and its signature',
  errors: [],
});

export const signAmendmentOnPage = defineRoute({
  ...shared,
  operationId: 'signAmendment',
  ...sentForm,
  writes: {
    put: ['amendment', 'audit', 'event'],
    update: ['session'],
    check: ['entityName', 'person', 'representative'],
  },
  summary: 'Sign an amendment',
  body: SignAmendment,
  example: { request: { signerName: 'Ada Lovelace', agree: 'yes', version: '1' } },
  errors: [
    apiErrors.foreignForm,
    { ...amendmentErrors.filingChanged, when: 'Nothing was signed.' },
  ],
});
