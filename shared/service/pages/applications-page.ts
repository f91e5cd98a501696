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
import { byLocale } from '../../kernel/pages/by-locale.ts';
import { linkButton } from '../../kernel/pages/form.ts';
import { type Content, type Html, html } from '../../kernel/pages/html.ts';
import { href, type PageContext } from '../../kernel/pages/page-context.ts';
import { portalLayout, type Viewer } from '../../kernel/pages/portal-layout.ts';
import { instant, notice, stageTag, tag } from '../../kernel/pages/text.ts';
import { endingAnchor } from '../../payments/pages/ending-part.ts';
import type { ResidencyApplicationState } from '../../residency/domain/residency-application-state.ts';
import { residencyApplicationState } from '../../residency/pages/residency-application-state.ts';
import { isInformationRequired } from '../../reviews/domain/information-request.ts';
import { questionNotice } from '../../reviews/pages/filing-status.ts';
import { applicationsPageTexts } from '../texts/index.ts';

const textsFor = byLocale(applicationsPageTexts);

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
  /** A draft was just deleted, or the viewer comes from the checkout of one that is gone; null if neither. */
  readonly deleted: 'draft' | 'paid' | null;
  /** Whether the viewer may begin an application. */
  readonly isEligible: boolean;
}

/** The viewer's own applications, newest first, with a link to start a new one. */
export function applicationsPage(
  context: PageContext,
  viewer: Viewer,
  view: ApplicationsPage,
): Html {
  const texts = textsFor(context);
  const { applications, residency, isEligible, paying } = view;
  return portalLayout(context, viewer, { title: texts.title, section: applicationsPath }, [
    view.deleted === 'draft' && notice('success', texts.deleted, null),
    view.deleted === 'paid' && notice('warning', texts.gone, html`<p>${texts.goneText}</p>`),
    html`<p class="lead">${texts.lead}</p>`,
    isEligible
      ? html`<p>${linkButton(texts.begin, href(context, newApplicationPath))}</p>`
      : html`<p>${texts.notEligible}</p>`,
    html`<h2>${texts.entities}</h2>`,
    applications.length === 0
      ? html`<p>${texts.none}</p>`
      : applicationList(context, applications, paying),
    html`<h2>${texts.residency}</h2>`,
    residency === null
      ? html`<p>${texts.noResidency}</p>`
      : [
          isInformationRequired(residency, residency.statusId === 'Pending Review') &&
            questionNotice(context, residency),
          residencyApplicationState(context, residency),
        ],
  ]);
}

/** Applications with their status. `paying`: those with a payment that may arrive. */
export function applicationList(
  context: PageContext,
  applications: readonly ListedApplication[],
  paying: ReadonlySet<string>,
): Html {
  return html`<dl>${applications.map((application) => entry(context, application, paying))}</dl>`;
}

function entry(
  context: PageContext,
  application: ListedApplication,
  paying: ReadonlySet<string>,
): Html {
  const { id, name, extension } = application;
  const texts = textsFor(context);
  const path = href(context, applicationPath(id));
  const status = paying.has(id)
    ? tag(texts.paying)
    : stageTag(applicationStatus(application, context), applicationStage(application));
  const remove =
    isDeletable(application) &&
    !paying.has(id) &&
    html` · <a href="${path}#${endingAnchor}" aria-label="${texts.deleteDraft(`${name} ${extension}`)}">${texts.delete}</a>`;
  return html`<div><dt><a href="${path}">${name} ${extension}</a></dt><dd>${status}<br><span class="fine">${since(context, application)}${remove}</span></dd></div>`;
}

function since(context: PageContext, application: ListedApplication): Content {
  const texts = textsFor(context);
  const { submittedAt, approvedAt, rejectedAt, withdrawnAt, createdAt } = application;
  if (approvedAt !== null) return [texts.approved, ' ', instant(approvedAt, context)];
  if (withdrawnAt !== undefined) return [texts.withdrawn, ' ', instant(withdrawnAt, context)];
  if (rejectedAt !== null) return [texts.rejected, ' ', instant(rejectedAt, context)];
  if (submittedAt !== null) return [texts.submitted, ' ', instant(submittedAt, context)];
  return [texts.started, ' ', instant(createdAt, context)];
}
