import type { AnnulmentReason } from '../../kernel/domain/annulment.ts';
import { fullName } from '../../kernel/domain/legal-entity.ts';
import { formatDay, formatInstant } from '../../kernel/pages/format-dates.ts';
import type { EmailMessage } from '../../mail/mail/message.ts';
import { noRefund } from '../../payments/texts/es.ts';
import { detailInLine, detailTextsFor } from '../../registry/pages/entity-details.ts';
import { formatKey, keysLeft, listOf, passkeysLeft } from '../mail/format-keys.ts';
import type * as en from './en.ts';
import {
  type ByKind,
  type Done,
  type MailedAct,
  type MailedReceipt,
  operatorSubject,
  type Subject,
} from './en.ts';

export const accountEmailTexts: typeof en.accountEmailTexts = {
  keyMade: (facts): EmailMessage => ({
    subject:
      facts.replaced === null
        ? `Nueva clave de API en su cuenta: …${facts.key.lastFour}`
        : `Clave de API reemplazada: …${facts.replaced.lastFour}`,
    paragraphs: [
      `El ${formatInstant(facts.key.createdAt, 'es')} ${facts.byOperator ? 'un operador del registro' : 'alguien con la sesión iniciada en su cuenta'} creó ${formatKey(facts.key, mailedKeyTexts)}.`,
      ...(facts.replaced === null
        ? []
        : [`Reemplaza a ${formatKey(facts.replaced, mailedKeyTexts)}, que ya no funciona.`]),
      facts.key.kind === 'standard'
        ? 'Quien tenga la clave nueva puede hacer en su nombre todo lo que usted puede hacer.'
        : `Quien tenga la clave nueva puede: ${listOf(facts.may)}.`,
      'Si no lo esperaba, revoque la clave nueva de inmediato en su cuenta.',
    ],
    link: { label: 'Administrar sus claves', url: facts.url },
  }),
  keyChanged: (facts): EmailMessage => ({
    subject: `Cambiaron los límites de una clave de API: …${facts.key.lastFour}`,
    paragraphs: [
      `El ${formatInstant(facts.at, 'es')} un operador del registro cambió los límites de ${formatKey(facts.key, mailedKeyTexts)}. Su cuenta muestra lo que la clave puede hacer ahora.`,
      'Si usted no lo pidió, escríbanos.',
    ],
    link: { label: 'Administrar sus claves', url: facts.url },
  }),
  approvalRequested: (facts): EmailMessage => ({
    subject: `Apruebe o rechace: ${facts.about}`,
    paragraphs: [
      `Un programa quiere ${facts.amount === null ? 'presentar una solicitud o modificación' : `pagar ${facts.amount}`} para ${facts.about}. Usa ${formatKey(facts.key, mailedKeyTexts)}.`,
      `No pasa nada si usted no lo aprueba. Puede aprobarlo o rechazarlo hasta el ${formatInstant(facts.until, 'es')}.`,
    ],
    link: { label: 'Aprobar o rechazar', url: facts.url },
  }),
  clientConnected: (facts): EmailMessage => ({
    subject: `Aplicación conectada a su cuenta: ${facts.client}`,
    paragraphs: [
      `Alguien con la sesión iniciada en su cuenta permitió a la aplicación «${facts.client}»${facts.publisher === null ? '' : `, publicada por «${facts.publisher}»,`} hacer lo siguiente: ${listOf(facts.may)}.`,
      ...(facts.entities === 0
        ? []
        : [
            facts.entities === 1
              ? 'Puede ver una de sus personas jurídicas.'
              : `Puede ver ${facts.entities} de sus personas jurídicas.`,
          ]),
      'La aplicación conserva este acceso hasta que usted lo revoque en «Aplicaciones conectadas». Si no fue usted, revóquelo de inmediato.',
    ],
    link: { label: 'Ver las aplicaciones conectadas', url: facts.url },
  }),
  emailChangedFrom: (facts): EmailMessage => ({
    subject: 'Cambió el correo electrónico de su cuenta',
    paragraphs: [
      `El ${formatInstant(facts.changedAt, 'es')} un operador del registro cambió el correo electrónico de su cuenta. Enviamos este mensaje al correo anterior, con el que ya nadie puede iniciar sesión. Se cerró la sesión en todos los navegadores.`,
      ...keysLeft(facts, mailedKeyTexts, 'es'),
      ...passkeysLeft(facts, mailedKeyTexts),
      'Si usted no lo pidió, escríbanos de inmediato.',
    ],
  }),
  emailChangedTo: (facts): EmailMessage => ({
    subject: 'Cambió el correo electrónico de su cuenta',
    paragraphs: [
      `El ${formatInstant(facts.changedAt, 'es')} un operador del registro cambió el correo electrónico de su cuenta a este. Cuando inicie sesión, le enviaremos un código aquí.`,
      ...keysLeft(facts, mailedKeyTexts, 'es'),
      ...passkeysLeft(facts, mailedKeyTexts),
      'Si no sabe nada de esta cuenta, escríbanos.',
    ],
    link: { label: 'Administrar sus claves', url: facts.url },
  }),
};

