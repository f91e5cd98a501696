import { type Html, html } from '../../kernel/pages/html.ts';
import type { EmailMessage } from '../../mail/mail/message.ts';
import { noRefund } from '../../payments/texts/en.ts';
import type { FeeTexts } from '../../payments/usecases/payment-subject.ts';
import type { StageTexts } from '../../reviews/pages/filing-status.ts';
import type { CertificateStage, ReferralReason } from '../domain/certificate.ts';
import type { CertificateType, RequestableType } from '../domain/certificate-type.ts';

interface Issued {
  readonly type: RequestableType;
  readonly entityName: string;
  readonly url: string;
}

interface Rejected extends Issued {
  /** Formatted. */
  readonly reason: string;
}

function nameOf(type: RequestableType): string {
  return certificateKindTexts[type].name;
}

function stages(name: string): Readonly<Record<Exclude<CertificateStage, 'answer'>, StageTexts>> {
  return {
    pay: {
      line: 'Payment due',
      title: 'Payment due',
      text: 'We issue the certificate within minutes after you pay the fee.',
    },
    issuing: {
      line: 'Being issued',
      title: 'The certificate is being issued',
      text: 'This takes a few minutes. We will email you when it is issued.',
    },
    review: {
      line: 'Under review',
      title: 'The request is under review',
      text: 'We will email you the decision.',
    },
    issued: {
      line: 'Issued',
      title: `${name} issued`,
      text: 'You can also find the certificate in the legal entity’s documents. Anyone can verify it with the code on it.',
    },
    rejected: {
      line: 'Rejected',
      title: `Request for a ${name} rejected`,
      text: noRefund,
    },
    cancelled: {
      line: 'Cancelled',
      title: 'Request cancelled',
      text: 'You don’t need to pay for it.',
    },
  };
}

export const certificateEmailTexts = {
  certificateIssued: ({ type, entityName, url }: Issued): EmailMessage => ({
    subject: `${stages(nameOf(type)).issued.title}: ${entityName}`,
    paragraphs: [
      `We issued the ${nameOf(type)} of ${entityName}.`,
      'You can find it in the legal entity’s documents. Anyone can scan its QR code to check that it is genuine.',
    ],
    link: { label: 'Verify the certificate', url },
  }),
  certificateRejected: ({ type, entityName, reason, url }: Rejected): EmailMessage => ({
    subject: `${stages(nameOf(type)).rejected.title}: ${entityName}`,
    paragraphs: [
      `We rejected the request for a ${nameOf(type)} of ${entityName} for this reason:`,
      { fromReviewer: reason },
      noRefund,
    ],
    link: { label: 'View your legal entities', url },
  }),
};

export const certificateStatusTexts = {
  notRefunded: noRefund,
  stages,
  reviewed: {
    pay: {
      contested: `After you pay the fee, a reviewer checks your proof and decides. ${noRefund}`,
      taxes: `After you pay the fee, a reviewer checks the taxes and decides. ${noRefund}`,
    },
    paidTitle: 'Paid: waiting for a reviewer’s decision',
    issuing: {
      contested: 'A reviewer checks your proof. We will email you the decision.',
      taxes: 'A reviewer checks the taxes. We will email you the decision.',
    },
  },
  referred: {
    contested: 'A reviewer checks your proof that the taxes are paid.',
    tax_unresolved: 'A reviewer checks whether the taxes are paid.',
    not_in_good_standing: 'A reviewer checks the status of the legal entity.',
  } as Readonly<Record<ReferralReason, string>>,
};

interface Kind {
  readonly name: string;
  /** The content of the certificate, and its limits. */
  readonly about: string;
  /** Shown if the entity is not in good standing today. */
  readonly notToday: string;
  /** Label of its date. */
  readonly date: string;
  readonly genuine: string;
  readonly withdrawn: string;
}

type Kinds = Readonly<Record<CertificateType, Kind>>;

const englishTitles = {
  genuine: 'This certificate is genuine',
  withdrawn: 'This certificate is withdrawn',
};

export const certificateKindTexts: Kinds = {
  certificate_of_good_standing: {
    ...englishTitles,
    name: 'Certificate of Good Standing',
    about:
      'It certifies that the legal entity was in good standing when the certificate was issued.',
    notToday: 'The certificate was correct when it was issued.',
    date: 'Issued on',
  },
  certificate_of_organization: {
    ...englishTitles,
    name: 'Certificate of Organization',
    about:
      'It certifies that the legal entity was formed and entered in the register. It does not confirm the legal entity’s status today.',
    notToday: 'The legal entity was formed as stated in the certificate.',
    date: 'Registered on',
  },
  certificate_of_amendment: {
    ...englishTitles,
    name: 'Certificate of Amendment',
    about:
      'It certifies that an amendment was approved and entered in the register. Later amendments may have changed the legal entity again.',
    notToday: 'The amendment was entered as stated in the certificate.',
    date: 'Amended on',
  },
  rider_to_agreement_of_coexistence: {
    genuine: 'This document is genuine',
    withdrawn: 'This document is withdrawn',
    name: 'Rider to the Agreement of Coexistence',
    about:
      'It shows when the legal entity accepted the Agreement of Coexistence, and which version. It does not confirm the legal entity’s status today.',
    notToday: 'The Agreement was accepted as stated in the Rider.',
    date: 'Issued on',
  },
};

