import { type Content, html } from '../../kernel/pages/html.ts';
import { href, type PageContext } from '../../kernel/pages/page-context.ts';
import { instant, notice } from '../../kernel/pages/text.ts';
import { getsMail, type Suppression } from '../../mail/domain/mail-address.ts';
import {
  type CaseEmail,
  type MailboxCase,
  type MailboxCaseStatus,
  type RefusalReason,
  undeliveredEmails,
} from '../domain/mailbox-case.ts';
import { refusalTexts, statusTexts } from './case-texts.ts';

/** Another case about the same account. */
export interface AnotherCase {
  readonly id: string;
  readonly status: MailboxCaseStatus;
  readonly openedAt: string;
  readonly reason: RefusalReason | null;
}

/** The data that decides which emails an address gets. */
export type SuppressedMail = Suppression;

const emailTexts: Readonly<Record<CaseEmail['about'], string>> = {
  opened: 'Case opened',
  waiting: 'Address changes in 72 hours',
  ended: 'Case closed',
};

/** Email problems of the two addresses, for people who decide. */
export function mailSigns(
  context: PageContext,
  found: MailboxCase,
  mail: { readonly former: SuppressedMail | null; readonly new: SuppressedMail | null },
): Content {
  return [
    signOf(context, found, mail.former, 'old', [
      'This is consistent with a lost mailbox. But it also means that no one can stop the case from that mailbox. Check the evidence very carefully.',
    ]),
    signOf(context, found, mail.new, 'new', [
      'Ask the person to spell the address again. If it is wrong, withdraw this case and open a new one. If it is right, ask an operator to allow emails to it again.',
    ]),
  ];
}

function signOf(
  context: PageContext,
  found: MailboxCase,
  known: SuppressedMail | null,
  which: 'old' | 'new',
  [advice]: readonly [string],
): Content {
  if (known === null) return null;
  const { bouncedAt, complainedAt } = known;
  if (bouncedAt !== null && !getsMail(known, 'requested')) {
    const lost = undeliveredEmails(found, bouncedAt);
    return notice(
      'warning',
      `Emails to the ${which} address bounce`,
      html`<p>Since ${instant(bouncedAt, context)}. ${advice}</p>
${
  lost.length > 0 &&
  html`<p>Not delivered:</p>
<ul>${lost.map(({ about, at }) => html`<li>${emailTexts[about]}, ${instant(at, context)}</li>`)}</ul>`
}`,
    );
  }
  if (bouncedAt === null && complainedAt === null) return null;
  return notice(
    'info',
    bouncedAt === null
      ? `An email from the registry to the ${which} address was marked as spam`
      : `An email sent to the ${which} address without a request bounced`,
    html`<p>On ${instant(bouncedAt ?? complainedAt ?? '', context)}. We still send emails about this case to it.</p>`,
  );
}

/** The other cases about the account, so that the reviewer decides with full knowledge; empty without any. */
export function earlierCases(context: PageContext, others: readonly AnotherCase[]): Content {
  if (others.length === 0) return null;
  return html`<h2>Other cases about this account</h2>
<ul>${others.map(({ id, status, openedAt, reason }) => {
    const why = reason === null ? '' : `: ${refusalTexts[reason]}`;
    return html`<li><a href="${href(context, `/portal/mailboxes/${id}`)}">${instant(openedAt, context)}</a>, ${statusTexts[status]}${why}</li>`;
  })}</ul>`;
}
