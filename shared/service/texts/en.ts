import type { Uploader } from '../../documents/db/upload-scans.ts';
import type { AnnulmentReason } from '../../kernel/domain/annulment.ts';
import { fullName } from '../../kernel/domain/legal-entity.ts';
import type { Product } from '../../kernel/domain/product.ts';
import { formatDay, formatInstant } from '../../kernel/pages/format-dates.ts';
import type { EmailMessage } from '../../mail/mail/message.ts';
import type { InvoiceStatus } from '../../payments/domain/invoice.ts';
import type { PaymentCaseKind } from '../../payments/domain/payment-case.ts';
import { noRefund } from '../../payments/texts/en.ts';
import type { AmendableDetail, AmendableEntity } from '../../registry/domain/amendable-entity.ts';
import type { EntityStanding } from '../../registry/domain/good-standing.ts';
import { detailInLine, detailTextsFor } from '../../registry/pages/entity-details.ts';
import { formatKey, keysLeft, listOf, type MailedKey, passkeysLeft } from '../mail/format-keys.ts';

interface KeyMade {
  readonly key: MailedKey;
  /** The rights of an Agent Key, in words. A Standard Key has all rights. */
  readonly may: readonly string[];
  readonly replaced: MailedKey | null;
  readonly byOperator: boolean;
  readonly url: string;
}

interface ChangedKey {
  readonly key: MailedKey;
  readonly at: string;
  readonly url: string;
}

interface RequestedApproval {
  readonly key: MailedKey;
  readonly about: string;
  /** With the currency. Null if nothing is paid. */
  readonly amount: string | null;
  /** ISO 8601. */
  readonly until: string;
  readonly url: string;
}

interface Connected {
  readonly client: string;
  /** Its publisher; null if unknown. */
  readonly publisher: string | null;
  readonly may: readonly string[];
  /** How many legal entities it can see. */
  readonly entities: number;
  readonly url: string;
}

interface ChangedAddress {
  readonly changedAt: string;
  /** Keys that stay valid. */
  readonly keys: readonly MailedKey[];
  /** Keys that were revoked with the change. */
  readonly revoked: readonly MailedKey[];
  /** Number of passkeys that still work. */
  readonly passkeys: number;
}

export const accountEmailTexts = {
  keyMade: (facts: KeyMade): EmailMessage => ({
    subject:
      facts.replaced === null
        ? `New API key on your account: …${facts.key.lastFour}`
        : `API key replaced: …${facts.replaced.lastFour}`,
    paragraphs: [
      `On ${formatInstant(facts.key.createdAt)} ${facts.byOperator ? 'an operator of the registry' : 'someone who was signed in to your account'} created ${formatKey(facts.key, mailedKeyTexts)}.`,
      ...(facts.replaced === null
        ? []
        : [`It replaces ${formatKey(facts.replaced, mailedKeyTexts)}, which no longer works.`]),
      facts.key.kind === 'standard'
        ? 'Anyone with the new key can do everything that you can, in your name.'
        : `Anyone with the new key can: ${listOf(facts.may)}.`,
      'If you did not expect this, revoke the new key immediately in your account.',
    ],
    link: { label: 'Manage your keys', url: facts.url },
  }),
  keyChanged: (facts: ChangedKey): EmailMessage => ({
    subject: `Limits of an API key changed: …${facts.key.lastFour}`,
    paragraphs: [
      `On ${formatInstant(facts.at)} an operator of the registry changed the limits of ${formatKey(facts.key, mailedKeyTexts)}. Your account shows what the key can do now.`,
      'If you did not ask for this, contact us.',
    ],
    link: { label: 'Manage your keys', url: facts.url },
  }),
  approvalRequested: (facts: RequestedApproval): EmailMessage => ({
    subject: `Approve or decline: ${facts.about}`,
    paragraphs: [
      `Software wants to ${facts.amount === null ? 'submit an application or amendment' : `pay ${facts.amount}`} for ${facts.about}. It uses ${formatKey(facts.key, mailedKeyTexts)}.`,
      `Nothing happens unless you approve. You can approve or decline until ${formatInstant(facts.until)}.`,
    ],
    link: { label: 'Approve or decline', url: facts.url },
  }),
  clientConnected: (facts: Connected): EmailMessage => ({
    subject: `Application connected to your account: ${facts.client}`,
    paragraphs: [
      `Someone who was signed in to your account allowed the application “${facts.client}”${facts.publisher === null ? '' : `, published by “${facts.publisher}”,`} to: ${listOf(facts.may)}.`,
      ...(facts.entities === 0
        ? []
        : [
            facts.entities === 1
              ? 'It can see one of your legal entities.'
              : `It can see ${facts.entities} of your legal entities.`,
          ]),
      'The application keeps this access until you end it under “Connected applications”. If this was not you, end the access immediately.',
    ],
    link: { label: 'View connected applications', url: facts.url },
  }),
  /** To the account's previous address, which can no longer sign in. The email does not contain the new address. */
  emailChangedFrom: (facts: ChangedAddress): EmailMessage => ({
    subject: 'Your account’s email address was changed',
    paragraphs: [
      `On ${formatInstant(facts.changedAt)} an operator of the registry changed your account’s email address. We sent this email to the old address. That address can no longer be used to sign in. All browsers were signed out.`,
      ...keysLeft(facts, mailedKeyTexts),
      ...passkeysLeft(facts, mailedKeyTexts),
      'If you did not ask for this, contact us immediately.',
    ],
  }),
  /** To the account's new address. */
  emailChangedTo: (facts: ChangedAddress & { readonly url: string }): EmailMessage => ({
    subject: 'Your account’s email address was changed',
    paragraphs: [
      `On ${formatInstant(facts.changedAt)} an operator of the registry changed your account’s email address to this one. When you sign in, we email a code to this address.`,
      ...keysLeft(facts, mailedKeyTexts),
      ...passkeysLeft(facts, mailedKeyTexts),
      'If you do not know about this account, contact us.',
    ],
    link: { label: 'Manage your keys', url: facts.url },
  }),
};

