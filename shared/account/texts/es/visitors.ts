import { formatInstant } from '../../../kernel/pages/format-dates.ts';
import { type Content, html } from '../../../kernel/pages/html.ts';
import type { MailboxCaseStatus } from '../../domain/mailbox-case.ts';
import type * as en from '../en/visitors.ts';
import { type Ends, listed, type States } from '../en/visitors.ts';

const fines: Ends = {
  refused: 'No aceptamos la solicitud',
  withdrawn: 'La solicitud se retiró',
  stopped: 'Alguien con acceso a ese buzón detuvo el cambio',
};

const suspendida =
  'Hasta que se resuelva, nadie puede actuar en su nombre: ni en el portal, ni con sus claves de API, ni con aplicaciones conectadas.';

export const mailboxEmailTexts: typeof en.mailboxEmailTexts = {
  openedToPrevious: ({ openedAt, url }) => ({
    subject: 'Alguien pidió cambiar el correo electrónico de su cuenta',
    paragraphs: [
      `El ${formatInstant(openedAt, 'es')} alguien nos informó que usted perdió el acceso a este buzón y quiere otro correo electrónico para su cuenta.`,
      suspendida,
      'Si no fue usted, detenga el cambio ahora. No necesita iniciar sesión. Su correo electrónico no cambia y sus claves de API vuelven a funcionar de inmediato.',
      'Si fue usted, no tiene que hacer nada aquí. Comprobamos su identidad y dos personas del registro deciden. Si lo aprueban, el correo cambia 72 horas después.',
    ],
    link: { label: 'Detener el cambio', url },
  }),
  openedToNew: ({ openedAt, url, passkeyUrl }) => ({
    subject: 'Confirme este correo electrónico para su cuenta',
    paragraphs: [
      `El ${formatInstant(openedAt, 'es')} alguien nos informó que usted perdió el acceso al buzón de su cuenta y quiere usar este correo en su lugar.`,
      'Confirme que recibe correos aquí. No necesita iniciar sesión. No podemos aprobar el cambio sin su confirmación. El enlace funciona durante una semana.',
      `Después deciden dos personas del registro. Si lo aprueban, el correo cambia 72 horas más tarde. ${suspendida}`,
      '¿Tiene una llave de acceso que agregó al menos tres días antes de la solicitud? Inicie sesión con ella y confirme que es usted para no esperar las 72 horas.',
      'Si no sabe nada de esto, es posible que alguien haya escrito su correo por error. No tiene que hacer nada.',
    ],
    references: [{ label: 'Confirmar con una llave de acceso que es usted', url: passkeyUrl }],
    link: { label: 'Confirmar este correo electrónico', url },
  }),
  openedToRepresentative: ({ openedAt, url, person, entities }) => ({
    subject: `Solicitud de cambio del correo electrónico de ${person ?? 'otro representante'}`,
    paragraphs: [
      `El ${formatInstant(openedAt, 'es')} alguien nos informó que ${person ?? 'otra persona'} perdió el acceso a su buzón y quiere otro correo electrónico. Esa persona representa a ${listed(entities, 'es')} junto con usted. Hasta que se resuelva, nadie puede actuar en nombre de esa persona.`,
      'Pregunte a esa persona directamente o llame a un número de teléfono que usted ya conozca. Si no fue esa persona, escríbanos de inmediato. Si aprobamos el cambio, quien tenga el nuevo buzón podrá firmar por estas personas jurídicas.',
    ],
    link: { label: 'Ir al portal', url },
  }),
  waitingToPrevious: ({ url, dueAt }) => ({
    subject: `Su correo electrónico cambiará el ${formatInstant(dueAt, 'es')}`,
    paragraphs: [
      `Dos personas del registro aprobaron otro correo electrónico para su cuenta, porque se informó la pérdida de este buzón. El correo cambia el ${formatInstant(dueAt, 'es')}.`,
      'Si usted no lo pidió, detenga el cambio antes de esa fecha. No necesita iniciar sesión.',
    ],
    link: { label: 'Detener el cambio', url },
  }),
  waitingToNew: ({ url, dueAt }) => ({
    subject: `Su cuenta usará este correo desde el ${formatInstant(dueAt, 'es')}`,
    paragraphs: [
      `Dos personas del registro aprobaron el cambio. A partir del ${formatInstant(dueAt, 'es')}, inicie sesión con este correo. Hasta entonces, quien tenga acceso al buzón anterior puede detener el cambio.`,
      '¿Tiene una llave de acceso que agregó al menos tres días antes de la solicitud? Inicie sesión con ella y confirme que es usted para no esperar.',
    ],
    link: { label: 'Confirmar con una llave de acceso', url },
  }),
  ended: ({ status, openedAt, url }) => ({
    subject: 'El correo electrónico de su cuenta no cambió',
    paragraphs: [
      `El ${formatInstant(openedAt, 'es')} alguien informó la pérdida del buzón de su cuenta. ${fines[status] ?? 'La solicitud se cerró'} y su correo electrónico no cambió. Sus claves de API y sus aplicaciones conectadas vuelven a funcionar.`,
      'Si no lo esperaba, escríbanos.',
    ],
    link: { label: 'Ir al portal', url },
  }),
  endedToRepresentative: ({ status, url, person, entities }) => ({
    subject:
      status === 'changed'
        ? `Cambió el correo electrónico de ${person ?? 'otro representante'}`
        : `No cambió el correo electrónico de ${person ?? 'otro representante'}`,
    paragraphs: [
      status === 'changed'
        ? `Dos personas del registro comprobaron la identidad de ${person ?? 'otra persona'}, que representa a ${listed(entities, 'es')} junto con usted. Su cuenta tiene ahora otro correo electrónico.`
        : `Se informó la pérdida del buzón de ${person ?? 'otra persona'}, que representa a ${listed(entities, 'es')} junto con usted. ${fines[status] ?? 'La solicitud se cerró'} y no cambió nada.`,
      'Si cree que otra persona está usando la cuenta, escríbanos de inmediato.',
    ],
    link: { label: 'Ir al portal', url },
  }),
};

