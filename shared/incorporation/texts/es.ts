import { formatInstant } from '../../kernel/pages/format-dates.ts';
import { type Html, html } from '../../kernel/pages/html.ts';
import type { EmailMessage } from '../../mail/mail/message.ts';
import { formatSignedText, referenceToSigned } from '../../mail/mail/signed-text.ts';
import { noRefund } from '../../payments/texts/es.ts';
import type { AddressName } from '../contracts/portal-application.ts';
import type * as en from './en.ts';
import type { Plain } from './en.ts';

const applicationEmailsEs = { locale: 'es' } as const;

export const applicationEmailTexts: typeof en.applicationEmailTexts = {
  signatureLink: ({ entityName, keyLabel, url, keysUrl }): EmailMessage => ({
    subject: `Falta una firma: ${entityName}`,
    paragraphs:
      keyLabel === null
        ? [
            `Se creó en su nombre una solicitud para constituir ${entityName}.`,
            'Revisamos la solicitud cuando se haya pagado la tasa y firmado el Acuerdo de Convivencia. Quien tenga el enlace de abajo puede firmar: compártalo solo con la persona que debe firmar.',
          ]
        : [
            `La clave de agente «${keyLabel}» creó en su nombre una solicitud para constituir ${entityName}.`,
            'Revisamos la solicitud cuando se haya pagado la tasa y firmado el Acuerdo de Convivencia. Solo usted puede firmar: el enlace de abajo le pide antes que inicie sesión.',
            'Si no lo esperaba, no firme y revoque la clave.',
          ],
    references: keyLabel === null ? [] : [{ label: 'Administrar sus claves', url: keysUrl }],
    link: { label: 'Leer y firmar el acuerdo', url },
  }),
  agreementSigned: (facts): EmailMessage => ({
    subject: `Firmada: solicitud para constituir ${facts.entityName}`,
    paragraphs: [
      facts.keyLabel === null
        ? `El Acuerdo de Convivencia de la solicitud para constituir ${facts.entityName} se firmó el ${formatInstant(facts.at, 'es')}${facts.signerName === null ? '' : `, con el nombre ${facts.signerName}`}.`
        : `La clave de agente «${facts.keyLabel}» creó en su nombre una solicitud para constituir ${facts.entityName}. La solicitud no necesitó firma, porque usted había aceptado el Acuerdo de Convivencia por adelantado. La aceptación surtió efecto el ${formatInstant(facts.at, 'es')}.`,
      formatSignedText(facts.text, applicationEmailsEs),
      'Conserve este correo: es su copia. Si no lo esperaba, escríbanos.',
    ],
    references: [referenceToSigned(facts.text, applicationEmailsEs)],
    link: { label: 'Ver la solicitud y la firma', url: facts.url },
  }),
  signAgain: ({ entityName, at, url }): EmailMessage => ({
    subject: `Firme de nuevo: cambió la solicitud de ${entityName}`,
    paragraphs: [
      `Su solicitud para constituir ${entityName} cambió el ${at}. La firma anterior ya no es válida.`,
      'Lea la nueva versión y fírmela. Sin una firma, la solicitud no se puede presentar. Si ya pagó, no tiene que pagar de nuevo.',
      'Si usted no la cambió, revoque sus claves de API, cierre todas sus sesiones y escríbanos.',
    ],
    link: { label: 'Leer y firmar la nueva versión', url },
  }),
  agentPayment: (facts): EmailMessage => ({
    subject: `Una clave de agente pagó su solicitud: ${facts.entityName}`,
    paragraphs: [
      `La clave de agente «${facts.keyLabel}» pagó con un vale la factura de su solicitud para constituir ${facts.entityName}.`,
      facts.submitted
        ? 'La solicitud se presentó para su revisión.'
        : 'Todavía falta firmar el Acuerdo de Convivencia.',
      'Si no lo esperaba, revoque la clave en su cuenta.',
    ],
    references: [{ label: 'Administrar sus claves', url: facts.keysUrl }],
    link: { label: 'Ver la solicitud', url: facts.url },
  }),
  applicationApproved: (facts): EmailMessage => ({
    subject: `${applicationStatusTexts.approved.title}: ${facts.entityName}`,
    paragraphs: [
      `Su solicitud fue aprobada. ${facts.entityName} está inscrita con el número de permiso de residente ${facts.residentPermitNumber}.`,
      'Sus documentos están listos, entre ellos el certificado de constitución. Están en inglés.',
    ],
    link: { label: 'Ver la persona jurídica y sus documentos', url: facts.url },
  }),
  applicationRejected: ({ entityName, reason, url }): EmailMessage => ({
    subject: `${applicationStatusTexts.rejected.title}: ${entityName}`,
    paragraphs: [
      `Su solicitud para constituir ${entityName} fue rechazada por este motivo:`,
      { fromReviewer: reason },
      `Puede iniciar una nueva solicitud con los mismos datos. ${noRefund}`,
    ],
    link: { label: 'Ver la solicitud', url },
  }),
};

