import type { AddressLineName } from '../contracts/address.ts';
import type { Product } from '../domain/product.ts';
import type { AgentScope, ClientScope } from '../domain/scopes.ts';
import type { PortalSection } from '../pages/portal-layout.ts';

type AddressText = AddressLineName | 'noPostalCode' | 'choose';

export const addressFieldsTexts: Readonly<Record<AddressText, string>> = {
  line1: 'Street and number',
  line2: 'Building, floor or apartment (optional)',
  city: 'Town or city',
  state: 'State, department or province (optional)',
  postalCode: 'Postal code',
  noPostalCode: 'If you do not have one, enter a hyphen (-).',
  country: 'Country',
  choose: 'Choose a country',
};

export const entityTypeTexts = {
  // Other types have the same English name as in the register.
  types: { nonprofit: 'Nonprofit organization' } as Readonly<Record<string, string>>,
};

export interface Words {
  readonly title: string;
  readonly text: string;
}

export const errorPageTexts = {
  start: 'Go to the start page',
  reference: 'If you contact us about this, give this reference:',
  unexpected: {
    title: 'Something went wrong',
    text: 'The service could not respond. Try again in a few minutes. If you were sending something, check first whether it arrived.',
  },
  refused: {
    title: 'We could not do this',
    text: 'We could not read what you sent. Go back, open the page again and try once more.',
  },
  maintained: {
    title: 'Under maintenance',
    text: 'The registry accepts no changes during maintenance. You cannot sign in, sign out, sign documents, pay or make changes. Some pages do not open. If you sent something, we did not accept it and nothing was changed. Try again later.',
  },
  suspended: {
    title: 'Your account is suspended',
    text: 'Someone reported that the mailbox for this account is lost. Until we have checked this, you cannot sign documents, pay, make changes or allow access, and your API keys do not work. Your request was not carried out. If you did not report this, we sent you an email with a link: use the link to stop the change.',
  },
  byStatus: {
    403: {
      title: 'Open the page again',
      text: 'For your security we did not accept the form, because it was not opened in this browser. Nothing was changed. Allow cookies, open the link again and repeat the step.',
    },
    404: {
      title: 'Page not found',
      text: 'There is no page at this address. If you copied a link, check that you copied all of it.',
    },
    413: {
      title: 'The form is too large',
      text: 'What you sent is larger than we accept. Go back and shorten the text, or choose a smaller file.',
    },
    429: {
      title: 'Too many attempts',
      text: 'Your request was not carried out. Wait up to an hour, then try again.',
    },
  } as Readonly<Record<number, Words>>,
};

export const formTexts = { problem: 'There is a problem' };

export const layoutTexts = {
  /** The language's own name. */
  language: 'English',
  skip: 'Skip to content',
  about: 'About this service',
  help: 'Help',
  privacy: 'Privacy',
  documentation: 'Documentation',
  registryOf: (authority: string) =>
    `Registry of residents and legal entities, kept by ${authority}.`,
};

export const english: Readonly<Record<PortalSection, string>> = {
  '/portal': 'Home',
  '/portal/applications': 'Applications',
  '/portal/legal-entities': 'Legal entities',
  '/portal/invoices': 'Invoices',
  '/portal/connections': 'Connected applications',
  '/portal/developer': 'Developer settings',
  '/portal/passkeys': 'Passkeys',
  '/portal/browsers': 'Browsers',
  '/portal/activity': 'Activity',
  '/portal/proofs': 'Proofs',
  '/portal/credentials': 'Credentials',
  '/portal/my-data': 'My data',
  '/portal/reviews': 'Reviews',
  '/portal/reviews/people': 'People',
  '/portal/mailboxes': 'Lost mailboxes',
  '/portal/reviews/audit': 'Audit trail',
  '/portal/console': 'Console',
  '/portal/console/entities': 'Find an entity',
  '/portal/console/vouchers': 'Vouchers',
  '/portal/console/partners': 'Partners',
  '/portal/console/payment-cases': 'Payment cases',
  '/portal/console/staff': 'Staff',
  '/portal/console/approvals': 'Approvals',
};

export const portalLayoutTexts = {
  places: english,
  portal: 'Portal',
  account: 'Account',
  signOut: 'Sign out',
};

