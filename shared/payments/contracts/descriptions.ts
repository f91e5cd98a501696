import type { ErrorNotes, ParameterNotes } from '../../kernel/contracts/descriptions.ts';

/** Descriptions of the fields of these contracts, by name or by `Around.name`. Only the API description reads this file. */
export const descriptions: Readonly<Record<string, string>> = {
  paymentProvider: 'The payment provider. Send either this or `paymentMethod`.',
  paymentMethod: 'The payment method. Send either this or `paymentProvider`.',
  asset: 'The currency of the payment.',
  network: 'The network of the payment.',
  rail: 'The payment rail.',
  redirectUrl: 'Where the payer goes afterwards: `https`, or `http` on localhost.',
  url: 'The page where the payer pays.',
  'PaymentWebhook.id': 'The provider’s id of this notification. Repeats are ignored.',
  'PaymentWebhook.type': 'The result of the payment.',
  'PaymentWebhook.data': 'The payment.',
  paymentId: 'The provider’s id of the payment.',
  'PaymentWebhook.reference': 'The reference that the service gave the provider for the invoice.',
  'paid.voucherCode': 'The voucher that paid it; null if none did.',
  'InvoiceLine.voucherCode': 'The voucher that paid it; null if none did.',
  'InvoiceLine.subject': 'What the invoice is for.',
  received: 'Always true.',
  outcome: 'The result.',

  'InvoiceSummary.statusId': 'Whether the invoice is paid.',

  'PaymentCase.kind': 'The kind of difference.',
  'PaymentCase.subject': 'What the payment was for; null if that is unknown.',
  'PaymentCase.provider': 'The payment provider whose data differs from the registry’s.',
  'PaymentCase.entryId':
    'The id of the entry on the provider’s statement; null if no statement has an entry.',
  'PaymentCase.invoiceCents': 'The amount of the invoice, in cents; null if no invoice is known.',
  'PaymentCase.invoiceCurrency': 'The currency of the invoice; null if no invoice is known.',
  'PaymentCase.owner':
    'The IAM principal that the case is assigned to; null while it is unassigned.',
  'PaymentCase.takenAt': 'When it was assigned; null while it is unassigned.',
  'PaymentCase.closedAt': 'When it was closed; null while it is open.',
  'PaymentCase.closedBy': 'The IAM principal that closed it; null while it is open.',
  'PaymentCase.reason': 'What was done about it; null while it is open.',
  'ClosePaymentCase.reason': 'What was done about it. Do not include names.',
  'CreateVoucher.code': 'A code of your choice; random by default.',
  'CreateVoucher.kind': 'Whether it covers the full price, a percentage or an amount.',
  'VoucherTerms.kind': 'Whether it covers the full price, a percentage or an amount.',
  'Voucher.kind': 'Whether it covers the full price, a percentage or an amount.',
  value: 'The percentage, or the amount in cents of `currency`; null for a full voucher.',
  'CreateVoucher.currency': 'The currency of the amount, as an ISO 4217 code.',
  'Voucher.currency': 'The currency of the amount, as an ISO 4217 code; null for other kinds.',
  products: 'The products that it can pay for. An empty list means all products.',
  redeemedAt: 'When it was used; null until then.',
  redeemedFor: 'What it was used for; null until then.',
  'redeemedFor.type': 'The type of resource that was paid for.',
};

/** Examples of fields that no operation’s example shows. */
export const examples: Readonly<Record<string, unknown>> = {
  'PaymentCase.entryId': 'txn_2',
};

/** Parameters of paths, by the part of the path before them: a description and an example. */
export const pathParameters: ParameterNotes = {
  payment_cases: ['The id of the case.', '5f0c2a4e-7b1d-8e3a-8c9d-0a1b2c3d4e5f'],
  payments: ['The payment provider that sends the notification.', 'cardpay'],
  vouchers: ['The code of the voucher, in any case.', 'SPRING-2026'],
};

/** Query parameters, by their name, or by `operationId.name`: a description and an example. */
export const queryParameters: ParameterNotes = {
  'adminListPaymentCases.status': ['Only cases with this status.', 'open'],
};

/** What each error code means and what to do, by the group of the errors page. */
export const errorNotes: ErrorNotes = {
  'Vouchers and invoices': {
    voucher_not_found: ['The voucher code does not exist.', 'Check the code for typing errors.'],
    voucher_not_applicable: ['The voucher is for another product.', 'Use one for this product.'],
    voucher_expired: ['The voucher has expired.', 'Use another one.'],
    voucher_already_redeemed: [
      'The voucher was already used. A voucher works only once.',
      'Use another one. If your own payment used the voucher, the application or filing is already paid.',
    ],
    voucher_not_full_coverage: [
      'The voucher does not cover the whole invoice. It was not used.',
      'Use one that covers it, or pay with the hosted checkout.',
    ],
    'invoice.not_found': [
      'The invoice does not exist, or your key has no access to its application or filing.',
      'Check the id. An Agent Key needs the read scope of applications or filings.',
    ],
  },
  Pages: {
    'payment_provider.not_found': [
      'The service has no payment provider with this name.',
      'Check the name at the end of the webhook address.',
    ],
    'payment_provider.unavailable': [
      'The payment provider of this checkout is no longer configured.',
      'Start a new checkout.',
    ],
    'webhook.invalid_signature': [
      'The payment provider’s message is not signed with the configured secret.',
      'Check that both sides use the same secret.',
    ],
  },
  'Legal entities and applications': {
    'application.submission_failed': [
      'You have paid. The application was not submitted, because another entity took the name after you created the draft.',
      'Do not pay again. The owner (in the portal) or an operator must change the name. The application is then submitted automatically.',
    ],
  },
  'For operators': {
    'payment_case.closed': ['The payment case is closed.', 'Read its outcome.'],
    'payment_case.not_assigned': [
      'The payment case is not assigned.',
      'Assign it to yourself first.',
    ],
    'voucher.code_taken': ['Another voucher has this code.', 'Choose another code.'],
  },
};
