import { formatInstant } from '../../kernel/pages/format-dates.ts';
import { type Html, html } from '../../kernel/pages/html.ts';
import type { EmailMessage } from '../../mail/mail/message.ts';
import {
  formatSignedText,
  referenceToSigned,
  type SignedText,
} from '../../mail/mail/signed-text.ts';
import { noRefund } from '../../payments/texts/en.ts';
import type { FeeTexts } from '../../payments/usecases/payment-subject.ts';
import type { StageTexts } from '../../reviews/pages/filing-status.ts';
import type {
  AddressName,
  AddressPart,
  ApplicationField,
} from '../contracts/portal-application.ts';
import type { ApplicationStage } from '../domain/application.ts';

interface OfEntity {
  readonly entityName: string;
  readonly url: string;
}

interface SignatureLink extends OfEntity {
  /** Label of the Agent Key that created the application; if present, only the owner can sign. */
  readonly keyLabel: string | null;
  readonly keysUrl: string;
}

interface Signed extends OfEntity {
  /** Label of the Agent Key that created the application, whose agreement was accepted in advance. */
  readonly keyLabel: string | null;
  readonly signerName: string | null;
  readonly at: string;
  readonly text: SignedText;
}

interface AgentPayment extends OfEntity {
  readonly keyLabel: string;
  readonly submitted: boolean;
  readonly keysUrl: string;
}

export const applicationEmailTexts = {
  signatureLink: ({ entityName, keyLabel, url, keysUrl }: SignatureLink): EmailMessage => ({
    subject: `Signature needed: ${entityName}`,
    paragraphs:
      keyLabel === null
        ? [
            `An application to incorporate ${entityName} was created in your name.`,
            'We review the application once the fee is paid and the Agreement of Coexistence is signed. Anyone with the link below can sign, so share it only with the person who must sign.',
          ]
        : [
            `The Agent Key “${keyLabel}” applied in your name to incorporate ${entityName}.`,
            'We review the application once the fee is paid and the Agreement of Coexistence is signed. Only you can sign: the link below asks you to sign in first.',
            'If you did not expect this, do not sign, and revoke the key.',
          ],
    references: keyLabel === null ? [] : [{ label: 'Manage your keys', url: keysUrl }],
    link: { label: 'Read and sign the agreement', url },
  }),
  agreementSigned: (facts: Signed): EmailMessage => ({
    subject: `Signed: application to incorporate ${facts.entityName}`,
    paragraphs: [
      facts.keyLabel === null
        ? `The Agreement of Coexistence for the application to incorporate ${facts.entityName} was signed on ${formatInstant(facts.at)}${facts.signerName === null ? '' : ` by ${facts.signerName}`}.`
        : `The Agent Key “${facts.keyLabel}” applied in your name to incorporate ${facts.entityName}. The application needed no signature, because you accepted the Agreement of Coexistence in advance. The acceptance took effect on ${formatInstant(facts.at)}.`,
      formatSignedText(facts.text, {}),
      'Keep this email: it is your copy. If you did not expect this, contact us.',
    ],
    references: [referenceToSigned(facts.text, {})],
    link: { label: 'View the application and the signature', url: facts.url },
  }),
  /** The application was changed after it was signed. `at` is formatted. */
  signAgain: ({ entityName, at, url }: OfEntity & { readonly at: string }): EmailMessage => ({
    subject: `Sign again: the application for ${entityName} was changed`,
    paragraphs: [
      `Your application to incorporate ${entityName} was changed on ${at}. The earlier signature is no longer valid.`,
      'Read the new version and sign it. The application cannot be submitted without a signature. If you already paid, you do not need to pay again.',
      'If you did not change the application, revoke your API keys, sign out everywhere, and contact us.',
    ],
    link: { label: 'Read and sign the new version', url },
  }),
  agentPayment: (facts: AgentPayment): EmailMessage => ({
    subject: `An Agent Key paid for your application: ${facts.entityName}`,
    paragraphs: [
      `The Agent Key “${facts.keyLabel}” used a voucher to pay the invoice for your application to incorporate ${facts.entityName}.`,
      facts.submitted
        ? 'The application was submitted for review.'
        : 'The Agreement of Coexistence still needs to be signed.',
      'If you did not expect this, revoke the key in your account.',
    ],
    references: [{ label: 'Manage your keys', url: facts.keysUrl }],
    link: { label: 'View the application', url: facts.url },
  }),
  applicationApproved: (
    facts: OfEntity & { readonly residentPermitNumber: string },
  ): EmailMessage => ({
    subject: `${applicationStatusTexts.approved.title}: ${facts.entityName}`,
    paragraphs: [
      `Your application was approved. ${facts.entityName} is registered with the resident permit number ${facts.residentPermitNumber}.`,
      'Its documents are ready, including the Certificate of Organization.',
    ],
    link: { label: 'View the legal entity and its documents', url: facts.url },
  }),
  /** `reason` is formatted. */
  applicationRejected: ({
    entityName,
    reason,
    url,
  }: OfEntity & { readonly reason: string }): EmailMessage => ({
    subject: `${applicationStatusTexts.rejected.title}: ${entityName}`,
    paragraphs: [
      `Your application to incorporate ${entityName} was rejected for this reason:`,
      { fromReviewer: reason },
      `You can start a new application with the same details. ${noRefund}`,
    ],
    link: { label: 'View the application', url },
  }),
};

