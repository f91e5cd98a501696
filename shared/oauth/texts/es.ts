import { type Html, html } from '../../kernel/pages/html.ts';
import type { EmailMessage } from '../../mail/mail/message.ts';
import type * as en from './en.ts';

export const clientEmailTexts: typeof en.clientEmailTexts = {
  approved: ({ name, url }): EmailMessage => ({
    subject: `Aprobada: su aplicación ${name}`,
    paragraphs: [
      `Aprobamos su aplicación «${name}». Cualquier persona con una cuenta puede iniciar sesión en ella.`,
      'Si cambia su nombre, logotipo, aviso de privacidad, URI de redirección o permisos, primero debemos aprobar el cambio. Mientras tanto, se sigue usando la versión aprobada.',
    ],
    link: { label: 'Ver la aplicación', url },
  }),
  rejected: ({ name, reason, goesOn, url }): EmailMessage => ({
    subject: `No aprobada: su aplicación ${name}`,
    paragraphs: [
      goesOn
        ? `No aprobamos el cambio de su aplicación «${name}». Se sigue usando la versión aprobada.`
        : `No aprobamos su aplicación «${name}». Solo usted puede iniciar sesión en ella.`,
      ...(reason === null ? [] : [`Motivo: ${reason}`]),
      'Puede cambiarla y solicitar la aprobación de nuevo.',
    ],
    link: { label: 'Ver la aplicación', url },
  }),
  suspended: ({ name, reason, url }): EmailMessage => ({
    subject: `Suspendida: su aplicación ${name}`,
    paragraphs: [
      `Suspendimos su aplicación «${name}». Nadie puede iniciar sesión en ella y sus tokens ya no son válidos.`,
      ...(reason === null ? [] : [`Motivo: ${reason}`]),
    ],
    link: { label: 'Ver la aplicación', url },
  }),
  logoRemoved: ({ name, reason, url }): EmailMessage => ({
    subject: `Se quitó el logotipo de su aplicación ${name}`,
    paragraphs: [
      `Quitamos el logotipo de su aplicación «${name}». Todavía se puede iniciar sesión en ella, pero no se ve ningún logotipo.`,
      ...(reason === null ? [] : [`Motivo: ${reason}`]),
    ],
    link: { label: 'Ver la aplicación', url },
  }),
  reinstated: ({ name, url }): EmailMessage => ({
    subject: `Su aplicación ${name} vuelve al modo de prueba`,
    paragraphs: [
      `Terminó la suspensión de su aplicación «${name}». Solo usted puede iniciar sesión en ella. Solicite la aprobación cuando la aplicación esté lista.`,
    ],
    link: { label: 'Ver la aplicación', url },
  }),
};

