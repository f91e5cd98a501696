import { type Html, html } from '../../kernel/pages/html.ts';
import type { EmailMessage } from '../../mail/mail/message.ts';
import { noRefund } from '../../payments/texts/es.ts';
import type { RequestableType } from '../domain/certificate-type.ts';
import type * as en from './en.ts';

/** A name for use within a sentence. */
function within(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1);
}

function nameOf(type: RequestableType): string {
  return within(certificateKindTexts[type].name);
}

function stages(name: string): ReturnType<typeof en.certificateStatusTexts.stages> {
  return {
    pay: {
      line: 'Falta pagar',
      title: 'Falta el pago',
      text: 'Emitimos el certificado unos minutos después de que usted pague la tasa.',
    },
    issuing: {
      line: 'En emisión',
      title: 'El certificado se está emitiendo',
      text: 'Tarda unos minutos. Le avisaremos por correo electrónico cuando esté emitido.',
    },
    review: {
      line: 'En revisión',
      title: 'La solicitud está en revisión',
      text: 'Le enviaremos la decisión por correo electrónico.',
    },
    issued: {
      line: 'Emitido',
      title: `${name} emitido`,
      text: 'También encontrará el certificado en los documentos de la persona jurídica. Cualquier persona puede verificarlo con el código que lleva.',
    },
    rejected: {
      line: 'Rechazado',
      title: `Solicitud de un ${within(name)} rechazada`,
      text: noRefund,
    },
    cancelled: {
      line: 'Cancelado',
      title: 'Solicitud cancelada',
      text: 'No tiene que pagarla.',
    },
  };
}

export const certificateEmailTexts: typeof en.certificateEmailTexts = {
  certificateIssued: ({ type, entityName, url }): EmailMessage => ({
    subject: `${stages(certificateKindTexts[type].name).issued.title}: ${entityName}`,
    paragraphs: [
      `Emitimos el ${nameOf(type)} de ${entityName}.`,
      'Está en los documentos de la persona jurídica, en inglés. Cualquiera puede escanear su código QR para comprobar que es auténtico.',
    ],
    link: { label: 'Verificar el certificado', url },
  }),
  certificateRejected: ({ type, entityName, reason, url }): EmailMessage => ({
    subject: `${stages(certificateKindTexts[type].name).rejected.title}: ${entityName}`,
    paragraphs: [
      `Rechazamos la solicitud de un ${nameOf(type)} de ${entityName} por este motivo:`,
      { fromReviewer: reason },
      noRefund,
    ],
    link: { label: 'Ver sus personas jurídicas', url },
  }),
};

export const certificateStatusTexts: typeof en.certificateStatusTexts = {
  notRefunded: noRefund,
  stages,
  reviewed: {
    pay: {
      contested: `Después de que usted pague la tasa, un revisor verifica su comprobante y decide. ${noRefund}`,
      taxes: `Después de que usted pague la tasa, un revisor verifica los impuestos y decide. ${noRefund}`,
    },
    paidTitle: 'Pagado: falta la decisión de un revisor',
    issuing: {
      contested:
        'Un revisor verifica su comprobante. Le enviaremos la decisión por correo electrónico.',
      taxes: 'Un revisor verifica los impuestos. Le enviaremos la decisión por correo electrónico.',
    },
  },
  referred: {
    contested: 'Un revisor verifica su comprobante de los impuestos.',
    tax_unresolved: 'Un revisor verifica si los impuestos están pagados.',
    not_in_good_standing: 'Un revisor verifica la situación de la persona jurídica.',
  },
};

const spanishTitles = {
  genuine: 'Este certificado es auténtico',
  withdrawn: 'Este certificado fue retirado',
};