export const mailedKeyTexts: typeof en.mailedKeyTexts = {
  kinds: { standard: 'clave estándar', agent: 'clave de agente' },
  articles: { standard: 'una', agent: 'una' },
  unnamed: (kind: string, article: string, lastFour: string) =>
    `${article} ${kind} que termina en ${lastFour}`,
  named: (kind: string, label: string, lastFour: string) =>
    `la ${kind} «${label}», que termina en ${lastFour}`,
  described: (kind: string, label: string | null, lastFour: string, at: string) =>
    `${kind}${label === null ? '' : ` «${label}»`}, termina en ${lastFour}, creada el ${at}`,
  revoked: (key: string) => `También revocamos una clave de API: ${key}.`,
  none: 'La cuenta no tiene claves de API activas.',
  stay: 'Las siguientes claves de API siguen funcionando. Quien tenga una de ellas puede usarla.',
  revoke: 'Revoque las claves que no reconozca. Un operador puede revocarlas todas.',
  onePasskey:
    'La cuenta conserva su llave de acceso. Quien la tenga puede seguir iniciando sesión. Si no la reconoce, elimínela en «Llaves de acceso».',
  passkeys: (count: number) =>
    `La cuenta conserva sus ${count} llaves de acceso. Quien tenga una puede seguir iniciando sesión. Elimine las que no reconozca en «Llaves de acceso».`,
};

const subjects: Readonly<Record<Subject, string>> = {
  permit_number: 'Número de permiso actualizado en el registro',
  tax_state: 'Situación fiscal de una persona jurídica actualizada',
  legal_entity: 'Usted consta como representante de una persona jurídica',
  partner_key: 'Se creó una clave de entidad aliada',
  staff: 'Cambiaron sus funciones en el registro',
};

function doneInSpanish({ what, of }: MailedAct): Done {
  switch (what) {
    case 'permit_number':
      return of === null
        ? {
            act: 'le concedió una residencia',
            effect: 'Su número de permiso está activo mientras dure la residencia.',
          }
        : { act: `cambió el inicio o el fin de la residencia de ${of}`, effect: null };
    case 'tax_state':
      return {
        act: `cambió la situación fiscal de ${of ?? 'una persona jurídica que usted representa'} en el registro`,
        effect: null,
      };
    case 'legal_entity':
      return { act: 'inscribió una persona jurídica con usted como representante', effect: null };
    case 'staff':
      return { act: 'cambió sus funciones', effect: 'El portal muestra lo que puede hacer ahora.' };
    case 'partner_key':
      return {
        act: `creó una clave de entidad aliada para ${of ?? 'su integración'}`,
        effect: `Quien tenga la clave puede solicitar residencias en nombre de ${of ?? 'su integración'}.`,
      };
  }
}

export const operatorEmailTexts: typeof en.operatorEmailTexts = {
  operatorsActed: (mailed): EmailMessage => {
    const { act, effect } = doneInSpanish(mailed);
    return {
      subject: operatorSubject(mailed, subjects),
      paragraphs: [
        `El ${formatInstant(mailed.at, 'es')} un operador del registro ${act}. Un segundo operador lo aprobó.`,
        ...(effect === null ? [] : [effect]),
        'Si no lo esperaba, escríbanos de inmediato.',
      ],
      link: { label: 'Ir al portal', url: mailed.url },
    };
  },
  accountDeactivated: ({ at }): EmailMessage => ({
    subject: 'Se desactivó su cuenta',
    paragraphs: [
      `El ${formatInstant(at, 'es')} un operador del registro desactivó su cuenta. Ya no puede iniciar sesión. Sus claves de API ya no funcionan y las aplicaciones ya no tienen acceso a su cuenta.`,
      'Si usted nos pidió eliminar su cuenta, ahora borraremos sus datos y no recibirá más correos sobre esto.',
      'Si no lo esperaba, escríbanos.',
    ],
  }),
};

/** The uploaded file, in words. */
const files: ByKind = {
  tax_proof: 'el comprobante de impuestos pagados que usted subió',
  proof_of_address: 'un comprobante de domicilio subido con una clave de su integración',
  information: 'el archivo enviado con la respuesta a nuestra pregunta',
  mailbox_evidence: 'el archivo que usted agregó a un caso de buzón perdido',
};

/** What the person who uploaded the file can do now. */
const next: ByKind = {
  tax_proof:
    'Suba otro archivo. Si una solicitud ya usa este archivo, el revisor ve que no se puede abrir y puede pedirle otro.',
  proof_of_address:
    'Suba otro archivo y agréguelo al borrador. Si la solicitud ya se presentó, el revisor ve que el archivo no se puede abrir y puede pedir otro.',
  information:
    'Recibimos la respuesta. El revisor ve que el archivo no se puede abrir y puede pedir otro.',
  mailbox_evidence:
    'Agregue otro archivo al caso. El caso no se puede aprobar con un archivo que no se puede abrir.',
};

/** Label of the email’s link. */
const openLabels: ByKind = {
  tax_proof: 'Subir otro archivo',
  proof_of_address: 'Leer cómo subir un archivo',
  information: 'Ir al portal',
  mailbox_evidence: 'Leer cómo subir un archivo',
};

export const submissionEmailTexts: typeof en.submissionEmailTexts = {
  submissionReceived: ({ type, name, submittedAt, expected, url }): EmailMessage => ({
    subject: {
      legal_entity_application: `Recibimos su solicitud: ${name}`,
      certificate_request: `Recibimos su solicitud: certificado de vigencia de ${name}`,
      residency_application: 'Recibimos su solicitud de residencia',
    }[type],
    paragraphs: [
      {
        legal_entity_application: `Su solicitud para constituir ${name} se presentó el ${submittedAt}.`,
        certificate_request: `Su solicitud de un certificado de vigencia de ${name} se presentó el ${submittedAt}.`,
        residency_application: `La solicitud de residencia con este correo electrónico se presentó el ${submittedAt}.`,
      }[type],
      ['Un revisor decidirá.', expected, 'Le enviaremos la decisión por correo electrónico.']
        .filter((sentence) => sentence !== null)
        .join(' '),
      ...(url === null ? ['La entidad aliada que la presentó por usted puede ver el estado.'] : []),
      type === 'residency_application'
        ? 'Si usted no presentó la solicitud, escríbanos.'
        : 'Mientras tanto no tiene que hacer nada.',
    ],
    ...(url !== null && { link: { label: 'Consultar el estado', url } }),
  }),
};