export const mailedKeyTexts = {
  kinds: { standard: 'Standard Key', agent: 'Agent Key' },
  articles: { standard: 'a', agent: 'an' },
  unnamed: (kind: string, article: string, lastFour: string) =>
    `${article} ${kind} that ends in ${lastFour}`,
  named: (kind: string, label: string, lastFour: string) =>
    `the ${kind} “${label}”, which ends in ${lastFour}`,
  described: (kind: string, label: string | null, lastFour: string, at: string) =>
    `${kind}${label === null ? '' : ` “${label}”`}, ends in ${lastFour}, created on ${at}`,
  revoked: (key: string) => `We also revoked an API key: ${key}.`,
  none: 'The account has no active API keys.',
  stay: 'The following API keys still work. Anyone who has one of these keys can use it.',
  revoke: 'Revoke the keys that you do not recognize. An operator can revoke all of them.',
  onePasskey:
    'The account keeps its passkey. Anyone with the passkey can still sign in. If you do not recognize the passkey, remove it under “Passkeys”.',
  passkeys: (count: number) =>
    `The account keeps its ${count} passkeys. Anyone with one of them can still sign in. Under “Passkeys”, remove the passkeys that you do not recognize.`,
};

export type Subject = 'permit_number' | 'tax_state' | 'legal_entity' | 'partner_key' | 'staff';

const subjects: Readonly<Record<Subject, string>> = {
  permit_number: 'Permit number updated in the register',
  tax_state: 'Tax status of a legal entity updated',
  legal_entity: 'You are registered as a representative of a legal entity',
  partner_key: 'Partner Key created',
  staff: 'Your roles at the registry changed',
};

export interface MailedAct {
  readonly what: Subject;
  /**
   * The name of the entity or the integration. Null: the reader's own number, or an entity that they see in the portal.
   */
  readonly of: string | null;
  /** ISO 8601. */
  readonly at: string;
  readonly url: string;
}

export function operatorSubject(
  { what, of }: MailedAct,
  subjects: Readonly<Record<Subject, string>>,
): string {
  const subject = subjects[what];
  return of === null ? subject : `${subject}: ${of}`;
}

/** `effect` is what the act means for the recipient; null if it needs no explanation. */
export interface Done {
  readonly act: string;
  readonly effect: string | null;
}

function done({ what, of }: MailedAct): Done {
  switch (what) {
    case 'permit_number':
      return of === null
        ? {
            act: 'granted you a residency',
            effect: 'Your permit number is active while the residency lasts.',
          }
        : { act: `changed the start or end of the residency of ${of}`, effect: null };
    case 'tax_state':
      return {
        act: `changed the tax status of ${of ?? 'a legal entity that you represent'} in the register`,
        effect: null,
      };
    case 'legal_entity':
      return { act: 'registered a legal entity with you as a representative', effect: null };
    case 'staff':
      return { act: 'changed your roles', effect: 'The portal shows what you can do now.' };
    case 'partner_key':
      return {
        act: `created a Partner Key for ${of ?? 'your integration'}`,
        effect: `Anyone with the key can apply for residencies in the name of ${of ?? 'your integration'}.`,
      };
  }
}

export const operatorEmailTexts = {
  operatorsActed: (mailed: MailedAct): EmailMessage => {
    const { act, effect } = done(mailed);
    return {
      subject: operatorSubject(mailed, subjects),
      paragraphs: [
        `On ${formatInstant(mailed.at)} an operator of the registry ${act}. A second operator approved this.`,
        ...(effect === null ? [] : [effect]),
        'If you did not expect this, contact us immediately.',
      ],
      link: { label: 'Go to the portal', url: mailed.url },
    };
  },
  accountDeactivated: ({ at }: { readonly at: string }): EmailMessage => ({
    subject: 'Your account was deactivated',
    paragraphs: [
      `On ${formatInstant(at)} an operator of the registry deactivated your account. You can no longer sign in. Your API keys no longer work, and applications no longer have access to your account.`,
      'If you asked us to delete your account, we will now erase your data. You will get no further email about this.',
      'If you did not expect this, contact us.',
    ],
  }),
};

/** Filings that share one submission email. Amendments have their own. */
type Submitted = Exclude<Product, 'amendment'>;

interface Submission {
  readonly type: Submitted;
  /**
   * The name of the legal entity. Text from a residency application is not repeated, because a stranger may have typed
   * it.
   */
  readonly name: string;
  readonly submittedAt: string;
  /** How long recent decisions took; null if there are none yet. */
  readonly expected: string | null;
  /** The filing's page in the portal; null if the reader may have no account. */
  readonly url: string | null;
}

