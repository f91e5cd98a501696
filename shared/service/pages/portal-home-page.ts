import type { Manifestation } from '../../access/domain/manifestation.ts';
import {
  type ManifestationTexts,
  outdatedNotice,
} from '../../access/pages/portal-manifestation-page.ts';
import { residencyCard } from '../../account/pages/residency-card.ts';
import { daysUntil } from '../../kernel/domain/dates.ts';
import { fullName } from '../../kernel/domain/legal-entity.ts';
import type { Product } from '../../kernel/domain/product.ts';
import { byLocale } from '../../kernel/pages/by-locale.ts';
import { linkButton, listQuery } from '../../kernel/pages/form.ts';
import { type Content, type Html, html } from '../../kernel/pages/html.ts';
import { href, type PageContext } from '../../kernel/pages/page-context.ts';
import {
  accountSections,
  portalLayout,
  sectionName,
  type Viewer,
  viewerName,
} from '../../kernel/pages/portal-layout.ts';
import {
  dataTable,
  definitionList,
  exact,
  instant,
  notice,
  withAside,
} from '../../kernel/pages/text.ts';
import { subjectTexts } from '../../kernel/texts/index.ts';
import type { ResidencyPeriod, ResidencyType } from '../../people/domain/residency.ts';
import type { ResidencyApplicationState } from '../../residency/domain/residency-application-state.ts';
import { noticeSteps, type Renewal, termOfEntity } from '../../residency/domain/term.ts';
import { residencyApplicationState } from '../../residency/pages/residency-application-state.ts';
import { portalHomePageTexts } from '../texts/index.ts';
import { applicationList, type ListedApplication } from './applications-page.ts';
import { standingTag } from './entity-standing-words.ts';
import type { ListedEntity } from './own-entities-page.ts';
import { type Task, toDoPart } from './to-do-part.ts';

const textsFor = byLocale(portalHomePageTexts);

export interface PortalHome {
  readonly residentPermitNumber: string | null;
  readonly residency: (ResidencyPeriod & { readonly residencyType: ResidencyType }) | null;
  /** Set if the residency must be renewed. */
  readonly renewal: Renewal | null;
  readonly entities: readonly (ListedEntity & {
    readonly dissolutionDate: string | null;
    readonly residency: ResidencyPeriod;
  })[];
  /** Whether the viewer may begin an application for a legal entity. */
  readonly isEligible: boolean;
  /** The viewer's undecided applications for legal entities. */
  readonly applications: readonly ListedApplication[];
  /** The viewer's open tasks. */
  readonly tasks: readonly Task[];
  /** The residency application with which the account was claimed, if there is one. */
  readonly application: (ResidencyApplicationState & { readonly id: string }) | null;
  readonly will: Manifestation;
  /** The current texts. */
  readonly texts: ManifestationTexts;
  /** For staff: whether the viewer sees cases under review, decides on them, contacts people, audits, and operates. */
  readonly staff: {
    readonly reviewer: boolean;
    readonly decides: boolean;
    readonly helps: boolean;
    readonly audits: boolean;
    readonly operates: boolean;
  };
  /** For reviewers and auditors: the number of cases of each type at the last count; null before the first one. */
  readonly work: {
    readonly at: string;
    readonly types: readonly {
      readonly type: Product;
      readonly waitingCases: number;
      readonly answeredCases: number;
      readonly secondApprovals: number;
      readonly awaitingAnswerCases: number;
    }[];
  } | null;
  /** The account is suspended while a report of its lost mailbox is checked. */
  readonly isSuspended: boolean;
  readonly now: string;
}

