import { formatInstant } from '../../kernel/pages/format-dates.ts';
import { type Html, html } from '../../kernel/pages/html.ts';
import type { EmailMessage } from '../../mail/mail/message.ts';
import {
  formatSignedText,
  referenceToSigned,
  type SignedText,
} from '../../mail/mail/signed-text.ts';

interface Facts {
  /** Null if an operator recorded it. */
  readonly signerName: string | null;
  readonly at: string;
  readonly texts: readonly SignedText[];
  readonly url: string;
}

export const manifestationEmailTexts = {
  manifestationSigned: (facts: Facts): EmailMessage => ({
    subject: 'Signed: Manifestation of Will',
    paragraphs: [
      facts.signerName === null
        ? `An operator of the registry recorded your Manifestation of Will on ${formatInstant(facts.at)}.`
        : `Your Manifestation of Will was signed on ${formatInstant(facts.at)} by ${facts.signerName}.`,
      'It allows your Agent Keys to apply, file and pay in your name.',
      ...facts.texts.map((text) => formatSignedText(text, {})),
      'Keep this email: it is your copy. If you did not expect this, sign in, revoke the Manifestation of Will, and contact us.',
    ],
    references: facts.texts.map((text) => referenceToSigned(text, {})),
    link: { label: 'View or revoke the Manifestation of Will', url: facts.url },
  }),
};

export const portalDeveloperPageTexts = {
  title: 'Developer settings',
  kicker: 'Settings',
  keys: 'API keys',
  keysText:
    'Anyone who has a key can use it. Store it where only your software can read it. Revoke it immediately if someone else may know it.',
  create: 'Create a key',
  none: 'You have no keys.',
  older: 'Older keys',
  manifestation: 'Manifestation of Will',
  readOrChange: 'Read or change the Manifestation of Will',
  readAndSign: 'Read and sign the Manifestation of Will',
  unnamed: (lastFour: string) => `Key ending in ${lastFour}`,
  kind: 'Kind',
  standard: 'Standard Key: can do everything that you can',
  agent: 'Agent Key',
  scopes: 'Scopes',
  holder: 'Held by',
  limits: 'Limits',
  connected: 'Belongs to an application that you connected',
  approval: 'Asks you before it pays or submits',
  applications: (count: number) => `${count} new applications a day`,
  filings: (count: number) => `${count} filings a day`,
  payments: (count: number) => `${count} payments a day`,
  amount: (amount: string) => `Payments of ${amount} in total a day`,
  entities: (count: number) => (count === 1 ? 'One legal entity' : `${count} legal entities`),
  endsIn: 'Last four characters',
  created: 'Created',
  goodUntil: 'Expires',
  revoked: 'Revoked',
  lastUsed: 'Last used',
  never: 'Never',
  states: { good: 'Active', revoked: 'Revoked', expired: 'Expired' },
  key: 'Key',
  status: 'Status',
  acts: 'Actions',
  scopeCount: (count: number) => (count === 1 ? '1 scope' : `${count} scopes`),
  which: (label: string | null, lastFour: string) =>
    `the key ${label === null ? '' : `${label}, `}ending in ${lastFour}`,
  whatItDid: 'Activity',
  rotate: 'Rotate',
  revoke: 'Revoke',
  notSigned:
    'Not signed. Agent Keys that apply, file or pay need it. Agent Keys that only read do not.',
  noAgreement: 'You have not accepted any agreement in advance.',
  webhooks: 'Webhooks',
  webhooksText: 'The registry can notify your software when something changes.',
  toWebhooks: 'Go to webhooks',
  clients: 'Applications for sign-in',
  clientsText: 'People can sign in to your applications with their registry account.',
  toClients: 'Go to applications for sign-in',
};