export type Plain = Exclude<ApplicationField, `${AddressName}${AddressPart}`>;

/** A label for use within a sentence, without the hint in parentheses. */
const lower = (label: string) =>
  `${label.charAt(0).toLowerCase()}${label.slice(1)}`.replace(/ \([^()]*\)$/, '');

export const applicationFieldsTexts = {
  labels: {
    name: 'Name of the legal entity (without LLC)',
    extension: 'Ending of the name',
    residencyType: 'Residency of the legal entity',
    contactEmail: 'Contact email address',
    agent: 'Registered agent',
    agentAttn: 'Name of the agent',
    agentNumber: 'Resident permit number of the agent',
    industry: 'Industry (optional)',
    whatIsYourBusinessIntendingToDo: 'What will the business do? (optional)',
    website: 'Website (optional)',
    referralCode: 'Your referral code (optional)',
  } satisfies Readonly<Record<Plain, string>>,
  nameHint: 'You can’t use the name of another LLC. We show you similar names before you continue.',
  groups: {
    office: 'Principal office',
    agentOffice: 'Office of the agent',
    agentMailing: 'Mailing address of the agent',
  } satisfies Readonly<Record<AddressName, string>>,
  mailingHint: 'Leave this empty if it is the same as the office.',
  residencyHint:
    'You apply for this type of residency for the legal entity. The fee and the steps are the same for both, and you can change your choice until you submit the application. If you don’t know which one to choose, ask the registry: see Help at the end of this page.',
  agentHint: 'The registered agent receives official letters for the legal entity.',
  builtIn: 'Registry Employment Solutions, the registry’s agent',
  own: 'Another resident',
  ownDetails: 'Details of the other resident',
  business: 'About the business',
  businessHint: 'These answers are optional. A reviewer reads them with the application.',
  businessDetails: 'Answer the questions about the business',
  lineOfAddress: (line: string, address: string) => `${line} of the ${lower(address)}`,
  choose: (label: string) => `Choose the ${lower(label)}`,
  fillIn: (label: string) => `Enter the ${lower(label)}`,
  tooLong: (label: string, most: number) => `${label}: enter ${most} characters or fewer`,
  wrong: (label: string) => `${label}: remove characters that are not allowed`,
  ending: 'Remove the ending from the name and choose it below',
  email: 'Enter an email address such as name@example.com',
  number: 'Enter a permit number with 14 digits that starts with 8 or 9',
};

