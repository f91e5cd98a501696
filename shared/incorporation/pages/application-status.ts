import type { Localized } from '../../kernel/domain/locale.ts';
import { byLocale } from '../../kernel/pages/by-locale.ts';
import { type Html, html } from '../../kernel/pages/html.ts';
import { notice, stepList } from '../../kernel/pages/text.ts';
import { questionTitle, signersNotice } from '../../reviews/pages/filing-status.ts';
import { type ApplicationState, applicationStage } from '../domain/application.ts';
import {
  applicationStatusTexts,
  applicationStepsTexts,
  signatureStateTexts,
} from '../texts/index.ts';

const textsFor = byLocale(signatureStateTexts);

const stepTextsFor = byLocale(applicationStepsTexts);

/** The titles and sentences of an application's stages. */
export const applicationStages = byLocale(applicationStatusTexts);

/** The status of an application in a few words. */
export function applicationStatus(application: ApplicationState, context: Localized): string {
  const stage = applicationStage(application);
  return stage === 'answer' ? questionTitle(context) : applicationStages(context)[stage].line;
}

/**
 * The progress of an application from the form to the review; empty once decided. `at` is the form's step before the
 * application exists or while it is edited.
 */
export function applicationSteps(
  at: 'details' | 'check' | ApplicationState,
  context: Localized,
): Html | null {
  const { title, done, names } = stepTextsFor(context);
  if (typeof at !== 'string' && at.statusId !== 'Draft' && at.statusId !== 'Pending Review') {
    return null;
  }
  const isDone =
    typeof at === 'string'
      ? { details: at === 'check', check: false, sign: false, pay: false, review: false }
      : {
          details: true,
          check: true,
          sign: at.agreement !== null,
          pay: at.paidAt !== null,
          review: false,
        };
  const steps = ['details', 'check', 'sign', 'pay', 'review'] as const;
  const now = steps.find((step) => !isDone[step]);
  return stepList(
    title,
    steps.map((step) => ({
      name: names[step],
      state: isDone[step] ? 'done' : step === now ? 'now' : 'later',
    })),
    done,
  );
}

/** The status of an application and its next step, for anyone with the signature link. */
export function signatureState(application: ApplicationState, context: Localized = {}): Html {
  const texts = textsFor(context);
  const stages = applicationStages(context);
  const stage = applicationStage(application);
  switch (stage) {
    case 'sign_and_pay':
      return html`<p class="lead">${texts.lead}</p>`;
    case 'sign':
      return notice('info', texts.submits, html`<p>${texts.submitsText}</p>`);
    case 'pay':
      return notice('success', texts.unpaid, html`<p>${texts.unpaidText}</p>`);
    case 'rename':
      return notice('warning', stages.rename.title, html`<p>${texts.takenText}</p>`);
    case 'answer':
      return signersNotice(stages.review.title, application, context);
    default:
      return signersNotice(stages[stage].title, application, context);
  }
}
