/** What the fields of these contracts are, by name or by `Around.name`. Only the API description reads this file. */
export const descriptions: Readonly<Record<string, string>> = {
  'SuppressedAddress.id': 'The id of the address, under which the audit trail has it.',
  'SuppressedAddress.email': 'The address, as an email was sent to it.',
  'SuppressedAddress.status': 'Which mail it gets; `open`: all of it.',
  bouncedAt: 'When the email was sent that bounced permanently; null if none did.',
  bounceCause: 'Why it came back, in a word of SES; null where none has.',
  complainedAt: 'When its reader called an email spam; null where they have not.',
  complaintCause: 'What its reader complained of, in a word of SES; null where that is not said.',
  suppressedAt: 'Since when it has not got all its mail; null where it does.',
  'UnsuppressAddress.email': 'The address, in any case.',
  'UnsuppressAddress.complaint':
    'Whether a complaint is lifted as well: its reader has to have asked for it.',
};
