import { button, buttons, type FieldErrors, form, formHead } from '../../kernel/pages/form.ts';
import { type Content, type Html, html } from '../../kernel/pages/html.ts';
import { portalLayout, type Reader } from '../../kernel/pages/portal-layout.ts';
import { href, type Site } from '../../kernel/pages/site.ts';
import { definitionList, instant, notice } from '../../kernel/pages/text.ts';
import { words } from '../../kernel/pages/words.ts';
import { isInformationRequired } from '../../reviews/domain/information-request.ts';
import { questionNotice, reasonInWords } from '../../reviews/pages/filing-status.ts';
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
  readonly shown: string;
  /** The reader's confirmation, if still valid. */
  readonly confirmed: HolderConfirmation | null;
  /** Whether an approval requires the reader's confirmation. */
  readonly isNeeded: boolean;
  /** Why the reader's answer came too late. */
  readonly late?: 'changed' | 'decided';
  readonly errors?: FieldErrors;
}

const say = words(holderPageTexts);

/** Asks the account holder whether a residency application with their email address is theirs. */
export function holderPage(site: Site, reader: Reader, page: HolderPage): Html {
  const { application, late, errors = {} } = page;
  const { statusId } = application;
  const said = say(site);
  const open = statusId === 'Draft' || statusId === 'Pending Review';
  const title = open && page.isNeeded ? said.isYours : said.one;
  return portalLayout(
    site,
    reader,
    {
      ...formHead(title, errors, site),
      kicker: said.kicker,
    },
    [
      late !== undefined &&
        notice('warning', said.late[late].title, html`<p>${said.late[late].text}</p>`),
      stateOf(site, page),
      isInformationRequired(application, statusId === 'Pending Review') &&
        questionNotice(site, application),
      particulars(site, page),
      open && question(site, reader, page),
      html`<p class="after"><a href="${href(site, '/portal')}">${said.account}</a></p>`,
    ],
  );
}

function stateOf(site: Site, { application, confirmed, partner }: HolderPage): Content {
  const { statusId, rejectedReason, objectedAt } = application;
  const said = say(site);
  if (objectedAt !== undefined) {
    return notice(
      'success',
      said.objected,
      html`<p>${said.objectedText(instant(objectedAt, site))}</p>`,
    );
  }
  switch (statusId) {
    case 'Approved':
      return notice('info', residencyStatus(statusId, site), html`<p>${said.approvedText}</p>`);
    case 'Rejected':
      return notice(
        'info',
        residencyStatus(statusId, site),
        html`<p>${reasonInWords(rejectedReason, site)}</p>`,
      );
    default:
      return confirmed === null
        ? html`<p class="lead">${said.begun(partner ?? said.aPartner)}</p>`
        : notice(
            'success',
            said.confirmed,
            html`<p>${said.confirmedText(instant(confirmed.confirmedAt, site))}</p>`,
          );
  }
}

function particulars(site: Site, { application: { data }, partner }: HolderPage): Content {
  const said = say(site);
  return [
    html`<h2>${said.says}</h2>`,
    definitionList([
      partner === null ? null : [said.sentBy, partner],
      ...residencySummary(data, site),
      ...identityRows(data.personalDetails, site),
    ]),
  ];
}

function question(
  site: Site,
  { csrfToken }: Reader,
  { shown, confirmed, partner, isNeeded }: HolderPage,
): Content {
  const said = say(site);
  const sender = partner ?? said.thePartner;
  return [
    html`<h2 id="decision">${said.answer}</h2>`,
    confirmed === null && html`<p>${isNeeded ? said.confirmIf(sender) : said.notNeeded}</p>`,
    html`<p>${said.objectIf(sender)}</p>`,
    form({ csrfToken }, [
      html`<input type="hidden" name="shown" value="${shown}">`,
      buttons(
        confirmed === null &&
          isNeeded &&
          button({ label: said.confirm, name: 'decision', value: 'confirm' }),
        button({ label: said.object, name: 'decision', value: 'object', kind: 'danger' }),
      ),
    ]),
  ];
}
