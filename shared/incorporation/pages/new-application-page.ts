import { button, buttons, type FieldErrors, form, formHead } from '../../kernel/pages/form.ts';
import { type Content, type Html, html } from '../../kernel/pages/html.ts';
import { portalLayout, type Reader } from '../../kernel/pages/portal-layout.ts';
import { href, type Site } from '../../kernel/pages/site.ts';
import { definitionList, notice } from '../../kernel/pages/text.ts';
import { words } from '../../kernel/pages/words.ts';
import type { SimilarName } from '../../registry/domain/similar-names.ts';
import {
  type ApplicationText,
  applicationFields,
  applicationPath,
  newApplicationPath,
} from '../contracts/portal-application.ts';
import { applicationFieldsPart } from './application-fields.ts';
import { particularRows, type ShownApplication } from './application-particulars.ts';

const say = words({
  en: {
    begin: 'Start an application',
    change: 'Edit the application',
    kicker: 'Register a legal entity',
    lead: 'You can register a limited liability company (LLC). On the next page we show you similar names. You can check everything before you submit it.',
    signedBefore: 'The application is signed',
    signedBeforeText:
      'If you edit the application, the agreement must be signed again. You don’t need to pay the fee again.',
    goOn: 'Continue',
    check: 'Check your answers',
    free: 'The name is available',
    freeText:
      'No legal entity has this name or a similar one today. We check again when you submit the application.',
    near: 'Similar names exist',
    nearText:
      'No legal entity has exactly this name today. The registry may refuse a name that people could confuse with one of these. You can continue, or choose another name.',
    unknown: 'We could not check for similar names',
    unknownText:
      'No legal entity has exactly this name today. You can continue. A reviewer checks for similar names.',
    registered: 'Registered',
    reserved: 'Reserved by the registry',
    create: 'Save and continue',
    save: 'Save changes',
    back: 'Edit',
    sentBefore: 'This form was already sent',
    sentBeforeText:
      'It created an application with different details. To create another application, send this form again.',
    toApplications: 'See your applications',
    changed: 'The application has changed',
    changedText:
      'Your changes were not saved. You can see them below. Save them to replace the current application.',
    seeIt: 'See the current application',
    notEligible: 'You can’t start an application now',
    notEligibleText:
      'Residents and e-Residents with an active residency can register a legal entity. Your residency is not active or does not allow it.',
  },
  es: {
    begin: 'Empezar una solicitud',
    change: 'Editar la solicitud',
    kicker: 'Registrar una persona jurídica',
    lead: 'Puede registrar una sociedad de responsabilidad limitada (LLC). En la página siguiente le mostramos los nombres parecidos. Puede revisar todo antes de enviarlo.',
    signedBefore: 'La solicitud está firmada',
    signedBeforeText:
      'Si edita la solicitud, habrá que firmar el acuerdo de nuevo. No tiene que volver a pagar la tasa.',
    goOn: 'Continuar',
    check: 'Revise sus respuestas',
    free: 'El nombre está disponible',
    freeText:
      'Hoy ninguna persona jurídica tiene este nombre ni uno parecido. Lo comprobamos de nuevo cuando envíe la solicitud.',
    near: 'Hay nombres parecidos',
    nearText:
      'Hoy ninguna persona jurídica tiene exactamente este nombre. El registro puede rechazar un nombre que se confunda con uno de estos. Puede continuar o elegir otro.',
    unknown: 'No pudimos buscar nombres parecidos',
    unknownText:
      'Hoy ninguna persona jurídica tiene exactamente este nombre. Puede continuar. Un revisor busca nombres parecidos.',
    registered: 'Registrado',
    reserved: 'Reservado por el registro',
    create: 'Guardar y continuar',
    save: 'Guardar cambios',
    back: 'Editar',
    sentBefore: 'Este formulario ya se envió',
    sentBeforeText:
      'Con él se creó una solicitud con otros datos. Para crear otra solicitud, envíe este formulario de nuevo.',
    toApplications: 'Ver sus solicitudes',
    changed: 'La solicitud cambió',
    changedText:
      'Sus cambios no se guardaron. Puede verlos abajo. Guárdelos para reemplazar la solicitud actual.',
    seeIt: 'Ver la solicitud actual',
    notEligible: 'Ahora no puede empezar una solicitud',
    notEligibleText:
      'Los residentes y e-Residentes con residencia activa pueden registrar una persona jurídica. Su residencia no está activa o no lo permite.',
  },
});

/** A form as it stands: what it is sent with, and what was filled in. */
export interface ApplicationFormState {
  readonly formId: string;
  /** The draft that is changed; null for a new application. */
  readonly draft: {
    readonly id: string;
    readonly version: number;
    readonly isSigned: boolean;
  } | null;
  readonly text: ApplicationText;
}

/** The form, with what is wrong with what was sent, or what became of it. */
export function newApplicationPage(
  site: Site,
  reader: Reader,
  state: ApplicationFormState,
  {
    errors = {},
    problem,
  }: { readonly errors?: FieldErrors; readonly problem?: 'sent_before' | 'changed' } = {},
): Html {
  const said = say(site);
  const { draft, text } = state;
  const heading = draft === null ? said.begin : said.change;
  return frame(site, reader, { heading, errors }, [
    problem !== undefined && problemPart(site, problem, draft),
    draft === null
      ? html`<p class="lead">${said.lead}</p>`
      : draft.isSigned &&
        notice('warning', said.signedBefore, html`<p>${said.signedBeforeText}</p>`),
    form({ csrfToken: reader.csrfToken, action: href(site, newApplicationPath) }, [
      hidden(state),
      applicationFieldsPart(site, text, errors, draft === null),
      buttons(button({ label: said.goOn, name: 'step', value: 'check' })),
    ]),
  ]);
}

/** What was filled in, with names that are similar, before anything is made of it. */
export function checkApplicationPage(
  site: Site,
  reader: Reader,
  state: ApplicationFormState,
  shown: {
    readonly application: ShownApplication;
    /** Null: they could not be looked up. */
    readonly similar: readonly SimilarName[] | null;
  },
): Html {
  const said = say(site);
  const { draft, text } = state;
  return frame(site, reader, { heading: said.check, errors: {} }, [
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

/** For whoever may not register a legal entity. */
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

/** What is known of a name that nobody has: it is free only where nothing is similar. */
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
