import type { Manifestation } from '../../access/domain/manifestation.ts';
import {
  type ManifestationTexts,
  outdatedNotice,
} from '../../access/pages/portal-manifestation-page.ts';
import { residencyCard } from '../../account/pages/residency-card.ts';
import { daysUntil } from '../../kernel/domain/dates.ts';
import { fullName } from '../../kernel/domain/legal-entity.ts';
import { linkButton } from '../../kernel/pages/form.ts';
import { type Content, type Html, html } from '../../kernel/pages/html.ts';
import {
  accountPlaces,
  placeName,
  portalLayout,
  type Reader,
  readerName,
} from '../../kernel/pages/portal-layout.ts';
import { href, type Site } from '../../kernel/pages/site.ts';
import { definitionList, exact, instant, notice } from '../../kernel/pages/text.ts';
import { words } from '../../kernel/pages/words.ts';
import type { ResidencyPeriod, ResidencyType } from '../../people/domain/residency.ts';
import type { ResidencyApplicationState } from '../../residency/domain/residency-application-state.ts';
import { noticeSteps, type Renewal, termOfEntity } from '../../residency/domain/term.ts';
import { residencyApplicationState } from '../../residency/pages/residency-application-state.ts';
import { portalHomePageTexts } from '../texts/index.ts';
import { applicationList, type ListedApplication } from './applications-page.ts';
import { standingTag } from './entity-standing-words.ts';
import type { ListedEntity } from './own-entities-page.ts';
import { type Task, toDoPart } from './to-do-part.ts';

const say = words(portalHomePageTexts);

export interface PortalHome {
  readonly residentPermitNumber: string | null;
  readonly residency: (ResidencyPeriod & { readonly residencyType: ResidencyType }) | null;
  /** Set if the residency must be renewed. */
  readonly renewal: Renewal | null;
  readonly entities: readonly (ListedEntity & {
    readonly dissolutionDate: string | null;
    readonly residency: ResidencyPeriod;
  })[];
  /** Whether the reader may begin an application for a legal entity. */
  readonly isEligible: boolean;
  /** The reader's undecided applications for legal entities. */
  readonly applications: readonly ListedApplication[];
  /** The reader's open tasks. */
  readonly tasks: readonly Task[];
  /** The residency application with which the account was claimed, if there is one. */
  readonly application: (ResidencyApplicationState & { readonly id: string }) | null;
  readonly will: Manifestation;
  /** The current texts. */
  readonly texts: ManifestationTexts;
  /** For staff: whether the reader sees cases under review, decides on them, contacts people, audits, and operates. */
  readonly staff: {
    readonly reviewer: boolean;
    readonly decides: boolean;
    readonly helps: boolean;
    readonly audits: boolean;
    readonly operates: boolean;
  };
  /** The account is suspended while a report of its lost mailbox is checked. */
  readonly isSuspended: boolean;
  readonly now: string;
}

