/** Descriptions of the fields of these contracts, by name or by `Around.name`. Only the API description reads this file. */
export const descriptions: Readonly<Record<string, string>> = {
  'InvoiceDetails.subject': 'What the invoice is for.',
  'FeeList.product': 'What the fee is for.',
  applicationType:
    'The `entityType` or `residencyType` of the application; null if the fee is the same for all types.',
  'subject.name': 'The name of the legal entity or of the applicant.',
  'subject.legalEntityId': 'The legal entity that it was filed for; null for an application.',
  'InvoiceDetails.voidedAt': 'When it was voided, so that it can’t be paid; null if it was not.',
  receiptNumber: 'The number of the receipt; null until a few moments after the payment.',
  checkout: 'The newest checkout session; null if there is none, or it is older than 90 days.',
  'checkout.statusId':
    'The status of the session. `started`: the payer went to the provider, and the payment is not confirmed yet.',
  'checkout.paymentProvider': 'The payment provider.',
  'checkout.expiresAt': 'The time by which the payer must start the payment.',
  pdfUrl: 'The URL of the receipt, or of the unpaid invoice, as a PDF. Call it with the same key.',

  'BeginMaintenance.reason': 'The reason, for the audit trail.',
  'BeginMaintenance.retryAfterSeconds':
    'The number of seconds after which callers should try again; 600 by default.',
  'EndMaintenance.reason': 'The reason, for the audit trail.',
  'Maintenance.on': 'Whether writes are refused.',
  'Maintenance.since':
    'Since when writes are refused; null while they are accepted, or if they were stopped manually in AWS.',
  'Maintenance.reason':
    'Why writes are refused; null while they are accepted, or if they were stopped manually in AWS.',
  'Maintenance.streamReaders': 'The functions that read the table’s stream.',
  'streamReaders.function': 'The name of the function in AWS.',
  'streamReaders.state':
    'The state of the function’s connection to the stream, as Lambda reports it, such as `Enabled` or `Disabled`. `Missing`: the function is not connected. `Unknown`: Lambda did not report a state.',
  'Maintenance.retryAfterSeconds':
    'The number of seconds after which callers should try again; null while writes are accepted.',
};
