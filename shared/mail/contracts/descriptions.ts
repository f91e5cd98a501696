/** Descriptions of the fields of these contracts, by name or by `Around.name`. Only the API description reads this file. */
export const descriptions: Readonly<Record<string, string>> = {
  'SuppressedAddress.id': 'The id of the address in the audit trail.',
  'SuppressedAddress.email': 'The address to which the email was sent.',
  'SuppressedAddress.status': 'Which problems suppress email to the address; `open` if none do.',
  bouncedAt: 'When the email that bounced permanently was sent; null if none bounced.',
  bounceCause: 'The cause of the bounce, as SES reports it; null if none is known.',
  complainedAt: 'When the recipient marked an email as spam; null if they did not.',
  complaintCause: 'The cause of the complaint, as SES reports it; null if none is known.',
  suppressedAt: 'Since when some or all email to the address is suppressed; null if none is.',
  'UnsuppressAddress.email': 'The address, in any case.',
  'UnsuppressAddress.complaint':
    'Whether to also clear a complaint. The recipient must have asked you to do so.',
};