export const receiptEmailTexts: typeof en.receiptEmailTexts = {
  receipt: ({ number, amount, what, url }: MailedReceipt): EmailMessage => ({
    subject: `Su recibo ${number}`,
    paragraphs: [
      `Recibimos su pago de ${amount}. Gracias.`,
      `Usted pagó: ${what}. El número de su recibo es ${number}.`,
      url === null
        ? 'Conserve este correo. Cuando tenga una cuenta, encontrará el recibo en «Facturas».'
        : 'Puede descargar el recibo en PDF. Queda guardado en su cuenta, en «Facturas».',
    ],
    ...(url !== null && { link: { label: 'Ver el recibo', url } }),
  }),
};

export const unusedPaymentEmailTexts: typeof en.unusedPaymentEmailTexts = {
  unused: ({ kind, amount, about, url }) => ({
    subject: 'No pudimos usar su pago',
    paragraphs: [
      `Recibimos un pago suyo${amount === null ? '' : ` de ${amount}`}${about === null ? '' : ` por ${about}`}. No pudimos usarlo: ${
        kind === 'duplicate'
          ? 'la tasa ya estaba pagada.'
          : kind === 'amount'
            ? 'el importe o la moneda no es correcto.'
            : about === null
              ? 'lo que usted pagó se eliminó.'
              : 'ya no había nada que pagar.'
      }`,
      'Revisaremos este pago y le escribiremos sobre el dinero. Hasta entonces, no vuelva a pagar.',
    ],
    ...(url !== null && { link: { label: 'Ver lo que pagó', url } }),
  }),
};

export const uploadEmailTexts: typeof en.uploadEmailTexts = {
  uploadNotAccepted: ({ kind, malware, applicationId, url }): EmailMessage => ({
    subject: 'No podemos abrir un archivo que usted subió',
    paragraphs: [
      `${malware ? 'Encontramos software malicioso en' : 'No pudimos analizar'} ${files[kind]}${applicationId === null ? '' : ` (solicitud ${applicationId})`}. ${malware ? 'Aislamos el archivo sin abrirlo.' : 'No abrimos archivos que no podemos analizar. Un motivo frecuente es que tenga contraseña.'}`,
      next[kind],
      ...(malware
        ? ['Analice su dispositivo en busca de software malicioso antes de subir otro archivo.']
        : []),
    ],
    link: { label: openLabels[kind], url },
  }),
};

export const applicationsPageTexts: typeof en.applicationsPageTexts = {
  title: 'Solicitudes',
  lead: 'Registre una sociedad de responsabilidad limitada (LLC): llene una solicitud, firme el acuerdo y pague la tasa. El registro le envía su decisión por correo electrónico.',
  begin: 'Empezar una solicitud',
  notEligible:
    'Los residentes y e-Residentes con residencia activa pueden registrar una persona jurídica. Su residencia no está activa o no lo permite.',
  entities: 'Personas jurídicas',
  paying: 'Confirmando el pago',
  none: 'Todavía no tiene solicitudes.',
  started: 'empezada el',
  submitted: 'presentada el',
  approved: 'registrada el',
  rejected: 'decidida el',
  withdrawn: 'retirada el',
  delete: 'Eliminar',
  deleted: 'Borrador eliminado',
  gone: 'Esta solicitud se eliminó',
  goneText: 'Si la pagó, no pague otra vez. Revisamos el pago y le escribimos por correo.',
  deleteDraft: (name) => `Eliminar el borrador ${name}`,
  residency: 'Residencia',
  noResidency: 'No tiene ninguna solicitud de residencia.',
};

export const entityStandingTexts: typeof en.entityStandingTexts = {
  annulled: {
    short: 'Inscripción anulada',
    title: 'Inscripción anulada',
    text: 'La inscripción fue un error. La persona jurídica ya no tiene nombre y no puede presentar trámites por ella.',
  },
  dissolved: {
    short: 'Disuelta',
    title: 'Disuelta',
    text: 'Los documentos emitidos siguen aquí. No puede presentar trámites nuevos.',
  },
  pending: {
    short: 'Aún no activa',
    title: 'Aún no activa: su residencia no ha comenzado',
    text: 'Puede solicitar un certificado de vigencia a partir del día en que comience su residencia.',
  },
  expired: {
    short: 'Vencida',
    title: 'No está vigente: su residencia venció',
    text: 'Comuníquese con el registro para renovarla. Hasta entonces no puede obtener un certificado de vigencia.',
  },
  without_certificate: {
    short: 'Activa',
    title: 'Activa',
    text: 'Su residencia está activa y sus impuestos están pagados. Este tipo de persona jurídica no puede obtener un certificado de vigencia.',
  },
  taxes_overdue: {
    short: 'Impuestos atrasados',
    title: 'Activa, pero no al día: sus impuestos están atrasados',
    text: 'Puede solicitar un certificado de vigencia cuando los impuestos estén pagados, o con un comprobante de que lo están.',
  },
  taxes_unknown: {
    short: 'Activa',
    title: 'Activa, pero no se ha confirmado que esté al día',
    text: 'El registro no sabe si sus impuestos están pagados. Puede solicitar un certificado de vigencia. Un revisor verifica antes los impuestos.',
  },
  good: {
    short: 'Vigente y al día',
    title: 'Vigente y al día',
    text: 'Su residencia está activa y sus impuestos están pagados.',
  },
};

