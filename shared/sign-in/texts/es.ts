import type { FieldErrors } from '../../kernel/pages/form.ts';
import { formatInstant } from '../../kernel/pages/format-dates.ts';
import { type Html, html } from '../../kernel/pages/html.ts';
import type { EmailMessage } from '../../mail/mail/message.ts';
import { maxPasskeys } from '../domain/passkey.ts';
import type * as en from './en.ts';
import { clockTime, minutes, type NewBrowserFacts, type RequestedCode } from './en.ts';

function wayInSpanish({ at, browser, known, client }: RequestedCode): string {
  const who =
    browser === null
      ? ''
      : ` con ${browserTexts.inSentence(browser)}. Este navegador ${known ? 'ya había' : 'no había'} iniciado sesión antes en su cuenta`;
  const where =
    client === null ? '' : ` Después de iniciar sesión, continuará a la aplicación «${client}».`;
  return `El código se solicitó el ${formatInstant(at, 'es')}${who}.${where}`;
}

export const signInEmailTexts: typeof en.signInEmailTexts = {
  signInCode: (facts): EmailMessage => ({
    subject: `Su código para iniciar sesión, solicitado a las ${clockTime(facts.asked.at)}`,
    paragraphs: [
      'Alguien solicitó un código para iniciar sesión con este correo electrónico. Si fue usted, escríbalo en el navegador en el que lo solicitó:',
      { code: facts.code },
      `El código es válido durante ${facts.minutes} minutos y sirve una sola vez. No lo comparta: nunca lo pedimos por teléfono ni por correo.`,
      wayInSpanish(facts.asked),
      facts.kind === 'long' &&
        'El código es más largo de lo normal porque se solicitaron o probaron muchos códigos con este correo. Si solicita otro código y no recibe un correo nuevo, escriba este código.',
      'Si no quería iniciar sesión, ignore este correo: nadie puede iniciar sesión sin el código.',
    ].filter((paragraph) => paragraph !== false),
  }),
};

export const newBrowserEmailTexts: typeof en.newBrowserEmailTexts = {
  browserSignedIn: ({ browser, at, url }: NewBrowserFacts): EmailMessage => ({
    subject: 'Un navegador nuevo inició sesión en su cuenta',
    paragraphs: [
      `El ${formatInstant(at, 'es')} alguien inició sesión en su cuenta con ${browserTexts.inSentence(browser)}. Ese navegador no había iniciado sesión antes en su cuenta, o se borraron sus datos.`,
      'Si fue usted, no tiene que hacer nada.',
      'Si no fue usted, cierre la sesión de ese navegador. También proteja su buzón y sus llaves de acceso: para iniciar sesión se necesita el buzón o una llave.',
    ],
    link: { label: 'Ver los navegadores con la sesión iniciada', url },
  }),
};

export const passkeyEmailTexts: typeof en.passkeyEmailTexts = {
  passkeyAdded: ({ at, url }): EmailMessage => ({
    subject: 'Se agregó una llave de acceso a su cuenta',
    paragraphs: [
      `El ${formatInstant(at, 'es')} alguien con la sesión iniciada en su cuenta agregó una llave de acceso. Quien tenga esta llave puede iniciar sesión sin un código por correo.`,
      'Si no fue usted, elimine la llave de inmediato, cierre la sesión de todos los demás navegadores y proteja su buzón.',
    ],
    link: { label: 'Ver sus llaves de acceso', url },
  }),
  passkeyRemoved: ({ at, url }): EmailMessage => ({
    subject: 'Se eliminó una llave de acceso de su cuenta',
    paragraphs: [
      `Se eliminó una llave de acceso de su cuenta el ${formatInstant(at, 'es')}. Ya nadie puede iniciar sesión con ella. Usted todavía puede iniciar sesión con un código por correo.`,
      'Si no fue usted y no nos pidió eliminarla, cierre la sesión de todos los demás navegadores y proteja su buzón.',
    ],
    link: { label: 'Ver sus llaves de acceso', url },
  }),
  passkeySuspended: ({ at, url }): EmailMessage => ({
    subject: 'Una llave de acceso de su cuenta ya no funciona',
    paragraphs: [
      `El ${formatInstant(at, 'es')} alguien intentó iniciar sesión con una llave de acceso de su cuenta. Una llave cuenta sus usos, y esta vez el número fue menor que la última vez. Esto puede indicar que alguien copió la llave. Rechazamos el inicio de sesión y ya no aceptamos esta llave de acceso.`,
      'La copia puede haberse usado antes. Inicie sesión con un código por correo y cierre la sesión de todos los demás navegadores. Elimine esta llave de acceso y las que no reconozca, y agregue una nueva. Si no sabe cómo se copió la llave, deje de usar el dispositivo o la llave de seguridad.',
    ],
    link: { label: 'Ver sus llaves de acceso', url },
  }),
  passkeyCodeMade: ({ at, url }): EmailMessage => ({
    subject: 'Se creó un código para agregar una llave de acceso',
    paragraphs: [
      `El ${formatInstant(at, 'es')} un operador del registro creó para usted un código de un solo uso. Úselo para agregar una llave de acceso con la que puede aprobar casos. El operador le da el código en persona o por teléfono, nunca por correo.`,
      'Si usted no pidió el código, escríbanos de inmediato. Nunca le pediremos el código por correo ni por teléfono.',
    ],
    link: { label: 'Ver sus llaves de acceso', url },
  }),
};

