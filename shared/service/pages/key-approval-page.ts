import { type KeyApprovalStatus, shownStatus } from '../../access/domain/key-approval.ts';
import { applicationPath } from '../../incorporation/contracts/portal-application.ts';
import { byLocale } from '../../kernel/pages/by-locale.ts';
import { button, buttons, form } from '../../kernel/pages/form.ts';
import { type Content, type Html, html } from '../../kernel/pages/html.ts';
import { href, type PageContext } from '../../kernel/pages/page-context.ts';
import { portalLayout, type Viewer } from '../../kernel/pages/portal-layout.ts';
import { definitionList, instant, money, notice } from '../../kernel/pages/text.ts';
import { filingPath } from '../contracts/portal-contract.ts';
import { keyApprovalPageTexts } from '../texts/index.ts';

const textsFor = byLocale(keyApprovalPageTexts);

/** A key's request to its owner. */
interface ApprovalView {
  readonly operation: string;
  readonly subject: { readonly type: string; readonly id: string };
  readonly legalEntityId: string | null;
  readonly amountCents: number | null;
  readonly currency: string | null;
  readonly status: KeyApprovalStatus;
  readonly requestedAt: string;
  readonly expiresAt: string;
  readonly decidedAt: string | null;
  readonly error: Refusal | null;
}

interface Refusal {
  readonly code: string | null;
  readonly message: string;
}

interface KeyApprovalPage {
  readonly approval: ApprovalView;
  /** The name of the legal entity; null once the request is decided. */
  readonly about: string | null;
  /** The key as its owner knows it; null if it no longer exists. */
  readonly keyName: string | null;
  /** Why an approval could not be carried out for now. */
  readonly obstacle: Refusal | null;
  readonly now: string;
}

/**
 * A payment or submission that a key requests, for its owner to approve or decline. Once that is decided, the outcome.
 */
export function keyApprovalPage(
  context: PageContext,
  viewer: Viewer,
  { approval, about, keyName, obstacle, now }: KeyApprovalPage,
): Html {
  const texts = textsFor(context);
  const { operation, amountCents, currency, requestedAt, expiresAt, decidedAt } = approval;
  const status = shownStatus(approval, now);
  const isOpen = status === 'pending' && about !== null;
  const what = texts.acts[operation] ?? operation;
  return portalLayout(
    context,
    viewer,
    { title: isOpen ? texts.title : texts.titles[status], kicker: texts.kicker },
    [
      obstacle !== null &&
        notice(
          'warning',
          texts.notYet,
          html`<p>${refusalText(context, obstacle)} ${texts.tryAgain}</p>`,
        ),
      isOpen ? html`<p class="lead">${texts.lead}</p>` : outcome(context, approval, status),
      definitionList([
        [isOpen ? texts.what : texts.wanted, what],
        about === null ? null : [texts.about, about],
        amountCents === null || currency === null
          ? null
          : [texts.amount, html`${money({ amountCents, currency })} ${texts.byVoucher}`],
        keyName === null ? null : [texts.key, keyName],
        [texts.asked, instant(requestedAt, context)],
        isOpen ? [texts.until, instant(expiresAt, context)] : null,
        decidedAt === null ? null : [texts.decided, instant(decidedAt, context)],
      ]),
      isOpen &&
        form(
          { csrfToken: viewer.csrfToken },
          buttons(
            button({ label: texts.approve, name: 'act', value: 'approve' }),
            button({ label: texts.decline, name: 'act', value: 'decline', kind: 'secondary' }),
          ),
        ),
      html`<p><a href="${href(context, placeOf(approval))}">${texts.see}</a></p>`,
    ],
  );
}

function outcome(
  context: PageContext,
  { error }: ApprovalView,
  status: KeyApprovalStatus,
): Content {
  return [
    html`<p class="lead">${textsFor(context).outcomes[status]}</p>`,
    error !== null &&
      notice('warning', textsFor(context).refused, html`<p>${refusalText(context, error)}</p>`),
  ];
}

function refusalText(context: PageContext, { code, message }: Refusal): string {
  return textsFor(context).refusals[code ?? ''] ?? message;
}

/** The page where the owner can see the subject itself. */
function placeOf({ subject: { type, id }, legalEntityId }: ApprovalView): `/${string}` {
  return filingPath(type, legalEntityId ?? '', id) ?? applicationPath(id);
}
