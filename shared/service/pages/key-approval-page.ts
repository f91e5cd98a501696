import { type KeyApprovalStatus, shownStatus } from '../../access/domain/key-approval.ts';
import { amendmentPath } from '../../amendments/contracts/portal-amendments-contract.ts';
import { certificatePath } from '../../certificates/contracts/portal-certificates-contract.ts';
import { applicationPath } from '../../incorporation/contracts/portal-application.ts';
import { button, buttons, form } from '../../kernel/pages/form.ts';
import { type Content, type Html, html } from '../../kernel/pages/html.ts';
import { portalLayout, type Reader } from '../../kernel/pages/portal-layout.ts';
import { href, type Site } from '../../kernel/pages/site.ts';
import { definitionList, instant, money, notice } from '../../kernel/pages/text.ts';
import { words } from '../../kernel/pages/words.ts';
import { keyApprovalPageTexts } from '../texts/index.ts';

const say = words(keyApprovalPageTexts);

/** A key's request to its owner. */
interface ShownApproval {
  readonly operation: string;
  readonly subject: { readonly type: string; readonly id: string };
  readonly legalEntityId: string | null;
  readonly amountCents: number | null;
  readonly currency: string | null;
  readonly status: KeyApprovalStatus;
  readonly askedAt: string;
  readonly expiresAt: string;
  readonly decidedAt: string | null;
  readonly error: Refusal | null;
}

interface Refusal {
  readonly code: string | null;
  readonly message: string;
}

interface KeyApprovalPage {
  readonly approval: ShownApproval;
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
  site: Site,
  reader: Reader,
  { approval, about, keyName, obstacle, now }: KeyApprovalPage,
): Html {
  const said = say(site);
  const { operation, amountCents, currency, askedAt, expiresAt, decidedAt } = approval;
  const status = shownStatus(approval, now);
  const isOpen = status === 'pending' && about !== null;
  const what = said.acts[operation] ?? operation;
  return portalLayout(
    site,
    reader,
    { title: isOpen ? said.title : said.titles[status], kicker: said.kicker },
    [
      obstacle !== null &&
        notice(
          'warning',
          said.notYet,
          html`<p>${refusalWords(site, obstacle)} ${said.tryAgain}</p>`,
        ),
      isOpen ? html`<p class="lead">${said.lead}</p>` : outcome(site, approval, status),
      definitionList([
        [isOpen ? said.what : said.wanted, what],
        about === null ? null : [said.about, about],
        amountCents === null || currency === null
          ? null
          : [said.amount, html`${money({ amountCents, currency })} ${said.byVoucher}`],
        keyName === null ? null : [said.key, keyName],
        [said.asked, instant(askedAt, site)],
        isOpen ? [said.until, instant(expiresAt, site)] : null,
        decidedAt === null ? null : [said.decided, instant(decidedAt, site)],
      ]),
      isOpen &&
        form(
          { csrfToken: reader.csrfToken },
          buttons(
            button({ label: said.approve, name: 'act', value: 'approve' }),
            button({ label: said.decline, name: 'act', value: 'decline', kind: 'secondary' }),
          ),
        ),
      html`<p><a href="${href(site, placeOf(approval))}">${said.see}</a></p>`,
    ],
  );
}

function outcome(site: Site, { error }: ShownApproval, status: KeyApprovalStatus): Content {
  return [
    html`<p class="lead">${say(site).outcomes[status]}</p>`,
    error !== null &&
      notice('warning', say(site).refused, html`<p>${refusalWords(site, error)}</p>`),
  ];
}

function refusalWords(site: Site, { code, message }: Refusal): string {
  return say(site).refusals[code ?? ''] ?? message;
}

/** The page where the owner can see the subject itself. */
function placeOf({ subject: { type, id }, legalEntityId }: ShownApproval): `/${string}` {
  if (type === 'amendment') return amendmentPath(legalEntityId ?? '', id);
  return type === 'certificate_request'
    ? certificatePath(legalEntityId ?? '', id)
    : applicationPath(id);
}