export const applicationFieldsTexts: typeof en.applicationFieldsTexts = {
  labels: {
    name: 'Nombre de la persona jurídica (sin LLC)',
    extension: 'Terminación del nombre',
    residencyType: 'Residencia de la persona jurídica',
    contactEmail: 'Correo electrónico de contacto',
    agent: 'Agente registrado',
    agentAttn: 'Nombre del agente',
    agentNumber: 'Número de permiso de residente del agente',
    industry: 'Sector (opcional)',
    whatIsYourBusinessIntendingToDo: '¿A qué se dedicará la empresa? (opcional)',
    website: 'Sitio web (opcional)',
    referralCode: 'Su código de recomendación (opcional)',
  } satisfies Readonly<Record<Plain, string>>,
  nameHint:
    'No puede usar el nombre de otra LLC. Le mostramos nombres parecidos antes de continuar.',
  groups: {
    office: 'Oficina principal',
    agentOffice: 'Oficina del agente',
    agentMailing: 'Dirección postal del agente',
  } satisfies Readonly<Record<AddressName, string>>,
  mailingHint: 'Déjela en blanco si es la misma que la de la oficina.',
  residencyHint:
    'Es el tipo de residencia que solicita para la persona jurídica. La tasa y los pasos son los mismos para ambos, y puede cambiar su elección hasta presentar la solicitud. Si no sabe cuál elegir, pregunte al registro: vea Ayuda al final de esta página.',
  agentHint: 'El agente registrado recibe las cartas oficiales de la persona jurídica.',
  builtIn: 'Registry Employment Solutions, el agente del registro',
  own: 'Otro residente',
  ownDetails: 'Datos del otro residente',
  business: 'Sobre la empresa',
  businessHint: 'Estas respuestas son opcionales. Un revisor las lee con la solicitud.',
  businessDetails: 'Responder las preguntas sobre la empresa',
  lineOfAddress: (line: string, address: string) => `${line} (${address})`,
  choose: (label: string) => `Elija una opción: ${label}`,
  fillIn: (label: string) => `Complete este dato: ${label}`,
  tooLong: (label: string, most: number) => `${label}: como máximo ${most} caracteres`,
  wrong: (label: string) => `${label}: quite los caracteres que no se permiten`,
  ending: 'Quite la terminación del nombre y elíjala abajo',
  email: 'Escriba un correo electrónico como nombre@ejemplo.com',
  number: 'Escriba un número de permiso de 14 cifras que empiece por 8 o 9',
};