export interface MailedReceipt {
  /** `R-2026-000123`. */
  readonly number: string;
  readonly amount: string;
  /** The paid item and its name, in words. */
  readonly what: string;
  /** The receipt's page; null if the reader may have no account. */
  readonly url: string | null;
}

export type ByKind = Readonly<Record<Uploader['kind'], string>>;

/** The uploaded file, in words. */
const files: ByKind = {
  tax_proof: 'the proof of paid taxes that you uploaded',
  proof_of_address: 'a proof of address uploaded with a key of your integration',
  information: 'the file sent with the answer to our question',
  mailbox_evidence: 'the file that you added to a lost-mailbox case',
};

/** What the person who uploaded the file can do now. */
const next: ByKind = {
  tax_proof:
    'Upload another file. If a request already uses this file, the reviewer sees that the file cannot be opened and can ask you for another one.',
  proof_of_address:
    'Upload another file and add it to the draft. If the application is already submitted, the reviewer sees that the file cannot be opened and can ask for another one.',
  information:
    'We received the answer itself. The reviewer sees that the file cannot be opened and can ask for another one.',
  mailbox_evidence:
    'Add another file to the case. The case cannot be approved with a file that cannot be opened.',
};

/** Label of the email’s link. */
const openLabels: ByKind = {
  tax_proof: 'Upload another file',
  proof_of_address: 'Read how to upload a file',
  information: 'Go to the portal',
  mailbox_evidence: 'Read how to upload a file',
};

interface Refused {
  readonly kind: Uploader['kind'];
  /** True if malware was found, false if it could not be scanned. */
  readonly malware: boolean;
  /** The id of the application that it was uploaded for; null if there is none. */
  readonly applicationId: string | null;
  readonly url: string;
}

export const submissionEmailTexts = {
  submissionReceived: ({ type, name, submittedAt, expected, url }: Submission): EmailMessage => ({
    subject: {
      legal_entity_application: `We received your application: ${name}`,
      certificate_request: `We received your request: Certificate of Good Standing of ${name}`,
      residency_application: 'We received your application for residency',
    }[type],
    paragraphs: [
      {
        legal_entity_application: `Your application to incorporate ${name} was submitted on ${submittedAt}.`,
        certificate_request: `Your request for a Certificate of Good Standing of ${name} was submitted on ${submittedAt}.`,
        residency_application: `The application for residency made with this email address was submitted on ${submittedAt}.`,
      }[type],
      ['A reviewer will decide.', expected, 'We will email you the decision.']
        .filter((sentence) => sentence !== null)
        .join(' '),
      ...(url === null ? ['The partner that applied for you can see the status.'] : []),
      type === 'residency_application'
        ? 'If you did not apply, contact us.'
        : 'You do not need to do anything until then.',
    ],
    ...(url !== null && { link: { label: 'Check the status', url } }),
  }),
};

export const receiptEmailTexts = {
  receipt: ({ number, amount, what, url }: MailedReceipt): EmailMessage => ({
    subject: `Your receipt ${number}`,
    paragraphs: [
      `We received your payment of ${amount}. Thank you.`,
      `You paid for: ${what}. Your receipt number is ${number}.`,
      url === null
        ? 'Keep this email. Once you have an account, you will find the receipt there under “Invoices”.'
        : 'You can download the receipt as a PDF. It stays in your account under “Invoices”.',
    ],
    ...(url !== null && { link: { label: 'View the receipt', url } }),
  }),
};

/** Money that settled nothing, in the words of an email. */
export interface UnusedPayment {
  readonly kind: PaymentCaseKind;
  /** Null if the provider did not say. */
  readonly amount: string | null;
  /** What was paid for; null if it is gone. */
  readonly about: string | null;
  /** The filing's page in the portal; null if there is none, or the reader may have no account. */
  readonly url: string | null;
}

export const unusedPaymentEmailTexts = {
  unused: ({ kind, amount, about, url }: UnusedPayment): EmailMessage => ({
    subject: 'We could not use your payment',
    paragraphs: [
      `We received your payment${amount === null ? '' : ` of ${amount}`}${about === null ? '' : ` for ${about}`}. We could not use it: ${
        kind === 'duplicate'
          ? 'the fee was already paid.'
          : kind === 'amount'
            ? 'it has the wrong amount or currency.'
            : about === null
              ? 'what you paid for was deleted.'
              : 'nothing was due.'
      }`,
      'We will check this payment and contact you about the money. Until then, do not pay again.',
    ],
    ...(url !== null && { link: { label: 'See what you paid for', url } }),
  }),
};

export const uploadEmailTexts = {
  uploadNotAccepted: ({ kind, malware, applicationId, url }: Refused): EmailMessage => ({
    subject: 'We cannot open a file that you uploaded',
    paragraphs: [
      `${malware ? 'We found malware in' : 'We could not scan'} ${files[kind]}${applicationId === null ? '' : ` (application ${applicationId})`}. ${malware ? 'We isolated the file without opening it.' : 'We do not open files that we cannot scan. A common reason is password protection.'}`,
      next[kind],
      ...(malware ? ['Scan your device for malware before you upload again.'] : []),
    ],
    link: { label: openLabels[kind], url },
  }),
};

