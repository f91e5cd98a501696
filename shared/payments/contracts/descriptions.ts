import type { ErrorNotes, ParameterNotes } from '../../kernel/contracts/descriptions.ts';

/** What the fields of these contracts are, by name or by `Around.name`. Only the API description reads this file. */
export const descriptions: Readonly<Record<string, string>> = {
  paymentProvider: 'The provider that takes the payment. Send either this or `paymentMethod`.',
  paymentMethod: 'The payment method, instead of the name of a provider.',
  asset: 'The currency that is paid with.',
  network: 'The network that carries it.',
  rail: 'How it is carried.',
  redirectUrl: 'Where the payer goes afterwards: `https`, or `http` on localhost.',
  url: 'The page where the payer pays.',
  'PaymentWebhook.id': 'The provider’s id of this report. Repeats are ignored.',
  'PaymentWebhook.type': 'The result of the payment.',
  'PaymentWebhook.data': 'The payment.',
  paymentId: 'The provider’s id of the payment.',
  reference: 'The reference that the service gave the provider for the invoice.',
  received: 'Always true.',
  outcome: 'The result.',

  'InvoiceSummary.statusId': 'Whether the invoice is paid.',

  'PaymentCase.provider': 'With whom the difference is.',
  'PaymentCase.entryId':
    'The movement on the provider’s statement; null where no statement has told of it.',
  'PaymentCase.invoiceCents': 'What the invoice asks for, in cents; null where none is meant.',
  'PaymentCase.invoiceCurrency': 'The currency of the invoice; null where none is meant.',
  'PaymentCase.owner': 'The IAM principal that has taken it; null while nobody has.',
  'PaymentCase.takenAt': 'When it was taken; null while it was not.',
  'PaymentCase.closedAt': 'When it was closed; null while it is not.',
  'PaymentCase.closedBy': 'The IAM principal that has closed it; null while nobody has.',
  'PaymentCase.reason': 'What was done about it; null while it is not closed.',
  'ClosePaymentCase.reason': 'What was done about it, without names.',
  'CreateVoucher.code': 'A code of your own choice; a random one where it is not sent.',
  'CreateVoucher.kind': 'Whether it pays everything, a percentage or an amount.',
  'Voucher.kind': 'Whether it pays everything, a percentage or an amount.',
  value: 'The percentage, or the amount in cents of `currency`; null for a full one.',
  'CreateVoucher.currency': 'The currency of an amount, a code of ISO 4217.',
  'Voucher.currency': 'The currency of an amount, a code of ISO 4217; null for the others.',
  products: 'What it can pay for; none: everything.',
  redeemedAt: 'When it was used; null until then.',
  redeemedFor: 'What it was used for; null until then.',
  'redeemedFor.type': 'What kind of thing it is.',
};

/** What fields can look like that no operation’s example shows. */
export const examples: Readonly<Record<string, unknown>> = {
  'PaymentCase.entryId': 'txn_2',
};

/** Parameters of paths, by the part of the path before them: a description and an example. */
export const pathParameters: ParameterNotes = {
  payment_cases: ['The id of the case.', '5f0c2a4e-7b1d-8e3a-8c9d-0a1b2c3d4e5f'],
  payments: ['The provider that reports.', 'cardpay'],
  vouchers: ['The code of the voucher, in any case.', 'SPRING-2026'],
};

/** Query parameters, by their name, or by `operationId.name`: a description and an example. */
export const queryParameters: ParameterNotes = {
  'adminListPaymentCases.status': ['Only cases with this status.', 'open'],
};

/** What each error code means and what to do, by the group of the errors page. */
export const errorNotes: ErrorNotes = {
  Filings: {
    invoice_not_paid: ['The amendment must be paid before it is submitted.', 'Pay it first.'],
  },
  'Vouchers and invoices': {
    voucher_not_found: ['The voucher code does not exist.', 'Check the code for typing errors.'],
    voucher_not_applicable: ['The voucher is for another product.', 'Use one for this product.'],
    voucher_expired: ['The voucher has expired.', 'Use another one.'],
    voucher_already_redeemed: [
      'The voucher was already used. Each works once.',
      'Use another one. If your own payment used it, read the application or filing: it is paid.',
    ],
    voucher_not_full_coverage: [
      'The voucher does not cover the whole invoice. It was not used.',
      'Use one that covers it, or pay with the hosted checkout.',
    ],
    'invoice.not_found': [
      'The invoice does not exist, or your key has no access to the application or filing it is for.',
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
      'You have paid, but another entity took the name after the draft was created, so the application was not submitted.',
      'Do not pay again. The application is submitted when its owner, in the portal, or an operator changes the name.',
    ],
  },
  'For operators': {
    'payment_case.closed': ['The payment case is closed.', 'Read its outcome.'],
    'payment_case.not_taken': ['The payment case is not assigned.', 'Take the case first.'],
    'voucher.code_taken': ['Another voucher has this code.', 'Choose another code.'],
  },
};
