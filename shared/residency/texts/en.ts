import { formatDay, formatInstant } from '../../kernel/pages/format-dates.ts';
import { type Html, html } from '../../kernel/pages/html.ts';
import type { EmailMessage } from '../../mail/mail/message.ts';
import {
  formatSignedText,
  referenceToSigned,
  type SignedText,
} from '../../mail/mail/signed-text.ts';
import { noRefund } from '../../payments/texts/en.ts';
import type { FeeTexts } from '../../payments/usecases/payment-subject.ts';
import type { ResidencyType } from '../../people/domain/residency.ts';
import type { StoredResidencyApplication } from '../db/residency-applications.ts';
import { claimLinkLifetime } from '../domain/claim-link.ts';
import type { Applicant, AppliedResidency } from '../domain/residency-application-state.ts';

interface OfPartner {
  /** The partner's name; null if it no longer exists. */
  readonly partner: string | null;
  readonly url: string;
}

const through = (partner: string | null) => partner ?? 'a partner';

export const residencyEmailTexts = {
  residencyAgreementSigned: (facts: { at: string; text: SignedText }): EmailMessage => ({
    subject: 'Signed: application for residency',
    paragraphs: [
      `Someone applied for residency with this email address. The Agreement of Coexistence was signed on ${formatInstant(facts.at)}.`,
      formatSignedText(facts.text, {}),
      'Keep this email: it is your copy. If you did not apply or sign, contact us.',
    ],
    references: [referenceToSigned(facts.text, {})],
  }),
  /** The application was changed after it was signed. */
  signAgain: ({ at, url }: { at: string; url: string }): EmailMessage => ({
    subject: 'Sign again: your application for residency was changed',
    paragraphs: [
      `The application for residency made with this email address was changed on ${at}. The earlier signature is no longer valid.`,
      'Read the new version and sign it. The application cannot be submitted without your signature. Do not share the link.',
      'If you did not apply, do not sign, and contact us.',
    ],
    link: { label: 'Read and sign the new version', url },
  }),
  claimLink: ({ partner, hours, url }: OfPartner & { readonly hours: number }): EmailMessage => ({
    subject: 'Open your account to follow your application for residency',
    paragraphs: [
      `An application for residency was created for this email address through ${through(partner)}.`,
      `You can see its status in your account. The link below opens the account once, within ${hours} hours. After that, sign in with a code that we email to this address. Do not share the link.`,
      'If you did not apply, use the same link to reject the application, or ignore this email.',
    ],
    link: { label: 'Open my account', url },
  }),
  /** For people who already have an account. */
  isThisYours: ({ partner, url }: OfPartner): EmailMessage => ({
    subject: 'Is this your application for residency?',
    paragraphs: [
      `An application for residency was started with your email address through ${through(partner)}. You have an account here, and nothing in it has changed.`,
      'Sign in to read the application. If it is yours, confirm it: we cannot approve it without your confirmation. If it is not yours, object: we then reject the application and record your objection.',
    ],
    link: { label: 'View the application', url },
  }),
  holderAwaited: ({ partner, url }: OfPartner): EmailMessage => ({
    subject: 'Confirm your application for residency',
    paragraphs: [
      `An application for residency was sent with your email address through ${through(partner)}. It is under review. You have not confirmed the current version of your details.`,
      `Sign in to read the application. If it is yours and correct, confirm it: we cannot approve it without your confirmation. If something is wrong, tell ${partner ?? 'the partner'}, who can correct it. If the application is not yours, object: we then reject it.`,
    ],
    link: { label: 'View the application', url },
  }),
  /** The application was changed after the account holder confirmed it. */
  confirmAgain: ({ partner, url }: OfPartner): EmailMessage => ({
    subject: 'Confirm again: your application for residency was changed',
    paragraphs: [
      `Your application for residency was changed through ${through(partner)} after you confirmed it. Your confirmation is no longer valid.`,
      `Sign in to read the new version. If it is yours and correct, confirm it again: we cannot approve it without your confirmation. If something is wrong, tell ${partner ?? 'the partner'}, who can correct it. If the application is not yours, object: we then reject it.`,
    ],
    link: { label: 'View the application', url },
  }),
  applicationForClosedAccount: ({ partner }: Pick<OfPartner, 'partner'>): EmailMessage => ({
    subject: 'Someone applied for residency with your email address',
    paragraphs: [
      `An application for residency was started with your email address through ${through(partner)}. Your account here is deactivated, so we cannot approve the application.`,
      'If you did not apply, or want your account back, contact us.',
    ],
  }),
  residencyApproved: (facts: {
    residencyType: ResidencyType;
    residentPermitNumber: string;
    url: string;
  }): EmailMessage => ({
    subject: residencyStatusTexts.approved,
    paragraphs: [
      `Your application was approved. Your residency type is ${facts.residencyType}, and your resident permit number is ${facts.residentPermitNumber}.`,
      'To sign in, enter this email address. We will email you a code.',
    ],
    link: { label: 'Sign in', url: facts.url },
  }),
  informationRequested: ({ message, url }: { message: string; url: string }): EmailMessage => ({
    subject: 'A question about your application for residency',
    paragraphs: [
      'A reviewer has a question about the application for residency made with this email address:',
      { fromReviewer: message },
      'You can answer in your account and attach one file. The partner that applied for you can also answer. You do not need to pay again. The reviewer can also decide without an answer.',
      'If you did not apply, do not answer, and contact us.',
    ],
    link: { label: 'Answer the question', url },
  }),
  /** `reason` is the text shown to the applicant. */
  residencyRejected: ({ reason }: { reason: string }): EmailMessage => ({
    subject: residencyStatusTexts.rejected,
    paragraphs: [
      'Your application for residency was rejected for this reason:',
      { fromReviewer: reason },
      noRefund,
    ],
  }),
};

