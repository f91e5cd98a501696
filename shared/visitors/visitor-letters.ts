import type { Letter } from '../mail/message.ts';

/** To applicants for a visitor pass. */
export const visitorLetters = {
  /** Without a name or a source: a stranger may have chosen both, and the address, too. */
  visitorPassReceived: (): Letter => ({
    subject: 'Your application for a visitor pass',
    paragraphs: [
      'We have received an application for a visitor pass with this e-mail address.',
      'The next steps: we look at the application and do the background check that was consented to. Then we write to this address again, with the pass or with a question. On arrival, show a passport or another official identity document with your photo.',
      'There is nothing to send and nothing to pay now. If you did not apply, there is nothing to do.',
    ],
  }),
} as const;