export const ownCasePagesTexts: typeof en.ownCasePagesTexts = {
  title: 'Solicitud para cambiar su dirección de correo',
  kicker: 'Su cuenta',
  opened: (at: Content) =>
    html`El ${at} alguien nos comunicó que usted ya no puede leer el buzón de su cuenta y nos pidió cambiar la dirección de correo de la cuenta.`,
  suspended:
    'Su cuenta está suspendida hasta que se decida la solicitud. No se puede firmar, autorizar, pagar ni cambiar nada en su nombre. Sus claves y sus aplicaciones conectadas no funcionan.',
  due: (at: Content) =>
    html`Dos miembros del personal del registro aprobaron la solicitud. La dirección cambia el ${at}.`,
  undecided:
    'Dos miembros del personal del registro revisan las pruebas. La dirección cambia 72 horas después de la segunda aprobación.',
  unproven:
    'Primero abra el enlace que enviamos a la nueva dirección y confírmela. Antes no podemos aprobar la solicitud.',
  stopTitle: '¿No fue usted?',
  stopText:
    'Detenga la solicitud. Su dirección sigue igual y sus claves vuelven a funcionar de inmediato.',
  stop: 'Detener la solicitud',
  confirmTitle: '¿Fue usted?',
  confirmText: 'Confirme con su llave de acceso para no esperar 72 horas.',
  confirm: 'Confirmar que fui yo',
  signIn:
    'Para confirmar, inicie sesión ahora con una llave de acceso. Debe haberla agregado al menos 3 días antes de la solicitud.',
  signInLink: 'Iniciar sesión con una llave de acceso',
  tooNew:
    'No puede confirmar con esta llave de acceso porque la agregó menos de 3 días antes de la solicitud. La dirección cambia después de las 72 horas.',
  confirmed: 'Usted confirmó que fue usted',
  confirmedText:
    'La dirección cambia en cuanto dos miembros del personal del registro aprueben la solicitud.',
  none: 'Su cuenta no está suspendida',
  noneText: 'No hay ninguna solicitud abierta para cambiar su dirección de correo.',
  home: 'Ir al portal',
  ends: {
    changed: [
      'Dirección de correo cambiada',
      'Inicie sesión con la nueva dirección. Si usted no pidió este cambio, comuníquese con el registro de inmediato.',
    ],
    refused: [
      'Solicitud denegada',
      'El registro no aceptó la solicitud. Su dirección sigue igual.',
    ],
    withdrawn: ['Solicitud retirada', 'Su dirección sigue igual.'],
    stopped: ['Solicitud detenida', 'Su dirección sigue igual y sus claves vuelven a funcionar.'],
  } as Readonly<Partial<Record<MailboxCaseStatus, readonly [string, string]>>>,
  invalid: 'Este enlace ya no es válido',
  invalidText:
    'Use el enlace del correo más reciente. Si no tiene ninguno, comuníquese con el registro.',
};