export const startPageTexts: typeof en.startPageTexts = {
  title: 'Registro de residentes y personas jurídicas',
  lead: (jurisdiction: string) =>
    `El registro oficial de los residentes y las personas jurídicas de ${jurisdiction}, de sus representantes y de su situación.`,
  check: 'Verifique un certificado o un comprobante',
  code: 'Código',
  hint: 'El código está junto al código QR del certificado. Si alguien le envió un comprobante, pegue aquí el enlace.',
  doCheck: 'Verificar',
  noCode:
    'Escriba el código tal como está impreso. El de un certificado tiene 16 letras y números, en grupos de cuatro',
  residents: 'Para residentes',
  residentsText:
    'Firme y pague sus solicitudes, consulte su residencia y sus personas jurídicas, y decida qué aplicaciones pueden actuar en su nombre.',
  signIn: 'Ir al portal',
  register: 'Registro público',
  registerText: 'Busque una persona jurídica por su nombre o su número de permiso de residente.',
  search: 'Buscar en el registro',
  integrators: 'Para desarrolladores',
  documentation: 'Documentación de la API',
  status: 'Estado del servicio',
};

export const helpPageTexts: typeof en.helpPageTexts = {
  title: 'Ayuda',
  signIn: 'Iniciar sesión',
  signInText:
    'Inicie sesión con la dirección de correo que usted tiene en el registro. No necesita contraseña: le enviamos un código por correo, o puede usar una llave de acceso. Si el código no llega en unos minutos, revise la carpeta de correo no deseado. Después compruebe que escribió bien la dirección.',
  toSignIn: 'Iniciar sesión',
  lost: 'Si ya no puede leer su correo',
  lostText:
    'Si agregó una llave de acceso, inicie sesión con ella. Para usar otra dirección, póngase en contacto con el registro. Le llamamos a un número de teléfono que tenemos de usted y suspendemos su cuenta hasta que se cierre el caso. Usted confirma la dirección nueva con un enlace que le enviamos a ella. Dos personas deciden y la dirección cambia 72 horas después.',
  certificates: 'Certificados y comprobantes',
  certificatesText:
    'Un certificado tiene un código QR y un código de 16 letras y números. Escanee el código QR o escriba el código. Verá si el registro emitió el documento y cuál es hoy la situación de la persona jurídica. Compruebe que los datos coinciden con los del documento que usted tiene.',
  toCheck: 'Verificar un código',
  applications: 'Aplicaciones que actúan por usted',
  applicationsText:
    'Usted decide qué aplicaciones pueden ver sus datos o actuar en su nombre. Puede quitarles el acceso en cualquier momento en el portal, en «Aplicaciones conectadas» y «Para desarrolladores».',
  safety: 'Lo que nunca le pedimos',
  safetyText:
    'Nunca le pedimos un código que le hayamos enviado por correo ni una clave de API. Si un mensaje se lo pide, no lo responda.',
  ask: 'Preguntas',
  askText: 'Escriba a',
  askNote:
    'Si una página falló, incluya la referencia que aparece en ella. Nunca envíe códigos ni claves.',
};

export const informationPageTexts: typeof en.informationPageTexts = {
  answered: 'Su respuesta al registro',
  asked: 'Pregunta del registro',
  about: 'Sobre',
  question: 'Pregunta',
  askedOn: 'Fecha de la pregunta',
  answeredOn: 'Fecha de la respuesta',
  home: 'Inicio',
  another: 'Hay una pregunta nueva',
  anotherText:
    'Su respuesta no se envió porque era para una pregunta anterior. Lea la pregunta nueva y respóndala.',
  late: 'Su respuesta no se envió',
  closedBefore: 'El caso ya se decidió o se retiró.',
  answeredBefore: 'Alguien ya respondió la pregunta.',
  closed: 'Ya no es necesario responder',
  closedText: 'El caso ya se decidió o se retiró.',
  nothing: 'No hay preguntas',
  nothingText: 'Los revisores no tienen preguntas para usted.',
  sent: 'Respuesta enviada',
  sentText: 'Avisamos al revisor. No tiene que hacer nada más. Su caso conserva su turno.',
  heading: 'Respuesta',
  yours: 'Su respuesta',
  hint: 'Los revisores leerán su respuesta. Puede enviarla una sola vez.',
  file: 'Adjuntar un archivo (opcional)',
  fileHint: 'PDF, JPEG o PNG, de hasta 4.5 MB. Solo los revisores pueden abrirlo.',
  send: 'Enviar respuesta',
};

export const invoiceTexts: typeof en.invoiceTexts = {
  what: {
    legal_entity_application: 'Inscripción de una persona jurídica',
    amendment: 'Modificación',
    certificate_request: 'Certificado de vigencia',
    residency_application: 'Residencia',
  },
  paying: 'Confirmando el pago',
  status: { open: 'Falta pagar', paid: 'Pagada', void: 'Nada que pagar' },
};

