import type { Spoken } from '../../kernel/domain/locale.ts';
import { type Html, html } from '../../kernel/pages/html.ts';
import { notice } from '../../kernel/pages/text.ts';
import { words } from '../../kernel/pages/words.ts';
import { questionTitle, signersNotice } from '../../reviews/pages/filing-status.ts';
import type { ApplicationState } from '../domain/application.ts';
import { applicationStage } from '../domain/application-stage.ts';
import { applicationStatusTexts, signatureStateTexts } from '../texts/index.ts';

const say = words(signatureStateTexts);

/** The titles and sentences of an application's stages. */
export const applicationStages = words(applicationStatusTexts);

/** The status of an application in a few words. */
export function applicationStatus(application: ApplicationState, reader: Spoken): string {
  const stage = applicationStage(application);
  return stage === 'answer' ? questionTitle(reader) : applicationStages(reader)[stage].line;
}

/** The status of an application, and what comes next, for anyone with its signature link. */
export function signatureState(application: ApplicationState, reader: Spoken = {}): Html {
  const said = say(reader);
  const stages = applicationStages(reader);
  const stage = applicationStage(application);
  switch (stage) {
    case 'sign_and_pay':
      return html`<p class="lead">${said.lead}</p>`;
    case 'sign':
      return notice('info', said.submits, html`<p>${said.submitsText}</p>`);
    case 'pay':
      return notice('success', said.unpaid, html`<p>${said.unpaidText}</p>`);
    case 'rename':
      return notice('warning', stages.rename.title, html`<p>${said.takenText}</p>`);
    case 'answer':
      return signersNotice(stages.review.title, application, reader);
    default:
      return signersNotice(stages[stage].title, application, reader);
  }
}
