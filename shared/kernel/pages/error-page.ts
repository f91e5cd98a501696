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
      text: 'The service could not answer. Nothing is lost; please try again in a few minutes.',
    },
    refused: {
      title: 'This could not be done',
      text: 'The service could not read what was sent. Go back, open the page again and retry.',
    },
    maintained: {
      title: 'Under maintenance',
      text: 'The registry is being worked on. What is there can be read, but nothing can be changed, signed or paid for the moment, and nobody can sign in. What you sent was not accepted, and nothing was changed. Please try again later.',
    },
    suspended: {
      title: 'Your account is suspended for now',
      text: 'Somebody told the registry that the mailbox of this account is lost. Until that is settled nothing can be signed, allowed, paid or changed in your name, and your keys do not work. Nothing was done. If you did not ask for this, stop it: the mail that we sent you has a link.',
    },
    byStatus: {
      403: {
        title: 'Open the page again',
        text: 'For your protection the form was not accepted, because it does not belong to a page that is open in this browser. Nothing was changed. Open the link again, with cookies allowed, and repeat the step.',
      },
      404: {
        title: 'Page not found',
        text: 'There is nothing at this address. If you followed a link from a message, check that all of it was copied.',
      },
      413: {
        title: 'Too much was sent',
        text: 'The form is larger than the service accepts. Go back and shorten the text, or choose a smaller file.',
      },
      429: {
        title: 'Too many tries',
        text: 'Nothing was done. Please wait, an hour at most, then try again.',
      },
    } as Readonly<Record<number, Words>>,
  },
  es: {
    reference: 'Referencia para consultas:',
    unexpected: {
      title: 'Algo salió mal',
      text: 'El servicio no pudo responder. No se ha perdido nada; vuelva a intentarlo en unos minutos.',
    },
    refused: {
      title: 'No se pudo hacer',
      text: 'El servicio no pudo leer lo que se envió. Vuelva atrás, abra la página de nuevo e inténtelo otra vez.',
    },
    maintained: {
      title: 'En mantenimiento',
      text: 'Se está trabajando en el registro. Se puede consultar lo que hay, pero por el momento no se puede cambiar, firmar ni pagar nada, y nadie puede iniciar sesión. Lo que usted envió no se aceptó y no se cambió nada. Vuelva a intentarlo más tarde.',
    },
    suspended: {
      title: 'Su cuenta está suspendida por ahora',
      text: 'Alguien comunicó al registro que se ha perdido el buzón de esta cuenta. Hasta que se resuelva, no se puede firmar, autorizar, pagar ni cambiar nada en su nombre, y sus claves no funcionan. No se hizo nada. Si usted no lo pidió, deténgalo: el correo que le enviamos contiene un enlace.',
    },
    byStatus: {
      403: {
        title: 'Abra la página de nuevo',
        text: 'Para protegerle, el formulario no se aceptó, porque no corresponde a una página abierta en este navegador. No se cambió nada. Abra el enlace de nuevo, con las cookies permitidas, y repita el paso.',
      },
      404: {
        title: 'Página no encontrada',
        text: 'No hay nada en esta dirección. Si siguió un enlace de un mensaje, compruebe que lo copió completo.',
      },
      413: {
        title: 'Se envió demasiado',
        text: 'El formulario es más grande de lo que el servicio acepta. Vuelva atrás y acorte el texto, o elija un archivo más pequeño.',
      },
      429: {
        title: 'Demasiados intentos',
        text: 'No se hizo nada. Espere, como máximo una hora, y vuelva a intentarlo.',
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
