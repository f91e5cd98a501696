import { maintenanceCode } from '../errors/calls.ts';
import { type Html, html } from './html.ts';
import { layout } from './layout.ts';
import type { Site } from './site.ts';
import { words } from './words.ts';

interface Failure {
  readonly status: number;
  readonly requestId: string;
  readonly extras: { readonly code?: string };
}

interface Words {
  readonly title: string;
  readonly text: string;
}

const say = words({
  en: {
    reference: 'Reference for questions:',
    unexpected: {
      title: 'Something went wrong',
      text: 'The service could not respond. Nothing was lost. Try again in a few minutes.',
    },
    refused: {
      title: 'We could not do this',
      text: 'We could not read what you sent. Go back, open the page again and try once more.',
    },
    maintained: {
      title: 'Under maintenance',
      text: 'The registry is read-only during maintenance. You cannot sign in, or change, sign or pay for anything. What you sent was not accepted and nothing was changed. Try again later.',
    },
    suspended: {
      title: 'Your account is suspended',
      text: 'Someone reported that the mailbox for this account is lost. Until we have checked this, you cannot sign, allow, pay for or change anything, and your API keys do not work. Your request was not carried out. If you did not report this, use the link in the email that we sent you to stop it.',
    },
    byStatus: {
      403: {
        title: 'Open the page again',
        text: 'For your security we did not accept the form, because it was not opened in this browser. Nothing was changed. Allow cookies, open the link again and repeat the step.',
      },
      404: {
        title: 'Page not found',
        text: 'There is no page at this address. If you copied a link, check that you copied all of it.',
      },
      413: {
        title: 'The form is too large',
        text: 'What you sent is larger than we accept. Go back and shorten the text, or choose a smaller file.',
      },
      429: {
        title: 'Too many attempts',
        text: 'Your request was not carried out. Wait up to an hour, then try again.',
      },
    } as Readonly<Record<number, Words>>,
  },
  es: {
    reference: 'Referencia para consultas:',
    unexpected: {
      title: 'Algo salió mal',
      text: 'El servicio no pudo responder. No se perdió nada. Vuelva a intentarlo en unos minutos.',
    },
    refused: {
      title: 'No pudimos hacerlo',
      text: 'No pudimos leer lo que envió. Vuelva atrás, abra la página de nuevo e inténtelo otra vez.',
    },
    maintained: {
      title: 'En mantenimiento',
      text: 'Durante el mantenimiento el registro solo se puede consultar. No puede iniciar sesión ni cambiar, firmar o pagar nada. Lo que envió no se aceptó y no se cambió nada. Vuelva a intentarlo más tarde.',
    },
    suspended: {
      title: 'Su cuenta está suspendida',
      text: 'Alguien informó que se perdió el acceso al buzón de esta cuenta. Hasta que lo verifiquemos, usted no puede firmar, autorizar, pagar ni cambiar nada, y sus claves de API no funcionan. Su solicitud no se realizó. Si usted no lo informó, use el enlace del correo que le enviamos para detenerlo.',
    },
    byStatus: {
      403: {
        title: 'Abra la página de nuevo',
        text: 'Por su seguridad no aceptamos el formulario, porque no se abrió en este navegador. No se cambió nada. Permita las cookies, abra el enlace de nuevo y repita el paso.',
      },
      404: {
        title: 'Página no encontrada',
        text: 'No hay ninguna página en esta dirección. Si copió un enlace, compruebe que lo copió completo.',
      },
      413: {
        title: 'El formulario es demasiado grande',
        text: 'Lo que envió es más grande de lo que aceptamos. Vuelva atrás y acorte el texto, o elija un archivo más pequeño.',
      },
      429: {
        title: 'Demasiados intentos',
        text: 'Su solicitud no se realizó. Espere hasta una hora y vuelva a intentarlo.',
      },
    } as Readonly<Record<number, Words>>,
  },
});

function isSuspension(code: string | undefined): boolean {
  return code === 'account.suspended' || code === 'person.suspended';
}

/** The page for a failure that no page of its own explains, with the id under which it is in the log. */
export function errorPage(site: Site, { status, requestId, extras }: Failure): Html {
  const said = say(site);
  const { title, text } =
    extras.code === maintenanceCode
      ? said.maintained
      : isSuspension(extras.code)
        ? said.suspended
        : (said.byStatus[status] ?? (status >= 500 ? said.unexpected : said.refused));
  return layout(
    site,
    { title },
    html`<p class="lead">${text}</p>
<p class="fine">${said.reference} <span class="exact">${requestId}</span></p>`,
  );
}
