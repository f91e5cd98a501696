import { countryName } from '../../kernel/contracts/country-name.ts';
import { addressLines } from '../../kernel/pages/address-lines.ts';
import { button, buttons, errorSummary, type FieldErrors, form } from '../../kernel/pages/form.ts';
import { type Content, type Html, html } from '../../kernel/pages/html.ts';
import { portalLayout, type Reader } from '../../kernel/pages/portal-layout.ts';
import { href, inEnglish, type Site } from '../../kernel/pages/site.ts';
import { definitionList, instant, notice } from '../../kernel/pages/text.ts';
import type {
  HolderConfirmation,
  ResidencyApplicationState,
} from '../domain/residency-application-state.ts';
import { appliedResidencyNames } from './residency-words.ts';

export interface HolderPage {
  readonly application: ResidencyApplicationState;
  /** Who sent it; null: no longer known. */
  readonly partner: string | null;
  /** Digest of what the page shows, which is what is confirmed. */
  readonly shown: string;
  /** The reader's confirmation, if it still counts. */
  readonly confirmed: HolderConfirmation | null;
  /** What was sent came too late. */
  readonly late?: 'changed' | 'decided';
  readonly errors?: FieldErrors;
}

/** A residency application that a partner sent with the reader's address: is it theirs? */
export function holderPage(site: Site, reader: Reader, page: HolderPage): Html {
  const { application, late, errors = {} } = page;
  const { statusId } = application;
  const open = statusId === 'Draft' || statusId === 'Pending Review';
  const title = open ? 'Is this application yours?' : 'An application for residency';
  return portalLayout(
    inEnglish(site),
    reader,
    {
      title: Object.keys(errors).length > 0 ? `Error: ${title}` : title,
      heading: title,
      kicker: 'Application for residency',
      before: errorSummary(errors),
    },
    [
      late === 'changed' && changedNotice,
      late === 'decided' && decidedNotice,
      stateOf(page),
      particulars(page),
      open && question(reader, page),
      html`<p class="after"><a href="${href(site, '/portal')}">Your account</a></p>`,
    ],
  );
}

const changedNotice = notice(
  'warning',
  'The application was changed meanwhile',
  html`<p>Your answer was about what it said before, and was not recorded. This is what it says now.</p>`,
);
const decidedNotice = notice(
  'warning',
  'It was decided meanwhile',
  html`<p>Your answer was not recorded.</p>`,
);

function stateOf({ application, confirmed, partner }: HolderPage): Content {
  const { statusId, rejectedReason, objectedAt } = application;
  if (objectedAt !== undefined) {
    return notice('success', 'You have objected', [
      html`<p>The application was rejected on ${instant(objectedAt)}, and the registry has taken note. Your account is as it was.</p>`,
    ]);
  }
  switch (statusId) {
    case 'Approved':
      return notice('info', 'It was approved', [
        html`<p>It can’t be objected to any more. If it was not yours, write to the registry.</p>`,
      ]);
    case 'Rejected':
      return notice('info', 'It was not approved', html`<p>The reason: ${rejectedReason}</p>`);
    default:
      return confirmed === null
        ? html`<p class="lead">${partner ?? 'A partner of the registry'} has begun an application for residency with your e-mail address. Nothing in your account has changed.</p>`
        : notice('success', 'You have confirmed that it is yours', [
            html`<p>On ${instant(confirmed.confirmedAt)}. If what it says is changed, we will ask you again before it is approved.</p>`,
          ]);
  }
}

function particulars({ application, partner }: HolderPage): Content {
  const { residencyType, personalDetails: details } = application.data;
  return [
    html`<h2>What the application says</h2>`,
    definitionList([
      partner === null ? null : ['Sent by', partner],
      ['Residency applied for', appliedResidencyNames[residencyType]],
      ['Name', `${details.givenName} ${details.surname}`],
      ['Other names', details.alternateNames ?? 'None given'],
      ['E-mail address', details.email],
      ['Telephone', details.phoneNumber],
      ['Born', [details.dateOfBirth, ', ', countryName(details.countryOfBirth)]],
      ['Sex', details.sex],
      ['Citizenships', details.citizenships.map((each) => countryName(each)).join(', ') || 'None'],
      ['Address', addressLines(details.address)],
    ]),
  ];
}

function question({ csrfToken }: Reader, { shown, confirmed, partner }: HolderPage): Content {
  const sender = partner ?? 'the partner';
  return [
    html`<h2 id="decision">Your answer</h2>`,
    confirmed === null &&
      html`<p>Confirm it only if you have asked ${sender} to apply for you, and everything above is right. When the application is approved, these particulars replace those of your account. Once you have confirmed, ${sender} sees when you last signed in. Without your confirmation the application can’t be approved.</p>`,
    html`<p>If it is not yours, or you do not want it any more, object: it is rejected at once, for good, the registry takes note of who sent it, and ${sender} is told that somebody has objected.</p>`,
    form({ csrfToken }, [
      html`<input type="hidden" name="shown" value="${shown}">`,
      buttons(
        confirmed === null &&
          button({ label: 'It is mine: confirm', name: 'decision', value: 'confirm' }),
        button({ label: 'Object to it', name: 'decision', value: 'object', kind: 'danger' }),
      ),
    ]),
  ];
}