export const applicationsPageTexts = {
  title: 'Applications',
  lead: 'Register a limited liability company (LLC): fill in an application, sign the agreement and pay the fee. The registry emails you its decision.',
  begin: 'Start an application',
  notEligible:
    'Residents and e-Residents with an active residency can register a legal entity. Your residency is not active or does not allow it.',
  paying: 'Payment being confirmed',
  entities: 'Legal entities',
  none: 'You have no applications yet.',
  started: 'started',
  submitted: 'submitted',
  approved: 'registered',
  rejected: 'decided',
  withdrawn: 'withdrawn',
  delete: 'Delete',
  deleted: 'Draft deleted',
  gone: 'This application was deleted',
  goneText: 'If you paid for it, do not pay again. We check the payment and email you.',
  deleteDraft: (name: string) => `Delete the draft ${name}`,
  residency: 'Residency',
  noResidency: 'You have no residency application.',
};

interface Words {
  /** For lists. */
  readonly short: string;
  readonly title: string;
  readonly text: string;
}

export const entityStandingTexts: Readonly<Record<EntityStanding, Words>> = {
  annulled: {
    short: 'Registration annulled',
    title: 'Registration annulled',
    text: 'The registration was a mistake. The legal entity no longer has a name, and you can’t file anything for it.',
  },
  dissolved: {
    short: 'Dissolved',
    title: 'Dissolved',
    text: 'The issued documents stay here. You can’t file anything new.',
  },
  pending: {
    short: 'Not active yet',
    title: 'Not active yet: its residency has not started',
    text: 'You can request a Certificate of Good Standing from the day its residency starts.',
  },
  expired: {
    short: 'Expired',
    title: 'Not in good standing: its residency has expired',
    text: 'Contact the registry to renew it. Until then you can’t get a Certificate of Good Standing.',
  },
  without_certificate: {
    short: 'Active',
    title: 'Active',
    text: 'Its residency is active and its taxes are paid. This type of legal entity can’t get a Certificate of Good Standing.',
  },
  taxes_overdue: {
    short: 'Taxes overdue',
    title: 'Active, but not in good standing: its taxes are overdue',
    text: 'You can request a Certificate of Good Standing when the taxes are paid, or with proof that they are paid.',
  },
  taxes_unknown: {
    short: 'Active',
    title: 'Active, but its good standing is not confirmed',
    text: 'The registry does not know if its taxes are paid. You can request a Certificate of Good Standing. A reviewer checks the taxes first.',
  },
  good: {
    short: 'In good standing',
    title: 'In good standing',
    text: 'Its residency is active and its taxes are paid.',
  },
};

export const startPageTexts = {
  title: 'Registry of residents and legal entities',
  lead: (jurisdiction: string) =>
    `The official record of the residents and legal entities of ${jurisdiction}, their representatives and their status.`,
  check: 'Check a certificate or a proof',
  code: 'Code',
  hint: 'The code is next to the QR code on a certificate. If someone sent you a proof, paste its link here.',
  doCheck: 'Check',
  noCode:
    'Enter the code as it is printed. A certificate code has 16 letters and digits, in groups of four',
  residents: 'For residents',
  residentsText:
    'Sign and pay for your applications, see your residency and legal entities, and choose which applications can act for you.',
  signIn: 'Go to the portal',
  register: 'Public register',
  registerText: 'Look up a legal entity by its name or resident permit number.',
  search: 'Search the register',
  integrators: 'For developers',
  documentation: 'API documentation',
  status: 'Service status',
};

export const helpPageTexts = {
  title: 'Help',
  signIn: 'Signing in',
  signInText:
    'Sign in with the email address that the registry has for you. You do not need a password: we email you a code, or you can use a passkey. If no code arrives within a few minutes, check your spam folder. Then check that you entered the right email address.',
  toSignIn: 'Sign in',
  lost: 'If you can no longer read your emails',
  lostText:
    'If you added a passkey, sign in with it. To use another email address, contact the registry. We call you on a telephone number that we have for you, and suspend your account until the case is closed. You confirm the new address with a link that we email to it. Two people decide, and the address changes 72 hours later.',
  certificates: 'Certificates and proofs',
  certificatesText:
    'A certificate has a QR code and a code of 16 letters and digits. Scan the QR code or enter the code. You will see whether the registry issued the document, and the status of the legal entity today. Check that the details match the document you have.',
  toCheck: 'Check a code',
  applications: 'Applications that act for you',
  applicationsText:
    'You decide which applications can see your data or act for you. You can remove their access at any time in the portal, under “Connected applications” and “Developer settings”.',
  safety: 'What we never ask for',
  safetyText:
    'We never ask you for a code that we emailed you or for an API key. If a message asks for one, do not reply to it.',
  ask: 'Questions',
  askText: 'Write to',
  askNote: 'If a page did not work, include the reference shown on it. Never send codes or keys.',
};

