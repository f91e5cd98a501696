import { SignatureLink } from '../../incorporation/contracts/signature.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { sentForm } from '../../kernel/http/page-rows.ts';
import { defineRoute, pageType } from '../../kernel/http/route.ts';
import { ObjectionForm } from '../contracts/portal-amendments-contract.ts';
import * as amendmentErrors from '../errors/amendment-errors.ts';

const shared = {
  path: '/objections/{token}',
  entry: 'functions/pages/objection.ts',
  tag: 'Pages',
  auth: { scheme: 'none' },
  params: SignatureLink,
  produces: pageType,
  service: true,
  spec: '4.15',
} as const;
const over = { ...apiErrors.linkInvalid, when: 'The link is more than a year old, or unknown.' };

export const showObjection = defineRoute({
  ...shared,
  operationId: 'showObjection',
  method: 'GET',
  summary: 'Show an amendment to object to',
  errors: [over],
  table: 'read',
});

export const objectOnPage = defineRoute({
  ...shared,
  operationId: 'objectToAmendment',
  ...sentForm,
  summary: 'Object to an amendment',
  body: ObjectionForm,
  example: { request: { note: 'We never agreed on this name.' } },
  errors: [apiErrors.foreignForm, over, amendmentErrors.filingDecided],
  table: 'read',
  writes: {
    put: ['amendment', 'audit', 'listed', 'objection', 'review'],
    delete: ['listed'],
    check: ['reviewOf'],
  },
});
