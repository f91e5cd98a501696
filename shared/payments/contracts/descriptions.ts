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