export const applicationPageTexts: typeof en.applicationPageTexts = {
  kicker: 'Solicitud de registro de una persona jurídica',
  saysWhat: 'Datos de la solicitud',
  change: 'Editar la solicitud',
  anotherName: 'Elegir otro nombre',
  signDuringPayment:
    'Le falta 1 paso: firmar el acuerdo. Enviaremos la solicitud al registro cuando usted haya firmado y se confirme el pago.',
  onlyConfirmation: 'Enviaremos la solicitud al registro cuando se confirme su pago.',
  sign: 'Firmar el acuerdo',
  signAgain: (at: Html) =>
    html`La solicitud cambió el ${at}, así que la firma anterior ya no es válida.`,
  signText: 'Lea el Acuerdo de Convivencia y escriba su nombre para firmarlo.',
  readAndSign: 'Leer y firmar',
  signedOn: 'Firmado el',
  payment: 'Pago',
  submittedOn: 'Presentada el',
  decidedOn: 'Decidida el',
  withdrawnOn: 'Retirada el',
  notRefunded: noRefund,
  permitNumber: 'Número de permiso de residente:',
  notRepresented:
    'Usted ya no representa a esta persona jurídica, por eso no puede ver aquí sus documentos.',
  annulled: 'La inscripción fue anulada',
  annulledText:
    'La persona jurídica se inscribió por error, así que la inscripción es nula desde el principio. Le enviamos el motivo por correo electrónico.',
  seeEntity: 'Ver la persona jurídica',
  documents: 'Documentos',
  documentsSoon: 'Los documentos aún no están listos. Vuelva a cargar la página en un minuto.',
  again: 'Empezar una solicitud nueva con los mismos datos',
  started: 'Empezada',
  signed: 'Firmada',
  paid: 'Pagada',
  submitted: 'Presentada',
  deletion: {
    title: 'Eliminar este borrador',
    label: 'Eliminar el borrador',
    effect: 'Eliminamos el borrador y todo lo que usted ingresó.',
  },
  withdrawal: {
    title: 'Retirar esta solicitud',
    label: 'Retirar la solicitud',
    effect: 'La solicitud termina sin una decisión.',
  },
};

export const applicationStatusTexts: typeof en.applicationStatusTexts = {
  sign_and_pay: {
    line: 'Falta firmar y pagar',
    title: 'Faltan la firma y el pago',
    text: 'Le faltan 2 pasos: firmar el acuerdo y pagar la tasa. Puede hacerlos en cualquier orden. Después enviamos la solicitud al registro.',
  },
  sign: {
    line: 'Falta firmar',
    title: 'Falta una firma',
    text: 'Le falta 1 paso: firmar el acuerdo. Después enviamos la solicitud al registro.',
  },
  pay: {
    line: 'Falta pagar',
    title: 'Falta el pago',
    text: 'Le falta 1 paso: pagar la tasa. Después enviamos la solicitud al registro.',
  },
  rename: {
    line: 'Falta un nombre nuevo',
    title: 'Otra persona registró este nombre',
    text: 'Conservamos su pago, pero no puede presentar la solicitud con este nombre. Elija otro nombre y firme de nuevo. No tiene que pagar otra vez.',
  },
  review: {
    line: 'En revisión',
    title: 'La solicitud está en revisión',
    text: 'Le enviaremos la decisión por correo electrónico.',
  },
  approved: {
    line: 'Aprobada',
    title: 'Solicitud aprobada',
    text: 'La persona jurídica está registrada.',
  },
  rejected: {
    line: 'Rechazada',
    title: 'Solicitud rechazada',
    text: `Puede empezar una solicitud nueva con los mismos datos y cambiar lo que necesite. ${noRefund}`,
  },
  withdrawn: {
    line: 'Retirada',
    title: 'Solicitud retirada',
    text: 'Puede iniciar una solicitud nueva con los mismos datos.',
  },
};

export const applicationParticularsTexts: typeof en.applicationParticularsTexts = {
  entity: 'Persona jurídica',
  residency: 'Residencia solicitada',
  jurisdiction: 'Jurisdicción de constitución',
  contact: 'Correo electrónico de contacto',
  office: 'Oficina principal',
  agent: 'Agente registrado',
  permitNumber: 'número de permiso',
  mailing: 'Dirección postal del agente registrado',
  applicant: 'Número de permiso del solicitante',
  questions: {
    industry: 'Sector',
    whatIsYourBusinessIntendingToDo: 'A qué se dedicará la empresa',
    website: 'Sitio web',
  },
};

