import type { ApiError } from '../../kernel/errors/api-error.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { byLocale } from '../../kernel/pages/by-locale.ts';
import { button, buttons, type FieldErrors, form, formHead } from '../../kernel/pages/form.ts';
import { type Content, type Html, html } from '../../kernel/pages/html.ts';
import { href, type PageContext } from '../../kernel/pages/page-context.ts';
import { portalLayout, type Viewer } from '../../kernel/pages/portal-layout.ts';
import { definitionList, money, notice } from '../../kernel/pages/text.ts';
import type { SimilarName } from '../../registry/domain/similar-names.ts';
import * as registryErrors from '../../registry/errors/registry-errors.ts';
import type { Waits } from '../../reviews/domain/queue.ts';
import { formatWaits } from '../../reviews/pages/format-waits.ts';
import {
  type ApplicationText,
  applicationFields,
  applicationPath,
  newApplicationPath,
} from '../contracts/portal-application.ts';
import * as incorporationErrors from '../errors/incorporation-errors.ts';
import { applicationRefusalsTexts, newApplicationPageTexts } from '../texts/index.ts';
import { applicationFieldsPart } from './application-fields.ts';
import { particularRows, type ShownApplication } from './application-particulars.ts';
import { applicationSteps } from './application-status.ts';

const textsFor = byLocale(newApplicationPageTexts);

/** The current state of the form, with entered values. */
export interface ApplicationFormState {
  readonly formId: string;
  /** The draft that is changed; null for a new application. */
  readonly draft: {
    readonly id: string;
    readonly version: number;
    readonly isSigned: boolean;
  } | null;
  readonly text: ApplicationText;
  /** The registration fee. */
  readonly fee: { readonly amountCents: number; readonly currency: string };
}

/** The form, with errors or the result of the last submission. */
export function newApplicationPage(
  context: PageContext,
  viewer: Viewer,
  state: ApplicationFormState,
  {
    errors = {},
    problem,
    waits = null,
  }: {
    readonly errors?: FieldErrors;
    readonly problem?: 'already_sent' | 'changed';
    /** Recent decision times; null if unknown. */
    readonly waits?: Waits | null;
  } = {},
): Html {
  const texts = textsFor(context);
  const { draft, text } = state;
  const heading = draft === null ? texts.begin : texts.change;
  return frame(context, viewer, { heading, errors, isWide: true }, [
    applicationSteps('details', context),
    problem !== undefined && problemPart(context, problem, draft),
    draft === null
      ? html`<div class="halves"><p class="lead">${texts.lead}</p><p>${texts.fee(money(state.fee))} ${formatWaits(waits, context)}</p></div>`
      : draft.isSigned &&
        notice('warning', texts.signedBefore, html`<p>${texts.signedBeforeText}</p>`),
    form({ csrfToken: viewer.csrfToken, action: href(context, newApplicationPath) }, [
      hidden(state),
      applicationFieldsPart(context, text, errors, draft === null),
      buttons(button({ label: texts.goOn, name: 'step', value: 'check' })),
    ]),
  ]);
}

/** The entered values and similar names, before anything is created. */
export function checkApplicationPage(
  context: PageContext,
  viewer: Viewer,
  state: ApplicationFormState,
  view: {
    readonly application: ShownApplication;
    /** Null if the lookup failed. */
    readonly similar: readonly SimilarName[] | null;
  },
): Html {
  const texts = textsFor(context);
  const { draft, text } = state;
  return frame(context, viewer, { heading: texts.check, errors: {} }, [
    applicationSteps('check', context),
    namePart(context, view.similar),
    definitionList(particularRows(view.application, context)),
    form({ csrfToken: viewer.csrfToken, action: href(context, newApplicationPath) }, [
      hidden(state),
      applicationFields.map(
        (field) => html`<input type="hidden" name="${field}" value="${text[field]}">`,
      ),
      buttons(
        button({
          label: draft === null ? texts.create : texts.save,
          name: 'step',
          value: 'create',
        }),
        button({ label: texts.back, name: 'step', value: 'change', kind: 'secondary' }),
      ),
    ]),
  ]);
}

/** The page for people who may not register a legal entity. */
export function notEligiblePage(context: PageContext, viewer: Viewer): Html {
  const texts = textsFor(context);
  return frame(context, viewer, { heading: texts.notEligible, errors: {} }, [
    html`<p>${texts.notEligibleText}</p>`,
    toApplications(context),
  ]);
}

function frame(
  context: PageContext,
  viewer: Viewer,
  {
    heading,
    errors,
    isWide = false,
  }: { readonly heading: string; readonly errors: FieldErrors; readonly isWide?: boolean },
  content: Content,
): Html {
  const texts = textsFor(context);
  const head = { ...formHead(heading, errors, context), kicker: texts.kicker };
  return portalLayout(
    context,
    viewer,
    { ...head, section: '/portal/applications', isWide },
    content,
  );
}

function hidden({ formId, draft }: ApplicationFormState): Content {
  return [
    html`<input type="hidden" name="formId" value="${formId}">`,
    draft !== null &&
      html`<input type="hidden" name="draft" value="${draft.id}"><input type="hidden" name="version" value="${draft.version}">`,
  ];
}

function problemPart(
  context: PageContext,
  problem: 'already_sent' | 'changed',
  draft: ApplicationFormState['draft'],
): Content {
  const texts = textsFor(context);
  return problem === 'already_sent'
    ? notice('warning', texts.sentBefore, [
        html`<p>${texts.sentBeforeText}</p>`,
        toApplications(context),
      ])
    : notice('warning', texts.changed, [
        html`<p>${texts.changedText}</p>`,
        draft !== null &&
          html`<p><a href="${href(context, applicationPath(draft.id))}">${texts.seeIt}</a></p>`,
      ]);
}

function toApplications(context: PageContext): Html {
  return html`<p><a href="${href(context, '/portal/applications')}">${textsFor(context).toApplications}</a></p>`;
}

/** The result for an untaken name: available only if no name is similar. */
function namePart(context: PageContext, similar: readonly SimilarName[] | null): Content {
  const texts = textsFor(context);
  if (similar === null) return notice('warning', texts.unknown, html`<p>${texts.unknownText}</p>`);
  if (similar.length === 0) return notice('success', texts.free, html`<p>${texts.freeText}</p>`);
  return notice('warning', texts.near, [
    html`<p>${texts.nearText}</p>`,
    definitionList(
      similar.map(({ name, extension, status }) => [
        status === 'reserved' ? texts.reserved : texts.registered,
        [name, extension].filter(Boolean).join(' '),
      ]),
    ),
  ]);
}

const refusalTextsFor = byLocale(applicationRefusalsTexts);

/** The field error for a refused application; null for errors that belong to no field. */
export function refusalAtField(
  { message, status }: ApiError,
  context: PageContext,
): FieldErrors | null {
  const texts = refusalTextsFor(context);
  switch (message) {
    case apiErrors.nameTaken().message:
      return { name: texts.taken };
    case registryErrors.nameReserved().message:
      return { name: texts.reserved };
    case incorporationErrors.registeredAgentNotActive().message:
      return { agentNumber: texts.agent };
    case incorporationErrors.referralCodeNotFound().message:
      return { referralCode: texts.referralCode };
    default:
      return status === 429 ? { agentNumber: texts.tooMany } : null;
  }
}