export const passkeyPagesTexts: typeof en.passkeyPagesTexts = {
  title: 'Llaves de acceso',
  kicker: 'Configuración',
  lead: 'Con una llave de acceso inicia sesión con su dispositivo o una llave de seguridad, sin código por correo. También puede seguir usando un código.',
  none: 'No tiene llaves de acceso.',
  rename: 'Cambiar el nombre',
  remove: 'Quitar',
  most: `Tiene ${maxPasskeys} llaves de acceso, que es el máximo. Quite una antes de agregar otra.`,
  add: 'Agregar una llave de acceso',
  removing: (browsers: Html) =>
    html`Al quitar una llave de acceso se cierra la sesión de los demás navegadores que entraron con ella. Vea ${browsers}.`,
  browsers: 'dónde tiene sesiones abiertas',
  howItGoes:
    'Su navegador le pide su huella, su rostro o un PIN, en este dispositivo, un teléfono o una llave de seguridad. Nosotros solo recibimos una clave pública.',
  needsScript: 'Las llaves de acceso necesitan JavaScript y un navegador compatible',
  elseWorks:
    'Todo lo demás funciona sin JavaScript. Siempre puede iniciar sesión con un código por correo.',
  name: 'Nombre',
  nameHint: 'Por ejemplo, «teléfono» o «llave de la caja fuerte». Solo usted lo ve.',
  back: 'Volver a mis llaves de acceso',
  failures: {
    over: 'La página estuvo abierta más de cinco minutos, ya se había enviado o pertenece a otro inicio de sesión.',
    wrong:
      'No podemos aceptar la llave de acceso de su navegador. Créela en esta página, con su huella, su rostro o un PIN.',
    taken: 'Esta llave de acceso ya se usó en una cuenta. Cree una nueva.',
    full: `Tiene ${maxPasskeys} llaves de acceso, que es el máximo. Quite una primero.`,
    deactivated: 'La cuenta ya no está activa.',
    untrusted:
      'El código del operador ya se usó, se reemplazó o venció, o se quitó su otra llave de acceso.',
  },
  done: 'Llave de acceso agregada',
  use: (name: string) => `Desde ahora puede iniciar sesión con «${name}».`,
  notAdded: 'No se agregó ninguna llave de acceso',
  again: 'Intentarlo de nuevo',
  mine: 'Mis llaves de acceso',
  renameTitle: 'Cambiar el nombre de esta llave de acceso',
  save: 'Guardar',
  leave: 'Cancelar',
  removeTitle: '¿Quitar esta llave de acceso?',
  removeText:
    'Ya no podrá iniciar sesión con ella. Esto no se puede deshacer. Quítela también del dispositivo o de la llave de seguridad: nosotros no podemos hacerlo.',
  removeButton: 'Quitar la llave de acceso',
  notAccepted: 'Llave de acceso ya no aceptada',
  counter: (at: Html) =>
    html`El ${at} detectamos que puede existir una copia. Quítela y agregue una nueva.`,
  added: 'Agregada',
  lastUsed: 'Último uso',
  never: 'Nunca',
  kept: 'Almacenada',
  synced: 'En su cuenta con el fabricante, en varios dispositivos',
  bound: 'En un solo dispositivo o llave de seguridad',
  decisions: 'Puede aprobar casos',
  yes: 'Sí',
};

export const passkeySignInTexts: typeof en.passkeySignInTexts = {
  or: 'O con una llave de acceso',
  ifAdded: 'Si agregó una llave de acceso a su cuenta, no necesita un código por correo.',
  signIn: 'Iniciar sesión con una llave de acceso',
  back: 'Volver al inicio de sesión',
  refused: {
    over: {
      title: 'Inténtelo de nuevo',
      text: 'No inició sesión. La página estuvo abierta más de cinco minutos, ya se había usado o se abrió en otro navegador.',
    },
    wrong: {
      title: 'Esta llave de acceso no funciona aquí',
      text: 'Puede que se haya quitado de su cuenta o que se haya creado para otro servicio. Inicie sesión con un código por correo y revise sus llaves de acceso.',
    },
    suspended: {
      title: 'Esta llave de acceso ya no se acepta',
      text: 'Puede existir una copia. Inicie sesión con un código por correo, quítela y agregue una nueva.',
    },
  },
};