export const invoiceLabelsTexts: typeof en.invoiceLabelsTexts = {
  invoice: 'Factura',
  receipt: 'Recibo',
  receiptNumber: 'Número de recibo',
  follows: 'Disponible en unos momentos',
  taxNumber: 'Número de identificación fiscal',
  number: 'Número de factura',
  from: 'De',
  registry: (jurisdiction: string) => `El registro de ${jurisdiction}`,
  to: 'Para',
  what: 'Concepto',
  amount: 'Monto',
  status: 'Estado',
  made: 'Emitida el',
  paidOn: 'Pagada el',
  how: 'Pagada con',
  voucher: 'Vale',
  voidedOn: 'Cerrada el',
};

export const ownEntitiesPageTexts: typeof en.ownEntitiesPageTexts = {
  title: 'Personas jurídicas',
  none: 'Usted no representa a ninguna persona jurídica. Cuando se apruebe una solicitud, la entidad aparecerá aquí.',
  apply: 'Ir a sus solicitudes',
  type: 'Tipo',
  name: 'Nombre',
  number: 'Número de permiso de residente',
  status: 'Estado',
};

export const ownEntityPageTexts: typeof en.ownEntityPageTexts = {
  kicker: 'Persona jurídica',
  confirm: 'Confirmación anual pendiente',
  due: (day: string) => `Confirme a más tardar el ${day}.`,
  overdue: (day: string) => `Venció el ${day}.`,
  toConfirm: 'Revisar y confirmar los datos registrados',
  register: 'Datos registrados',
  name: 'Nombre',
  type: 'Tipo',
  number: 'Número de permiso de residente',
  formed: 'Constituida el',
  registered: 'Inscrita el',
  dissolved: 'Disuelta el',
  residency: 'Residencia',
  since: (day: string) => `Desde el ${day}`,
  until: (from: string, day: string) => `Del ${from} al ${day}`,
  formerly: 'Nombres anteriores',
  history: 'Cronología',
  day: 'Día',
  event: 'Hecho',
  asTable: 'Mostrar como tabla',
  formation: 'Constitución',
  registration: 'Inscripción',
  renamed: (name) => `Cambió de nombre: antes ${name}`,
  issued: (certificate) => `${certificate}: emitido`,
  confirmed: (year: number) => `Confirmación anual de ${year}`,
  dissolution: 'Disolución',
  residencyEnds: 'Fin de la residencia',
  annulled: 'Inscripción anulada',
  representatives: 'Representantes',
  sinceDay: (day: string) => `desde el ${day}`,
  nameless: 'Un residente',
  noRepresentatives: 'Sin representantes.',
  filings: 'Trámites',
  noFilings: 'Aún no hay trámites.',
  paying: 'Confirmando el pago',
  amend: 'Proponer otro nombre u oficina',
  invoices: 'Facturas',
  documents: 'Documentos',
  noDocuments: 'Aún no hay documentos.',
  of: (day: string) => `del ${day}`,
  withdrawn: (day: string) => `Retirado el ${day}. Ya no es válido.`,
};

export const ownInvoicePageTexts: typeof en.ownInvoicePageTexts = {
  paid: 'Pagada',
  paidText:
    'Se pagó el monto completo. No tiene que pagar nada más. Esta página no muestra el dinero que se devolvió después.',
  paying: 'Confirmando el pago',
  payingText: 'Si ya pagó, no pague otra vez. La confirmación puede tardar unos minutos.',
  open: 'Falta pagar',
  openText: 'Pague esta factura en la página del trámite.',
  void: 'No hay nada que pagar',
  voidText: 'El trámite terminó antes de que se pagara la factura.',
  toSubject: 'Ver el trámite',
  toPay: 'Ver el trámite y pagar',
  file: 'Descargar en PDF',
  all: 'Todas las facturas',
};

export const ownInvoicesPageTexts: typeof en.ownInvoicesPageTexts = {
  title: 'Facturas',
  own: 'Sus facturas',
  none: 'Aún no tiene facturas. Creamos una factura cuando hay una tasa por pagar.',
  entities: 'Facturas de las personas jurídicas que usted representa',
};

export const portalHomePageTexts: typeof en.portalHomePageTexts = {
  account: 'Su cuenta',
  noResidency: 'No tiene residencia',
  willEmail: 'Le enviaremos un correo cuando se le conceda.',
  signAgain: 'Leer y firmar la nueva versión',
  entities: 'Personas jurídicas que usted representa',
  none: 'Ninguna.',
  applications: 'Sus solicitudes',
  applicationsText: 'Registre una persona jurídica y consulte el estado de sus solicitudes.',
  seeApplications: 'Ver o iniciar una solicitud',
  noneToStart: 'Consulte el estado de sus solicitudes.',
  suspended: 'Su cuenta está suspendida',
  suspendedText:
    'Alguien nos comunicó que usted ya no puede leer su correo. Hasta que lo comprobemos, no puede firmar, pagar ni cambiar nada, y sus claves no funcionan.',
  seeRequest: 'Ver o detener la solicitud',
  seeOnly: 'Ver sus solicitudes',
  you: 'Sus datos registrados',
  email: 'Correo electrónico',
  places: {
    '/portal/my-data': 'Vea qué datos guardamos sobre usted y para qué. Descargue una copia.',
    '/portal/proofs': 'Comparta parte de sus datos por un tiempo limitado.',
    '/portal/credentials':
      'Agregue a una billetera digital su residencia o la vigencia de una persona jurídica.',
    '/portal/connections':
      'Vea las aplicaciones y los dispositivos con acceso a su cuenta, y quíteles el acceso.',
    '/portal/passkeys': 'Inicie sesión sin un código por correo.',
    '/portal/browsers': 'Vea dónde tiene la sesión abierta. Cierre las sesiones que ya no use.',
    '/portal/developer': 'Claves de API para programas que actúan en su nombre.',
  },
  renew: 'Renueve su residencia',
  itEnds: 'Termina el',
  itEnded: 'Terminó el',
  anyPartner:
    'Pida a una entidad aliada del registro que solicite una residencia con su correo electrónico, o comuníquese con el registro.',
  write: 'Comunicarse con el registro',
  askPartner: (partner: string) =>
    `Pida a ${partner}, que envió su solicitud, que presente una nueva con su correo electrónico. Después usted la confirma aquí.`,
  numberStays: 'Usted conserva su número de permiso y su cuenta.',
  counted: 'Si la renueva antes de ese día, el nuevo año de residencia comienza ese día.',
  entityEnds: 'Su residencia termina el',
  entityEnded: 'Su residencia terminó el',
  haveExtended: 'comuníquese con el registro para prorrogarla.',
  haveRenewed: 'comuníquese con el registro para renovarla.',
};