export const certificateKindTexts: typeof en.certificateKindTexts = {
  certificate_of_good_standing: {
    ...spanishTitles,
    name: 'Certificado de vigencia',
    about:
      'Certifica que la persona jurídica estaba vigente y al día cuando se emitió el certificado.',
    notToday: 'El certificado era correcto cuando se emitió.',
    date: 'Emitido el',
  },
  certificate_of_organization: {
    ...spanishTitles,
    name: 'Certificado de constitución',
    about:
      'Certifica que la persona jurídica se constituyó y se inscribió en el registro. No confirma la situación de la persona jurídica hoy.',
    notToday: 'La persona jurídica se constituyó como dice el certificado.',
    date: 'Inscrita el',
  },
  certificate_of_amendment: {
    ...spanishTitles,
    name: 'Certificado de modificación',
    about:
      'Certifica que una modificación se aprobó y se inscribió en el registro. Otras posteriores pueden haber cambiado de nuevo la persona jurídica.',
    notToday: 'La modificación se inscribió como dice el certificado.',
    date: 'Modificada el',
  },
  rider_to_agreement_of_coexistence: {
    genuine: 'Este documento es auténtico',
    withdrawn: 'Este documento fue retirado',
    name: 'Anexo al Acuerdo de Convivencia',
    about:
      'Muestra cuándo aceptó la persona jurídica el Acuerdo de Convivencia y en qué versión. No confirma la situación de la persona jurídica hoy.',
    notToday: 'El Acuerdo se aceptó como dice el anexo.',
    date: 'Emitido el',
  },
};

export const certificatePageTexts: typeof en.certificatePageTexts = {
  stands: 'Hoy la persona jurídica está vigente y al día',
  standsNot: 'Hoy la persona jurídica no está vigente y al día',
  asOf: (now: Html) => html`Al ${now}.`,
  notConfirmed: 'El registro no puede confirmar hoy que la persona jurídica esté vigente y al día',
  meaning:
    'Estar vigente y al día significa que la residencia de la persona jurídica está activa, que no está disuelta y que sus impuestos están pagados.',
  entity: 'Persona jurídica',
  nameToday: 'Nombre actual',
  number: 'Número de permiso de residente',
  code: 'Código de verificación',
  digest: 'SHA-256 del PDF',
  compare:
    'Compare estos datos con su documento, que está en inglés. Si no coinciden, su documento no es el que emitimos.',
  doNotRely: 'No confíe en este documento',
  withdrawnOn: (at: Html) => html`El registro emitió este documento y lo retiró el ${at}.`,
  noOther: 'Ningún documento lo reemplaza.',
  replaced: (name: string, at: Html, sha256: Html) =>
    html`Lo reemplaza el documento «${name}» del ${at}. SHA-256 de ese archivo: ${sha256}`,
  formerName: 'Nombre anterior',
  newName: 'Nombre nuevo',
  unknown: 'Ningún documento tiene este código',
  kicker: 'Verificación de documentos',
  nothing: 'No podemos confirmar este documento',
  nothingText:
    'Compare el código con el del documento. Tiene 16 letras y cifras en grupos de cuatro, y nunca O, I, 0 ni 1. Si el código es el mismo, este registro no emitió el documento.',
  again: 'Escribir el código de nuevo',
};

export const contestFormTexts: typeof en.contestFormTexts = {
  noNote: 'Explique por qué los impuestos no están atrasados',
  longNote: 'Use 2000 caracteres como máximo',
  note: 'Use solo letras, cifras y signos de puntuación',
  noFile: 'Elija el comprobante de pago',
};

export const findCertificatePageTexts: typeof en.findCertificatePageTexts = {
  title: 'Verificar un documento',
  lead: 'Todos los documentos de este registro tienen un código de verificación. Use el código para comprobar que el documento es auténtico y sigue vigente.',
  code: 'Código de verificación',
  hint: '16 letras y cifras en grupos de cuatro, al pie del documento. Los espacios, los guiones y las mayúsculas no importan.',
  verify: 'Verificar',
  sent: '¿Alguien le envió una credencial como texto?',
  credential: 'Verificar una credencial',
  scan: '¿Tiene el documento en papel? Escanee con la cámara de su teléfono el código QR que está junto al código de verificación. Abre la misma página.',
  unreadable:
    'Esto no es un código de verificación. Revise el documento: el código tiene 16 letras y cifras, y nunca O, I, 0 ni 1.',
};