export const portalBrowsersPageTexts: typeof en.portalBrowsersPageTexts = {
  title: 'Dónde tiene una sesión abierta',
  kicker: 'Configuración',
  lead: 'Si no reconoce un navegador, puede que alguien tenga acceso a su correo. Cierre esa sesión y proteja su buzón: allí enviamos los códigos para iniciar sesión.',
  this: (name: string) => `Este navegador: ${name}`,
  signedIn: 'Sesión iniciada',
  seen: 'Último uso',
  end: 'Cerrar esta sesión',
  number: (position: number, name: string) => ` número ${position}: ${name}`,
  others: 'Todos los demás navegadores',
  othersText:
    'Esto cierra la sesión en todos los navegadores menos este. También olvida los navegadores donde inició sesión antes.',
  endOthers: 'Cerrar todas las demás sesiones',
  none: 'No tiene sesión abierta en ningún otro lugar.',
};

export const portalSignInPageTexts: typeof en.portalSignInPageTexts = {
  signIn: 'Iniciar sesión',
  again: {
    connection: 'Inicie sesión de nuevo para permitir que una aplicación use su cuenta',
    credential: 'Inicie sesión de nuevo para agregar una credencial a una billetera digital',
    data: 'Inicie sesión de nuevo para descargar sus datos',
    key: 'Inicie sesión de nuevo para crear, reemplazar o revocar una clave de API',
    passkey: 'Inicie sesión de nuevo para agregar o quitar una llave de acceso',
    signature: 'Inicie sesión de nuevo para firmar por una persona jurídica',
    client: 'Inicie sesión de nuevo para agregar o cambiar una aplicación',
    webhook: 'Inicie sesión de nuevo para agregar o cambiar una dirección de webhooks',
    will: 'Inicie sesión de nuevo para firmar o revocar la Manifestación de Voluntad',
  },
  unsent:
    'Lo que acaba de enviar todavía no se ha realizado. Le pediremos que lo confirme de nuevo. ',
  recent: `Por su seguridad, debe haber iniciado sesión en los últimos ${minutes.recent} minutos.`,
  clientAgain: ['Inicie sesión de nuevo: lo requiere ', '.'],
  clientOn: ['Inicie sesión para continuar en ', '.'],
  decides: ' Después usted decide qué puede hacer.',
  lead: 'Le enviaremos un código por correo electrónico. No necesita contraseña.',
  email: 'Dirección de correo electrónico',
  emailHint: 'La dirección de correo que usted tiene en el registro.',
  send: 'Enviarme un código',
  enter: 'Escriba el código',
  code: 'Código',
  codes: {
    short: {
      lead: (address: string) =>
        `Si existe una cuenta con ${address}, le enviamos por correo un código de 6 dígitos.`,
      hint: `Vence en ${minutes.short} minutos y solo sirve en este navegador.`,
    },
    long: {
      lead: (address: string) =>
        `Si existe una cuenta con ${address}, le enviamos por correo un código de 12 caracteres.`,
      hint: `Puede usar mayúsculas o minúsculas, con o sin espacios y guiones. Vence en ${minutes.challenge} minutos y sirve en este navegador.`,
    },
    none: {
      lead: (address: string) =>
        `Se pidieron demasiados códigos para ${address}, así que no enviamos otro. Si existe una cuenta, use el código de 12 caracteres más reciente que enviamos a esta dirección.`,
      hint: `Puede usar mayúsculas o minúsculas, con o sin espacios y guiones. Vence ${minutes.challenge} minutos después de que se pidió.`,
    },
  },
  thatAddress: 'esa dirección',
  lostOwn: '¿Ya no puede leer su buzón?',
  lost: '¿Ya no puede leer este buzón?',
  noMail: [
    '¿No llegó el correo? Revise la carpeta de correo no deseado y la dirección, o ',
    'pida otro código',
    '.',
  ],
  over: 'Pida un código nuevo',
  overText: `Este inicio de sesión terminó. Ya se usó, se escribieron demasiados códigos incorrectos o pasaron más de ${minutes.challenge} minutos.`,
  wrong: {
    email: 'Escriba su dirección de correo electrónico, como nombre@ejemplo.com',
    code: 'El código es incorrecto o venció. Escríbalo tal como está en el correo',
  } as FieldErrors,
};

export const browserTexts: typeof en.browserTexts = {
  inSentence: (name: string) => name.replace(/^A browser/, 'un navegador').replace(' on ', ' en '),
};

export const passkeyScriptTexts: typeof en.passkeyScriptTexts = {
  InvalidStateError:
    'Este dispositivo o esta llave de seguridad ya tiene una llave de acceso de su cuenta.',
  NotAllowedError: 'La solicitud se canceló o tardó demasiado. Inténtelo de nuevo.',
  SecurityError: 'Las llaves de acceso no funcionan en esta dirección.',
  other: 'Su navegador no pudo usar la llave de acceso. Inténtelo de nuevo o use otro navegador.',
};
