import * as z from 'zod';
import { openJournal } from './journal.ts';

const CapturedMail = z.object({
  id: z.string(),
  from: z.nullable(z.string()),
  to: z.array(z.string()),
  headers: z.record(z.string(), z.string()),
  configurationSet: z.nullable(z.string()),
  tags: z.record(z.string(), z.string()),
  subject: z.string(),
  text: z.string(),
  html: z.nullable(z.string()),
  sentAt: z.string(),
});

/** An email as SES received it. `sentAt` is an ISO 8601 time, `id` the SES message id. */
export type CapturedMail = Readonly<z.output<typeof CapturedMail>>;

/** The limits of the mailbox: the number of newest emails, and their total size in characters. */
export type MailboxLimits = { readonly mails: number; readonly characters: number };

/** The limits for `npm start`. */
export const mailboxLimits: MailboxLimits = { mails: 1_000, characters: 20_000_000 };

export type Mailbox = {
  readonly add: (mail: CapturedMail) => void;
  /** Oldest first; with an address, only emails to it. */
  readonly list: (to?: string) => readonly CapturedMail[];
};

/**
 * The newest captured emails, in memory and (with a directory) in `mail.jsonl`, which outlives a restart and is at
 * most twice as long.
 */
export function openMailbox(
  directory: string | undefined,
  limits: MailboxLimits = mailboxLimits,
): Mailbox {
  const journal = openJournal(directory, 'mail.jsonl', CapturedMail);
  const mails: CapturedMail[] = [];
  let characters = 0;
  const surplus = { mails: 0, characters: 0 };

  const keep = (mail: CapturedMail) => {
    mails.push(mail);
    characters += lengthOf(mail);
    while (mails.length > limits.mails || (characters > limits.characters && mails.length > 1)) {
      const length = lengthOf(mails.shift());
      characters -= length;
      surplus.mails += 1;
      surplus.characters += length;
    }
  };
  const shorten = () => {
    if (surplus.mails < limits.mails && surplus.characters < limits.characters) return;
    journal.replace(mails);
    surplus.mails = 0;
    surplus.characters = 0;
  };

  for (const mail of journal.entries) keep(mail);
  shorten();
  return {
    add: (mail) => {
      journal.append(mail);
      keep(mail);
      shorten();
    },
    list: (to) =>
      mails.filter(
        (mail) => to === undefined || mail.to.some((each) => bareAddress(each) === bareAddress(to)),
      ),
  };
}

/** `Ada <Ada@x.example>` and `ada@x.example` are the same mailbox here. */
export function bareAddress(address: string): string {
  return (/<([^<>]+)>\s*$/.exec(address)?.[1] ?? address).trim().toLowerCase();
}

function lengthOf(mail: CapturedMail | undefined): number {
  return mail === undefined ? 0 : JSON.stringify(mail).length;
}