export const privacyPageTexts: typeof en.privacyPageTexts = {
  title: 'Privacidad',
  lead: (authority: string) =>
    `${authority} lleva este registro y responde por los datos que contiene. Esta página explica cómo usamos sus datos cuando visita este sitio.`,
  pages: 'Este sitio web',
  pagesText:
    'No cargamos nada de otros sitios. No le rastreamos ni mostramos publicidad. El sitio funciona sin JavaScript, excepto las llaves de acceso.',
  cookies: 'Cookies',
  cookiesText: 'Solo usamos las cookies necesarias para que el sitio funcione:',
  form: 'una que vincula un formulario con su navegador hasta que lo cierre',
  session: 'una que mantiene abierta su sesión',
  browser: 'una que reconoce un navegador en el que ya inició sesión',
  language: 'una que recuerda el idioma que eligió',
  calls: 'Historial de solicitudes web',
  callsText:
    'De cada solicitud web guardamos la hora, el resultado y la red de la que vino. Este historial no contiene nombres, direcciones ni nada de lo que usted escribe. Por poco tiempo contamos los intentos, como los códigos incorrectos, por dirección de red. Así evitamos que alguien adivine códigos.',
  residents: 'Residentes y personas jurídicas',
  residentsText:
    'Los datos que guardamos sobre usted vienen de usted, de una aplicación que usted autorizó o de nuestras propias decisiones. Dejamos constancia cada vez que alguien actúa en su nombre o que el personal ve sus datos. Ese historial no se puede modificar. En el portal puede ver qué aplicaciones tienen acceso a sus datos y quitarles el acceso.',
  others: 'Lo que ven otros',
  othersText:
    'Cualquier persona con el código de un certificado puede ver sus datos y la situación actual de la persona jurídica. Cualquiera con una clave de API puede comprobar si un número de permiso de residente es válido y si es de una persona natural o de una persona jurídica. No puede ver de quién es. Cualquiera puede buscar los nombres de las personas jurídicas.',
  ask: 'Preguntas y sus derechos',
  askText: 'Para obtener una copia de sus datos, o para que se corrijan o se borren, escriba a',
};

export const toDoPartTexts: typeof en.toDoPartTexts = {
  title: 'Por hacer',
  nothing: 'Ahora no tiene nada que hacer.',
  kinds: {
    sign: 'Firmar',
    sign_again: 'Firmar de nuevo',
    sign_changes: 'Firmar',
    sign_changes_again: 'Firmar de nuevo',
    is_yours: 'Confirmar',
    taxes: 'Impuestos atrasados',
    pay: 'Pagar',
    paying: 'Confirmando el pago',
    answer: 'Responder',
    rename: 'Elegir otro nombre',
    confirm: 'Confirmación anual pendiente',
    collect: 'Documentos nuevos',
    approve: 'Aprobar o rechazar',
  },
  sign: (about: string) => `Leer y firmar el acuerdo de ${about}`,
  signAgain: (about: string) =>
    `El acuerdo de ${about} cambió después de firmarse: lea y firme la nueva versión`,
  signChanges: (about: string) => `Leer y firmar los cambios de ${about}`,
  signChangesAgain: (about: string) =>
    `Los cambios de ${about} se editaron después de firmarse: léalos y fírmelos de nuevo`,
  isYours: (about: string) => `Leer la solicitud de ${about} y confirmar que es suya`,
  taxes: (about: string) => `Pagar los impuestos de ${about} o enviar un comprobante de pago`,
  pay: (about: string) => `Pagar la tasa por ${about}`,
  paying: (about: string) => `Esperamos la confirmación del pago por ${about}`,
  filings: {
    amendment: (about: string) => `la modificación de ${about}`,
    certificate: (about: string) => `el certificado de ${about}`,
  },
  answer: (about: string) => `Responder la pregunta del registro sobre ${about}`,
  rename: (about: string) => `El nombre ${about} ya está registrado: elija otro`,
  confirm: (about: string) => `Revisar y confirmar los datos registrados de ${about}`,
  collect: (about: string) => `Ver los documentos nuevos de ${about}`,
  approve: (about: string) => `Una clave quiere pagar o presentar algo de ${about}`,
  residency: 'su residencia',
  due: 'hasta el',
  overdue: 'el plazo terminó el',
};

