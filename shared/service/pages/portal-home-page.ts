import type { Manifestation } from '../../access/manifestation.ts';
import {
  type ManifestationTexts,
  outdatedNotice,
} from '../../access/pages/portal-manifestation-page.ts';
import { ownerSignaturePath } from '../../incorporation/contracts/signature.ts';
import { type CompanyName, fullName } from '../../kernel/domain/company-name.ts';
import { linkButton } from '../../kernel/pages/form.ts';
import { type Content, type Html, html } from '../../kernel/pages/html.ts';
import { portalLayout, type Reader, readerName } from '../../kernel/pages/portal-layout.ts';
import { href, type Site } from '../../kernel/pages/site.ts';
import { definitionList, exact, instant, notice } from '../../kernel/pages/text.ts';
import { isActive, type ResidencyPeriod } from '../../people/domain/residency.ts';
import type { ResidencyApplicationState } from '../../residency/domain/residency-application-state.ts';
import { residencyApplicationState } from '../../residency/pages/residency-application-state.ts';

export interface PortalHome {
  readonly residentPermitNumber: string | null;
  readonly residency: (ResidencyPeriod & { readonly residencyType: string }) | null;
  readonly entities: readonly (CompanyName & {
    readonly id: string;
    readonly residentPermitNumber: string;
  })[];
  /** The application for residency for which the account was claimed, if there is one. */
  readonly application: (ResidencyApplicationState & { readonly id: string }) | null;
  /** Applications of theirs whose agreement nobody has signed. */
  readonly unsigned: readonly {
    readonly id: string;
    readonly name: string;
    readonly extension: string;
  }[];
  readonly will: Manifestation;
  /** The texts that are in force. */
  readonly texts: ManifestationTexts;
  /** Whether the reader decides reviews. */
  readonly reviewer: boolean;
  readonly now: string;
}

/** Who somebody is in the registry, and whom they represent. */
export function portalHomePage(site: Site, reader: Reader, home: PortalHome): Html {
  const { residentPermitNumber, residency, entities, application, reviewer, now } = home;
  const { unsigned, will, texts } = home;
  const outdated = outdatedNotice(will, texts);
  return portalLayout(site, reader, { title: titleOf(reader), place: '/portal' }, [
    application !== null && application.statusId !== 'Approved'
      ? residencyApplicationState(site, application)
      : residency === null &&
        notice(
          'info',
          'No residency has been granted yet',
          html`<p>The registry will tell you.</p>`,
        ),
    outdated !== null && [
      outdated,
      html`<p>${linkButton('Read and sign again', href(site, '/portal/developer/manifestation'))}</p>`,
    ],
    unsigned.length > 0 &&
      notice(
        'info',
        'Your signature is needed',
        html`<ul>${unsigned.map(
          ({ id, name, extension }) =>
            html`<li><a href="${href(site, ownerSignaturePath(id))}">Read and sign the application of ${name} ${extension}</a></li>`,
        )}</ul>`,
      ),
    definitionList([
      ['E-mail address', reader.email],
      residentPermitNumber === null
        ? null
        : ['Resident permit number', html`<strong>${exact(residentPermitNumber)}</strong>`],
      residency === null ? null : ['Residency', residency.residencyType],
      residency === null ? null : ['Status', statusOf(residency, now)],
    ]),
    reviewer &&
      html`<h2>Reviews</h2>
<p>You are a reviewer. <a href="${href(site, '/portal/reviews')}">See what waits for your decision.</a></p>`,
    html`<h2>Legal entities that you represent</h2>`,
    entities.length === 0
      ? html`<p>None.</p>`
      : html`<dl>${entities.map(
          (entity) =>
            html`<div><dt>${fullName(entity)}</dt><dd>${exact(entity.residentPermitNumber)}</dd></div>`,
        )}</dl>`,
    entities.length > 0 &&
      html`<p>Taxes are paid, but count as overdue? <a href="${href(site, '/portal/uploads/tax-proof')}">Upload the proof.</a></p>`,
    html`<h2>Connected applications</h2>
<p>Applications and devices use your account if you allow it. <a href="${href(site, '/portal/connections')}">See them, and end what you allowed.</a></p>`,
    html`<h2>Where you are signed in</h2>
<p>You may be signed in with several browsers. <a href="${href(site, '/portal/browsers')}">See them, and sign out those that you do not use.</a></p>`,
    html`<h2>For software</h2>
<p>Software acts in your name with an API key. <a href="${href(site, '/portal/developer')}">Create and revoke keys in the developer settings.</a></p>`,
  ]);
}

/** The name; an address of any length is no heading. */
function titleOf(reader: Reader): string {
  const name = readerName(reader);
  return name === reader.email ? 'Your account' : name;
}

function statusOf(residency: ResidencyPeriod, now: string): Content {
  const { effectiveDate, terminationDate } = residency;
  if (isActive(residency, now)) {
    return terminationDate === null ? 'Active' : ['Active until ', instant(terminationDate)];
  }
  return effectiveDate > now
    ? ['Begins on ', instant(effectiveDate)]
    : ['Ended on ', instant(terminationDate ?? effectiveDate)];
}
