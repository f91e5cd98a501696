import { type Content, html } from '../../kernel/pages/html.ts';
import { href, type Site } from '../../kernel/pages/site.ts';
import { instant, notice } from '../../kernel/pages/text.ts';
import { getsMail, type Suppression } from '../../mail/domain/mail-address.ts';
import type { MailboxCase, MailboxCaseStatus, RefusalReason } from '../domain/mailbox-case.ts';
import { type CaseLetter, undeliveredLetters } from '../domain/undelivered-letters.ts';
import { refusalWords, statusWords } from './case-words.ts';

/** Another case about the same account. */
export interface AnotherCase {
  readonly id: string;
  readonly status: MailboxCaseStatus;
  readonly openedAt: string;
  readonly reason: RefusalReason | null;
}

/** What decides which mail an address gets. */
export type SuppressedMail = Suppression;

const letterWords: Readonly<Record<CaseLetter['about'], string>> = {
  opened: 'that the case was opened',
  waiting: 'that the address changes in 72 hours',
  ended: 'that it is over',
};

/** What those who decide should know of mail to the two addresses. */
export function mailSigns(
  found: MailboxCase,
  mail: { readonly former: SuppressedMail | null; readonly new: SuppressedMail | null },
): Content {
  return [
    signOf(found, mail.former, 'former', [
      'That fits a mailbox that is lost. But nobody can stop the case from there: look at the evidence all the more closely.',
    ]),
    signOf(found, mail.new, 'new', [
      'Have the address spelled out again. A wrong one is withdrawn, and another case opened; an operator allows mail to a right one again.',
    ]),
  ];
}

function signOf(
  found: MailboxCase,
  known: SuppressedMail | null,
  which: 'former' | 'new',
  [advice]: readonly [string],
): Content {
  if (known === null) return null;
  const { bouncedAt, complainedAt } = known;
  if (bouncedAt !== null && !getsMail(known, 'asked')) {
    const lost = undeliveredLetters(found, bouncedAt);
    return notice(
      'warning',
      `Mail to the ${which} address comes back`,
      html`<p>Since ${instant(bouncedAt)}. ${advice}</p>
${
  lost.length > 0 &&
  html`<p>Not delivered:</p>
<ul>${lost.map(({ about, at }) => html`<li>${letterWords[about]}, ${instant(at)}</li>`)}</ul>`
}`,
    );
  }
  if (bouncedAt === null && complainedAt === null) return null;
  return notice(
    'info',
    bouncedAt === null
      ? `The reader of the ${which} address has called a mail of the registry spam`
      : `Mail that nobody had asked for came back from the ${which} address`,
    html`<p>On ${instant(bouncedAt ?? complainedAt ?? '')}. The letters of this case are sent there all the same.</p>`,
  );
}

/** The other cases about the account, of which somebody decides in full view; nothing where there is none. */
export function earlierCases(site: Site, others: readonly AnotherCase[]): Content {
  if (others.length === 0) return null;
  return html`<h2>Other cases about this account</h2>
<ul>${others.map(({ id, status, openedAt, reason }) => {
    const why = reason === null ? '' : `: ${refusalWords[reason]}`;
    return html`<li><a href="${href(site, `/portal/mailboxes/${id}`)}">${instant(openedAt)}</a>, ${statusWords[status]}${why}</li>`;
  })}</ul>`;
}
