import { byLocale } from '../../kernel/pages/by-locale.ts';
import { button, form } from '../../kernel/pages/form.ts';
import { type Content, type Html, html } from '../../kernel/pages/html.ts';
import { layout } from '../../kernel/pages/layout.ts';
import { href, type PageContext } from '../../kernel/pages/page-context.ts';
import { portalLayout, type Viewer } from '../../kernel/pages/portal-layout.ts';
import { instant, notice } from '../../kernel/pages/text.ts';
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

const textsFor = byLocale(ownCasePagesTexts);

/** The person's open case, with the forms to stop or confirm it. `own` null: no open case. */
export function ownCasePage(
  context: PageContext,
  viewer: Viewer,
  own: OwnCase | null,
  confirm: 'now' | 'sign_in' | 'too_new',
): Html {
  const texts = textsFor(context);
  const { csrfToken } = viewer;
  if (own === null) {
    return portalLayout(context, viewer, { title: texts.none, kicker: texts.kicker }, [
      html`<p class="lead">${texts.noneText}</p>
<p><a href="${href(context, '/portal')}">${texts.home}</a></p>`,
    ]);
  }
  const answer = (value: 'confirm' | 'stop', label: string, kind: 'primary' | 'danger') =>
    form({ csrfToken }, button({ label, name: 'answer', value, kind }));
  return portalLayout(context, viewer, { title: texts.title, kicker: texts.kicker }, [
    stateOf(context, own),
    html`<h2>${texts.stopTitle}</h2>
<p>${texts.stopText}</p>`,
    answer('stop', texts.stop, 'danger'),
    (own.confirmedAt === null || own.provenAt === null) && html`<h2>${texts.confirmTitle}</h2>`,
    own.provenAt === null && html`<p>${texts.unproven}</p>`,
    own.confirmedAt === null && [
      confirm === 'now'
        ? [html`<p>${texts.confirmText}</p>`, answer('confirm', texts.confirm, 'primary')]
        : confirm === 'too_new'
          ? html`<p>${texts.tooNew}</p>`
          : html`<p>${texts.confirmText} ${texts.signIn}</p>
<p><a href="${href(context, '/portal/sign-in?next=/portal/mailboxes/mine')}">${texts.signInLink}</a></p>`,
    ],
  ]);
}

/**
 * The case that an emailed link stops, for the viewer of the previous mailbox; null if the link is
 * not valid.
 */
export function stopCasePage(context: PageContext, own: OwnCase | null, csrfToken: string): Html {
  const texts = textsFor(context);
  if (own === null) {
    return layout(context, { title: texts.invalid, kicker: texts.kicker }, [
      html`<p class="lead">${texts.invalidText}</p>`,
    ]);
  }
  const end = texts.ends[own.status];
  return layout(
    context,
    { title: texts.title, kicker: texts.kicker },
    isEnded(own.status)
      ? end && notice('info', end[0], html`<p>${end[1]}</p>`)
      : [
          stateOf(context, own),
          html`<h2>${texts.stopTitle}</h2>
<p>${texts.stopText}</p>`,
          form({ csrfToken }, button({ label: texts.stop, kind: 'danger' })),
        ],
  );
}

function stateOf(context: PageContext, { openedAt, dueAt, confirmedAt }: OwnCase): Content {
  const texts = textsFor(context);
  return [
    confirmedAt !== null && notice('success', texts.confirmed, html`<p>${texts.confirmedText}</p>`),
    html`<p class="lead">${texts.opened(instant(openedAt, context))}</p>
<p>${texts.suspended}</p>
<p>${dueAt === null ? texts.undecided : texts.due(instant(dueAt, context))}</p>`,
  ];
}