/** A person's open tasks, their registry data, and the entities that they represent. */
export function portalHomePage(context: PageContext, viewer: Viewer, home: PortalHome): Html {
  const pageTexts = textsFor(context);
  const { residentPermitNumber, residency, entities, application, staff, now, will, texts } = home;
  const isStaff = staff.reviewer || staff.operates || staff.helps;
  const isOnlyStaff =
    isStaff && residentPermitNumber === null && application === null && entities.length === 0;
  const outdated = outdatedNotice(will, texts, context);
  return portalLayout(
    context,
    viewer,
    { title: titleOf(context, viewer), section: '/portal', isWide: true },
    withAside(
      [
        home.isSuspended &&
          notice('warning', pageTexts.suspended, [
            html`<p>${pageTexts.suspendedText}</p>`,
            html`<p>${linkButton(pageTexts.seeRequest, href(context, '/portal/mailboxes/mine'))}</p>`,
          ]),
        staff.reviewer && reviewsPart(context, home),
        staff.helps &&
          !staff.reviewer &&
          html`<h2>People</h2>
<p>You help people with their accounts. <a href="${href(context, '/portal/reviews/people')}">Find a person.</a></p>`,
        staff.operates &&
          html`<h2>Console</h2>
<p>You are a registry operator. <a href="${href(context, '/portal/console')}">Open the console.</a></p>`,
        application !== null && application.statusId !== 'Approved'
          ? residencyApplicationState(context, application)
          : residency === null &&
            !isOnlyStaff &&
            notice(
              'info',
              pageTexts.noResidency,
              html`<p>${application === null ? pageTexts.anyPartner : pageTexts.willEmail}</p>`,
            ),
        home.renewal !== null && renewalNotice(context, home.renewal),
        outdated !== null && [
          outdated,
          html`<p>${linkButton(pageTexts.signAgain, href(context, '/portal/developer/manifestation'))}</p>`,
        ],
        // Tasks for staff are on other pages, so an empty list says nothing about them.
        ((!home.isSuspended && !isStaff) || home.tasks.length > 0) && toDoPart(context, home.tasks),
        !isOnlyStaff && html`<h2>${pageTexts.entities}</h2>`,
        entities.length === 0
          ? !isOnlyStaff && html`<p>${pageTexts.none}</p>`
          : html`<dl>${entities.map(
              (entity) =>
                html`<div><dt><a href="${href(context, `/portal/legal-entities/${entity.id}`)}">${fullName(entity)}</a></dt><dd>${exact(entity.residentPermitNumber)} ${standingTag(entity.standing, context)}${endOf(context, entity, now)}</dd></div>`,
            )}</dl>`,
        !isOnlyStaff &&
          html`<h2>${pageTexts.applications}</h2>
${home.applications.length > 0 && applicationList(context, home.applications, beingPaid(home.tasks))}
<p>${home.isEligible ? pageTexts.applicationsText : pageTexts.noneToStart} <a href="${href(context, '/portal/applications')}">${home.isEligible ? pageTexts.seeApplications : pageTexts.seeOnly}</a></p>`,
      ],
      [
        html`<h2>${pageTexts.you}</h2>`,
        residentPermitNumber !== null &&
          residency !== null &&
          residencyCard(context, {
            name: viewerName(viewer),
            residentPermitNumber,
            residency,
            now,
          }),
        definitionList([[pageTexts.email, viewer.email]]),
        html`<h2 id="account">${pageTexts.account}</h2>
<dl>${accountSections.map(
          (place) =>
            html`<div><dt><a href="${href(context, place)}">${sectionName(context, place)}</a></dt><dd>${pageTexts.places[place]}</dd></div>`,
        )}</dl>`,
      ],
    ),
  );
}

/** The queue, and the parts of it that staff open most. */
function reviewsPart(
  context: PageContext,
  { staff: { decides }, work }: Pick<PortalHome, 'staff' | 'work'>,
): Content {
  const links: readonly (readonly [path: `/${string}`, text: string])[] = [
    ['/portal/reviews?answered=yes', 'Cases with an answer'],
    ...(decides
      ? ([
          ['/portal/reviews?assignee=mine', 'Cases assigned to you'],
          ['/portal/reviews?assignee=second', 'Cases that need a second approval'],
        ] as const)
      : []),
    ['/portal/reviews?tab=decided', 'Decided cases'],
  ];
  return html`<h2>Reviews</h2>
<p>${decides ? 'You are a reviewer.' : 'You are an auditor.'} ${work !== null && formatWaiting(work)}</p>
${work !== null && workTable(context, work)}
<p>${linkButton('Open the review queue', href(context, '/portal/reviews'))}</p>
<ul>${links.map(([path, text]) => html`<li><a href="${href(context, path)}">${text}</a></li>`)}</ul>`;
}