export const certificatePageTexts = {
  stands: 'The legal entity is in good standing today',
  standsNot: 'The legal entity is not in good standing today',
  asOf: (now: Html) => html`As of ${now}.`,
  notConfirmed: 'The registry cannot confirm today that the legal entity is in good standing',
  meaning:
    'In good standing means that the residency of the legal entity is active, that it is not dissolved, and that its taxes are paid.',
  entity: 'Legal entity',
  nameToday: 'Current name',
  number: 'Resident permit number',
  code: 'Verification code',
  digest: 'SHA-256 of the PDF',
  compare:
    'Compare these details with your document. If they differ, your document is not the one that we issued.',
  doNotRely: 'Do not rely on this document',
  withdrawnOn: (at: Html) => html`The registry issued this document and withdrew it on ${at}.`,
  noOther: 'No document replaces it.',
  replaced: (name: string, at: Html, sha256: Html) =>
    html`The document “${name}” of ${at} replaces it. SHA-256 of that file: ${sha256}`,
  formerName: 'Previous name',
  newName: 'New name',
  unknown: 'No document has this code',
  kicker: 'Verification of documents',
  nothing: 'We can’t confirm this document',
  nothingText:
    'Compare the code with the one on the document. It has 16 letters and digits in groups of four, and never O, I, 0 or 1. If the code is the same, this registry did not issue the document.',
  again: 'Enter the code again',
};

export const contestFormTexts = {
  noNote: 'Explain why the taxes are not overdue',
  longNote: 'Use 2000 characters or fewer',
  note: 'Use only letters, digits and punctuation',
  noFile: 'Choose the proof of payment',
};

export const findCertificatePageTexts = {
  title: 'Verify a document',
  lead: 'Every document from this registry has a verification code. Use the code to check that the document is genuine and still valid.',
  code: 'Verification code',
  hint: '16 letters and digits in groups of four, at the bottom of the document. Spaces, dashes and capital letters don’t matter.',
  verify: 'Verify',
  sent: 'Did someone send you a credential as text?',
  credential: 'Verify a credential',
  scan: 'Is the document on paper? Scan the QR code next to the verification code with your phone’s camera. It opens the same page.',
  unreadable:
    'This is not a verification code. Check the document: the code has 16 letters and digits, and never O, I, 0 or 1.',
};

export const newCertificatePageTexts = {
  title: (name: string) => `Request a ${name}`,
  possible: 'You can request a certificate',
  contestable: 'The taxes are overdue',
  impossible: 'You can’t request a certificate now',
  issuedImmediately:
    'The legal entity’s residency is active and its taxes are paid. We issue the certificate within minutes after you pay the fee.',
  unknown:
    'The registry does not know if the taxes are paid. A reviewer checks them after you pay the fee, so it takes longer.',
  overdue: `Pay the taxes and come back, or send proof here that you have paid them. If you send proof, a reviewer decides after you pay the fee. ${noRefund}`,
  wrongType:
    'Only limited liability companies and for-profit corporations can request this certificate.',
  notActive:
    'The legal entity’s residency is not active, or the legal entity is dissolved. Contact the registry.',
  looked: 'Eligibility check',
  type: 'Type',
  residency: 'Residency',
  active: 'Active',
  until: (day: string) => `Until ${day}`,
  dissolved: (day: string) => `Dissolved on ${day}`,
  taxes: 'Taxes',
  paid: 'Paid',
  late: 'Overdue',
  notKnown: 'Not known',
  fee: 'Fee',
  contest: 'Proof that the taxes are paid',
  note: 'Explanation for the reviewer',
  noteHint: 'For example, when and how you paid the taxes. Use 2000 characters or fewer.',
  proof: 'Proof of payment',
  proofHint: 'PDF, JPEG or PNG, up to 4.5 MB. Only reviewers can open it.',
  request: 'Request the certificate',
};

export const ownCertificatePageTexts = {
  request: 'Request',
  requested: 'Requested on',
  issued: 'Issued on',
  note: 'Explanation for the reviewer',
  code: 'Verification code',
  open: 'Open the certificate',
  verify: 'View the public verification page',
  again: 'Request another certificate',
  entity: (name: string) => `Back to ${name}`,
  ending: {
    title: 'Cancel this request',
    label: 'Cancel the request',
    effect: 'The request ends without a certificate.',
  },
};

export const taxProofPageTexts = {
  title: 'Proof of paid taxes',
  uploaded: 'File uploaded',
  uploadedText:
    'If you use software to request the Certificate of Good Standing, give it this address.',
  address: 'Address of the file',
  lead: 'Are the taxes of your legal entity listed as overdue although they are paid? Send proof on the page where you request the legal entity’s certificate. Upload the receipt here only if software requests the certificate for you.',
  receipt: 'Receipt',
  hint: 'PDF, JPEG or PNG, up to 4.5 MB. Only reviewers can open it.',
  upload: 'Upload the receipt',
  pending: 'The file is being checked for malware',
  pendingText:
    'This takes about a minute. Until then the file can’t be opened, but you can use it in a request. We email you if we find malware.',
  again: 'Reload this page',
  refused: 'The file contains malware',
  refusedText: 'The file can’t be opened. Scan your device for malware, then upload another file.',
  unscannable: 'The file could not be checked for malware',
  unscannableText: 'The file can’t be opened. Upload another file without a password.',
  noFile: 'Choose a receipt',
};

export const payCertificateTexts = (kind: string): FeeTexts<'looks' | 'issues'> => ({
  fee: 'certificate fee',
  kicker: (name) => `${kind} of ${name}`,
  item: `${kind} of`,
  next: {
    looks: 'A reviewer checks the taxes, then decides on the certificate.',
    issues: 'The certificate is issued within minutes.',
  },
});