export const applicationPageTexts = {
  kicker: 'Application to register a legal entity',
  saysWhat: 'Application details',
  change: 'Edit the application',
  anotherName: 'Choose another name',
  signDuringPayment:
    'You have 1 step left: sign the agreement. We send the application to the registry once you have signed and the payment is confirmed.',
  onlyConfirmation: 'We send the application to the registry when your payment is confirmed.',
  sign: 'Sign the agreement',
  signAgain: (at: Html) =>
    html`The application was changed on ${at}, so the previous signature is no longer valid.`,
  signText: 'Read the Agreement of Coexistence and type your name to sign it.',
  readAndSign: 'Read and sign',
  signedOn: 'Signed on',
  payment: 'Payment',
  submittedOn: 'Submitted on',
  decidedOn: 'Decided on',
  withdrawnOn: 'Withdrawn on',
  notRefunded: noRefund,
  permitNumber: 'Resident permit number:',
  notRepresented: 'You no longer represent this legal entity, so you can’t see its documents here.',
  annulled: 'The registration was annulled',
  annulledText:
    'The legal entity was registered by mistake, so the registration is void from the start. We emailed you the reason.',
  seeEntity: 'See the legal entity',
  documents: 'Documents',
  documentsSoon: 'The documents are not ready yet. Reload the page in a minute.',
  again: 'Start a new application with the same details',
  started: 'Started',
  signed: 'Signed',
  paid: 'Paid',
  submitted: 'Submitted',
  deletion: {
    title: 'Delete this draft',
    label: 'Delete the draft',
    effect: 'We delete the draft and everything you entered.',
  },
  withdrawal: {
    title: 'Withdraw this application',
    label: 'Withdraw the application',
    effect: 'The application ends without a decision.',
  },
};

export const applicationStatusTexts: Readonly<
  Record<Exclude<ApplicationStage, 'answer'>, StageTexts>
> = {
  sign_and_pay: {
    line: 'Signature and payment needed',
    title: 'Signature and payment needed',
    text: 'You have 2 steps left: sign the agreement and pay the fee. You can do them in any order. Then we send the application to the registry.',
  },
  sign: {
    line: 'Signature needed',
    title: 'Signature needed',
    text: 'You have 1 step left: sign the agreement. Then we send the application to the registry.',
  },
  pay: {
    line: 'Payment due',
    title: 'Payment due',
    text: 'You have 1 step left: pay the fee. Then we send the application to the registry.',
  },
  rename: {
    line: 'New name needed',
    title: 'Someone else registered this name',
    text: 'We keep your payment, but you can’t submit the application with this name. Choose another name and sign again. You don’t need to pay again.',
  },
  review: {
    line: 'Under review',
    title: 'The application is under review',
    text: 'We will email you the decision.',
  },
  approved: {
    line: 'Approved',
    title: 'Application approved',
    text: 'The legal entity is registered.',
  },
  rejected: {
    line: 'Rejected',
    title: 'Application rejected',
    text: `You can start a new application with the same details and change what you need. ${noRefund}`,
  },
  withdrawn: {
    line: 'Withdrawn',
    title: 'Application withdrawn',
    text: 'You can start a new application with the same details.',
  },
};

export const applicationParticularsTexts = {
  entity: 'Legal entity',
  residency: 'Residency applied for',
  jurisdiction: 'Jurisdiction of formation',
  contact: 'Contact email address',
  office: 'Principal office',
  agent: 'Registered agent',
  permitNumber: 'permit number',
  mailing: 'Registered agent’s mailing address',
  applicant: 'Applicant’s permit number',
  questions: {
    industry: 'Industry',
    whatIsYourBusinessIntendingToDo: 'What the business will do',
    website: 'Website',
  },
};

