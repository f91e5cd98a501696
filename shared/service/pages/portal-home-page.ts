import type { Manifestation } from '../../access/manifestation.ts';
import {
  type ManifestationTexts,
  outdatedNotice,
} from '../../access/pages/portal-manifestation-page.ts';
import { ownerSignaturePath } from '../../incorporation/contracts/signature.ts';
import { type CompanyName, fullName } from '../../kernel/domain/company-name.ts';
import { dayInWords, daysUntil } from '../../kernel/domain/dates.ts';
import { linkButton } from '../../kernel/pages/form.ts';
import { type Content, type Html, html } from '../../kernel/pages/html.ts';
import { portalLayout, type Reader, readerName } from '../../kernel/pages/portal-layout.ts';
import { href, inEnglish, type Site } from '../../kernel/pages/site.ts';
import { definitionList, exact, instant, notice } from '../../kernel/pages/text.ts';
import { isActive, type ResidencyPeriod } from '../../people/domain/residency.ts';
import type { ResidencyApplicationState } from '../../residency/domain/residency-application-state.ts';
import { residencyApplicationState } from '../../residency/pages/residency-application-state.ts';
import { confirmationPath } from '../../terms/confirmation-contract.ts';
import { noticeSteps } from '../../terms/domain/term-notice.ts';
import { type Renewal, termOfEntity } from '../../terms/domain/term-of.ts';

export interface PortalHome {
  readonly residentPermitNumber: string | null;
  readonly residency: (ResidencyPeriod & { readonly residencyType: string }) | null;
  /** The residency is to be renewed. */
  readonly renewal: Renewal | null;
  readonly entities: readonly (CompanyName & {
    readonly id: string;
    readonly residentPermitNumber: string;
    readonly dissolutionDate: string | null;
    readonly residency: ResidencyPeriod;
  })[];
  /** Entities whose yearly confirmation is wanted. */
  readonly toConfirm: readonly (CompanyName & {
    readonly id: string;
    readonly dueOn: string;
    readonly overdue: boolean;
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
  /** Of the staff: whether the reader sees what is reviewed, decides on it, reaches people, and audits. */
  readonly staff: {
    readonly reviewer: boolean;
    readonly decides: boolean;
    readonly helps: boolean;
    readonly audits: boolean;
  };
  readonly now: string;
}

/** Who somebody is in the registry, and whom they represent. */
export function portalHomePage(site: Site, reader: Reader, home: PortalHome): Html {
  const { residentPermitNumber, residency, entities, application, staff, now } = home;
  const { unsigned, will, texts } = home;
  const outdated = outdatedNotice(will, texts);
  return portalLayout(inEnglish(site), reader, { title: titleOf(reader), place: '/portal' }, [
    application !== null && application.statusId !== 'Approved'
      ? residencyApplicationState(site, application)
      : residency === null &&
        notice(
          'info',
          'No residency has been granted yet',
          html`<p>The registry will tell you.</p>`,
        ),
    home.renewal !== null && renewalNotice(home.renewal),
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
    home.toConfirm.length > 0 &&
      notice(
        home.toConfirm.some(({ overdue }) => overdue) ? 'warning' : 'info',
        'Your yearly confirmation is wanted',
        html`<ul>${home.toConfirm.map(
          ({ id, dueOn, overdue, ...name }) =>
            html`<li><a href="${href(site, confirmationPath(id))}">See and confirm what the register says of ${fullName(name)}</a>: ${overdue ? 'it was due on' : 'due on'} ${dayInWords(dueOn)}</li>`,
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
    staff.reviewer &&
      html`<h2>Reviews</h2>
<p>${staff.decides ? 'You are a reviewer.' : 'You are an auditor.'} <a href="${href(site, '/portal/reviews')}">See what waits for ${staff.decides ? 'your' : 'a'} decision.</a></p>`,
    html`<h2>Legal entities that you represent</h2>`,
    entities.length === 0
      ? html`<p>None.</p>`
      : html`<dl>${entities.map(
          (entity) =>
            html`<div><dt>${fullName(entity)}</dt><dd>${exact(entity.residentPermitNumber)}${endOf(entity, now)}</dd></div>`,
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

/** What can be done: a partner applies, or the registry is asked. */
function renewalNotice({ endsAt, hasEnded, partner }: Renewal): Content {
  return notice(
    hasEnded ? 'warning' : 'info',
    'Renew your residency',
    html`<p>It ${hasEnded ? 'ended' : 'ends'} on ${instant(endsAt)}. ${
      partner === null
        ? 'Have a partner of the registry apply for a residency with your e-mail address, or write to the registry.'
        : html`Ask ${partner}, through which you applied, for a new application with your e-mail address; you confirm it here.`
    }</p>
<p>Your permit number and your account stay. ${hasEnded ? '' : 'If you renew before the end, the new year is counted from that day.'}</p>`,
  );
}

/** That the residency of an entity ends soon, or has; nothing of those that are dissolved. */
function endOf(entity: PortalHome['entities'][number], now: string): Content {
  const endsAt = termOfEntity(entity)?.endsAt;
  if (endsAt === undefined || daysUntil(endsAt, now) > Math.max(...noticeSteps)) return null;
  return endsAt <= now
    ? html`<br>Its residency ended on ${instant(endsAt)}: write to the registry to have it renewed.`
    : html`<br>Its residency ends on ${instant(endsAt)}: write to the registry to have it extended.`;
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