type Work = NonNullable<PortalHome['work']>;

function formatWaiting({ types }: Work): string {
  const count = types.reduce((sum, { waitingCases }) => sum + waitingCases, 0);
  if (count === 0) return 'No cases are waiting for a decision.';
  return count === 1
    ? '1 case is waiting for a decision.'
    : `${count.toLocaleString('en-US')} cases are waiting for a decision.`;
}

/** Each number leads to its part of the queue. */
function workTable(context: PageContext, { at, types }: Work): Content {
  const part = (count: number, query: Readonly<Record<string, string>>) =>
    count === 0
      ? '0'
      : html`<a href="${href(context, `/portal/reviews?${listQuery(query)}`)}">${count.toLocaleString('en-US')}</a>`;
  return html`${dataTable(
    ['Type', 'Waiting', 'With an answer', 'Second approval', 'Asked'],
    types.map(({ type, waitingCases, answeredCases, secondApprovals, awaitingAnswerCases }) => [
      subjectTexts.en[type],
      part(waitingCases, { type }),
      part(answeredCases, { type, answered: 'yes' }),
      part(secondApprovals, { type, assignee: 'second' }),
      part(awaitingAnswerCases, { tab: 'awaiting_answer', type }),
    ]),
  )}
<p class="fine">Counted ${instant(at, context)}. Waiting cases include those with an answer and those that need a second approval.</p>`;
}

/** The ids of applications with a payment that was started and may arrive. Their paths end with them. */
function beingPaid(tasks: readonly Task[]): ReadonlySet<string> {
  const paying = tasks.filter(({ kind }) => kind === 'paying');
  return new Set(paying.map(({ path }) => path.slice(path.lastIndexOf('/') + 1)));
}

/** What to do: a partner applies, or the resident asks the registry. */
function renewalNotice(context: PageContext, { endsAt, hasEnded, partner }: Renewal): Content {
  const texts = textsFor(context);
  return notice(
    hasEnded ? 'warning' : 'info',
    texts.renew,
    html`<p>${hasEnded ? texts.itEnded : texts.itEnds} ${instant(endsAt, context)}. ${
      partner === null ? texts.anyPartner : texts.askPartner(partner)
    }</p>
<p>${texts.numberStays} ${hasEnded ? '' : texts.counted}</p>
${partner === null && html`<p>${linkButton(texts.write, contactOf(context), 'secondary')}</p>`}`,
  );
}

/** How to contact the registry: its email address, or the help page. */
function contactOf(context: PageContext): string {
  const { contact, help } = context.links ?? {};
  return contact === undefined ? (help ?? href(context, '/help')) : `mailto:${contact}`;
}

/** The end of an entity's residency, if it is near or past. Null for dissolved entities. */
function endOf(context: PageContext, entity: PortalHome['entities'][number], now: string): Content {
  const endsAt = termOfEntity(entity)?.endsAt;
  if (endsAt === undefined || daysUntil(endsAt, now) > Math.max(...noticeSteps)) return null;
  const texts = textsFor(context);
  return endsAt <= now
    ? html`<br>${texts.entityEnded} ${instant(endsAt, context)}: <a href="${contactOf(context)}">${texts.haveRenewed}</a>`
    : html`<br>${texts.entityEnds} ${instant(endsAt, context)}: <a href="${contactOf(context)}">${texts.haveExtended}</a>`;
}

/** The viewer's name. An email address can be too long for a heading. */
function titleOf(context: PageContext, viewer: Viewer): string {
  const name = viewerName(viewer);
  return name === viewer.email ? textsFor(context).account : name;
}