export const informationPageTexts = {
  answered: 'Your answer to the registry',
  asked: 'Question from the registry',
  about: 'About',
  question: 'Question',
  askedOn: 'Asked',
  answeredOn: 'Answered',
  home: 'Home',
  another: 'There is a new question',
  anotherText:
    'Your answer was not sent because it was for an earlier question. Read the new question and answer it.',
  late: 'Your answer was not sent',
  closedBefore: 'The case was already decided or withdrawn.',
  answeredBefore: 'Someone has already answered the question.',
  closed: 'No answer needed',
  closedText: 'The case has been decided or withdrawn.',
  nothing: 'No questions',
  nothingText: 'The reviewers have no questions for you.',
  sent: 'Answer sent',
  sentText:
    'We have notified the reviewer. You don’t need to do anything else. Your case keeps its place in the queue.',
  heading: 'Answer',
  yours: 'Your answer',
  hint: 'The reviewers will read your answer. You can send it once.',
  file: 'Attach a file (optional)',
  fileHint: 'PDF, JPEG or PNG, up to 4.5 MB. Only the reviewers can open it.',
  send: 'Send answer',
};

export const invoiceTexts = {
  what: {
    legal_entity_application: 'Registration of a legal entity',
    amendment: 'Amendment',
    certificate_request: 'Certificate of Good Standing',
    residency_application: 'Residency',
  } as Readonly<Record<Product, string>>,
  paying: 'Payment being confirmed',
  status: { open: 'Payment due', paid: 'Paid', void: 'Nothing to pay' } as Readonly<
    Record<InvoiceStatus, string>
  >,
};

export const invoiceLabelsTexts = {
  invoice: 'Invoice',
  receipt: 'Receipt',
  receiptNumber: 'Receipt number',
  follows: 'Available in a moment',
  taxNumber: 'Tax number',
  number: 'Invoice number',
  from: 'From',
  registry: (jurisdiction: string) => `The registry of ${jurisdiction}`,
  to: 'To',
  what: 'For',
  amount: 'Amount',
  status: 'Status',
  made: 'Created on',
  paidOn: 'Paid on',
  how: 'Paid with',
  voucher: 'Voucher',
  voidedOn: 'Closed on',
};

export const ownEntitiesPageTexts = {
  title: 'Legal entities',
  none: 'You don’t represent any legal entities. When an application is approved, the legal entity appears here.',
  apply: 'Go to your applications',
  type: 'Type',
  name: 'Name',
  number: 'Resident permit number',
  status: 'Status',
};

export const ownEntityPageTexts = {
  kicker: 'Legal entity',
  confirm: 'Annual confirmation due',
  due: (day: string) => `Confirm by ${day}.`,
  overdue: (day: string) => `It was due on ${day}.`,
  toConfirm: 'Check and confirm the registered details',
  register: 'Registered details',
  name: 'Name',
  type: 'Type',
  number: 'Resident permit number',
  formed: 'Formed on',
  registered: 'Registered on',
  dissolved: 'Dissolved on',
  residency: 'Residency',
  since: (day: string) => `Since ${day}`,
  until: (from: string, day: string) => `From ${from} until ${day}`,
  formerly: 'Previous names',
  history: 'Timeline',
  day: 'Day',
  event: 'Event',
  asTable: 'Show as a table',
  formation: 'Formation',
  registration: 'Registration',
  renamed: (name: string) => `Renamed from ${name}`,
  issued: (certificate: string) => `${certificate} issued`,
  confirmed: (year: number) => `Annual confirmation for ${year}`,
  dissolution: 'Dissolution',
  residencyEnds: 'End of the residency',
  annulled: 'Registration annulled',
  representatives: 'Representatives',
  sinceDay: (day: string) => `since ${day}`,
  nameless: 'A resident',
  noRepresentatives: 'No representatives.',
  filings: 'Filings',
  noFilings: 'No filings yet.',
  paying: 'Payment being confirmed',
  amend: 'Propose a new name or office',
  invoices: 'Invoices',
  documents: 'Documents',
  noDocuments: 'No documents yet.',
  of: (day: string) => `of ${day}`,
  withdrawn: (day: string) => `Withdrawn on ${day}. It is no longer valid.`,
};

export const ownInvoicePageTexts = {
  paid: 'Paid',
  paidText:
    'The full amount was paid. You don’t need to pay anything else. This page does not show money that was returned later.',
  paying: 'Payment being confirmed',
  payingText: 'If you paid, do not pay again. The confirmation can take a few minutes.',
  open: 'Payment due',
  openText: 'Pay this invoice on the page of the filing.',
  void: 'Nothing to pay',
  voidText: 'The filing ended before the invoice was paid.',
  toSubject: 'See the filing',
  toPay: 'See the filing and pay',
  file: 'Download as PDF',
  all: 'All invoices',
};

export const ownInvoicesPageTexts = {
  title: 'Invoices',
  own: 'Your invoices',
  none: 'You have no invoices yet. We create an invoice when a fee is due.',
  entities: 'Invoices of legal entities you represent',
};

