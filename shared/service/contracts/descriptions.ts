/** What the fields of these contracts are, by name or by `Around.name`. Only the API description reads this file. */
export const descriptions: Readonly<Record<string, string>> = {
  'InvoiceDetails.subject': 'What is paid for.',
  'FeeList.product': 'What is paid for.',
  applicationType:
    'The `entityType` or `residencyType` of the application; null if the fee is the same for all types.',
  'subject.name': 'The name of the legal entity or of the applicant.',
  'subject.legalEntityId':
    'The entity of an amendment or certificate request; null for an application.',
  'InvoiceDetails.voidedAt': 'When it was voided, so that nobody can pay it; null unless it was.',
  receiptNumber: 'The number of the receipt; null until a few moments after the payment.',
  checkout: 'The newest checkout session; null if there is none, or it is older than 90 days.',
  'checkout.statusId':
    'Its status. `started`: the payer went to the provider, and the payment is not confirmed.',
  'checkout.paymentProvider': 'The provider of the session.',
  'checkout.expiresAt': 'Until when the payer can start the payment.',
  pdfUrl: 'The receipt, or the unpaid invoice, as a PDF. Call it with the same key.',

  'BeginMaintenance.reason': 'Why; the audit trail shows it.',
  'BeginMaintenance.retryAfterSeconds': 'When callers may ask again, in seconds; 600 unless given.',
  'EndMaintenance.reason': 'Why; the audit trail shows it.',
  'Maintenance.on': 'Whether writes are refused.',
  'Maintenance.since': 'Since when; null while they are not, or after a switch by hand.',
  'Maintenance.reason': 'Why; null while they are not, or after a switch by hand.',
  'Maintenance.streamReaders': 'The functions that read the table’s stream.',
  'streamReaders.function': 'Name of the function in AWS.',
  'streamReaders.state':
    'As Lambda says it, such as `Enabled` or `Disabled`. `Missing`: nothing connects it with the stream. `Unknown`: Lambda does not say.',
  'Maintenance.retryAfterSeconds':
    'After how many seconds callers should try again; null while writes are accepted.',
};