/** A person's open tasks, their registry data, and the entities that they represent. */
export function portalHomePage(site: Site, reader: Reader, home: PortalHome): Html {
  const said = say(site);
  const { residentPermitNumber, residency, entities, application, staff, now, will, texts } = home;
  const isStaff = staff.reviewer || staff.operates || staff.helps;
  const isOnlyStaff =
    isStaff && residentPermitNumber === null && application === null && entities.length === 0;
  const outdated = outdatedNotice(will, texts, site);
  return portalLayout(site, reader, { title: titleOf(site, reader), place: '/portal' }, [
    home.isSuspended &&
      notice('warning', said.suspended, [
        html`<p>${said.suspendedText}</p>`,
        html`<p>${linkButton(said.seeRequest, href(site, '/portal/mailboxes/mine'))}</p>`,
      ]),
    staff.reviewer &&
      html`<h2>Reviews</h2>
<p>${staff.decides ? 'You are a reviewer.' : 'You are an auditor.'} <a href="${href(site, '/portal/reviews')}">See what waits for ${staff.decides ? 'your' : 'a'} decision.</a></p>`,
    staff.helps &&
      !staff.reviewer &&
      html`<h2>People</h2>
<p>You help people with their accounts. <a href="${href(site, '/portal/reviews/people')}">Find a person.</a></p>`,
    staff.operates &&
      html`<h2>Console</h2>
<p>You are a registry operator. <a href="${href(site, '/portal/console')}">Open the console.</a></p>`,
    application !== null && application.statusId !== 'Approved'
      ? residencyApplicationState(site, application)
      : residency === null &&
        !isOnlyStaff &&
        notice(
          'info',
          said.noResidency,
          html`<p>${application === null ? said.anyPartner : said.willEmail}</p>`,
        ),
    home.renewal !== null && renewalNotice(site, home.renewal),
    outdated !== null && [
      outdated,
      html`<p>${linkButton(said.signAgain, href(site, '/portal/developer/manifestation'))}</p>`,
    ],
    // Tasks for staff are on other pages, so an empty list says nothing about them.
    ((!home.isSuspended && !isStaff) || home.tasks.length > 0) && toDoPart(site, home.tasks),
    !isOnlyStaff && html`<h2>${said.entities}</h2>`,
    entities.length === 0
      ? !isOnlyStaff && html`<p>${said.none}</p>`
      : html`<dl>${entities.map(
          (entity) =>
            html`<div><dt><a href="${href(site, `/portal/legal-entities/${entity.id}`)}">${fullName(entity)}</a></dt><dd>${exact(entity.residentPermitNumber)} ${standingTag(entity.standing, site)}${endOf(site, entity, now)}</dd></div>`,
        )}</dl>`,
    !isOnlyStaff &&
      html`<h2>${said.applications}</h2>
${home.applications.length > 0 && applicationList(site, home.applications, beingPaid(home.tasks))}
<p>${home.isEligible ? said.applicationsText : said.noneToStart} <a href="${href(site, '/portal/applications')}">${home.isEligible ? said.seeApplications : said.seeOnly}</a></p>`,
    html`<h2>${said.you}</h2>`,
    residentPermitNumber !== null &&
      residency !== null &&
      residencyCard(site, { name: readerName(reader), residentPermitNumber, residency, now }),
    definitionList([[said.email, reader.email]]),
    html`<h2 id="account">${said.account}</h2>
<dl>${accountPlaces.map(
      (place) =>
        html`<div><dt><a href="${href(site, place)}">${placeName(site, place)}</a></dt><dd>${said.places[place]}</dd></div>`,
    )}</dl>`,
  ]);
}

/** The ids of applications with a payment that was started and may arrive. Their paths end with them. */
function beingPaid(tasks: readonly Task[]): ReadonlySet<string> {
  const paying = tasks.filter(({ kind }) => kind === 'paying');
  return new Set(paying.map(({ path }) => path.slice(path.lastIndexOf('/') + 1)));
}

/** What to do: a partner applies, or the resident asks the registry. */
function renewalNotice(site: Site, { endsAt, hasEnded, partner }: Renewal): Content {
  const said = say(site);
  return notice(
    hasEnded ? 'warning' : 'info',
    said.renew,
    html`<p>${hasEnded ? said.itEnded : said.itEnds} ${instant(endsAt, site)}. ${
      partner === null ? said.anyPartner : said.askPartner(partner)
    }</p>
<p>${said.numberStays} ${hasEnded ? '' : said.counted}</p>
${partner === null && html`<p>${linkButton(said.write, contactOf(site), 'secondary')}</p>`}`,
  );
}

/** How to contact the registry: its email address, or the help page. */
function contactOf(site: Site): string {
  const { contact, help } = site.links ?? {};
  return contact === undefined ? (help ?? href(site, '/help')) : `mailto:${contact}`;
}

/** The end of an entity's residency, if it is near or past. Null for dissolved entities. */
function endOf(site: Site, entity: PortalHome['entities'][number], now: string): Content {
  const endsAt = termOfEntity(entity)?.endsAt;
  if (endsAt === undefined || daysUntil(endsAt, now) > Math.max(...noticeSteps)) return null;
  const said = say(site);
  return endsAt <= now
    ? html`<br>${said.entityEnded} ${instant(endsAt, site)}: <a href="${contactOf(site)}">${said.haveRenewed}</a>`
    : html`<br>${said.entityEnds} ${instant(endsAt, site)}: <a href="${contactOf(site)}">${said.haveExtended}</a>`;
}

/** The reader's name. An email address can be too long for a heading. */
function titleOf(site: Site, reader: Reader): string {
  const name = readerName(reader);
  return name === reader.email ? say(site).account : name;
}
