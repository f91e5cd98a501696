import type { ClientScope } from '../../kernel/domain/scopes.ts';
import { type FieldErrors, formHead, linkButton } from '../../kernel/pages/form.ts';
import { type Html, html } from '../../kernel/pages/html.ts';
import { layout } from '../../kernel/pages/layout.ts';
import { logoPicture } from '../../kernel/pages/logo-picture.ts';
import { portalLayout, type Reader, readerName } from '../../kernel/pages/portal-layout.ts';
import { href, type Site } from '../../kernel/pages/site.ts';
import { notice } from '../../kernel/pages/text.ts';
import { words } from '../../kernel/pages/words.ts';
import { credentialScopeOf } from '../domain/oauth-scope.ts';
import { consentForm, type SharedEntity } from './oauth-consent-form.ts';

const say = words({
  en: {
    allow: (client: string) => `Allow ${client} to use your account?`,
    put: (client: string) => `Put a credential into ${client}?`,
    kicker: 'Connect an application',
    signedInAs: 'You are signed in as',
    another: 'Use another account',
    after: (host: Html, connections: Html) =>
      html`Either way you go back to ${host}. What you allow stays allowed until you end it under ${connections}.`,
    connections: 'Connected applications',
    over: {
      answered: {
        title: 'This request was answered',
        text: 'The application has received your answer. Nothing more was done. Go back to the application and start again if it still asks.',
      },
      ended: {
        title: 'This request is no longer valid',
        text: 'It is older than half an hour, or its address is incomplete. Go back to the application and start again.',
      },
    },
    see: 'See your connected applications',
    wrong: 'The application asked for something wrong',
    stuck:
      'You cannot go on from here, and you are not sent back, because the request does not say reliably where it came from. Tell those who run the application.',
    error: 'Error',
    reason: 'Reason',
    inTest: 'This application is in test mode',
    inTestOwner:
      'Nobody but you can sign in with it until the registry has approved it. What it says of itself has not been looked at.',
    notOpen:
      'The registry has not approved it yet, so nobody but whoever registered it can sign in with it. Nothing was sent to the application, and nothing was allowed.',
    notOpenOwner: 'Is it yours? Then sign in with the account that registered it.',
  },
  es: {
    allow: (client: string) => `¿Permitir que ${client} use su cuenta?`,
    put: (client: string) => `¿Poner una credencial en ${client}?`,
    kicker: 'Conectar una aplicación',
    signedInAs: 'Usted inició sesión como',
    another: 'Usar otra cuenta',
    after: (host: Html, connections: Html) =>
      html`En cualquier caso volverá a ${host}. Lo que permita seguirá permitido hasta que usted lo termine en ${connections}.`,
    connections: 'Aplicaciones conectadas',
    over: {
      answered: {
        title: 'Esta petición ya fue respondida',
        text: 'La aplicación recibió su respuesta. No se hizo nada más. Vuelva a la aplicación y empiece de nuevo si todavía pregunta.',
      },
      ended: {
        title: 'Esta petición ya no es válida',
        text: 'Tiene más de media hora, o su dirección está incompleta. Vuelva a la aplicación y empiece de nuevo.',
      },
    },
    see: 'Ver sus aplicaciones conectadas',
    wrong: 'La aplicación pidió algo incorrecto',
    stuck:
      'No puede continuar desde aquí ni se le envía de vuelta, porque la petición no dice de forma fiable de dónde vino. Avise a quienes operan la aplicación.',
    error: 'Error',
    reason: 'Motivo',
    inTest: 'Esta aplicación está en modo de prueba',
    inTestOwner:
      'Nadie más que usted puede iniciar sesión con ella hasta que el registro la apruebe. Lo que dice de sí misma no se ha comprobado.',
    notOpen:
      'El registro todavía no la ha aprobado, así que nadie más que quien la registró puede iniciar sesión con ella. No se envió nada a la aplicación y no se permitió nada.',
    notOpenOwner: '¿Es suya? Entonces inicie sesión con la cuenta que la registró.',
  },
});

export interface ConsentQuestion {
  readonly clientName: string;
  /** Its picture in base64; null: it has none. */
  readonly logo: string | null;
  /** Who publishes it, and where they say what they do with data; null where nobody said. */
  readonly publisher: string | null;
  readonly privacyUri: string | null;
  /** Only its owner can be asked. */
  readonly inTest: boolean;
  /** Where the browser goes afterwards. */
  readonly redirectUri: string;
  readonly scopes: readonly ClientScope[];
  readonly entities: readonly SharedEntity[];
  readonly chosen: readonly string[];
  /** Where another account can sign in and come back from. */
  readonly switchAddress: string;
  /** Why the user can't allow it; see `ConsentFormOptions`. */
  readonly impossible?: string | null;
  readonly errors?: FieldErrors;
}

/** Asks a signed-in user what an application may do. */
export function consentPage(site: Site, reader: Reader, question: ConsentQuestion): Html {
  const { clientName, redirectUri, switchAddress, errors = {} } = question;
  const said = say(site);
  const asks = credentialScopeOf(question.scopes) === undefined ? said.allow : said.put;
  const title = asks(clientName);
  return portalLayout(
    site,
    reader,
    {
      ...formHead(title, errors, site),
      kicker: said.kicker,
    },
    [
      question.logo !== null && logoPicture(question.logo),
      question.inTest && notice('warning', said.inTest, html`<p>${said.inTestOwner}</p>`),
      html`<p class="lead">${said.signedInAs} ${who(reader)}. <a href="${switchAddress}">${said.another}</a></p>`,
      consentForm(site, { ...question, csrfToken: reader.csrfToken }),
      html`<p class="fine after">${said.after(
        html`<strong>${new URL(redirectUri).host}</strong>`,
        html`<a href="${href(site, '/portal/connections')}">${said.connections}</a>`,
      )}</p>`,
    ],
  );
}

/** A request that is over: answered, or too old. */
export function consentOverPage(site: Site, status: 'answered' | 'ended'): Html {
  const { title, text } = say(site).over[status];
  return layout(site, { title }, [
    html`<p class="lead">${text}</p>`,
    html`<p>${linkButton(say(site).see, href(site, '/portal/connections'), 'secondary')}</p>`,
  ]);
}

/** Somebody but its owner came to an application in test mode. It is not named: nobody has looked at the name. */
export function inTestPage(site: Site, switchAddress: string): Html {
  const said = say(site);
  return layout(site, { title: said.inTest }, [
    html`<p class="lead">${said.notOpen}</p>
<p>${said.notOpenOwner} <a href="${switchAddress}">${said.another}</a></p>`,
  ]);
}

/** A request whose answer has nowhere to go. */
export function unanswerablePage(
  site: Site,
  { error, description }: { readonly error: string; readonly description: string },
): Html {
  const said = say(site);
  return layout(site, { title: said.wrong }, [
    html`<p class="lead">${said.stuck}</p>`,
    html`<dl><div><dt>${said.error}</dt><dd class="exact">${error}</dd></div><div><dt>${said.reason}</dt><dd>${description}</dd></div></dl>`,
  ]);
}

function who(reader: Reader): Html {
  const name = readerName(reader);
  return name === reader.email
    ? html`<strong>${name}</strong>`
    : html`<strong>${name}</strong> (${reader.email})`;
}
