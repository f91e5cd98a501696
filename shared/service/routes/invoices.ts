import { ById } from '../../kernel/contracts/text.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { defineRoute } from '../../kernel/http/route.ts';
import { invoiceNotFound } from '../../payments/errors/payment-errors.ts';
import {
  FeeList,
  InvoiceDetailsAnswer,
  invoicePdfPath,
  presentFees,
} from '../contracts/invoice-contract.ts';

const id = '7b1e5f5c-32a4-4b8e-9a1c-0d6f3f2a9b11';

const everyKey = {
  method: 'GET',
  tag: 'Payments',
  auth: { scheme: 'any-key' },
  table: 'read',
  service: true,
  spec: '4.6',
  errors: [
    apiErrors.missingApiKey,
    apiErrors.invalidApiKey,
    apiErrors.accountSuspended,
    apiErrors.integrationNotActive,
  ],
} as const;

const shared = {
  ...everyKey,
  params: ById,
  notFound: invoiceNotFound,
  errors: [...everyKey.errors, invoiceNotFound],
} as const;

export const getInvoice = defineRoute({
  ...shared,
  operationId: 'getInvoice',
  path: '/api/v1/invoices/{id}',
  entry: 'functions/invoices/read.ts',
  summary: 'Retrieve an invoice',
  description:
    'Returns an invoice to keys that can read the application or filing it is for. An Agent Key needs the read scope of applications or filings. A Partner Key gets the invoices of its own applicants. `checkout` is the checkout session that was opened or started last.',
  response: InvoiceDetailsAnswer,
  example: {
    response: {
      data: {
        id,
        statusId: 'paid',
        amountCents: 30_000,
        currency: 'USD',
        paidAt: '2026-01-16T09:30:00.000Z',
        subject: {
          type: 'legal_entity_application',
          id: '0f2d9a52-6b0e-4d58-8a2c-1b2f6c3d4e5f',
          name: 'Acme LLC',
          legalEntityId: null,
        },
        createdAt: '2026-01-16T09:20:00.000Z',
        voidedAt: null,
        receiptNumber: 'R-2026-000123',
        checkout: {
          statusId: 'paid',
          paymentProvider: 'cardpay',
          expiresAt: '2026-01-17T09:20:00.000Z',
        },
        pdfUrl: `https://registry.example${invoicePdfPath(id)}`,
      },
    },
  },
});

export const getInvoicePdf = defineRoute({
  ...shared,
  operationId: 'getInvoicePdf',
  path: '/api/v1/invoices/{id}/pdf',
  entry: 'functions/portal/files.ts',
  summary: 'Download an invoice or receipt',
  description:
    'Returns a PDF: the receipt of a paid invoice, otherwise the invoice. Every key that can read the invoice can download it.',
  produces: 'application/pdf',
  typesets: true,
});

export const listFees = defineRoute({
  ...everyKey,
  operationId: 'listFees',
  path: '/api/v1/fees',
  entry: 'functions/invoices/read.ts',
  summary: 'List fees',
  description:
    'Lists what a new application or filing costs. An existing invoice keeps its amount.',
  response: FeeList,
  example: {
    response: presentFees(() => ({ amountCents: 30_000, currency: 'USD' })),
  },
});
