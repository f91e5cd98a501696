import { byLocale } from '../../kernel/pages/by-locale.ts';
import { button, buttons, type FieldErrors, form, formHead } from '../../kernel/pages/form.ts';
import { type Content, type Html, html } from '../../kernel/pages/html.ts';
import { href, type PageContext } from '../../kernel/pages/page-context.ts';
import { portalLayout, type Viewer } from '../../kernel/pages/portal-layout.ts';
import { definitionList, instant, notice } from '../../kernel/pages/text.ts';
import { isInformationRequired } from '../../reviews/domain/information-request.ts';
import { formatReason, questionNotice } from '../../reviews/pages/filing-status.ts';
import type {
  HolderConfirmation,
  ResidencyApplicationState,
} from '../domain/residency-application-state.ts';
import { holderPageTexts } from '../texts/index.ts';
import { residencyStatus } from './residency-application-state.ts';
import { identityRows, residencySummary } from './residency-particulars.ts';

export interface HolderPage {
  readonly application: ResidencyApplicationState;
  /** The partner's name; null if no longer known. */
  readonly partner: string | null;
  /** Digest of what the page shows, which the holder confirms. */
  readonly digest: string;
  /** The viewer's confirmation, if still valid. */
  readonly confirmed: HolderConfirmation | null;
  /** Whether an approval requires the viewer's confirmation. */
  readonly isNeeded: boolean;
  /** Why the viewer's answer came too late. */
  readonly late?: 'changed' | 'decided';
  readonly errors?: FieldErrors;
}

const textsFor = byLocale(holderPageTexts);

/** Asks the account holder whether a residency application with their email address is theirs. */
export function holderPage(context: PageContext, viewer: Viewer, page: HolderPage): Html {
  const { application, late, errors = {} } = page;
  const { statusId } = application;
  const texts = textsFor(context);
  const open = statusId === 'Draft' || statusId === 'Pending Review';
  const title = open && page.isNeeded ? texts.isYours : texts.one;
  return portalLayout(
    context,
    viewer,
    {
      ...formHead(title, errors, context),
      kicker: texts.kicker,
    },
    [
      late !== undefined &&
        notice('warning', texts.late[late].title, html`<p>${texts.late[late].text}</p>`),
      stateOf(context, page),
      isInformationRequired(application, statusId === 'Pending Review') &&
        questionNotice(context, application),
      particulars(context, page),
      open && question(context, viewer, page),
      html`<p class="after"><a href="${href(context, '/portal')}">${texts.account}</a></p>`,
    ],
  );
}

function stateOf(context: PageContext, { application, confirmed, partner }: HolderPage): Content {
  const { statusId, rejectedReason, objectedAt } = application;
  const texts = textsFor(context);
  if (objectedAt !== undefined) {
    return notice(
      'success',
      texts.objected,
      html`<p>${texts.objectedText(instant(objectedAt, context))}</p>`,
    );
  }
  switch (statusId) {
    case 'Approved':
      return notice('info', residencyStatus(statusId, context), html`<p>${texts.approvedText}</p>`);
    case 'Rejected':
      return notice(
        'info',
        residencyStatus(statusId, context),
        html`<p>${formatReason(rejectedReason, context)}</p>`,
      );
    default:
      return confirmed === null
        ? html`<p class="lead">${texts.started(partner ?? texts.aPartner)}</p>`
        : notice(
            'success',
            texts.confirmed,
            html`<p>${texts.confirmedText(instant(confirmed.confirmedAt, context))}</p>`,
          );
  }
}

function particulars(
  context: PageContext,
  { application: { data }, partner }: HolderPage,
): Content {
  const texts = textsFor(context);
  return [
    html`<h2>${texts.says}</h2>`,
    definitionList([
      partner === null ? null : [texts.sentBy, partner],
      ...residencySummary(data, context),
      ...identityRows(data.personalDetails, context),
    ]),
  ];
}

function question(
  context: PageContext,
  { csrfToken }: Viewer,
  { digest, confirmed, partner, isNeeded }: HolderPage,
): Content {
  const texts = textsFor(context);
  const sender = partner ?? texts.thePartner;
  return [
    html`<h2 id="decision">${texts.answer}</h2>`,
    confirmed === null && html`<p>${isNeeded ? texts.confirmIf(sender) : texts.notNeeded}</p>`,
    html`<p>${texts.objectIf(sender)}</p>`,
    form({ csrfToken }, [
      html`<input type="hidden" name="digest" value="${digest}">`,
      buttons(
        confirmed === null &&
          isNeeded &&
          button({ label: texts.confirm, name: 'decision', value: 'confirm' }),
        button({ label: texts.object, name: 'decision', value: 'object', kind: 'danger' }),
      ),
    ]),
  ];
}