export const keyApprovalPageTexts: typeof en.keyApprovalPageTexts = {
  kicker: 'Para desarrolladores',
  title: '¿Aprobar o rechazar?',
  titles: {
    pending: '¿Aprobar o rechazar?',
    carried_out: 'Aprobado',
    failed: 'No se hizo nada',
    declined: 'Rechazado',
    expired: 'Vencido',
  },
  lead: 'Un programa que usa una de sus claves le pide que apruebe esto. Si lo rechaza, no pasa nada.',
  outcomes: {
    pending: 'Ya no puede aprobar esto.',
    carried_out: 'Usted aprobó esto y se realizó.',
    failed: 'El registro rechazó esto. No se pagó ni se presentó nada.',
    declined: 'Usted rechazó esto. No se pagó ni se presentó nada.',
    expired: 'Usted no aprobó esto en 72 horas. No se pagó ni se presentó nada.',
  },
  what: 'Qué pasará',
  wanted: 'Qué pidió la clave',
  acts: {
    payLegalEntityApplicationWithVoucher:
      'Se paga la tasa de la solicitud. Si el acuerdo está firmado, la solicitud se presenta para su revisión.',
    payLegalEntityApplicationWithCoupon:
      'Se paga la tasa de la solicitud. Si el acuerdo está firmado, la solicitud se presenta para su revisión.',
    payLegalEntityAmendmentWithVoucher:
      'Se paga la tasa de la modificación y esta se presenta para su revisión.',
    submitLegalEntityAmendment: 'La modificación se presenta para su revisión. Ya está pagada.',
    payCertificateRequestWithVoucher:
      'Se paga la tasa del certificado de vigencia, y este se emite o se revisa.',
  },
  about: 'Persona jurídica',
  amount: 'Monto',
  byVoucher: 'con un vale',
  key: 'Clave',
  asked: 'Pedido el',
  until: 'Puede aprobarlo hasta el',
  decided: 'Decidido el',
  approve: 'Aprobar',
  decline: 'Rechazar',
  see: 'Abrir la solicitud o el trámite',
  notYet: 'Aún no se realizó',
  tryAgain: 'No se pagó ni se presentó nada. Puede aprobarlo de nuevo.',
  refused: 'Qué respondió el registro',
  refusals: {
    'approval.outdated':
      'El contenido, el nombre o el monto cambió después de que la clave lo pidió. Haga que su programa lo pida de nuevo.',
    'api_key.invalid': 'La clave se revocó o venció.',
    'api_key.daily_limit_reached': 'La clave alcanzó su límite de hoy.',
    'api_key.limit_never_allows': 'Los límites de la clave no lo permiten. Usted puede cambiarlos.',
    'api_key.insufficient_permissions':
      'La clave no puede hacer esto. Es posible que su Manifestación de Voluntad haya terminado.',
  },
};

export const answerInformationTexts: typeof en.answerInformationTexts = {
  none: 'Escriba su respuesta',
  long: 'La respuesta debe tener como máximo 2000 caracteres',
  strange: 'La respuesta tiene caracteres que no se pueden mostrar. Quítelos',
};

/** The reason, in the recipient's language. */
const because: Readonly<Record<AnnulmentReason, string>> = {
  approved_by_mistake: 'se aprobó por error',
  wrong_subject: 'era para otra persona',
  wrong_information: 'se basa en datos incorrectos',
  duplicate: 'se inscribió dos veces',
  not_entitled: 'quien la pidió no tenía derecho a ella',
  ordered: 'lo ordenó un tribunal o una autoridad',
};

const queja = 'Si cree que esta decisión es incorrecta, escríbanos de inmediato.';

export const annulmentEmailTexts: typeof en.annulmentEmailTexts = {
  registrationAnnulled: (facts): EmailMessage => ({
    subject: `Inscripción anulada: ${facts.entityName}`,
    paragraphs: [
      `El ${formatInstant(facts.at, 'es')} anulamos la inscripción de ${facts.entityName}, porque ${because[facts.reasonCode]}.`,
      'La persona jurídica ya no consta en el registro. No aparece en las búsquedas, su nombre queda disponible y quien verifique su número de permiso verá que no está activa. Todos sus documentos y certificados están retirados. Quien verifique alguno verá que está retirado.',
      noRefund,
      queja,
    ],
    link: { label: 'Ver sus personas jurídicas', url: facts.url },
  }),
  amendmentAnnulled: ({ at, reasonCode, url, restored, details }): EmailMessage => ({
    subject: `Modificación anulada: ${fullName(restored)}`,
    paragraphs: [
      `El ${formatInstant(at, 'es')} anulamos una modificación aprobada de ${fullName(restored)}, porque ${because[reasonCode]}.`,
      ...details.map((name) =>
        detailTextsFor({ locale: 'es' })[name].restored(detailInLine(restored, name, 'es')),
      ),
      'El certificado de modificación está retirado. Quien lo verifique verá que está retirado.',
      noRefund,
      queja,
    ],
    link: { label: 'Ver sus personas jurídicas', url },
  }),
  residencyAnnulled: (facts): EmailMessage => ({
    subject: 'Su residencia fue anulada',
    paragraphs: [
      `El ${formatInstant(facts.at, 'es')} anulamos la última residencia que le concedimos, porque ${because[facts.reasonCode]}.`,
      facts.stillResident
        ? 'Su residencia anterior vuelve a estar vigente.'
        : 'Quien verifique su número de permiso verá que su residencia no está activa. Usted conserva su número y su cuenta.',
      noRefund,
      queja,
    ],
    link: { label: 'Ver su residencia', url: facts.url },
  }),
  partnersResidencyAnnulled: (facts): EmailMessage => ({
    subject: 'Una residencia que usted solicitó fue anulada',
    paragraphs: [
      `El ${formatInstant(facts.at, 'es')} anulamos la residencia de su solicitud ${facts.applicationId} (número de permiso: ${facts.residentPermitNumber ?? 'ninguno'}), porque ${because[facts.reasonCode]}. También avisamos al residente. El estado de la solicitud no cambia.`,
      noRefund,
    ],
    link: { label: 'Leer cómo crear solicitudes', url: facts.url },
  }),
  documentWithdrawn: (facts): EmailMessage => ({
    subject: `Documento retirado: ${facts.entityName}`,
    paragraphs: [
      `El ${formatInstant(facts.at, 'es')} retiramos el documento «${facts.name}» de ${facts.entityName}. El documento se emitió el ${formatDay(facts.createdAt, 'es')}. No lo use: quien lo verifique verá que está retirado.`,
      facts.replacedBy === null
        ? 'Ningún documento lo sustituye.'
        : `Lo sustituye «${facts.replacedBy}», que está en los documentos de la persona jurídica.`,
      queja,
    ],
    link: { label: 'Ver sus personas jurídicas', url: facts.url },
  }),
};