export const visitorEmailTexts = {
  /** Contains no name or source: a stranger may have entered both, and the address. */
  visitorPassReceived: (): EmailMessage => ({
    subject: 'Your application for a visitor pass',
    paragraphs: [
      'We received an application for a visitor pass. It was made with this email address.',
      'We will review the application and do the background check that you consented to. Then we will email you the pass or a question. When you arrive, show a passport or another official identity document with your photo.',
      'You do not need to send or pay anything now. If you did not apply, ignore this email.',
    ],
  }),
};

export interface End {
  /** ISO 8601. */
  readonly endsAt: string;
  readonly daysLeft: number;
  readonly hasEnded: boolean;
}

/** "ends on 3 July 2027", "ends today, on 3 July 2027", "ended on 3 July 2027". */
const ends: (end: End) => string = ({ endsAt, daysLeft, hasEnded }) => {
  const day = formatDay(endsAt);
  if (hasEnded) return `ended on ${day}`;
  return daysLeft === 0 ? `ends today, on ${day}` : `ends on ${day}`;
};

const daysIn: (days: number) => string = (days) => (days === 1 ? 'in one day' : `in ${days} days`);

/** The same, with the time zone and the number of days left. */
const endsIn: (end: End) => string = (end) =>
  end.hasEnded || end.daysLeft === 0
    ? `${ends(end)} (UTC)`
    : `${ends(end)} (UTC), ${daysIn(end.daysLeft)}`;

const early: (end: End) => string = ({ hasEnded }) =>
  hasEnded
    ? ''
    : ' If you renew early, you lose no time: the new term starts when the current residency ends.';

export const termEmailTexts = {
  /** `partner` is the name of the partner that applied; null if none did. */
  residencyEnding: (facts: End & { partner: string | null; url: string }): EmailMessage => ({
    subject: `Your residency ${ends(facts)}`,
    paragraphs: [
      `Your residency ${endsIn(facts)}.`,
      `${facts.hasEnded ? 'Anyone who verifies your permit number sees that your residency is not active.' : 'After that, anyone who verifies your permit number sees that your residency is not active.'} You keep your number and your account.`,
      facts.partner === null
        ? `To renew it, ask a partner company of the registry to apply for you with this email address, or contact us.${early(facts)}`
        : `You applied through ${facts.partner}. To renew your residency, ask them to send a new application with this email address.${early(facts)}`,
      'If a renewal is already in progress, you do not need to start another.',
    ],
    link: { label: 'View your residency', url: facts.url },
  }),
  partnersResidencyEnding: (
    facts: End & { applicationId: string; residentPermitNumber: string; url: string },
  ): EmailMessage => ({
    subject: `A residency you applied for ${ends(facts)}`,
    paragraphs: [
      `The residency with permit number ${facts.residentPermitNumber} ${endsIn(facts)}. You applied for it with application ${facts.applicationId}. We also notified the resident.`,
      `To renew it, create a new residency application of the same type with the same email address. The resident keeps their number and account. They must sign in to confirm the application.${early(facts)}`,
    ],
    link: { label: 'Read how to create applications', url: facts.url },
  }),
  entityResidencyEnding: (
    facts: End & { entityName: string; residentPermitNumber: string; url: string },
  ): EmailMessage => ({
    subject: `The residency of ${facts.entityName} ${ends(facts)}`,
    paragraphs: [
      `You represent ${facts.entityName} (permit number ${facts.residentPermitNumber}). Its residency ${endsIn(facts)}.`,
      'A legal entity whose residency has ended is not in good standing. It cannot get a Certificate of Good Standing, and anyone who verifies its number sees that it is not active.',
      'To extend it, contact us.',
    ],
    link: { label: 'View your legal entities', url: facts.url },
  }),
  confirmationDue: (facts: {
    entityName: string;
    dueOn: string;
    overdue: boolean;
    url: string;
  }): EmailMessage => ({
    subject: facts.overdue
      ? `Overdue: confirm ${facts.entityName}’s register entry`
      : `Action needed: confirm ${facts.entityName}’s register entry by ${formatDay(facts.dueOn)}`,
    paragraphs: [
      `Once a year, a representative must confirm the register entry of ${facts.entityName}: its name, its office and its representatives. This year’s confirmation ${facts.overdue ? 'was' : 'is'} due on ${formatDay(facts.dueOn)} (UTC).`,
      'Sign in to check the entry and confirm it. If something is wrong, have it corrected first. Only one representative needs to confirm.',
    ],
    link: { label: 'Check and confirm the entry', url: facts.url },
  }),
};

