import {
  applicationPath,
  applicationsPath,
  newApplicationPath,
} from '../../incorporation/contracts/portal-application.ts';
import {
  type ApplicationState,
  applicationStage,
  isDeletable,
} from '../../incorporation/domain/application.ts';
import { applicationStatus } from '../../incorporation/pages/application-status.ts';
import { linkButton } from '../../kernel/pages/form.ts';
import { type Content, type Html, html } from '../../kernel/pages/html.ts';
import { portalLayout, type Reader } from '../../kernel/pages/portal-layout.ts';
import { href, type Site } from '../../kernel/pages/site.ts';
import { instant, notice, stageTag, tag } from '../../kernel/pages/text.ts';
import { words } from '../../kernel/pages/words.ts';
import { endingAnchor } from '../../payments/pages/ending-part.ts';
import type { ResidencyApplicationState } from '../../residency/domain/residency-application-state.ts';
import { residencyApplicationState } from '../../residency/pages/residency-application-state.ts';
import { isInformationRequired } from '../../reviews/domain/information-request.ts';
import { questionNotice } from '../../reviews/pages/filing-status.ts';
import { applicationsPageTexts } from '../texts/index.ts';

const say = words(applicationsPageTexts);

export interface ListedApplication extends ApplicationState {
  readonly id: string;
  readonly name: string;
  readonly extension: string;
  readonly createdAt: string;
}

export interface ApplicationsPage {
  readonly applications: readonly ListedApplication[];
  /** The residency application with which the account was claimed; null if there is none. */
  readonly residency: (ResidencyApplicationState & { readonly id: string }) | null;
  /** The ids of applications with a payment that was started and may arrive. */
  readonly paying: ReadonlySet<string>;
  /** Whether a draft was just deleted. */
  readonly isDeleted: boolean;
  /** Whether the reader may begin an application. */
  readonly isEligible: boolean;
}

/** The reader's own applications, newest first, with a link to start a new one. */
export function applicationsPage(site: Site, reader: Reader, shown: ApplicationsPage): Html {
  const said = say(site);
  const { applications, residency, isEligible, paying } = shown;
  return portalLayout(site, reader, { title: said.title, place: applicationsPath }, [
    shown.isDeleted && notice('success', said.deleted, null),
    html`<p class="lead">${said.lead}</p>`,
    isEligible
      ? html`<p>${linkButton(said.begin, href(site, newApplicationPath))}</p>`
      : html`<p>${said.notEligible}</p>`,
    html`<h2>${said.entities}</h2>`,
    applications.length === 0
      ? html`<p>${said.none}</p>`
      : applicationList(site, applications, paying),
    html`<h2>${said.residency}</h2>`,
    residency === null
      ? html`<p>${said.noResidency}</p>`
      : [
          isInformationRequired(residency, residency.statusId === 'Pending Review') &&
            questionNotice(site, residency),
          residencyApplicationState(site, residency),
        ],
  ]);
}

/** Applications with their status. `paying`: those with a payment that may arrive. */
export function applicationList(
  site: Site,
  applications: readonly ListedApplication[],
  paying: ReadonlySet<string>,
): Html {
  return html`<dl>${applications.map((application) => entry(site, application, paying))}</dl>`;
}

function entry(site: Site, application: ListedApplication, paying: ReadonlySet<string>): Html {
  const { id, name, extension } = application;
  const said = say(site);
  const path = href(site, applicationPath(id));
  const status = paying.has(id)
    ? tag(said.paying)
    : stageTag(applicationStatus(application, site), applicationStage(application));
  const remove =
    isDeletable(application) &&
    !paying.has(id) &&
    html` · <a href="${path}#${endingAnchor}" aria-label="${said.deleteDraft(`${name} ${extension}`)}">${said.delete}</a>`;
  return html`<div><dt><a href="${path}">${name} ${extension}</a></dt><dd>${status}<br><span class="fine">${since(site, application)}${remove}</span></dd></div>`;
}

function since(site: Site, application: ListedApplication): Content {
  const said = say(site);
  const { submittedAt, approvedAt, rejectedAt, withdrawnAt, createdAt } = application;
  if (approvedAt !== null) return [said.approved, ' ', instant(approvedAt, site)];
  if (withdrawnAt !== undefined) return [said.withdrawn, ' ', instant(withdrawnAt, site)];
  if (rejectedAt !== null) return [said.rejected, ' ', instant(rejectedAt, site)];
  if (submittedAt !== null) return [said.submitted, ' ', instant(submittedAt, site)];
  return [said.begun, ' ', instant(createdAt, site)];
}