export const signingFormTexts = {
  agreementChanged:
    'The agreement has changed since you opened this page. Read it again, then tick the box',
  applicationChanged:
    'The application has changed since you opened this page. Read it again, then tick the box',
  heading: 'Your signature',
  name: 'Full name',
  hint: 'Enter your name as it is in your passport. This is your signature.',
};

export const siteTexts = {
  sandbox: 'Test environment: filings are not real and no money is charged.',
  maintained:
    'Maintenance: you can read pages, but you cannot sign in, sign out, sign documents, pay or make changes. Try again later.',
  needHelp: 'Need help?',
};

/** Beside a secret that is shown once. */
export const secretTexts = { copy: 'Copy', copied: 'Copied.' };

/** Days in words: “3 July 2026”. */
export const dateTexts = {
  months: [
    'January',
    'February',
    'March',
    'April',
    'May',
    'June',
    'July',
    'August',
    'September',
    'October',
    'November',
    'December',
  ],
  between: ' ',
  /** Beside a time in UTC: “08:05 in Tegucigalpa”. */
  there: (time: string, place: string) => `${time} in ${place}`,
  /** Beside a last day in UTC: when it ends there. */
  until: (time: string) => `until ${time}`,
};

/** Error messages of the forms' schemas, by the English message. */
export interface FormErrorTexts {
  readonly messages: Readonly<Record<string, string>>;
  /**
   * For messages with a number or a position, and for zod's messages about values that browsers
   * don't send.
   */
  readonly patterns: readonly (readonly [RegExp, string])[];
}

export const formErrorTexts: FormErrorTexts = { messages: {}, patterns: [[/^.*$/, '$&']] };

/** Everything that these scopes reveal, in words for the person who grants them. */
const particulars =
  'Read your name, permit number, date and country of birth, citizenship, sex, address and telephone number';

export const scopeTexts: Readonly<Record<AgentScope, string>> = {
  'agent:entity.application.create': 'Apply for new legal entities in your name',
  'agent:entity.application.pay': 'Pay for applications with vouchers',
  'agent:entity.application.read': 'Read the applications that your keys created',
  'agent:registry.search': 'Search the public registry and check if a name is available',
  'agent:entity.read': 'Read the legal entities that your keys applied for',
  'agent:entity.documents.read':
    'Download the documents of the legal entities that your keys applied for',
  'agent:verify_rpn': 'Check whether a resident permit number is valid',
  'agent:entity.filing.create': 'File changes to your legal entities and request certificates',
  'agent:entity.filing.read': 'Read filings and certificate requests of your legal entities',
  'agent:entity.filing.pay': 'Pay for filings and certificates with vouchers',
  'agent:person.details.read': particulars,
  'agent:person.residency.read': 'Read whether you are a resident, and since when',
  'agent:person.id_verification.read': 'Read whether your identity was verified, and how',
  'agent:person.documents.read': 'Download your personal documents',
  'agent:events.read': 'Get notified about changes to the data that these permissions cover',
  'agent:webhooks.manage': 'Set up webhooks, which send notifications to other web addresses',
};

export const oauthScopeTexts: Readonly<Record<ClientScope, string>> = {
  openid: 'Recognize you when you come back',
  profile: 'See your name',
  email: 'See your email address',
  'service:person.details.read': particulars,
  'service:person.residency.read': 'Read whether you are a resident, and since when',
  'service:person.id_verification.read': 'Read whether your identity was verified, and how',
  'service:person.documents.read': 'Download your personal documents',
  'service:entity.read': 'Read the details of the legal entities that you choose',
  'service:entity.documents.read': 'Download the documents of the legal entities that you choose',
  'service:events.read': 'Get notified about changes to the data that these permissions cover',
  'credential:residency':
    'Add a credential to your wallet that shows your name, your permit number, your type of residency and when it started',
  'credential:good_standing':
    'Add a credential to your wallet that shows that a legal entity you choose is in good standing',
  offline_access: 'Keep this access while you are away, until you end it',
  ...scopeTexts,
};

export const subjectTexts: Readonly<Record<Product, string>> = {
  legal_entity_application: 'Application for a legal entity',
  amendment: 'Amendment of a legal entity',
  certificate_request: 'Request for a Certificate of Good Standing',
  residency_application: 'Application for residency',
};