export const applicationRefusalsTexts = {
  taken: 'A legal entity with this name already exists. Choose another name',
  reserved: 'This name is reserved. Choose another name',
  agent: 'No active resident has this permit number',
  tooMany: 'You tried too many permit numbers. Try again in an hour',
  referralCode: 'This code doesn’t exist or is not yours',
};

export const newApplicationPageTexts = {
  begin: 'Start an application',
  change: 'Edit the application',
  kicker: 'Register a legal entity',
  lead: 'You can register a limited liability company (LLC). On the next page we show you similar names. You can check everything before you submit it.',
  fee: (amount: string) => `The registration fee is ${amount}. You pay it before the review.`,
  signedBefore: 'The application is signed',
  signedBeforeText:
    'If you edit the application, the agreement must be signed again. You don’t need to pay the fee again.',
  goOn: 'Continue',
  check: 'Check your answers',
  free: 'The name is available',
  freeText:
    'No legal entity has this name or a similar one today. We check again when you submit the application.',
  near: 'Similar names exist',
  nearText:
    'No legal entity has exactly this name today. The registry may refuse a name that people could confuse with one of these. You can continue, or choose another name.',
  unknown: 'We could not check for similar names',
  unknownText:
    'No legal entity has exactly this name today. You can continue. A reviewer checks for similar names.',
  registered: 'Registered',
  reserved: 'Reserved by the registry',
  create: 'Save and continue',
  save: 'Save changes',
  back: 'Edit',
  sentBefore: 'This form was already sent',
  sentBeforeText:
    'The first time, it had different details and created an application. To create another application, send this form again.',
  toApplications: 'See your applications',
  changed: 'The application has changed',
  changedText:
    'Your changes were not saved. You can see them below. Save them to replace the current application.',
  seeIt: 'See the current application',
  notEligible: 'You can’t start an application now',
  notEligibleText:
    'Residents and e-Residents with an active residency can register a legal entity. Your residency is not active or does not allow it.',
};

export const applicationStepsTexts = {
  title: 'Steps',
  done: 'done',
  names: {
    details: 'Details',
    check: 'Check',
    sign: 'Sign',
    pay: 'Pay',
    review: 'Review',
  },
};

export const signaturePageTexts = {
  sign: 'Sign the Agreement of Coexistence',
  signed: 'The agreement is signed',
  kicker: (name: string) => `Application for ${name}`,
  before: 'The agreement was already signed',
  beforeText: 'Your signature was not saved. The signature below is the valid one.',
  application: 'The application',
  wayOn: (host: Html) =>
    html`After you sign, we send you to ${host}, which is not part of the registry.`,
  signedBy: 'Signed by',
  signedOn: 'Signed on',
  agreement: 'Agreement',
  digest: 'SHA-256 of its text',
  statement: (name: string) =>
    `I have read the Agreement of Coexistence, accept it for ${name}, and am authorized to sign.`,
  action: 'Sign the agreement',
  next: 'See the application and the next steps',
  pay: 'Continue to the payment',
};

export const signatureStateTexts = {
  submits: 'Signing submits the application',
  submitsText:
    'The fee is paid. When you sign the agreement, we send the application to the registry for review.',
  lead: 'Read the application and the agreement, then sign below. We send the application to the registry for review when it is signed and the fee is paid.',
  takenText:
    'The signature is valid and the fee is paid, but the application can’t be submitted with this name. The registry will contact the applicant.',
  unpaid: 'Thank you',
  unpaidText:
    'We submit the application for review when the payment of the fee is confirmed. You don’t need to sign anything else.',
};

export const payApplicationTexts: FeeTexts<'submitted' | 'sign' | 'taken'> = {
  fee: 'registration fee',
  kicker: (name) => `Application for ${name}`,
  item: 'Incorporation of',
  next: {
    submitted: 'The application has been submitted to the registry for review.',
    sign: 'The application goes to the registry for review as soon as its agreement is signed.',
    taken:
      'The application cannot be submitted under this name. The registry will contact the applicant.',
  },
};