export const clientTexts: typeof en.clientTexts = {
  title: 'Aplicaciones para iniciar sesión',
  kicker: 'Para desarrolladores',
  lead: 'Registre aplicaciones en las que las personas inician sesión con su cuenta del registro y comparten los datos que permiten.',
  guide: 'Cómo inicia sesión una aplicación',
  add: 'Registrar una aplicación',
  none: 'No tiene aplicaciones.',
  open: 'Abrir',
  addIt: 'Registrar la aplicación',
  changeTitle: 'Editar la aplicación',
  changeWaits:
    'El registro debe aprobar los cambios en el nombre, el logotipo, el aviso de privacidad, las URI de redirección o los permisos. Hasta entonces las personas usan la versión aprobada. Lo que usted quite deja de funcionar de inmediato. Para probar algo, registre otra aplicación.',
  leave: 'Cancelar',
  save: 'Guardar',
  name: 'Nombre',
  nameHint:
    'Las personas ven este nombre en la página de consentimiento. No use el nombre de otra persona.',
  privacy: 'Aviso de privacidad (opcional)',
  privacyHint:
    'La dirección https de una página que explica cómo usa los datos la aplicación. Es necesaria para la aprobación.',
  redirects: 'URI de redirección',
  redirectsHint:
    'Hasta 10, una en cada línea: https, o http en su propio equipo, como http://localhost:8080/callback.',
  kind: 'Tipo',
  confidential: 'Confidencial: funciona en un servidor y guarda un secreto',
  isPublic: 'Pública: funciona en un navegador o en un dispositivo y no tiene secreto',
  kinds: { confidential: 'Confidencial', public: 'Pública' },
  may: 'Qué puede pedir',
  wrong: {
    name: 'Escriba un nombre de 100 caracteres como máximo, con una letra o una cifra',
    redirectUris: 'Escriba de 1 a 10 URI de redirección, una en cada línea',
    privacyUri: 'Escriba una dirección https o deje este campo en blanco',
    scope: 'Elija al menos uno',
    kind: 'Elija el tipo',
    overlap: 'Elija de la lista',
    formId: 'Abra la página de nuevo',
  },
  tooMany: 'Ya tiene 10 aplicaciones, el máximo. Elimine una primero.',
  nameless: 'Su cuenta necesita un nombre para que pueda publicar una aplicación',
  id: 'Id. de cliente',
  state: 'Estado',
  states: {
    test: 'Modo de prueba: solo usted puede iniciar sesión en ella',
    waiting: 'Pendiente de aprobación: solo usted puede iniciar sesión en ella',
    approved: 'Aprobada: todas las personas pueden iniciar sesión en ella',
    change_waiting: 'Aprobada: un cambio está pendiente de aprobación',
    rejected: 'No aprobada: solo usted puede iniciar sesión en ella',
    suspended: 'Suspendida por el registro: nadie puede iniciar sesión en ella',
  },
  reason: 'Motivo del registro',
  publisher: 'Publicada por',
  waits: 'Cambio pendiente de aprobación',
  created: 'Registrada el',
  ask: 'Pedir la aprobación',
  askText:
    'Solo usted puede iniciar sesión en la aplicación hasta que el registro la apruebe. Pida la aprobación cuando la aplicación esté lista.',
  askNeeds: 'Agregue un aviso de privacidad antes de pedir la aprobación.',
  change: 'Editar',
  logo: 'Logotipo',
  logoOf: 'Logotipo de la aplicación',
  noLogo: 'Ninguno',
  changeLogo: 'Cambiar el logotipo',
  rotate: 'Reemplazar el secreto',
  remove: 'Eliminar',
  secrets: 'Secretos',
  secretsText: 'El registro no guarda los secretos y no puede mostrarlos de nuevo.',
  noSecrets: 'No hay secretos válidos.',
  secretOf: (id: string) => `Secreto ${id}`,
  made: 'Creado el',
  ends: 'Válido hasta',
  notEnded: 'Que usted lo reemplace o lo revoque',
  revoke: 'Revocar',
  rotateTitle: '¿Reemplazar el secreto?',
  rotateText:
    'Creamos un secreto nuevo y lo mostramos una vez. El secreto actual funciona durante el tiempo que usted elija, para que pueda actualizar su programa.',
  overlap: 'Mantener válido el secreto anterior durante',
  overlaps: {
    '0': 'No mantenerlo válido',
    '24': 'Un día',
    '168': 'Una semana',
    '720': '30 días',
  },
  twoSecrets: 'Hay dos secretos en uso. Revoque uno primero, o termine el anterior de inmediato.',
  addedTitle: 'Aplicación registrada',
  addedPublic:
    'La aplicación no tiene secreto y usa PKCE. Solo usted puede iniciar sesión en ella hasta que el registro la apruebe.',
  rotatedTitle: 'Secreto reemplazado',
  copy: 'Copie el secreto ahora',
  copyText: 'Mostramos el secreto una sola vez. Guárdelo donde solo su programa pueda leerlo.',
  secret: 'Secreto',
  copied: 'Listo',
  go: 'Ir a la aplicación',
  before: 'Este formulario ya se envió',
  beforeText:
    'Esta vez no cambió nada. Mostramos un secreto una sola vez. Si no lo copió, reemplácelo.',
  removeTitle: '¿Eliminar la aplicación?',
  removeText:
    'Nadie podrá iniciar sesión en ella y sus tokens dejan de funcionar de inmediato. No se puede deshacer.',
  removeIt: 'Eliminar la aplicación',
};

export const oauthConsentFormTexts: typeof en.oauthConsentFormTexts = {
  publishedBy: (publisher: string) => html`Publicada por <strong>${publisher}</strong>.`,
  privacy: 'Aviso de privacidad',
  may: 'Qué puede hacer',
  allow: 'Permitir',
  deny: 'No permitir',
  entities: 'Personas jurídicas',
  none: 'Usted no representa a ninguna persona jurídica, así que no se comparte ninguna.',
  choose: 'Elija qué personas jurídicas puede ver. Puede no elegir ninguna.',
  chooseOne: 'Elija la persona jurídica para la credencial.',
  dissolved: (name: string) => `${name} (disuelta)`,
  notRepresented: 'Elija entre las personas jurídicas que usted representa',
  agent:
    'La aplicación recibe una clave de agente de su cuenta. Usted puede limitar o revocar esta clave en cualquier momento en «Para desarrolladores».',
  noScope: 'Elija al menos uno',
  tooManyKeys:
    'Usted tiene el número máximo de claves. Revoque antes una en «Para desarrolladores».',
};

export const oauthConsentPageTexts: typeof en.oauthConsentPageTexts = {
  allow: (client: string) => `¿Permitir que ${client} use su cuenta?`,
  put: (client: string) => `¿Agregar una credencial a ${client}?`,
  act: (client: string) => `¿Permitir que ${client} actúe por usted?`,
  kicker: 'Conectar una aplicación',
  signedInAs: 'Usted inició sesión como',
  another: 'Usar otra cuenta',
  after: (host: Html, connections: Html) =>
    html`Después de elegir, volverá a ${host}. El acceso sigue hasta que usted lo termine en ${connections}.`,
  afterAgent: (host, connections, days) =>
    html`Después de elegir, volverá a ${host}. El acceso dura ${days} días, o hasta que usted lo termine en ${connections}.`,
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
    'Solo usted puede iniciar sesión en ella hasta que el registro la apruebe. El registro no ha revisado los datos de la aplicación.',
  notOpen:
    'El registro todavía no ha aprobado esta aplicación, así que solo la persona que la registró puede iniciar sesión en ella. No enviamos nada a la aplicación ni le dimos acceso.',
  notOpenOwner: '¿Es su aplicación? Inicie sesión con la cuenta que la registró.',
};

