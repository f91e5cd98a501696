import { instantInWords } from '../kernel/domain/dates.ts';
import type { Letter } from '../mail/message.ts';

interface Facts {
  /** ISO 8601. */
  readonly at: string;
  readonly url: string;
}

const look = (url: string) => ({ label: 'Look at my passkeys', url });

/** To whose account it is. What a passkey is called is for its owner alone, and does not lie in the outbox. */
export const passkeyLetters = {
  passkeyAdded: ({ at, url }: Facts): Letter => ({
    subject: 'A passkey was added to your account',
    paragraphs: [
      `On ${instantInWords(at)} somebody who is signed in to your account added a passkey. Whoever has it can sign in without a code from this mailbox.`,
      'If it was not you, remove it at once, sign out all other browsers, and secure your mailbox.',
    ],
    link: look(url),
  }),
  passkeyRemoved: ({ at, url }: Facts): Letter => ({
    subject: 'A passkey was removed from your account',
    paragraphs: [
      `A passkey of your account was removed on ${instantInWords(at)}. Nobody can sign in with it any more. A code by mail still works.`,
      'If it was not you, and you did not ask the registry for it, sign out all other browsers, and secure your mailbox.',
    ],
    link: look(url),
  }),
  passkeySuspended: ({ at, url }: Facts): Letter => ({
    subject: 'A passkey of your account does not work any more',
    paragraphs: [
      `On ${instantInWords(at)} somebody wanted to sign in with a passkey of your account whose counter had gone back. That happens where there is a copy of it, so we did not let them in, and do not accept this passkey any more.`,
      'The copy may have been used before: sign in with a code by mail, sign out all other browsers, remove this passkey and all that you do not know, and add a new one. If you do not know how a copy came about, stop using the device or security key.',
    ],
    link: look(url),
  }),
  passkeyCodeMade: ({ at, url }: Facts): Letter => ({
    subject: 'A code for a passkey of your account was made',
    paragraphs: [
      `On ${instantInWords(at)} an operator of the registry made a code with which you add a passkey that is good for decisions. They tell you the code themselves, and it is in no mail.`,
      'If you did not ask for it, tell your operator at once. Nobody who asks you for the code by mail or by telephone is from the registry.',
    ],
    link: look(url),
  }),
} as const;
