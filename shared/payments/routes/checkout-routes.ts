import { ById } from '../../kernel/contracts/text.ts';
import { apiErrors } from '../../kernel/errors/errors.ts';
import {
  foreignForm,
  idempotencyErrors,
  invalidBody,
  notFound,
} from '../../kernel/http/error-cases.ts';
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
} from '../contracts/checkout-contract.ts';

export const createCheckoutSession = defineRoute({
  operationId: 'createLegalEntityApplicationCheckoutSession',
  method: 'POST',
  path: '/api/v1/legal_entity_applications/{id}/checkout_session',
  entry: 'functions/applications/create-checkout-session.ts',
  summary: 'Open a hosted checkout for an application',
  description:
    'Answers the page on which the invoice is paid. Nothing is paid or submitted by this call. After paying, the payer is sent to `redirectUrl` with `success=true` added to its query; after cancelling, to `redirectUrl` as it is. The provider confirms the payment in the background: read the application to see it. The provider is named by `paymentProvider`, or found by `paymentMethod`; send exactly one of the two.',
  tag: 'Applications',
  auth: { scheme: 'key', agentScope: 'unavailable' },
  params: ById,
  notFound: 'Legal entity application not found',
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
      },
      invoiceId: '7b1e5f5c-32a4-4b8e-9a1c-0d6f3f2a9b11',
    },
  },
  errors: [
    invalidBody,
    { status: 400, error: 'Legal entity application is not in draft status' },
    { status: 400, error: 'This endpoint can only be used for API-created applications' },
    { status: 400, error: 'Legal entity application invoice is already paid' },
    { status: 400, error: 'Legal entity application invoice is not open for payment' },
    { status: 401, error: 'Missing API key' },
    { status: 401, error: 'Invalid API key' },
    {
      status: 404,
      error: 'Legal entity application not found',
      when: 'it does not exist, or the caller may not see it',
    },
    ...idempotencyErrors,
    {
      status: 503,
      error: apiErrors.checkoutNotForAgents().message,
      when: 'an Agent Key calls, whatever its scopes; trying again does not help',
    },
  ],
  table: 'read',
  writes: { put: ['audit', 'checkoutSession', 'invoice'], check: ['invoice'] },
  service: true,
  payments: true,
  idempotent: 'answer',
  spec: '4.6',
});

export const showCheckout = defineRoute({
  operationId: 'showCheckout',
  method: 'GET',
  path: '/checkout/{sessionId}',
  entry: 'functions/checkout/session.ts',
  summary: 'See what a checkout is for, and how it stands',
  tag: 'Pages',
  auth: { scheme: 'none' },
  params: CheckoutLink,
  produces: pageType,
  errors: [],
  table: 'read',
  service: true,
  payments: true,
  spec: '4.6',
});

export const decideCheckout = defineRoute({
  operationId: 'decideCheckout',
  method: 'POST',
  path: '/checkout/{sessionId}',
  entry: 'functions/checkout/session.ts',
  summary: 'Go on to the payment provider, or cancel',
  description:
    'The form of the page. Answers 303: to the provider’s page, to the `redirectUrl`, or back to the page where nothing can be paid any more.',
  tag: 'Pages',
  auth: { scheme: 'none' },
  params: CheckoutLink,
  bodyType: 'form',
  body: CheckoutDecision,
  produces: pageType,
  errors: [foreignForm],
  table: 'read',
  writes: { put: ['checkoutSession', 'invoice', 'sandboxPayment'], check: ['representative'] },
  service: true,
  payments: true,
  spec: '4.6',
});

export const receivePaymentWebhook = defineRoute({
  operationId: 'receivePaymentWebhook',
  method: 'POST',
  path: '/webhooks/payments/{provider}',
  entry: 'functions/webhooks/payments.ts',
  summary: 'Hear from a payment provider',
  description:
    'Signed in the header `Registry-Signature: t=<Unix seconds>,v1=<hexadecimal HMAC-SHA256 of "<t>.<body>">` with the secret that is shared with the provider, within five minutes of our clock. A report may come again and in any order. Every report that was understood is answered with 200, those that settle nothing too: sending them again would change nothing.',
  tag: 'Payments',
  auth: { scheme: 'none' },
  params: WebhookPath,
  notFound: apiErrors.paymentProviderNotFound().message,
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
    { status: 400, error: apiErrors.invalidWebhookSignature().message },
    invalidBody,
    { ...notFound, error: apiErrors.paymentProviderNotFound().message },
  ],
  table: 'read',
  writes: {
    put: [
      'amendment',
      'application',
      'audit',
      'certificateRequest',
      'checkoutSession',
      'event',
      'invoice',
      'listed',
      'payment',
      'paymentCase',
      'paymentReport',
      'residencyApplication',
    ],
    check: ['entityName'],
  },
  service: true,
  payments: true,
  spec: '4.6',
});

export const showSandboxPayment = defineRoute({
  operationId: 'showSandboxPayment',
  method: 'GET',
  path: '/sandbox/payments/{paymentId}',
  entry: 'functions/sandbox/payment.ts',
  summary: 'See a payment with play money',
  description: 'Stands in for a provider’s hosted page, where the deployment takes play money.',
  tag: 'Pages',
  auth: { scheme: 'none' },
  params: SandboxLink,
  produces: pageType,
  errors: [],
  table: 'read',
  service: true,
  payments: true,
  spec: '4.6',
});

export const decideSandboxPayment = defineRoute({
  operationId: 'decideSandboxPayment',
  method: 'POST',
  path: '/sandbox/payments/{paymentId}',
  entry: 'functions/sandbox/payment.ts',
  summary: 'Pay with play money, decline, or cancel',
  tag: 'Pages',
  auth: { scheme: 'none' },
  params: SandboxLink,
  bodyType: 'form',
  body: SandboxForm,
  produces: pageType,
  errors: [foreignForm],
  table: 'read',
  writes: { put: ['event', 'sandboxPayment'] },
  service: true,
  payments: true,
  spec: '4.6',
});
