import { ById } from '../../kernel/contracts/text.ts';
import { productItems } from '../../kernel/domain/product.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { sentForm } from '../../kernel/http/page-rows.ts';
import { defineRoute, pageType } from '../../kernel/http/route.ts';
import {
  CheckoutDecision,
  CheckoutLink,
  OpenCheckout,
  OpenedCheckout,
  PaymentWebhook,
  SandboxForm,
  SandboxLink,
  TakenWebhook,
  WebhookPath,
} from '../contracts/payment-contract.ts';
import * as paymentErrors from '../errors/payment-errors.ts';

export const createCheckoutSession = defineRoute({
  operationId: 'createLegalEntityApplicationCheckoutSession',
  method: 'POST',
  path: '/api/v1/legal_entity_applications/{id}/checkout_session',
  entry: 'functions/applications/create-checkout-session.ts',
  summary: 'Open a hosted checkout for an application',
  description:
    'Returns the page where the payer pays the invoice. This call pays and submits nothing. After paying, the payer goes to `redirectUrl` with `success=true` added to its query. After cancelling, they go to `redirectUrl` unchanged. The provider confirms the payment in the background, so poll the application. Send exactly one of `paymentProvider` (its name) and `paymentMethod` (the service picks the provider).',
  tag: 'Applications',
  auth: { scheme: 'key', agentScope: 'unavailable' },
  params: ById,
  notFound: apiErrors.applicationNotFound,
  body: OpenCheckout,
  response: OpenedCheckout,
  example: {
    request: {
      paymentProvider: 'cardpay',
      redirectUrl: 'https://client.example/paid?order=7',
      email: 'founders@client.example',
    },
    response: {
      data: {
        url: 'https://registry.example/checkout/q3l0Xv8c2mB5nKzQ7wRtY1uP4sDfGhJkLaZxCvBn0mE',
        amountCents: 30_000,
        currency: 'USD',
        expiresAt: '2026-01-17T09:30:00.000Z',
      },
      invoiceId: '7b1e5f5c-32a4-4b8e-9a1c-0d6f3f2a9b11',
    },
  },
  errors: [
    apiErrors.invalidBody,
    apiErrors.applicationNotDraft,
    apiErrors.applicationNotApiCreated,
    apiErrors.applicationInvoicePaid,
    apiErrors.applicationInvoiceNotOpen,
    apiErrors.missingApiKey,
    apiErrors.invalidApiKey,
    apiErrors.applicationNotFound,
    ...apiErrors.idempotencyErrors,
    apiErrors.checkoutNotForAgents,
  ],
  table: 'read',
  writes: { put: ['audit', 'checkoutSession', 'invoice'], check: ['invoice'] },
  service: true,
  payments: true,
  idempotent: 'answer',
  spec: '4.6',
});

/** What most of these rows have in common. */
const shared = {
  tag: 'Pages',
  auth: { scheme: 'none' },
  table: 'read',
  service: true,
  spec: '4.6',
  produces: pageType,
  payments: true,
} as const;

export const showCheckout = defineRoute({
  ...shared,
  operationId: 'showCheckout',
  method: 'GET',
  path: '/checkout/{sessionId}',
  entry: 'functions/checkout/session.ts',
  summary: 'Show a checkout and its status',
  params: CheckoutLink,
  errors: [],
});

export const decideCheckout = defineRoute({
  ...shared,
  operationId: 'decideCheckout',
  ...sentForm,
  path: '/checkout/{sessionId}',
  entry: 'functions/checkout/session.ts',
  summary: 'Continue to the payment provider, or cancel',
  params: CheckoutLink,
  body: CheckoutDecision,
  writes: { put: ['checkoutSession', 'invoice', 'sandboxPayment'], check: ['representative'] },
});

export const receivePaymentWebhook = defineRoute({
  operationId: 'receivePaymentWebhook',
  method: 'POST',
  path: '/webhooks/payments/{provider}',
  entry: 'functions/webhooks/payments.ts',
  summary: 'Receive a payment notification',
  description:
    'Payment providers call this. They sign each notification with the shared secret: `Registry-Signature: t=<Unix seconds>,v1=<hexadecimal HMAC-SHA256 of "<t>.<body>">`. `t` must be within five minutes of our clock. Notifications can arrive repeatedly and in any order. Every notification that the service understands gets 200, even if it changes nothing. Do not send a notification again after a 200.',
  tag: 'Payments',
  auth: { scheme: 'none' },
  params: WebhookPath,
  notFound: paymentErrors.paymentProviderNotFound,
  bodyType: 'bytes',
  body: PaymentWebhook,
  response: TakenWebhook,
  example: {
    request: {
      id: 'evt_1',
      type: 'payment.succeeded',
      data: {
        paymentId: 'pay_1',
        reference: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
        amountCents: 30_000,
        currency: 'USD',
      },
    },
    response: { received: true, outcome: 'settled' },
  },
  errors: [
    paymentErrors.invalidWebhookSignature,
    apiErrors.invalidBody,
    paymentErrors.paymentProviderNotFound,
  ],
  table: 'read',
  writes: {
    put: [
      ...productItems,
      'audit',
      'checkoutSession',
      'event',
      'invoice',
      'listed',
      'payment',
      'paymentCase',
      'paymentReport',
    ],
    check: ['entityName'],
  },
  service: true,
  payments: true,
  spec: '4.6',
});

export const showSandboxPayment = defineRoute({
  ...shared,
  operationId: 'showSandboxPayment',
  method: 'GET',
  path: '/sandbox/payments/{paymentId}',
  entry: 'functions/sandbox/payment.ts',
  summary: 'Show a test payment',
  params: SandboxLink,
  errors: [],
});

export const decideSandboxPayment = defineRoute({
  ...shared,
  operationId: 'decideSandboxPayment',
  ...sentForm,
  path: '/sandbox/payments/{paymentId}',
  entry: 'functions/sandbox/payment.ts',
  summary: 'Complete, decline or cancel a test payment',
  params: SandboxLink,
  body: SandboxForm,
  writes: { put: ['event', 'sandboxPayment'] },
});
