import { instantInWords } from '../documents/pdf/dates.ts';
import type { Letter } from './message.ts';

/** A text that somebody has put their name to. */
export interface SignedText {
  /** With what it was accepted for, where that is not all. */
  readonly title: string;
  readonly version: string;
  readonly sha256: string;
  readonly url: string;
}

function inWords({ title, version, sha256 }: SignedText): string {
  return `What was signed: ${title}, version ${version}. SHA-256 of its text: ${sha256}`;
}

function referenceTo({ title, version, url }: SignedText) {
  return { label: `The text that was signed: ${title}, ${version}`, url };
}

/** What a review is about, with its article. */
function reviewed(article: 'A' | 'a', subjectType: string): string {
  return `${article}${subjectType === 'amendment' ? 'n' : ''} ${subjectType.replaceAll('_', ' ')}`;
}

/** All mail that the service sends, in one place. `entityName` is name and extension as displayed. */
export const letters = {
  /** `keyLabel`: the Agent Key that created the application; then only the owner can sign it. */
  signatureLink: ({
    entityName,
    keyLabel,
    url,
    keysUrl,
  }: {
    entityName: string;
    keyLabel: string | null;
    url: string;
    keysUrl: string;
  }): Letter => ({
    subject: `Signature needed: ${entityName}`,
    paragraphs:
      keyLabel === null
        ? [
            `An application to incorporate ${entityName} was created in your name.`,
            'It is submitted for review once it is paid and the Agreement of Coexistence is signed. Whoever opens the link below can sign: pass it on to the person who is to sign, and to nobody else.',
          ]
        : [
            `The Agent Key ${keyLabel} has created an application to incorporate ${entityName} in your name.`,
            'It is submitted for review once it is paid and the Agreement of Coexistence is signed. Only you can sign: the link below asks you to sign in first.',
            'If you did not expect this, sign nothing, and revoke the key.',
          ],
    references: keyLabel === null ? [] : [{ label: 'The keys of your account', url: keysUrl }],
    link: { label: 'Read and sign the agreement', url },
  }),
  agreementSigned: (facts: {
    entityName: string;
    /** The Agent Key that created an application whose agreement was accepted in advance. */
    keyLabel: string | null;
    signerName: string | null;
    at: string;
    text: SignedText;
    url: string;
  }): Letter => ({
    subject: `Signed: ${facts.entityName}`,
    paragraphs: [
      facts.keyLabel === null
        ? `The Agreement of Coexistence of the application to incorporate ${facts.entityName} was signed on ${facts.at}${facts.signerName === null ? '' : ` by ${facts.signerName}`}.`
        : `The Agent Key ${facts.keyLabel} has created an application to incorporate ${facts.entityName} in your name. It needed no signature, because you had accepted the Agreement of Coexistence in advance; the acceptance took effect on ${facts.at}.`,
      inWords(facts.text),
      'This is your copy: keep it. If you did not expect it, tell the registry.',
    ],
    references: [referenceTo(facts.text)],
    link: { label: 'See the application and the signature', url: facts.url },
  }),
  /** Nothing in it was chosen by whoever gave the address: a stranger may have. */
  residencyAgreementSigned: (facts: { at: string; text: SignedText }): Letter => ({
    subject: 'Signed: application for residency',
    paragraphs: [
      `The Agreement of Coexistence of an application for residency with this e-mail address was signed on ${facts.at}.`,
      inWords(facts.text),
      'This is your copy: keep it. If you did not apply, or did not sign, tell the registry.',
    ],
    references: [referenceTo(facts.text)],
  }),
  /** `signerName` null: an operator recorded it. */
  manifestationSigned: (facts: {
    signerName: string | null;
    at: string;
    texts: readonly SignedText[];
    url: string;
  }): Letter => ({
    subject: 'Signed: Manifestation of Will',
    paragraphs: [
      facts.signerName === null
        ? `The registry has recorded your Manifestation of Will on ${facts.at}.`
        : `Your Manifestation of Will was signed on ${facts.at} by ${facts.signerName}.`,
      ...facts.texts.map(inWords),
      'This is your copy: keep it. If you did not expect it, sign in, revoke it, and tell the registry.',
    ],
    references: facts.texts.map(referenceTo),
    link: { label: 'See or revoke it', url: facts.url },
  }),
  agentPayment: (facts: {
    entityName: string;
    keyLabel: string;
    submitted: boolean;
    url: string;
    keysUrl: string;
  }): Letter => ({
    subject: `An Agent Key paid for your application: ${facts.entityName}`,
    paragraphs: [
      `The Agent Key ${facts.keyLabel} has paid the invoice of your application to incorporate ${facts.entityName} with a voucher.`,
      facts.submitted
        ? 'The application was submitted for review.'
        : 'The application waits for the signature of the Agreement of Coexistence.',
      'If you did not expect this, revoke the key: it is among the keys of your account.',
    ],
    references: [{ label: 'The keys of your account', url: facts.keysUrl }],
    link: { label: 'See the application', url: facts.url },
  }),
  applicationApproved: (facts: {
    entityName: string;
    residentPermitNumber: string;
    url: string;
  }): Letter => ({
    subject: `Approved: ${facts.entityName}`,
    paragraphs: [
      `Your application was approved. ${facts.entityName} is registered under the resident permit number ${facts.residentPermitNumber}.`,
      'Its documents have been issued, the Certificate of Organization among them.',
    ],
    link: { label: 'See my legal entities', url: facts.url },
  }),
  applicationRejected: ({
    entityName,
    reason,
    url,
  }: {
    entityName: string;
    reason: string;
    url: string;
  }): Letter => ({
    subject: `Not approved: ${entityName}`,
    paragraphs: [
      `Your application to incorporate ${entityName} was not approved.`,
      { fromReviewer: `The reason: ${reason}` },
    ],
    link: { label: 'See the application', url },
  }),
  certificateIssued: ({ entityName, url }: { entityName: string; url: string }): Letter => ({
    subject: `Certificate of Good Standing: ${entityName}`,
    paragraphs: [
      `The Certificate of Good Standing of ${entityName} was issued.`,
      'It is among the documents of the legal entity. Its QR code leads to the page that tells whether it is genuine.',
    ],
    link: { label: 'See what the registry says of it', url },
  }),
  certificateRejected: ({
    entityName,
    reason,
    url,
  }: {
    entityName: string;
    reason: string;
    url: string;
  }): Letter => ({
    subject: `No Certificate of Good Standing: ${entityName}`,
    paragraphs: [
      `The request for a Certificate of Good Standing of ${entityName} was rejected.`,
      { fromReviewer: `The reason: ${reason}` },
    ],
    link: { label: 'See my legal entities', url },
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
  residencyRejected: ({ reason }: { reason: string }): Letter => ({
    subject: 'Your application for residency was not approved',
    paragraphs: [
      'Your application for residency was not approved.',
      { fromReviewer: `The reason: ${reason}` },
    ],
  }),
  /** Without a name or a source: a stranger may have chosen both, and the address, too. */
  visitorPassReceived: (): Letter => ({
    subject: 'Your application for a visitor pass',
    paragraphs: [
      'We have received an application for a visitor pass with this e-mail address.',
      'The next steps: we look at the application and do the background check that was consented to. Then we write to this address again, with the pass or with a question. On arrival, show a passport or another official identity document with your photo.',
      'There is nothing to send and nothing to pay now. If you did not apply, there is nothing to do.',
    ],
  }),
  reviewWaiting: (facts: {
    reviewId: string;
    subjectType: string;
    returnedReason: string | null;
    url: string;
  }): Letter => ({
    // Several at once are several mails.
    subject: `A review is waiting: ${facts.subjectType.replaceAll('_', ' ')} ${facts.reviewId.slice(0, 8)}`,
    paragraphs: [
      facts.returnedReason === null
        ? `${reviewed('A', facts.subjectType)} was submitted and waits for a decision.`
        : `The approval of ${reviewed('a', facts.subjectType)} could not be carried out: ${facts.returnedReason}. It waits for another decision.`,
      `Operators look at it with: npm run admin -- reviews show ${facts.reviewId}`,
    ],
    link: { label: 'Open the review', url: facts.url },
  }),
  signInCode: (facts: {
    code: string;
    kind: 'short' | 'long';
    minutes: number;
    asked: AskedCode;
  }): Letter => ({
    // The time tells several from each other. The code is not in the subject, which a locked screen shows; the first
    // lines, which it shows, too, are without it.
    subject: `Your code to sign in, asked for at ${timeOf(facts.asked.at)}`,
    paragraphs: [
      'Somebody asked for a code to sign in with this e-mail address. If it was you, enter it in the browser in which you asked for it:',
      { code: facts.code },
      `It is valid for ${facts.minutes} minutes, once. Give it to nobody: we never ask for it by phone or mail.`,
      wayOf(facts.asked),
      facts.kind === 'long' &&
        'The code is longer than usual because many were asked for or tried with this address. A browser that got no mail of its own accepts the newest of these codes, too.',
      'If you did not want to sign in, there is nothing to do: nobody gets in without the code.',
    ].filter((paragraph) => paragraph !== false),
  }),
} as const;

/** Who asked for a code, as far as it is known. */
export interface AskedCode {
  /** ISO 8601. */
  readonly at: string;
  /** Such as `Firefox on Windows`. */
  readonly browser: string | null;
  /** Whether it had signed in to the account before. */
  readonly known: boolean;
  /** The application that they are on the way to. */
  readonly client: string | null;
}

/** `09:05:00 UTC`. */
function timeOf(at: string): string {
  return instantInWords(at).slice(-12);
}

function wayOf({ at, browser, known, client }: AskedCode): string {
  const who =
    browser === null
      ? ''
      : `, by ${browser}, ${known ? 'which has' : 'which has not'} signed in to your account before`;
  const where = client === null ? '' : ` It leads on to the application “${client}”.`;
  return `It was asked for on ${instantInWords(at)}${who}.${where}`;
}
