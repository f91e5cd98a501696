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
    put: (client: string) => `Add a credential to ${client}?`,
    kicker: 'Connect an application',
    signedInAs: 'You are signed in as',
    another: 'Use another account',
    after: (host: Html, connections: Html) =>
      html`After you choose, you return to ${host}. The access stays until you end it under ${connections}.`,
    connections: 'Connected applications',
    over: {
      answered: {
        title: 'This request was already answered',
        text: 'The application received your answer. If it still asks, go back to the application and start again.',
      },
      ended: {
        title: 'This request is no longer valid',
        text: 'The request is more than 30 minutes old, or its address is incomplete. Go back to the application and start again.',
      },
    },
    see: 'See your connected applications',
    wrong: 'This link from the application isn’t valid',
    stuck:
      'You can’t continue. We can’t send you back because we can’t confirm which application sent the request. Contact the people who run the application.',
    error: 'Error',
    reason: 'Reason',
    inTest: 'This application is in test mode',
    inTestOwner:
      'Only you can sign in with it until the registry approves it. The registry has not checked its details.',
    notOpen:
      'The registry has not approved this application yet, so only the person who registered it can sign in with it. We did not send anything to the application or give it access.',
    notOpenOwner: 'Is it your application? Sign in with the account that registered it.',
  },
  es: {
    allow: (client: string) => `¿Permitir que ${client} use su cuenta?`,
    put: (client: string) => `¿Añadir una credencial a ${client}?`,
    kicker: 'Conectar una aplicación',
    signedInAs: 'Usted inició sesión como',
    another: 'Usar otra cuenta',
    after: (host: Html, connections: Html) =>
      html`Después de elegir, volverá a ${host}. El acceso sigue hasta que usted lo termine en ${connections}.`,
    connections: 'Aplicaciones conectadas',
    over: {
      answered: {
        title: 'Esta petición ya fue respondida',
        text: 'La aplicación recibió su respuesta. Si todavía pregunta, vuelva a la aplicación y empiece de nuevo.',
      },
      ended: {
        title: 'Esta petición ya no es válida',
        text: 'La petición tiene más de 30 minutos, o su dirección está incompleta. Vuelva a la aplicación y empiece de nuevo.',
      },
    },
    see: 'Ver sus aplicaciones conectadas',
    wrong: 'Este enlace de la aplicación no es válido',
    stuck:
      'No puede continuar. No podemos enviarle de vuelta porque no podemos confirmar qué aplicación envió la petición. Avise a quienes operan la aplicación.',
    error: 'Error',
    reason: 'Motivo',
    inTest: 'Esta aplicación está en modo de prueba',
    inTestOwner:
      'Solo usted puede iniciar sesión con ella hasta que el registro la apruebe. El registro no ha revisado sus datos.',
    notOpen:
      'El registro todavía no ha aprobado esta aplicación, así que solo la persona que la registró puede iniciar sesión con ella. No enviamos nada a la aplicación ni le dimos acceso.',
    notOpenOwner: '¿Es su aplicación? Inicie sesión con la cuenta que la registró.',
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