export const proofTexts: typeof en.proofTexts = {
  name: 'Nombre',
  permitNumber: 'Número de permiso de residente',
  residency: 'Residencia: tipo y fecha de fin',
  over18: 'Si tiene 18 años o más',
  dateOfBirth: 'Fecha de nacimiento',
  entities: 'Personas jurídicas que representa',
};

export const proveAddressPageTexts: typeof en.proveAddressPageTexts = {
  title: '¿Es esta su nueva dirección?',
  kicker: 'Una cuenta en el registro',
  opened: (at: Content) =>
    html`El ${at} alguien pidió al registro cambiar la dirección de correo de su cuenta porque ya no puede leer su buzón. Indicó la dirección a la que enviamos este enlace.`,
  yes: '¿Fue usted?',
  yesText:
    'Confirme que puede leer el correo de esta dirección. Después dos miembros del personal del registro revisan las pruebas. Con esto no inicia sesión, y nada cambia hasta que decidan.',
  confirm: 'Confirmar esta dirección',
  no: '¿No fue usted?',
  noText: 'Alguien dio su dirección por error. Cierre esta página. Nada cambiará.',
  states: {
    confirmed: [
      'Esta dirección está confirmada',
      'No tiene que hacer nada más. Dos miembros del personal del registro revisan las pruebas y escribirán a esta dirección.',
    ],
    changed: ['La cuenta usa esta dirección', 'Inicie sesión con esta dirección.'],
    over: ['Solicitud cerrada', 'La cuenta conserva su dirección. Este enlace ya no funciona.'],
    too_old: [
      'Este enlace es demasiado antiguo',
      'El enlace funcionó durante 7 días. Pida al registro que le envíe otro.',
    ],
  } as States,
  invalid: 'Este enlace ya no es válido',
  invalidText:
    'Use el enlace del correo más reciente. Si no tiene ninguno, comuníquese con el registro.',
};

export const shownProofPageTexts: typeof en.shownProofPageTexts = {
  title: 'Este comprobante es auténtico',
  kicker: 'Comprobante de un residente',
  lead: 'El titular de este comprobante decidió mostrarle solo los datos de abajo. Son los datos registrados en este momento.',
  resident: 'Residente hoy',
  notResident: 'Hoy no es residente',
  asOf: 'Al ',
  name: 'Nombre',
  permitNumber: 'Número de permiso de residente',
  residency: 'Residencia',
  term: 'Estado',
  over18: '18 años o más',
  dateOfBirth: 'Fecha de nacimiento',
  entities: 'Representa',
  yes: 'Sí',
  no: 'No',
  unknown: 'No consta en el registro',
  noEntities: 'Ninguna persona jurídica',
  until: 'Este comprobante es válido hasta el',
  compare:
    'Compare el nombre con un documento de identidad que tenga fotografía. Esta página no puede identificar a la persona que tiene delante. El titular puede ver que alguien miró, pero no quién.',
  gone: 'No hay comprobante que mostrar',
  goneLead:
    'El código no es de este registro, o el comprobante venció o fue revocado. Pida otro al titular.',
  enter: 'Verificar un comprobante',
  enterLead: 'Un comprobante tiene un código QR, o un enlace con un código de 26 letras y cifras.',
  code: 'Código',
  check: 'Verificar el comprobante',
};
