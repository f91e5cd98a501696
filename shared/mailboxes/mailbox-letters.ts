import { instantInWords } from '../kernel/domain/dates.ts';
import type { Letter } from '../mail/message.ts';
import type { MailboxCaseStatus } from './domain/mailbox-case.ts';

interface Facts {
  /** ISO 8601. */
  readonly openedAt: string;
  readonly url: string;
}

/** Why it ended, for whoever it is about. */
const ends: Readonly<Partial<Record<MailboxCaseStatus, string>>> = {
  refused: 'The registry did not accept it',
  withdrawn: 'It was withdrawn',
  stopped: 'Somebody who reads the mail of the former address stopped it',
};

const suspended =
  'Until it is settled nobody can act in your name: your keys and the applications that you have connected do not work, and nothing can be signed, allowed or paid for in the portal.';

/** Of a mailbox that somebody says is lost. */
export const mailboxLetters = {
  openedToFormer: ({ openedAt, url }: Facts): Letter => ({
    subject: 'Is this mailbox lost? Somebody wants another address for your account',
    paragraphs: [
      `On ${instantInWords(openedAt)} the registry was told that you can no longer read this mailbox, and that your account is to have another address.`,
      suspended,
      'If it was not you, stop it now. You do not need to sign in. Nothing is changed then, and your keys work again at once.',
      'If it was you, there is nothing to do here. The registry looks at who you are, two persons decide, and the address changes 72 hours after that.',
    ],
    link: { label: 'Stop it', url },
  }),
  openedToNew: ({ openedAt, url }: Facts): Letter => ({
    subject: 'Your account at the registry is to have this address',
    paragraphs: [
      `On ${instantInWords(openedAt)} the registry was told that you have lost the mailbox of your account, and that this address is to take its place. Two persons of the registry decide, and the address changes 72 hours after that.`,
      suspended,
      'If you have a passkey that you added three days or more before, sign in with it and confirm that it is you: then nobody waits for 72 hours.',
      'If you know nothing of this, somebody has given your address by mistake. You need not do anything.',
    ],
    link: { label: 'Confirm with a passkey', url },
  }),
  openedToRepresentative: (
    { openedAt, url }: Facts,
    of: { readonly person: string; readonly entities: readonly string[] },
  ): Letter => ({
    subject: `${of.person} is to have another mail address`,
    paragraphs: [
      `On ${instantInWords(openedAt)} the registry was told that ${of.person}, who represents ${listed(of.entities)} with you, has lost the mailbox of their account, and wants another address. Until that is settled nobody acts in their name.`,
      'Ask them, in person or by a telephone number that you know. If it is not them, write to the registry at once: whoever has the account can sign for your legal entity.',
    ],
    link: { label: 'Go to the portal', url },
  }),
  waitingToFormer: ({ url, dueAt }: Pick<Facts, 'url'> & { readonly dueAt: string }): Letter => ({
    subject: `Your account gets another address on ${instantInWords(dueAt)}`,
    paragraphs: [
      `Two persons of the registry have approved that your account gets another address, because this mailbox was said to be lost. It changes on ${instantInWords(dueAt)}.`,
      'If you read this and did not ask for it, stop it before then. You do not need to sign in.',
    ],
    link: { label: 'Stop it', url },
  }),
  waitingToNew: ({ url, dueAt }: Pick<Facts, 'url'> & { readonly dueAt: string }): Letter => ({
    subject: `Your account gets this address on ${instantInWords(dueAt)}`,
    paragraphs: [
      `Two persons of the registry have approved it. Your account has this address from ${instantInWords(dueAt)} on, unless somebody who still reads the former mailbox stops it. Then sign in with this address.`,
      'With a passkey that you added three days or more before the registry was told, you need not wait: sign in with it and confirm that it is you.',
    ],
    link: { label: 'Confirm with a passkey', url },
  }),
  ended: ({ status, openedAt, url }: Facts & { readonly status: MailboxCaseStatus }): Letter => ({
    subject: 'The address of your account stays as it was',
    paragraphs: [
      `On ${instantInWords(openedAt)} the registry was told that the mailbox of your account is lost. ${ends[status] ?? 'It ended'}, and the address of the account was not changed. Your keys and connected applications work again.`,
      'If something about this surprises you, write to the registry.',
    ],
    link: { label: 'Go to the portal', url },
  }),
  endedToRepresentative: (
    { status, url }: Pick<Facts, 'url'> & { readonly status: MailboxCaseStatus },
    of: { readonly person: string; readonly entities: readonly string[] },
  ): Letter => ({
    subject:
      status === 'changed'
        ? `${of.person} has another mail address now`
        : `${of.person} keeps their mail address`,
    paragraphs: [
      status === 'changed'
        ? `Two persons of the registry have looked at who they are, and the account of ${of.person}, who represents ${listed(of.entities)} with you, has another mail address now.`
        : `The mailbox of ${of.person}, who represents ${listed(of.entities)} with you, was said to be lost. ${ends[status] ?? 'That ended'}, and nothing was changed.`,
      'If you think that it is not them who uses the account, write to the registry at once.',
    ],
    link: { label: 'Go to the portal', url },
  }),
} as const;

function listed(names: readonly string[]): string {
  return new Intl.ListFormat('en').format(names);
}