export const portalHomePageTexts = {
  account: 'Your account',
  noResidency: 'You do not have a residency',
  willEmail: 'We’ll email you when it is granted.',
  signAgain: 'Read and sign the new version',
  entities: 'Legal entities you represent',
  none: 'None.',
  applications: 'Your applications',
  applicationsText: 'Register a legal entity and check the status of your applications.',
  seeApplications: 'See or start an application',
  noneToStart: 'Check the status of your applications.',
  suspended: 'Your account is suspended',
  suspendedText:
    'Someone told us that you can no longer read your emails. Until we have checked this, you cannot sign, pay for or change anything, and your keys do not work.',
  seeRequest: 'See or stop the request',
  seeOnly: 'See your applications',
  you: 'Your registered details',
  email: 'Email address',
  places: {
    '/portal/my-data': 'See what data we hold about you and why. Download a copy.',
    '/portal/proofs': 'Share part of your data for a limited time.',
    '/portal/credentials': 'Add your residency, or an entity’s good standing, to a wallet.',
    '/portal/connections':
      'See applications and devices with access to your account, and remove their access.',
    '/portal/passkeys': 'Sign in without an emailed code.',
    '/portal/browsers': 'See where you are signed in. Sign out browsers you no longer use.',
    '/portal/developer': 'API keys for software that acts for you.',
  },
  renew: 'Renew your residency',
  itEnds: 'It ends on',
  itEnded: 'It ended on',
  anyPartner:
    'Ask a partner of the registry to apply for a residency with your email address, or contact the registry.',
  write: 'Contact the registry',
  askPartner: (partner: string) =>
    `Ask ${partner}, who sent your application, to apply again with your email address. You then confirm the application here.`,
  numberStays: 'You keep your permit number and your account.',
  counted: 'If you renew before that day, the new year of residency starts on that day.',
  entityEnds: 'Its residency ends on',
  entityEnded: 'Its residency ended on',
  haveExtended: 'contact the registry to extend it.',
  haveRenewed: 'contact the registry to renew it.',
};

export const privacyPageTexts = {
  title: 'Privacy',
  lead: (authority: string) =>
    `${authority} keeps this registry and is responsible for the data in it. This page explains how we use your data when you visit this website.`,
  pages: 'This website',
  pagesText:
    'We load nothing from other websites. We do not track you or show advertising. The website works without JavaScript, except for passkeys.',
  cookies: 'Cookies',
  cookiesText: 'We only use cookies that the website needs to work:',
  form: 'one that links a form to your browser until you close it',
  session: 'one that keeps you signed in',
  browser: 'one that recognizes a browser where you signed in before',
  language: 'one that remembers the language you chose',
  calls: 'Request logs',
  callsText:
    'For each request we keep its time, its result and the network it came from. This log contains no names or addresses, and nothing that you enter. For a short time we count attempts, such as wrong codes, by network address. This stops people from guessing codes.',
  residents: 'Residents and legal entities',
  residentsText:
    'The data we hold about you comes from you, from an application you allowed or from our own decisions. We record every time someone acts for you, or a member of staff looks at your data. This record cannot be changed. In the portal you can see which applications have access to your data, and remove their access.',
  others: 'What others see',
  othersText:
    'Anyone with the code of a certificate can see its details and the status of the legal entity today. Anyone with an API key can check whether a resident permit number is valid, and whether it belongs to a person or a legal entity. They cannot see whose it is. Anyone can search the names of legal entities.',
  ask: 'Questions and your rights',
  askText: 'To get a copy of your data, or to have it corrected or erased, write to',
};

export const toDoPartTexts = {
  title: 'To do',
  nothing: 'You have nothing to do right now.',
  kinds: {
    sign: 'Sign',
    sign_again: 'Sign again',
    sign_changes: 'Sign',
    sign_changes_again: 'Sign again',
    is_yours: 'Confirm',
    taxes: 'Taxes overdue',
    pay: 'Pay',
    paying: 'Payment being confirmed',
    answer: 'Answer',
    rename: 'Choose another name',
    confirm: 'Annual confirmation due',
    collect: 'New documents',
    approve: 'Approve or decline',
  },
  sign: (about: string) => `Read and sign the agreement for ${about}`,
  signAgain: (about: string) =>
    `The agreement for ${about} changed after it was signed: read and sign the new version`,
  signChanges: (about: string) => `Read and sign the changes to ${about}`,
  signChangesAgain: (about: string) =>
    `The changes to ${about} were edited after they were signed: read and sign them again`,
  isYours: (about: string) => `Read the application for ${about} and confirm that it is yours`,
  taxes: (about: string) => `Pay the taxes of ${about}, or send proof that they are paid`,
  pay: (about: string) => `Pay the fee for ${about}`,
  paying: (about: string) => `We are waiting for your payment for ${about} to be confirmed`,
  filings: {
    amendment: (about: string) => `the amendment of ${about}`,
    certificate: (about: string) => `the certificate of ${about}`,
  },
  answer: (about: string) => `Answer the registry’s question about ${about}`,
  rename: (about: string) => `The name ${about} is already registered: choose another`,
  confirm: (about: string) => `Check and confirm the registered details of ${about}`,
  collect: (about: string) => `New documents for ${about}`,
  approve: (about: string) => `A key wants to pay or submit something for ${about}`,
  residency: 'your residency',
  due: 'due on',
  overdue: 'it was due on',
};

