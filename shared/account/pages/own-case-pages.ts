import { button, form } from '../../kernel/pages/form.ts';
import { type Content, type Html, html } from '../../kernel/pages/html.ts';
import { layout } from '../../kernel/pages/layout.ts';
import { portalLayout, type Reader } from '../../kernel/pages/portal-layout.ts';
import { href, type Site } from '../../kernel/pages/site.ts';
import { instant, notice } from '../../kernel/pages/text.ts';
import { words } from '../../kernel/pages/words.ts';
import { isEnded, type MailboxCaseStatus } from '../domain/mailbox-case.ts';
import { ownCasePagesTexts } from '../texts/index.ts';

/** A case for the person whose account it concerns. Their pages don't show the new address. */
export interface OwnCase {
  readonly status: MailboxCaseStatus;
  readonly openedAt: string;
  readonly dueAt: string | null;
  readonly provenAt: string | null;
  readonly confirmedAt: string | null;
}

const say = words(ownCasePagesTexts);

/** The person's open case, with the forms to stop or confirm it. `own` null: no open case. */
export function ownCasePage(
  site: Site,
  reader: Reader,
  own: OwnCase | null,
  confirm: 'now' | 'sign_in' | 'too_new',
): Html {
  const said = say(site);
  const { csrfToken } = reader;
  if (own === null) {
    return portalLayout(site, reader, { title: said.none, kicker: said.kicker }, [
      html`<p class="lead">${said.noneText}</p>
<p><a href="${href(site, '/portal')}">${said.home}</a></p>`,
    ]);
  }
  const answer = (value: 'confirm' | 'stop', label: string, kind: 'primary' | 'danger') =>
    form({ csrfToken }, button({ label, name: 'answer', value, kind }));
  return portalLayout(site, reader, { title: said.title, kicker: said.kicker }, [
    stateOf(site, own),
    html`<h2>${said.stopTitle}</h2>
<p>${said.stopText}</p>`,
    answer('stop', said.stop, 'danger'),
    (own.confirmedAt === null || own.provenAt === null) && html`<h2>${said.confirmTitle}</h2>`,
    own.provenAt === null && html`<p>${said.unproven}</p>`,
    own.confirmedAt === null && [
      confirm === 'now'
        ? [html`<p>${said.confirmText}</p>`, answer('confirm', said.confirm, 'primary')]
        : confirm === 'too_new'
          ? html`<p>${said.tooNew}</p>`
          : html`<p>${said.confirmText} ${said.signIn}</p>
<p><a href="${href(site, '/portal/sign-in?next=/portal/mailboxes/mine')}">${said.signInLink}</a></p>`,
    ],
  ]);
}

/**
 * The case that an emailed link stops, for the reader of the previous mailbox; null if the link is
 * not valid.
 */
export function stopCasePage(site: Site, own: OwnCase | null, csrfToken: string): Html {
  const said = say(site);
  if (own === null) {
    return layout(site, { title: said.invalid, kicker: said.kicker }, [
      html`<p class="lead">${said.invalidText}</p>`,
    ]);
  }
  const end = said.ends[own.status];
  return layout(
    site,
    { title: said.title, kicker: said.kicker },
    isEnded(own.status)
      ? end && notice('info', end[0], html`<p>${end[1]}</p>`)
      : [
          stateOf(site, own),
          html`<h2>${said.stopTitle}</h2>
<p>${said.stopText}</p>`,
          form({ csrfToken }, button({ label: said.stop, kind: 'danger' })),
        ],
  );
}

function stateOf(site: Site, { openedAt, dueAt, confirmedAt }: OwnCase): Content {
  const said = say(site);
  return [
    confirmedAt !== null && notice('success', said.confirmed, html`<p>${said.confirmedText}</p>`),
    html`<p class="lead">${said.opened(instant(openedAt, site))}</p>
<p>${said.suspended}</p>
<p>${dueAt === null ? said.undecided : said.due(instant(dueAt, site))}</p>`,
  ];
}
