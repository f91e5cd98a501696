import type { ApiError } from '../../kernel/errors/api-error.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { button, buttons, type FieldErrors, form, formHead } from '../../kernel/pages/form.ts';
import { type Content, type Html, html } from '../../kernel/pages/html.ts';
import { portalLayout, type Reader } from '../../kernel/pages/portal-layout.ts';
import { href, type Site } from '../../kernel/pages/site.ts';
import { definitionList, money, notice } from '../../kernel/pages/text.ts';
import { words } from '../../kernel/pages/words.ts';
import type { SimilarName } from '../../registry/domain/similar-names.ts';
import * as registryErrors from '../../registry/errors/registry-errors.ts';
import type { Waits } from '../../reviews/domain/queue.ts';
import { waitsInWords } from '../../reviews/pages/waits-in-words.ts';
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

const say = words(newApplicationPageTexts);

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
  site: Site,
  reader: Reader,
  state: ApplicationFormState,
  {
    errors = {},
    problem,
    waits = null,
  }: {
    readonly errors?: FieldErrors;
    readonly problem?: 'sent_before' | 'changed';
    /** Recent decision times; null if unknown. */
    readonly waits?: Waits | null;
  } = {},
): Html {
  const said = say(site);
  const { draft, text } = state;
  const heading = draft === null ? said.begin : said.change;
  return frame(site, reader, { heading, errors }, [
    applicationSteps('details', site),
    problem !== undefined && problemPart(site, problem, draft),
    draft === null
      ? [
          html`<p class="lead">${said.lead}</p>`,
          html`<p>${said.fee(money(state.fee))} ${waitsInWords(waits, site)}</p>`,
        ]
      : draft.isSigned &&
        notice('warning', said.signedBefore, html`<p>${said.signedBeforeText}</p>`),
    form({ csrfToken: reader.csrfToken, action: href(site, newApplicationPath) }, [
      hidden(state),
      applicationFieldsPart(site, text, errors, draft === null),
      buttons(button({ label: said.goOn, name: 'step', value: 'check' })),
    ]),
  ]);
}

/** The entered values and similar names, before anything is created. */
export function checkApplicationPage(
  site: Site,
  reader: Reader,
  state: ApplicationFormState,
  shown: {
    readonly application: ShownApplication;
    /** Null if the lookup failed. */
    readonly similar: readonly SimilarName[] | null;
  },
): Html {
  const said = say(site);
  const { draft, text } = state;
  return frame(site, reader, { heading: said.check, errors: {} }, [
    applicationSteps('check', site),
    namePart(site, shown.similar),
    definitionList(particularRows(shown.application, site)),
    form({ csrfToken: reader.csrfToken, action: href(site, newApplicationPath) }, [
      hidden(state),
      applicationFields.map(
        (field) => html`<input type="hidden" name="${field}" value="${text[field]}">`,
      ),
      buttons(
        button({ label: draft === null ? said.create : said.save, name: 'step', value: 'create' }),
        button({ label: said.back, name: 'step', value: 'change', kind: 'secondary' }),
      ),
    ]),
  ]);
}

/** The page for people who may not register a legal entity. */
export function notEligiblePage(site: Site, reader: Reader): Html {
  const said = say(site);
  return frame(site, reader, { heading: said.notEligible, errors: {} }, [
    html`<p>${said.notEligibleText}</p>`,
    toApplications(site),
  ]);
}

function frame(
  site: Site,
  reader: Reader,
  { heading, errors }: { readonly heading: string; readonly errors: FieldErrors },
  content: Content,
): Html {
  const said = say(site);
  const head = { ...formHead(heading, errors, site), kicker: said.kicker };
  return portalLayout(site, reader, { ...head, place: '/portal/applications' }, content);
}

function hidden({ formId, draft }: ApplicationFormState): Content {
  return [
    html`<input type="hidden" name="formId" value="${formId}">`,
    draft !== null &&
      html`<input type="hidden" name="draft" value="${draft.id}"><input type="hidden" name="version" value="${draft.version}">`,
  ];
}

function problemPart(
  site: Site,
  problem: 'sent_before' | 'changed',
  draft: ApplicationFormState['draft'],
): Content {
  const said = say(site);
  return problem === 'sent_before'
    ? notice('warning', said.sentBefore, [
        html`<p>${said.sentBeforeText}</p>`,
        toApplications(site),
      ])
    : notice('warning', said.changed, [
        html`<p>${said.changedText}</p>`,
        draft !== null &&
          html`<p><a href="${href(site, applicationPath(draft.id))}">${said.seeIt}</a></p>`,
      ]);
}

function toApplications(site: Site): Html {
  return html`<p><a href="${href(site, '/portal/applications')}">${say(site).toApplications}</a></p>`;
}

/** The result for an untaken name: available only if no name is similar. */
function namePart(site: Site, similar: readonly SimilarName[] | null): Content {
  const said = say(site);
  if (similar === null) return notice('warning', said.unknown, html`<p>${said.unknownText}</p>`);
  if (similar.length === 0) return notice('success', said.free, html`<p>${said.freeText}</p>`);
  return notice('warning', said.near, [
    html`<p>${said.nearText}</p>`,
    definitionList(
      similar.map(({ name, extension, status }) => [
        status === 'reserved' ? said.reserved : said.registered,
        [name, extension].filter(Boolean).join(' '),
      ]),
    ),
  ]);
}

const sayOfRefusal = words(applicationRefusalsTexts);

/** The field error for a refused application; null for errors that belong to no field. */
export function refusalAtField({ message, status }: ApiError, site: Site): FieldErrors | null {
  const said = sayOfRefusal(site);
  switch (message) {
    case apiErrors.nameTaken().message:
      return { name: said.taken };
    case registryErrors.nameReserved().message:
      return { name: said.reserved };
    case incorporationErrors.registeredAgentNotActive().message:
      return { agentNumber: said.agent };
    case incorporationErrors.referralCodeNotFound().message:
      return { referralCode: said.referralCode };
    default:
      return status === 429 ? { agentNumber: said.tooMany } : null;
  }
}