export const keyApprovalPageTexts = {
  kicker: 'Developer settings',
  title: 'Approve or decline?',
  titles: {
    pending: 'Approve or decline?',
    carried_out: 'Approved',
    failed: 'Nothing was done',
    declined: 'Declined',
    expired: 'Expired',
  },
  lead: 'Software that uses one of your keys asks you to approve this. Nothing happens if you decline.',
  outcomes: {
    pending: 'You can no longer approve this.',
    carried_out: 'You approved this, and it was done.',
    failed: 'The registry refused this. Nothing was paid or submitted.',
    declined: 'You declined this. Nothing was paid or submitted.',
    expired: 'You did not approve this within 72 hours. Nothing was paid or submitted.',
  },
  what: 'What will happen',
  wanted: 'What the key asked for',
  acts: {
    payLegalEntityApplicationWithVoucher:
      'The fee of the application is paid. If the agreement is signed, the application is submitted for review.',
    payLegalEntityApplicationWithCoupon:
      'The fee of the application is paid. If the agreement is signed, the application is submitted for review.',
    payLegalEntityAmendmentWithVoucher:
      'The fee of the amendment is paid, and the amendment is submitted for review.',
    submitLegalEntityAmendment: 'The amendment is submitted for review. It is already paid.',
    payCertificateRequestWithVoucher:
      'The fee of the Certificate of Good Standing is paid, and the certificate is issued or reviewed.',
  } as Readonly<Record<string, string>>,
  about: 'Legal entity',
  amount: 'Amount',
  byVoucher: 'with a voucher',
  key: 'Key',
  asked: 'Asked on',
  until: 'Approve until',
  decided: 'Decided on',
  approve: 'Approve',
  decline: 'Decline',
  see: 'Open the application or filing',
  notYet: 'Not carried out yet',
  tryAgain: 'Nothing was paid or submitted. You can approve it again.',
  refused: 'What the registry answered',
  refusals: {
    'approval.outdated':
      'The contents, the name or the amount changed after the key asked. Have your software ask again.',
    'api_key.invalid': 'The key was revoked or has expired.',
    'api_key.daily_limit_reached': 'The key has reached its limit for today.',
    'api_key.limit_never_allows': 'The limits of the key do not allow this. You can change them.',
    'api_key.insufficient_permissions':
      'The key is not allowed to do this. Your Manifestation of Will may have ended.',
  } as Readonly<Record<string, string>>,
};

export const answerInformationTexts = {
  none: 'Write an answer',
  long: 'The answer must have at most 2000 characters',
  strange: 'The answer contains characters that cannot be displayed. Remove them',
};

/** The reason, in the recipient's language. */
const because: Readonly<Record<AnnulmentReason, string>> = {
  approved_by_mistake: 'it was approved by mistake',
  wrong_subject: 'it was meant for someone else',
  wrong_information: 'it was based on incorrect information',
  duplicate: 'it was entered twice',
  not_entitled: 'the person who asked for it was not entitled to it',
  ordered: 'a court or an authority ordered it',
};

interface Annulled {
  /** ISO 8601. */
  readonly at: string;
  readonly reasonCode: AnnulmentReason;
  /** The portal's URL. */
  readonly url: string;
}

type AnnulledRegistration = Annulled & { readonly entityName: string };

type AnnulledAmendment = Annulled & {
  /** The values before the amendment, for the fields that it changed. */
  readonly restored: AmendableEntity;
  readonly details: readonly AmendableDetail[];
};

type AnnulledResidency = Annulled & { readonly stillResident: boolean };

/** `residentPermitNumber` is null if the resident has none. */
type PartnersAnnulledResidency = Annulled & {
  readonly applicationId: string;
  readonly residentPermitNumber: string | null;
};

interface Withdrawn {
  readonly entityName: string;
  readonly name: string;
  /** ISO 8601. */
  readonly createdAt: string;
  readonly at: string;
  /** The name of the document that replaces it. */
  readonly replacedBy: string | null;
  readonly url: string;
}

const objection = 'If you think that this decision is wrong, contact us immediately.';

export const annulmentEmailTexts = {
  registrationAnnulled: (facts: AnnulledRegistration): EmailMessage => ({
    subject: `Registration annulled: ${facts.entityName}`,
    paragraphs: [
      `On ${formatInstant(facts.at)} we annulled the registration of ${facts.entityName}, because ${because[facts.reasonCode]}.`,
      'The legal entity is no longer in the register, and searches do not find it. Its name is available again. Anyone who verifies its permit number sees that it is not active. All its documents and certificates are withdrawn. Anyone who verifies one of them sees that it is withdrawn.',
      noRefund,
      objection,
    ],
    link: { label: 'View your legal entities', url: facts.url },
  }),
  amendmentAnnulled: ({
    at,
    reasonCode,
    url,
    restored,
    details,
  }: AnnulledAmendment): EmailMessage => ({
    subject: `Amendment annulled: ${fullName(restored)}`,
    paragraphs: [
      `On ${formatInstant(at)} we annulled an approved amendment to ${fullName(restored)}, because ${because[reasonCode]}.`,
      ...details.map((name) => detailTextsFor({})[name].restored(detailInLine(restored, name))),
      'The Certificate of Amendment is withdrawn. Anyone who verifies it sees that it is withdrawn.',
      noRefund,
      objection,
    ],
    link: { label: 'View your legal entities', url },
  }),
  residencyAnnulled: (facts: AnnulledResidency): EmailMessage => ({
    subject: 'Your residency was annulled',
    paragraphs: [
      `On ${formatInstant(facts.at)} we annulled the last residency that we granted you, because ${because[facts.reasonCode]}.`,
      facts.stillResident
        ? 'Your previous residency is valid again.'
        : 'Anyone who verifies your permit number sees that your residency is not active. You keep your number and your account.',
      noRefund,
      objection,
    ],
    link: { label: 'View your residency', url: facts.url },
  }),
  partnersResidencyAnnulled: (facts: PartnersAnnulledResidency): EmailMessage => ({
    subject: 'A residency you applied for was annulled',
    paragraphs: [
      `On ${formatInstant(facts.at)} we annulled the residency from your application ${facts.applicationId} (permit number: ${facts.residentPermitNumber ?? 'none'}), because ${because[facts.reasonCode]}. We also notified the resident. The status of the application does not change.`,
      noRefund,
    ],
    link: { label: 'Read how to create applications', url: facts.url },
  }),
  documentWithdrawn: (facts: Withdrawn): EmailMessage => ({
    subject: `Document withdrawn: ${facts.entityName}`,
    paragraphs: [
      `On ${formatInstant(facts.at)} we withdrew the document “${facts.name}” of ${facts.entityName}. The document was issued on ${formatDay(facts.createdAt)}. Do not use it: anyone who verifies it sees that it is withdrawn.`,
      facts.replacedBy === null
        ? 'No document replaces it.'
        : `“${facts.replacedBy}” replaces it. You can find it in the legal entity’s documents.`,
      objection,
    ],
    link: { label: 'View your legal entities', url: facts.url },
  }),
};

