import { Confirmation } from '../../kernel/contracts/form-fields.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { defineRoute, pageType } from '../../kernel/http/route.ts';

const shared = {
  entry: 'functions/portal/account.ts',
  path: '/portal/my-data',
  tag: 'Portal',
  auth: { scheme: 'none' },
  produces: pageType,
  table: 'read',
  indexes: ['gsi2'],
  service: true,
  seals: true,
  spec: '5',
} as const;

export const showMyData = defineRoute({
  ...shared,
  operationId: 'showMyData',
  method: 'GET',
  writes: { update: ['session'] },
  summary: 'Show what data we hold about you, and why',
  errors: [],
});

export const exportMyData = defineRoute({
  ...shared,
  operationId: 'exportMyData',
  method: 'POST',
  writes: { put: ['audit'], update: ['session'], check: ['person'] },
  summary: 'Download your data as JSON',
  bodyType: 'form',
  body: Confirmation,
  errors: [apiErrors.foreignForm],
});

export const printMyData = defineRoute({
  ...exportMyData,
  operationId: 'printMyData',
  entry: 'functions/portal/papers.ts',
  path: '/portal/papers/my-data',
  // It creates no proofs, and so needs no sealing secret.
  seals: false,
  typesets: true,
  summary: 'Download your data as PDF',
});
