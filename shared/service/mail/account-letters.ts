import { instantInWords } from '../../kernel/domain/dates.ts';
import type { Letter } from '../../mail/message.ts';

/** A key as its owner knows it. */
export interface MailedKey {
  readonly kind: 'standard' | 'agent';
  readonly label: string | null;
  readonly lastFour: string;
  /** ISO 8601. */
  readonly createdAt: string;
}

const kinds = { standard: 'Standard Key', agent: 'Agent Key' } as const;

/** Mail about what can act for an account: keys, connected applications, the address itself. */
export const accountLetters = {
  /** `may`: what an Agent Key may do, in words; a Standard Key may do everything. */
  keyMade: (facts: {
    key: MailedKey;
    may: readonly string[];
    replaced: MailedKey | null;
    byOperator: boolean;
    url: string;
  }): Letter => ({
    // The last characters tell several from each other.
    subject:
      facts.replaced === null
        ? `A new API key of your account: …${facts.key.lastFour}`
        : `An API key was replaced: …${facts.replaced.lastFour}`,
    paragraphs: [
      `On ${instantInWords(facts.key.createdAt)} ${facts.byOperator ? 'an operator of the registry' : 'somebody who is signed in to your account'} made ${nameOf(facts.key)}.`,
      ...(facts.replaced === null
        ? []
        : [`It replaces ${nameOf(facts.replaced)}, which is refused from now on.`]),
      facts.key.kind === 'standard'
        ? 'Whoever has the key may do all that you may, in your name.'
        : `Whoever has the key may: ${listOf(facts.may)}.`,
      'If you did not expect this, revoke the key at once: it is among the keys of your account.',
    ],
    link: { label: 'Look at my keys', url: facts.url },
  }),
  /** `entities`: how many legal entities it sees. */
  clientConnected: (facts: {
    client: string;
    may: readonly string[];
    entities: number;
    url: string;
  }): Letter => ({
    subject: `Connected with your account: ${facts.client}`,
    paragraphs: [
      `Somebody who is signed in to your account has allowed the application “${facts.client}” to: ${listOf(facts.may)}.`,
      ...(facts.entities === 0
        ? []
        : [
            facts.entities === 1
              ? 'It sees one of your legal entities.'
              : `It sees ${facts.entities} of your legal entities.`,
          ]),
      'This stands until you end it, under “Connected applications”. If it was not you, end it at once.',
    ],
    link: { label: 'Look at connected applications', url: facts.url },
  }),
  /** To the address that the account had. It can't sign in any more, and does not learn the new address. */
  emailChangedFrom: (facts: ChangedAddress): Letter => ({
    subject: 'The e-mail address of your account was changed',
    paragraphs: [
      `On ${instantInWords(facts.changedAt)} an operator of the registry gave your account another e-mail address. Nobody can sign in with this one any more, and all browsers were signed out.`,
      ...keysLeft(facts),
      ...passkeysLeft(facts),
      'If you did not ask for this, write to the registry at once.',
    ],
  }),
  /** To the address that the account has now. */
  emailChangedTo: (facts: ChangedAddress & { readonly url: string }): Letter => ({
    subject: 'The e-mail address of your account was changed',
    paragraphs: [
      `Since ${instantInWords(facts.changedAt)} this is the e-mail address of your account: an operator of the registry has changed it. We send a code to it when you sign in.`,
      ...keysLeft(facts),
      ...passkeysLeft(facts),
      'If you know nothing of such an account, write to the registry.',
    ],
    link: { label: 'Look at my keys', url: facts.url },
  }),
} as const;

interface ChangedAddress {
  readonly changedAt: string;
  /** Those that go on. */
  readonly keys: readonly MailedKey[];
  /** Those that were revoked with the change. */
  readonly revoked: readonly MailedKey[];
  /** How many passkeys still let somebody in. */
  readonly passkeys: number;
}

function keysLeft({ keys, revoked }: ChangedAddress): readonly string[] {
  const gone = revoked.map((key) => `Revoked with the change: ${describe(key)}.`);
  if (keys.length === 0) return [...gone, 'The account has no API keys that work.'];
  return [
    ...gone,
    'The change ends no API key. These stay valid, and whoever has one may use it:',
    ...keys.map((key) => `${describe(key)}.`),
    'Revoke those that you do not know. An operator can revoke all of them.',
  ];
}

function passkeysLeft({ passkeys }: ChangedAddress): readonly string[] {
  if (passkeys === 0) return [];
  const [what, has] =
    passkeys === 1 ? ['the one passkey', 'it'] : [`the ${passkeys} passkeys`, 'one'];
  return [
    `The change leaves ${what} of the account, and whoever has ${has} can still sign in. Remove what you do not know, under “Passkeys”.`,
  ];
}

function nameOf(key: MailedKey): string {
  const { kind, label, lastFour } = key;
  const article = kind === 'agent' ? 'an' : 'a';
  return label === null
    ? `${article} ${kinds[kind]} that ends in ${lastFour}`
    : `the ${kinds[kind]} “${label}”, which ends in ${lastFour}`;
}

function describe({ kind, label, lastFour, createdAt }: MailedKey): string {
  const called = label === null ? '' : ` “${label}”`;
  return `${kinds[kind]}${called}, ends in ${lastFour}, made on ${instantInWords(createdAt)}`;
}

/** Phrases, which begin with a capital on pages, joined into one sentence. */
function listOf(phrases: readonly string[]): string {
  return phrases.map((phrase) => phrase.charAt(0).toLowerCase() + phrase.slice(1)).join('; ');
}