export const trailTexts: typeof en.trailTexts = {
  whole: {
    'api_keys.revoked': 'Se revocaron todas las claves de una persona',
    'audit.listed': 'Se consultó el registro de auditoría',
    'gateway_keys.compared': 'Se compararon las claves con las de API Gateway',
    'mailbox_cases.listed': 'Se consultaron los casos de buzón perdido',
    'maintenance.ended': 'Terminó el mantenimiento',
    'maintenance.started': 'Empezó el mantenimiento',
    'migration.failed': 'Falló una migración de datos',
    'migration.finished': 'Terminó una migración de datos',
    'migration.paused': 'Se pausó una migración de datos',
    'migration.planned': 'Se pidió una prueba de una migración de datos',
    'migration.requested': 'Se pidió una migración de datos',
    'oauth_client.approved': 'Se aprobó una aplicación para iniciar sesión',
    'oauth_client.logo_removed': 'Se quitó el logotipo de una aplicación para iniciar sesión',
    'oauth_client.reinstated': 'Terminó la suspensión de una aplicación para iniciar sesión',
    'oauth_client.rejected': 'No se aprobó una aplicación para iniciar sesión',
    'oauth_client.suspended': 'Se suspendió una aplicación para iniciar sesión',
    'operator_approval.requested': 'Un operador pidió la aprobación de otro operador',
    'operator_approval.carried_out': 'Otro operador aprobó la acción y se realizó',
    'operator_approval.refused': 'Otro operador rechazó una acción',
    'operator_approval.withdrawn': 'Un operador retiró una petición de aprobación',
    'operator_approval.expired': 'Venció una petición de aprobación de otro operador',
    'outbox.discarded': 'Se descartaron eventos sin entregar',
    'outbox.redriven': 'Se volvieron a enviar eventos sin entregar',
    'partner_integration.registered': 'Se registró una entidad aliada',
    'partner_integration.updated': 'Se cambiaron los ajustes de una entidad aliada',
    'partner_key.issued': 'Se creó una clave de entidad aliada',
    'partner_key.revoked': 'Se revocó una clave de entidad aliada',
    'partner_keys.revoked': 'Se revocaron todas las claves de una entidad aliada',
    'payment.amount': 'Un pago no coincide con su factura en el extracto del proveedor',
    'payment.charged_back': 'Se devolvió un pago por contracargo',
    'payment.duplicate': 'Se apartó un segundo pago de la misma tasa',
    'payment.missing': 'Falta un pago en los datos del registro',
    'payment.refused': 'Se apartó un pago porque el trámite no podía recibirlo',
    'payment.returned': 'Se reembolsó un pago',
    'payment.unmatched': 'Se apartó un pago sin factura',
    'payment_case.closed': 'Se cerró un caso de pago',
    'payment_case.taken': 'Se asignó un caso de pago',
    'people.listed': 'Se buscaron personas',
    'person.corrected': 'Se corrigieron los datos de una persona',
    'person.data_exported': 'Se exportaron los datos de una persona',
    'person.erased': 'Se borraron los datos de una persona',
    'person.erasure_started': 'Empezó el borrado de los datos de una persona',
    'person.updated': 'Se modificaron los datos de una persona',
    'proof.viewed': 'Alguien miró un comprobante',
    'registration_token.issued': 'Se emitió un token para registrar aplicaciones',
    'registration_token.revoked': 'Se revocó un token para registrar aplicaciones',
    'reserved_name.created': 'Se reservó un nombre',
    'reserved_name.released': 'Se liberó un nombre reservado',
    'review.approved_first': 'Revisión: primera de dos aprobaciones',
    'review.claimed': 'Revisión: asignada',
    'review.decided': 'Revisión: decidida',
    'review.first_approval_voided': 'Revisión: la primera aprobación dejó de ser válida',
    'review.information_requested': 'Revisión: se hizo una pregunta',
    'review.listed': 'Se consultó la lista de revisiones',
    'review.noted': 'Revisión: se agregó una nota',
    'review.read': 'Revisión: se consultó el caso',
    'review.released': 'Revisión: sin asignar',
    'upload.refused': 'Se rechazó un archivo subido: contiene software malicioso',
    'upload.unscannable':
      'Se rechazó un archivo subido: no se puede comprobar si tiene software malicioso',
    'visitor_pass.erased': 'Se borró una solicitud de pase de visitante',
    'voucher.created': 'Se creó un vale',
  },
  actors: {
    operator: 'operador',
    person: 'persona',
    standard_key: 'clave estándar',
    agent_key: 'clave de agente',
    partner_key: 'clave de entidad aliada',
    oauth_client: 'aplicación',
    system: 'el registro',
  },
};
