import { portalPage } from '../../kernel/http/page-rows.ts';
import { defineRoute } from '../../kernel/http/route.ts';
import { OwnInvoicePath, OwnInvoicesQuery } from '../contracts/portal-contract.ts';

// These paths are below the portal's home page, because its function has all the necessary rights (decision 46).
const shared = {
  ...portalPage,
  entry: 'functions/portal/home.ts',
  method: 'GET',
  writes: { update: ['session'] },
  spec: '2.6',
  errors: [],
} as const;

export const showOwnInvoices = defineRoute({
  ...shared,
  operationId: 'showOwnInvoices',
  path: '/portal/invoices',
  query: OwnInvoicesQuery,
  summary: 'List your invoices, or those of a legal entity',
});

export const showOwnInvoice = defineRoute({
  ...shared,
  operationId: 'showOwnInvoice',
  path: '/portal/invoices/{invoiceId}',
  params: OwnInvoicePath,
  summary: 'Show an invoice or receipt',
});

export const printOwnInvoice = defineRoute({
  ...shared,
  operationId: 'printOwnInvoice',
  entry: 'functions/portal/files.ts',
  path: '/portal/files/invoices/{invoiceId}',
  params: OwnInvoicePath,
  typesets: true,
  summary: 'Download an invoice or receipt',
});