export const hours = claimLinkLifetime / 3_600_000;

export const claimPageTexts = {
  kicker: 'Application for residency',
  title: 'Open your account',
  lead: 'Use your account to follow your application for residency. After approval, you will find your permit number there, and can use the account to sign in to other services.',
  open: 'Open my account',
  object: 'I did not apply: reject it',
  fine: 'You don’t need a password. We send a code to your email address each time you sign in. If you say that you did not apply, we reject the application immediately and permanently and do not open an account.',
  objected: 'You have objected',
  objectedText:
    'We rejected the application and recorded who sent it. No account was opened. You don’t need to do anything else.',
  over: 'This link is no longer valid',
  overText: `A link in an email works once, within ${hours} hours. If you already opened your account, sign in with your email address.`,
  signIn: 'Sign in',
};

export const confirmEntityPageTexts = {
  title: 'Annual confirmation',
  problems: {
    changed: {
      title: 'The legal entity was changed while you were reading',
      text: 'Your confirmation was not saved. The current details are below.',
    },
    not_due: { title: 'Nothing to confirm now', text: 'Your confirmation was not saved.' },
  },
  says: 'Registered details',
  name: 'Name',
  permitNumber: 'Resident permit number',
  registered: 'Registered on',
  representedBy: 'Represented by',
  wrong:
    'If something is wrong, don’t confirm. You can propose a new name or office on the page of the legal entity. For anything else, contact the registry.',
  confirm: 'Confirm the details',
  due: (day: string) => `Due on ${day}`,
  overdue: (day: string) => `Overdue: it was due on ${day}`,
  oneIsEnough: 'Only one representative needs to confirm.',
  confirmed: 'Confirmed',
  on: (at: Html) => html`On ${at}.`,
  notDue: 'Nothing to confirm now',
  next: (day: string) => `The next confirmation is due on ${day}.`,
  nothing: 'Nothing to confirm',
};

export const holderPageTexts = {
  kicker: 'Application for residency',
  isYours: 'Is this application yours?',
  one: 'An application for residency',
  account: 'Your account',
  late: {
    changed: {
      title: 'The application has changed',
      text: 'Your answer was not saved because the application changed. The current version is below.',
    },
    decided: { title: 'The application was already decided', text: 'Your answer was not saved.' },
  },
  objected: 'You have objected',
  objectedText: (at: Html) =>
    html`The application was rejected on ${at}, and the registry recorded your objection. Your account did not change.`,
  approvedText: 'You can no longer object. If the application was not yours, contact the registry.',
  aPartner: 'A partner of the registry',
  thePartner: 'the partner',
  started: (sender: string) =>
    `${sender} started an application for residency with your email address. Your account has not changed.`,
  confirmed: 'You confirmed that this application is yours',
  confirmedText: (at: Html) =>
    html`You confirmed on ${at}. If the application changes, we ask you again before approval.`,
  says: 'Application details',
  sentBy: 'Sent by',
  answer: 'Your answer',
  confirmIf: (sender: string) =>
    `Confirm only if you asked ${sender} to apply for you and all the details above are right. After approval, these details replace the ones in your account. After you confirm, ${sender} can see when you last signed in. We can’t approve the application without your confirmation.`,
  notNeeded:
    'You opened your account with the link from this application, so you don’t need to confirm it.',
  objectIf: (sender: string) =>
    `If the application is not yours or you no longer want it, object. We reject it immediately and permanently, record who sent it, and tell ${sender} that someone objected.`,
  confirm: 'Confirm that it is mine',
  object: 'Object to the application',
};

