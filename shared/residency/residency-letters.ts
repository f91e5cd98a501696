import type { Letter } from '../mail/message.ts';
import { referenceToSigned, type SignedText, signedInWords } from '../mail/signed-text.ts';

/** To applicants for residency, and to those whose e-mail address an application gives. */
export const residencyLetters = {
  /** Nothing in it was chosen by whoever gave the address: a stranger may have. */
  residencyAgreementSigned: (facts: { at: string; text: SignedText }): Letter => ({
    subject: 'Signed: application for residency',
    paragraphs: [
      `The Agreement of Coexistence of an application for residency with this e-mail address was signed on ${facts.at}.`,
      signedInWords(facts.text),
      'This is your copy: keep it. If you did not apply, or did not sign, tell the registry.',
    ],
    references: [referenceToSigned(facts.text)],
  }),
  /** Nothing in it was chosen by whoever gave the address: a stranger may have. */
  claimLink: ({
    partner,
    hours,
    url,
  }: {
    partner: string;
    hours: number;
    url: string;
  }): Letter => ({
    subject: 'Open your account: application for residency',
    paragraphs: [
      `An application for residency was created for this e-mail address through ${partner}.`,
      `In your account you see how it stands. The link below opens the account once, within ${hours} hours; afterwards you sign in with a code that we send to this address. Give the link to nobody.`,
      'If you did not apply, say so behind the same link: the application is then rejected. You can also leave this mail alone.',
    ],
    link: { label: 'Open my account', url },
  }),
  /** To somebody who has an account. As above: nothing in it was chosen by whoever gave the address. */
  isThisYours: ({ partner, url }: { partner: string; url: string }): Letter => ({
    subject: 'Is this your application for residency?',
    paragraphs: [
      `An application for residency was begun with your e-mail address through ${partner}. You have an account here, and nothing in it has changed.`,
      'Sign in to see what the application says. If it is yours, confirm it there: without your confirmation it can’t be approved. If it is not, object there: the application is then rejected, and the registry takes note of it.',
    ],
    link: { label: 'See the application', url },
  }),
  holderAwaited: ({ partner, url }: { partner: string; url: string }): Letter => ({
    subject: 'Your application for residency waits for your answer',
    paragraphs: [
      `An application for residency with your e-mail address, sent through ${partner}, is under review. It says who you are, and you have not confirmed what it says now.`,
      'Sign in to see it. If it is yours and right, confirm it there: without your confirmation it can’t be approved. If it is not, object there: the application is then rejected.',
    ],
    link: { label: 'See the application', url },
  }),
  applicationForClosedAccount: ({ partner }: { partner: string }): Letter => ({
    subject: 'An application for residency with your e-mail address',
    paragraphs: [
      `An application for residency was begun with your e-mail address through ${partner}. Your account here is deactivated, so that the application can’t be approved as things are.`,
      'If you did not apply, or want your account back, write to the registry.',
    ],
  }),
  residencyApproved: (facts: {
    residencyType: string;
    residentPermitNumber: string;
    url: string;
  }): Letter => ({
    subject: 'Your application for residency was approved',
    paragraphs: [
      `Your application was approved: your residency is ${facts.residencyType}, and your resident permit number is ${facts.residentPermitNumber}.`,
      'To sign in, enter this e-mail address; we send a code to it.',
    ],
    link: { label: 'Sign in', url: facts.url },
  }),
  /** As above: but for the reviewer's words, nothing in it was chosen by whoever gave the address. */
  informationRequested: ({ message, url }: { message: string; url: string }): Letter => ({
    subject: 'A question about your application for residency',
    paragraphs: [
      'A reviewer of the registry has a question about the application for residency with this e-mail address.',
      { fromReviewer: message },
      'You can answer it in your account, and add one file; or tell whoever sent the application for you, who can answer it, too. Nothing is to be paid again. The application can also be decided without an answer.',
      'If you did not apply, don’t answer: tell the registry.',
    ],
    link: { label: 'Answer the question', url },
  }),
  residencyRejected: ({ reason }: { reason: string }): Letter => ({
    subject: 'Your application for residency was not approved',
    paragraphs: [
      'Your application for residency was not approved.',
      { fromReviewer: `The reason: ${reason}` },
    ],
  }),
} as const;
