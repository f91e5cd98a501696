import { Confirmation } from '../../kernel/contracts/form-fields.ts';
import { portalPage, sentForm } from '../../kernel/http/page-rows.ts';
import { defineRoute } from '../../kernel/http/route.ts';

const shared = {
  ...portalPage,
  entry: 'functions/portal/account.ts',
  path: '/portal/my-data',
  indexes: ['gsi2'],
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
  ...sentForm,
  writes: { put: ['audit'], update: ['session'], check: ['person'] },
  summary: 'Download your data as JSON',
  body: Confirmation,
});

export const printMyData = defineRoute({
  ...exportMyData,
  operationId: 'printMyData',
  entry: 'functions/portal/files.ts',
  path: '/portal/files/my-data',
  // It creates no proofs, and so needs no sealing secret.
  seals: false,
  typesets: true,
  summary: 'Download your data as PDF',
});