export const newCertificatePageTexts: typeof en.newCertificatePageTexts = {
  title: (name) => `Solicitar un ${within(name)}`,
  possible: 'Puede solicitar un certificado',
  contestable: 'Los impuestos están atrasados',
  impossible: 'Ahora no puede solicitar un certificado',
  issuedImmediately:
    'La residencia de la persona jurídica está activa y sus impuestos están pagados. Emitimos el certificado unos minutos después de que usted pague la tasa.',
  unknown:
    'El registro no sabe si los impuestos están pagados. Un revisor los comprueba después de que usted pague la tasa, así que tarda más.',
  overdue: `Pague los impuestos y vuelva después, o envíe aquí un comprobante de que están pagados. Si envía el comprobante, un revisor decide después de que usted pague la tasa. ${noRefund}`,
  wrongType:
    'Solo las sociedades de responsabilidad limitada y las sociedades anónimas con fines de lucro pueden solicitar este certificado.',
  notActive:
    'La residencia de la persona jurídica no está activa, o la persona jurídica está disuelta. Comuníquese con el registro.',
  looked: 'Revisión de requisitos',
  type: 'Tipo',
  residency: 'Residencia',
  active: 'Activa',
  until: (day: string) => `Hasta el ${day}`,
  dissolved: (day: string) => `Disuelta el ${day}`,
  taxes: 'Impuestos',
  paid: 'Pagados',
  late: 'Atrasados',
  notKnown: 'No se sabe',
  fee: 'Tasa',
  contest: 'Comprobante de que los impuestos están pagados',
  note: 'Explicación para el revisor',
  noteHint: 'Por ejemplo, cuándo y cómo pagó los impuestos. Use 2000 caracteres o menos.',
  proof: 'Comprobante de pago',
  proofHint: 'PDF, JPEG o PNG, de hasta 4.5 MB. Solo los revisores pueden abrirlo.',
  request: 'Solicitar el certificado',
};

export const ownCertificatePageTexts: typeof en.ownCertificatePageTexts = {
  request: 'Solicitud',
  requested: 'Solicitado el',
  issued: 'Emitido el',
  note: 'Explicación para el revisor',
  code: 'Código de verificación',
  open: 'Abrir el certificado',
  verify: 'Ver la página pública de verificación',
  again: 'Solicitar otro certificado',
  entity: (name: string) => `Volver a ${name}`,
  ending: {
    title: 'Cancelar esta solicitud',
    label: 'Cancelar la solicitud',
    effect: 'La solicitud termina sin un certificado.',
  },
};

export const taxProofPageTexts: typeof en.taxProofPageTexts = {
  title: 'Comprobante de impuestos pagados',
  uploaded: 'Archivo subido',
  uploadedText:
    'Si usa un programa para solicitar el certificado de vigencia, indíquele esta dirección.',
  address: 'Dirección del archivo',
  lead: '¿Los impuestos de su persona jurídica constan como atrasados aunque están pagados? Envíe el comprobante en la página donde solicita el certificado de la persona jurídica. Suba aquí el recibo solo si un programa solicita el certificado por usted.',
  receipt: 'Recibo',
  hint: 'PDF, JPEG o PNG, de hasta 4.5 MB. Solo los revisores pueden abrirlo.',
  upload: 'Subir el recibo',
  pending: 'Se está comprobando que el archivo no tenga software malicioso',
  pendingText:
    'Tarda alrededor de un minuto. Hasta entonces el archivo no se puede abrir, pero usted puede usarlo en una solicitud. Le avisamos por correo electrónico si encontramos software malicioso.',
  again: 'Volver a cargar esta página',
  refused: 'El archivo contiene software malicioso',
  refusedText: 'El archivo no se puede abrir. Analice su dispositivo y suba otro archivo.',
  unscannable: 'No se pudo comprobar si el archivo tiene software malicioso',
  unscannableText: 'El archivo no se puede abrir. Suba otro archivo sin contraseña.',
  noFile: 'Elija un recibo',
};

export const payCertificateTexts: typeof en.payCertificateTexts = (kind) => ({
  fee: 'tasa del certificado',
  kicker: (name) => `${kind} de ${name}`,
  item: `${kind} de`,
  next: {
    looks: 'Un revisor comprueba los impuestos y después decide sobre el certificado.',
    issues: 'El certificado se emite en unos minutos.',
  },
});