export const oauthDevicePagesTexts: typeof en.oauthDevicePagesTexts = {
  title: 'Conectar un dispositivo',
  lead: 'Escriba el código que muestra su dispositivo o programa.',
  code: 'Código',
  hint: 'Ocho letras, como BCDF-GHJK.',
  wrong: 'El código es incorrecto o venció',
  next: 'Continuar',
  never:
    'Nunca escriba un código que alguien le haya enviado. Esa persona tendría acceso a su cuenta.',
  allow: (client: string) => `¿Permitir el acceso de ${client} en su dispositivo?`,
  account: 'Su cuenta',
  yours: '¿Es su dispositivo?',
  careful:
    'Permita el acceso solo si usted empezó esto hace un momento y su dispositivo muestra exactamente este código. Si alguien le envió el código o un enlace, no lo permita.',
  connected: 'Su dispositivo está conectado',
  notConnected: 'Su dispositivo no se conectó',
  back: 'Puede volver a su dispositivo y cerrar esta página.',
  stays: (connections: Html) => html`El acceso sigue hasta que usted lo termine en ${connections}.`,
  connections: 'Aplicaciones conectadas',
  over: 'Este código ya no es válido',
  overText: 'El código se usó o venció. Obtenga uno nuevo en su dispositivo.',
  another: 'Escribir otro código',
};

export const oauthFormPostPageTexts: typeof en.oauthFormPostPageTexts = {
  title: 'De vuelta a la aplicación',
  lead: (host: string) => `Está volviendo a ${host}.`,
  next: 'Continuar',
};

export const oauthLogoutPagesTexts: typeof en.oauthLogoutPagesTexts = {
  title: '¿Cerrar la sesión?',
  asks: (client: string) => `${client} pide que usted cierre también su sesión en el registro.`,
  somebody: 'Una aplicación pide que usted cierre su sesión en el registro.',
  account: (email: string) => `En este navegador usted inició sesión como ${email}.`,
  yes: 'Cerrar sesión',
  no: 'Seguir con la sesión iniciada',
  out: 'Su sesión está cerrada',
  outText: 'En este navegador su sesión en el registro está cerrada.',
  notFollowed:
    'La aplicación pidió llevarle a una dirección que no tiene registrada; por eso usted permanece en esta página.',
  others: 'Estamos avisando a las aplicaciones que usted usó.',
  back: (host: string) => `Continuar a ${host}`,
  again: 'Iniciar sesión',
  frame: 'Cierre de sesión en una aplicación',
};

export const ownLogoPageTexts: typeof en.ownLogoPageTexts = {
  title: 'Logotipo de la aplicación',
  lead: 'Las personas ven el logotipo junto al nombre en la página de consentimiento.',
  approval:
    'El registro debe aprobar un logotipo nuevo. Hasta entonces se ve el actual. Si quita el logotipo, desaparece de inmediato, salvo que otro cambio espere aprobación.',
  yours: 'No use el logotipo de otra persona.',
  file: 'Imagen',
  hint: 'Un PNG cuadrado, de 64 a 512 píxeles de ancho y hasta 32 KB. Quitamos los metadatos.',
  use: 'Usar esta imagen',
  remove: 'Quitar el logotipo',
  now: 'Logotipo actual',
  faults: {
    missing: 'Elija una imagen',
    not_png: 'La imagen debe ser un PNG no entrelazado',
    too_large: 'La imagen debe tener 32 KB como máximo',
    not_square: 'La imagen debe ser cuadrada, de 64 a 512 píxeles de ancho',
  },
};

export const portalConnectionsPagesTexts: typeof en.portalConnectionsPagesTexts = {
  title: 'Aplicaciones conectadas',
  kicker: 'Configuración',
  lead: 'Estas aplicaciones pueden usar su cuenta hasta que usted termine su acceso. Cerrar la sesión no lo termina.',
  none: 'No tiene aplicaciones conectadas.',
  of: (client: string) => ` de ${client}`,
  end: 'Terminar el acceso',
  change: 'Cambiar las personas jurídicas',
  did: 'Actividad',
  endTitle: (client: string) => `¿Terminar el acceso de ${client}?`,
  endText:
    'El acceso termina de inmediato en todos sus dispositivos. La aplicación conserva lo que ya leyó. Puede volver a permitir el acceso más adelante.',
  leave: 'Cancelar',
  mayTitle: (client: string) => `Qué puede ver ${client}`,
  mayText:
    'Las personas jurídicas que desmarque se ocultan de inmediato. Las que marque se muestran la próxima vez que la aplicación pida acceso.',
  save: 'Guardar',
  leaveAsIs: 'Cancelar',
  publisher: 'Publicada por',
  may: 'Qué puede hacer',
  entities: 'Personas jurídicas',
  noEntities: 'Ninguna',
  since: 'Permitido desde',
};