/** Actions in the audit trail as auditors see them. They replace texts of `activityTexts` that address the account’s owner. */
export const trailTexts = {
  whole: {
    'api_keys.revoked': 'All keys of a person were revoked',
    'audit.listed': 'The audit trail was viewed',
    'gateway_keys.compared': 'Keys were compared with API Gateway',
    'mailbox_cases.listed': 'The cases of lost mailboxes were viewed',
    'maintenance.ended': 'Maintenance ended',
    'maintenance.started': 'Maintenance started',
    'migration.failed': 'A data migration failed',
    'migration.finished': 'A data migration finished',
    'migration.paused': 'A data migration was paused',
    'migration.planned': 'A trial of a data migration was requested',
    'migration.requested': 'A data migration was requested',
    'oauth_client.approved': 'An application for sign-in was approved',
    'oauth_client.logo_removed': 'The logo of an application for sign-in was removed',
    'oauth_client.reinstated': 'The suspension of an application for sign-in ended',
    'oauth_client.rejected': 'An application for sign-in was not approved',
    'oauth_client.suspended': 'An application for sign-in was suspended',
    'operator_approval.requested': 'An operator asked for a second operator’s approval',
    'operator_approval.carried_out': 'A second operator approved, and the action was carried out',
    'operator_approval.refused': 'A second operator refused an action',
    'operator_approval.withdrawn': 'An operator withdrew a request for approval',
    'operator_approval.expired': 'A request for a second operator’s approval expired',
    'outbox.discarded': 'Undelivered events were discarded',
    'outbox.redriven': 'Undelivered events were sent again',
    'partner_integration.registered': 'A partner was registered',
    'partner_integration.updated': 'A partner’s settings were changed',
    'partner_key.issued': 'A Partner Key was created',
    'partner_key.revoked': 'A Partner Key was revoked',
    'partner_keys.revoked': 'All keys of a partner were revoked',
    'payment.amount': 'A payment differs from its invoice in the provider’s statement',
    'payment.charged_back': 'A payment was charged back',
    'payment.duplicate': 'A second payment of one fee was set aside',
    'payment.missing': 'A payment is missing from the registry’s records',
    'payment.refused': 'A payment was set aside because the filing could not accept it',
    'payment.returned': 'A payment was refunded',
    'payment.unmatched': 'A payment without an invoice was set aside',
    'payment_case.closed': 'A payment case was closed',
    'payment_case.taken': 'A payment case was assigned',
    'people.listed': 'People were searched for',
    'person.corrected': 'A person’s details were corrected',
    'person.data_exported': 'A person’s data was exported',
    'person.erased': 'A person’s data was erased',
    'person.erasure_started': 'The erasure of a person’s data started',
    'person.updated': 'A person’s details were changed',
    'proof.viewed': 'Someone viewed a proof',
    'registration_token.issued': 'A token for registering applications was issued',
    'registration_token.revoked': 'A token for registering applications was revoked',
    'reserved_name.created': 'A name was reserved',
    'reserved_name.released': 'A reserved name was released',
    'review.approved_first': 'Review: first of two approvals',
    'review.claimed': 'Review: assigned',
    'review.decided': 'Review: decided',
    'review.first_approval_voided': 'Review: the first approval is no longer valid',
    'review.information_requested': 'Review: question asked',
    'review.listed': 'The review queue was viewed',
    'review.noted': 'Review: note added',
    'review.read': 'Review: case viewed',
    'review.released': 'Review: unassigned',
    'upload.refused': 'An uploaded file was refused: it contains malware',
    'upload.unscannable': 'An uploaded file was refused: it can’t be checked for malware',
    'visitor_pass.erased': 'An application for a visitor pass was erased',
    'voucher.created': 'A voucher was created',
  },
  actors: {
    operator: 'operator',
    person: 'person',
    standard_key: 'Standard Key',
    agent_key: 'Agent Key',
    partner_key: 'Partner Key',
    oauth_client: 'application',
    system: 'the registry',
  },
};