export const applicationRefusalsTexts: typeof en.applicationRefusalsTexts = {
  taken: 'Ya existe una persona jurídica con este nombre. Elija otro',
  reserved: 'Este nombre está reservado. Elija otro',
  agent: 'Ningún residente activo tiene este número de permiso',
  tooMany: 'Probó demasiados números de permiso. Inténtelo de nuevo en una hora',
  referralCode: 'Este código no existe o no es suyo',
};

export const newApplicationPageTexts: typeof en.newApplicationPageTexts = {
  begin: 'Empezar una solicitud',
  change: 'Editar la solicitud',
  kicker: 'Registrar una persona jurídica',
  lead: 'Puede registrar una sociedad de responsabilidad limitada (LLC). En la página siguiente le mostramos los nombres parecidos. Puede revisar todo antes de enviarlo.',
  fee: (amount) => `La tasa de registro es de ${amount}. Se paga antes de la revisión.`,
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
    'La primera vez tenía otros datos y creó una solicitud. Para crear otra solicitud, envíe este formulario de nuevo.',
  toApplications: 'Ver sus solicitudes',
  changed: 'La solicitud cambió',
  changedText:
    'Sus cambios no se guardaron. Puede verlos abajo. Guárdelos para reemplazar la solicitud actual.',
  seeIt: 'Ver la solicitud actual',
  notEligible: 'Ahora no puede empezar una solicitud',
  notEligibleText:
    'Los residentes y e-Residentes con residencia activa pueden registrar una persona jurídica. Su residencia no está activa o no lo permite.',
};

export const applicationStepsTexts: typeof en.applicationStepsTexts = {
  title: 'Pasos',
  done: 'hecho',
  names: {
    details: 'Datos',
    check: 'Comprobar',
    sign: 'Firmar',
    pay: 'Pagar',
    review: 'Revisión',
  },
};

export const signaturePageTexts: typeof en.signaturePageTexts = {
  sign: 'Firme el Acuerdo de Convivencia',
  signed: 'El acuerdo está firmado',
  kicker: (name: string) => `Solicitud de ${name}`,
  before: 'El acuerdo ya estaba firmado',
  beforeText: 'Su firma no se guardó. La firma de abajo es la válida.',
  application: 'La solicitud',
  wayOn: (host: Html) =>
    html`Después de firmar, le llevaremos a ${host}, que no forma parte del registro.`,
  signedBy: 'Firmado por',
  signedOn: 'Firmado el',
  agreement: 'Acuerdo',
  digest: 'SHA-256 de su texto',
  statement: (name: string) =>
    `He leído el Acuerdo de Convivencia, lo acepto por ${name} y estoy facultado para firmar.`,
  action: 'Firmar el acuerdo',
  next: 'Ver la solicitud y los próximos pasos',
  pay: 'Continuar al pago',
};

export const signatureStateTexts: typeof en.signatureStateTexts = {
  submits: 'Al firmar se presenta la solicitud',
  submitsText:
    'La tasa está pagada. Cuando firme el acuerdo, enviaremos la solicitud al registro para su revisión.',
  lead: 'Lea la solicitud y el acuerdo, y firme abajo. El texto válido es el texto en inglés. Enviaremos la solicitud al registro para su revisión cuando esté firmada y la tasa pagada.',
  takenText:
    'La firma es válida y la tasa está pagada, pero la solicitud no se puede presentar con este nombre. El registro se pondrá en contacto con el solicitante.',
  unpaid: 'Gracias',
  unpaidText:
    'Presentaremos la solicitud para su revisión cuando se confirme el pago de la tasa. No tiene que firmar nada más.',
};

export const payApplicationTexts: typeof en.payApplicationTexts = {
  fee: 'tasa de inscripción',
  kicker: (name) => `Solicitud de ${name}`,
  item: 'Constitución de',
  next: {
    submitted: 'La solicitud se presentó al registro para su revisión.',
    sign: 'La solicitud pasa al registro para su revisión en cuanto se firme su acuerdo.',
    taken:
      'La solicitud no se puede presentar con este nombre. El registro se pondrá en contacto con quien la hizo.',
  },
};