export const residencyAgreementPageTexts = {
  kicker: 'Application for residency',
  signed: 'The agreement is signed',
  sign: 'Sign the Agreement of Coexistence',
  before: 'The agreement was already signed',
  beforeText: 'Your signature was not saved. The signature below is the valid one.',
  application: 'Application',
  lead: 'Read the agreement, then sign below. If the application changes later, you must sign again with a new link.',
  newer: 'There is a newer link',
  newerText: {
    unsigned:
      'The application was changed after this link was created. No one signed with this link.',
    signed: 'The application was changed after this link was created. The new version is signed.',
    voided: (at: Html) =>
      html`The application was changed on ${at}. The previous signature is no longer valid. The new version must be signed.`,
  },
  ask: 'Ask the person who gave you this link for the new one.',
  mailed: 'We emailed the new link to the applicant.',
  thanks: 'Thank you',
  signedBy: 'Signed by',
  signedOn: 'Signed on',
  agreement: 'Agreement',
  digest: 'SHA-256 of its text',
  statement:
    'I have read the Agreement of Coexistence and accept it, and I am the applicant named above.',
  action: 'Sign the agreement',
};

type ResidencyStage = 'draft' | 'review' | 'approved' | 'rejected';

/** The status of an application as a title. */
export const residencyStatusTexts: Readonly<Record<ResidencyStage, string>> = {
  draft: 'The application for residency is being prepared',
  review: 'The application for residency is under review',
  approved: 'Application for residency approved',
  rejected: 'Application for residency rejected',
};

export const residencyApplicationStateTexts = {
  steps: {
    title: 'Steps',
    done: 'done',
    names: [
      'You sign',
      'The partner adds documents and fee',
      'The partner submits',
      'The registry decides',
    ],
  },
  appliedFor: (what: string) => `You applied for: ${what}.`,
  see: 'See the application, and object if it is not yours',
  submits: 'The partner that applies for you will submit it.',
  sign: 'Read and sign the agreement',
  signAgain: (at: Html) =>
    html`The application was changed on ${at}, so your signature is no longer valid. Sign the new version.`,
  submitted: (at: Html | null) => html`Submitted on ${at}. We’ll email you the decision.`,
  decided: (at: Html | null) => html`Decided on ${at}.`,
};

const sexNames: Readonly<Record<Applicant['sex'], string>> = { male: 'Male', female: 'Female' };

export const residencyParticularsTexts = {
  applicant: 'Applicant',
  appliedFor: 'Residency applied for',
  reason: 'Reason',
  heard: 'How you heard about it',
  proof: 'Proof of address',
  noFile: 'No file',
  uploaded: 'A file was uploaded',
  sworn: 'Sworn statement on the address',
  email: 'Email address',
  telephone: 'Telephone',
  born: 'Born',
  sex: 'Sex',
  sexes: sexNames,
  citizenships: 'Citizenships',
  none: 'None',
  address: 'Address',
  otherNames: 'Other names',
  noneGiven: 'None given',
  onNames: 'Statement about other names',
  onBackground: 'Statement about criminal record',
  confirmed: 'Confirmed',
  notConfirmed: 'Not confirmed (optional)',
  given: 'Given',
};

const names: Readonly<Record<AppliedResidency, string>> = {
  limited_e_resident: 'Limited e-Resident',
  e_resident: 'e-Resident, for one year',
  resident_annual: 'Resident, for one year',
};

export const residencyTexts = {
  names,
  agreement: 'the signature of the agreement',
  proof: 'a proof of address',
  payment: 'the payment of the fee',
  verification: 'the verification of the applicant’s identity',
  complete: 'The application is complete and can be submitted.',
  needs: (what: string) => `Before it can be submitted, the application needs ${what}.`,
  and: (others: string, last: string) => `${others} and ${last}`,
};

export const verifiedAgreementPageTexts = {
  kicker: 'Agreement of Coexistence',
  genuine: 'This document is genuine',
  annulled: 'This document is no longer valid',
  about:
    'It shows when a resident accepted the Agreement of Coexistence, and which version. It does not confirm the resident’s status today.',
  doNotRely: 'Do not rely on this document',
  annulledOn: (at: Html) =>
    html`The registry issued this document. On ${at} it annulled the residency that the document was signed for.`,
  active: 'The resident has an active residency today',
  notActive: 'The resident has no active residency today',
  asOf: (now: Html) => html`As of ${now}.`,
  resident: 'Resident',
  number: 'Resident permit number',
  residency: 'Residency',
  from: 'In force from',
  version: 'Version',
  signed: 'Signed electronically',
  issued: 'Issued on',
  code: 'Verification code',
  digest: 'SHA-256 of the PDF',
  compare:
    'Compare these details with your document. If they differ, your document is not the one that we issued.',
};

type PayResidencyResidencyType = StoredResidencyApplication['data']['residencyType'];

export const payResidencyResidenciesTexts: Readonly<Record<PayResidencyResidencyType, string>> = {
  limited_e_resident: 'limited e-residency',
  e_resident: 'e-residency',
  resident_annual: 'residency for one year',
};

export const payResidencyTexts: FeeTexts<'goes'> = {
  fee: 'residency fee',
  kicker: () => 'Residency application',
  item: 'Application for',
  next: {
    goes: 'The partner who applied for you submits the application for review when it is complete.',
  },
};