export const portalKeyPagesTexts = {
  kicker: 'Developer settings',
  title: 'Create a key',
  label: 'Label (optional)',
  labelHint: 'For example, the name of the software. It helps you recognize the key.',
  kind: 'Kind of key',
  standard: 'Standard Key',
  standardHint: 'For your own software. It can do everything that you can, so don’t share it.',
  agent: 'Agent Key',
  agentHint: 'For software that acts for you. It can do only what you select below.',
  holder: 'Who will use the Agent Key',
  holderHint:
    'For example, the company you give the key to. We show this name next to everything the key does.',
  validity: 'Valid for',
  always: 'Until you revoke it',
  days: (days: number) => `${days} days`,
  year: 'One year',
  scopes: 'What the Agent Key can do',
  approval: 'Your approval',
  approvalChoice: 'Ask me before this key pays or submits',
  approvalHint: 'We email you. You then have 72 hours to approve or decline in your account.',
  bounds: 'Limits of the Agent Key (optional)',
  boundsHint: 'Each day ends at midnight UTC. A field that you leave empty sets no limit.',
  applications: 'New applications a day',
  filings: 'New filings for legal entities a day',
  payments: 'Payments a day',
  amount: (currency: string) => `Total amount paid a day, in ${currency}`,
  entities:
    'Only these legal entities. If you choose some, the key can see only those and can’t form new ones. If you choose none, it can see all that were formed through the API.',
  boundsTitle: 'Limits of this key',
  saveBounds: 'Save',
  create: 'Create the key',
  replacedTitle: 'Key replaced',
  createdTitle: 'Key created',
  copy: 'Copy the key now',
  copyText: 'We show the key only once. We store only its digest, so we can’t show it again.',
  former: 'The previous key no longer works.',
  copied: 'Done',
  before: 'The key was already created',
  beforeLead: 'You already sent this form, and it created a key. We did not create another one.',
  beforeText:
    'We can’t show the key again. If you did not copy the key, rotate it. Or revoke it and create another one.',
  toKeys: 'Go to your keys',
  revokeTitle: 'Revoke this key?',
  revokeText: 'Software that uses this key will stop working. You can’t undo this.',
  revoke: 'Revoke the key',
  rotateTitle: 'Rotate this key?',
  rotateText:
    'You get a new key with the same label and scopes. This key stops working immediately, so be ready to update your software.',
  rotate: 'Rotate the key',
  leave: 'Cancel',
  needsWill: (manifestation: (name: string) => Html) =>
    html`Keys that write (apply, file or pay) need your ${manifestation('Manifestation of Will')}, and you have not signed it. These scopes only read:`,
  writes: ' — writes',
  willFirst: 'Sign the Manifestation of Will first, or choose only scopes that read',
  tooMany: 'You have reached the maximum number of keys. Revoke one that you don’t need',
};

export const portalManifestationPageTexts = {
  kicker: 'Developer settings',
  manifestation: 'Manifestation of Will',
  revokeTitle: 'Revoke the Manifestation of Will?',
  revokeLead:
    'We immediately and permanently revoke every Agent Key that can write. Keys that only read still work. Agreements that you accepted in advance no longer apply to new applications. Everything done before stays valid.',
  stopping: 'These keys stop working:',
  revokeIt: 'Revoke the Manifestation of Will',
  leave: 'Cancel',
  notInForce: 'The Manifestation of Will is not in force.',
  changed: 'A text that you accepted has changed',
  changedText:
    'Read the current text and sign again to accept it in advance for new applications. Until then you must sign each application from an Agent Key yourself. Your keys still work.',
  inForce: 'In force',
  signedOn: (at: Html) => html`Signed on ${at}.`,
  lead: 'Sign the Manifestation of Will to create Agent Keys that apply, file or pay in your name.',
  revoked: 'Revoked',
  registry: 'the registry, in your name',
  by: 'by',
  version: (version: string) => `Version ${version}`,
  accepted: (type: string) => `Accepted in advance: ${type}`,
  signature: 'Your signature',
  agreements: 'Agreements of Coexistence that you accept in advance',
  agreementsText:
    'If you tick a residency, your Agent Keys can apply for legal entities with this residency without another signature. This is optional. You can change it later.',
  forEntities: {
    Resident: 'For legal entities with a Resident residency',
    'e-Resident': 'For legal entities with an e-Resident residency',
  },
  statement: (what: string, agreement: string) =>
    `I have read the Manifestation of Will, and sign ${what}. Where I ticked a residency, I have read the ${agreement}, and accept it for those legal entities.`,
  first: { what: 'it', act: 'Sign the Manifestation of Will' },
  again: { what: 'it again', act: 'Sign the Manifestation of Will again' },
  change: { what: 'this change', act: 'Change the agreements' },
  end: 'End the Manifestation of Will',
  revoke: 'Revoke the Manifestation of Will',
};
