import { formatDay, formatInstant } from '../../kernel/pages/format-dates.ts';
import { type Html, html } from '../../kernel/pages/html.ts';
import type { EmailMessage } from '../../mail/mail/message.ts';
import { formatSignedText, referenceToSigned } from '../../mail/mail/signed-text.ts';
import { noRefund } from '../../payments/texts/es.ts';
import { residencyTypeTexts } from '../../people/texts/es.ts';
import type * as en from './en.ts';
import { type End, hours } from './en.ts';

const residencyEmailsEs = { locale: 'es' } as const;

const mediante = (partner: string | null) => partner ?? 'una entidad aliada';

export const residencyEmailTexts: typeof en.residencyEmailTexts = {
  residencyAgreementSigned: (facts): EmailMessage => ({
    subject: 'Firmado: solicitud de residencia',
    paragraphs: [
      `Alguien solicitó residencia con este correo electrónico. El Acuerdo de Convivencia se firmó el ${formatInstant(facts.at, 'es')}.`,
      formatSignedText(facts.text, residencyEmailsEs),
      'Conserve este correo: es su copia. Si usted no presentó la solicitud o no firmó, escríbanos.',
    ],
    references: [referenceToSigned(facts.text, residencyEmailsEs)],
  }),
  signAgain: ({ at, url }): EmailMessage => ({
    subject: 'Firme de nuevo: su solicitud de residencia cambió',
    paragraphs: [
      `La solicitud de residencia con este correo electrónico cambió el ${at}. La firma anterior ya no es válida.`,
      'Lea la nueva versión y fírmela. Sin su firma, la solicitud no se puede presentar. No comparta el enlace.',
      'Si usted no presentó la solicitud, no firme y escríbanos.',
    ],
    link: { label: 'Leer y firmar la nueva versión', url },
  }),
  claimLink: ({ partner, hours, url }): EmailMessage => ({
    subject: 'Abra su cuenta para seguir su solicitud de residencia',
    paragraphs: [
      `Se creó una solicitud de residencia con este correo electrónico a través de ${mediante(partner)}.`,
      `En su cuenta puede consultar su estado. El enlace de abajo abre la cuenta una sola vez, en un plazo de ${hours} horas. Después, inicie sesión con un código que enviamos a este correo. No comparta el enlace.`,
      'Si usted no presentó la solicitud, use el mismo enlace para rechazarla o ignore este correo.',
    ],
    link: { label: 'Abrir mi cuenta', url },
  }),
  isThisYours: ({ partner, url }): EmailMessage => ({
    subject: '¿Es suya esta solicitud de residencia?',
    paragraphs: [
      `Se inició una solicitud de residencia con su correo electrónico a través de ${mediante(partner)}. Usted tiene una cuenta aquí y nada cambió en ella.`,
      'Inicie sesión para leer la solicitud. Si es suya, confírmela: no podemos aprobarla sin su confirmación. Si no lo es, opóngase: la rechazaremos y dejaremos constancia de su oposición.',
    ],
    link: { label: 'Ver la solicitud', url },
  }),
  holderAwaited: ({ partner, url }): EmailMessage => ({
    subject: 'Confirme su solicitud de residencia',
    paragraphs: [
      `Se envió una solicitud de residencia con su correo electrónico a través de ${mediante(partner)}. Está en revisión. Usted no ha confirmado la versión actual de sus datos.`,
      `Inicie sesión para leer la solicitud. Si es suya y es correcta, confírmela: no podemos aprobarla sin su confirmación. Si tiene un error, avise a ${partner ?? 'la entidad aliada'}, que puede corregirla. Si no es suya, opóngase: la rechazaremos.`,
    ],
    link: { label: 'Ver la solicitud', url },
  }),
  confirmAgain: ({ partner, url }): EmailMessage => ({
    subject: 'Confirme de nuevo: su solicitud de residencia cambió',
    paragraphs: [
      `Su solicitud de residencia cambió a través de ${mediante(partner)} después de que usted la confirmó. Su confirmación ya no es válida.`,
      `Inicie sesión para leer la nueva versión. Si es suya y es correcta, confírmela de nuevo: no podemos aprobarla sin su confirmación. Si tiene un error, avise a ${partner ?? 'la entidad aliada'}, que puede corregirla. Si no es suya, opóngase: la rechazaremos.`,
    ],
    link: { label: 'Ver la solicitud', url },
  }),
  applicationForClosedAccount: ({ partner }): EmailMessage => ({
    subject: 'Alguien solicitó residencia con su correo electrónico',
    paragraphs: [
      `Se inició una solicitud de residencia con su correo electrónico a través de ${mediante(partner)}. Su cuenta aquí está desactivada, por lo que no podemos aprobar la solicitud.`,
      'Si usted no presentó la solicitud o quiere recuperar su cuenta, escríbanos.',
    ],
  }),
  residencyApproved: (facts): EmailMessage => ({
    subject: residencyStatusTexts.approved,
    paragraphs: [
      `Su solicitud fue aprobada. Su tipo de residencia es ${residencyTypeTexts[facts.residencyType]} y su número de permiso de residente es ${facts.residentPermitNumber}.`,
      'Para iniciar sesión, escriba este correo electrónico. Le enviaremos un código.',
    ],
    link: { label: 'Iniciar sesión', url: facts.url },
  }),
  informationRequested: ({ message, url }): EmailMessage => ({
    subject: 'Una pregunta sobre su solicitud de residencia',
    paragraphs: [
      'Un revisor tiene una pregunta sobre la solicitud de residencia con este correo electrónico:',
      { fromReviewer: message },
      'Puede responder en su cuenta y adjuntar un archivo. También puede responder la entidad aliada que presentó la solicitud por usted. No tiene que pagar de nuevo. El revisor también puede decidir sin respuesta.',
      'Si usted no presentó la solicitud, no responda y escríbanos.',
    ],
    link: { label: 'Responder la pregunta', url },
  }),
  residencyRejected: ({ reason }): EmailMessage => ({
    subject: residencyStatusTexts.rejected,
    paragraphs: [
      'Su solicitud de residencia fue rechazada por este motivo:',
      { fromReviewer: reason },
      noRefund,
    ],
  }),
};

export const visitorEmailTexts: typeof en.visitorEmailTexts = {
  visitorPassReceived: (): EmailMessage => ({
    subject: 'Su solicitud de pase de visitante',
    paragraphs: [
      'Recibimos una solicitud de pase de visitante con este correo electrónico.',
      'Revisaremos la solicitud y haremos la verificación de antecedentes que en ella se autoriza. Después le enviaremos el pase o una pregunta. A su llegada, muestre un pasaporte u otro documento oficial de identidad con fotografía.',
      'Por ahora no tiene que enviar ni pagar nada. Si usted no presentó la solicitud, ignore este correo.',
    ],
  }),
};

/** "ends on 3 July 2027", "ends today, on 3 July 2027", "ended on 3 July 2027". */
const ends: (end: End) => string = ({ endsAt, daysLeft, hasEnded }) => {
  const day = formatDay(endsAt, 'es');
  if (hasEnded) return `terminó el ${day}`;
  return daysLeft === 0 ? `termina hoy, ${day}` : `termina el ${day}`;
};

const daysIn: (days: number) => string = (days) => (days === 1 ? 'en un día' : `en ${days} días`);

/** The same, with the number of days left. */
const endsIn: (end: End) => string = (end) =>
  end.hasEnded || end.daysLeft === 0
    ? `${ends(end)} (UTC)`
    : `${ends(end)} (UTC), ${daysIn(end.daysLeft)}`;

const early: (end: End) => string = ({ hasEnded }) =>
  hasEnded
    ? ''
    : ' Si la renueva antes, no pierde tiempo: el nuevo período empieza cuando termina la residencia actual.';

export const termEmailTexts: typeof en.termEmailTexts = {
  residencyEnding: (facts): EmailMessage => ({
    subject: `Su residencia ${ends(facts)}`,
    paragraphs: [
      `Su residencia ${endsIn(facts)}.`,
      `${facts.hasEnded ? 'Quien verifique su número de permiso verá que su residencia no está activa.' : 'Después de esa fecha, quien verifique su número de permiso verá que su residencia no está activa.'} Usted conserva su número y su cuenta.`,
      facts.partner === null
        ? `Para renovarla, pida a una entidad aliada del registro que la solicite por usted con este correo electrónico, o escríbanos.${early(facts)}`
        : `Usted la solicitó a través de ${facts.partner}. Para renovarla, pídale que envíe una nueva solicitud con este correo electrónico.${early(facts)}`,
      'Si la renovación ya está en trámite, no tiene que iniciar otra.',
    ],
    link: { label: 'Ver su residencia', url: facts.url },
  }),
  partnersResidencyEnding: (facts): EmailMessage => ({
    subject: `Una residencia que usted solicitó ${ends(facts)}`,
    paragraphs: [
      `La residencia con el número de permiso ${facts.residentPermitNumber} ${endsIn(facts)}. Usted la pidió con la solicitud ${facts.applicationId}. También avisamos al residente.`,
      `Para renovarla, cree una nueva solicitud de residencia del mismo tipo con el mismo correo electrónico. El residente conserva su número y su cuenta. Debe iniciar sesión para confirmar la solicitud.${early(facts)}`,
    ],
    link: { label: 'Leer cómo crear solicitudes', url: facts.url },
  }),
  entityResidencyEnding: (facts): EmailMessage => ({
    subject: `La residencia de ${facts.entityName} ${ends(facts)}`,
    paragraphs: [
      `Usted representa a ${facts.entityName} (número de permiso ${facts.residentPermitNumber}). La residencia de esta persona jurídica ${endsIn(facts)}.`,
      'Una persona jurídica cuya residencia terminó no está vigente: no puede obtener un certificado de vigencia, y quien verifique su número verá que no está activa.',
      'Para prorrogarla, escríbanos.',
    ],
    link: { label: 'Ver sus personas jurídicas', url: facts.url },
  }),
  confirmationDue: (facts): EmailMessage => ({
    subject: facts.overdue
      ? `Plazo vencido: confirme los datos de ${facts.entityName}`
      : `Confirme los datos de ${facts.entityName} a más tardar el ${formatDay(facts.dueOn, 'es')}`,
    paragraphs: [
      `Una vez al año, un representante debe confirmar los datos inscritos de ${facts.entityName}: su nombre, su oficina y sus representantes. El plazo de este año ${facts.overdue ? 'venció' : 'vence'} el ${formatDay(facts.dueOn, 'es')} (UTC).`,
      'Inicie sesión para revisar los datos y confirmarlos. Si hay algo incorrecto, solicite antes su corrección. Basta con que confirme un representante.',
    ],
    link: { label: 'Revisar y confirmar los datos', url: facts.url },
  }),
};

export const claimPageTexts: typeof en.claimPageTexts = {
  kicker: 'Solicitud de residencia',
  title: 'Abra su cuenta',
  lead: 'Use su cuenta para seguir su solicitud de residencia. Después de la aprobación, ahí encontrará su número de permiso y podrá usar la cuenta para iniciar sesión en otros servicios.',
  open: 'Abrir mi cuenta',
  object: 'Yo no hice la solicitud: rechazarla',
  fine: 'No necesita contraseña. Enviamos un código a su correo electrónico cada vez que inicie sesión. Si indica que usted no hizo la solicitud, la rechazamos de inmediato y de forma permanente, y no abrimos ninguna cuenta.',
  objected: 'Usted se opuso',
  objectedText:
    'Rechazamos la solicitud y registramos quién la envió. No se abrió ninguna cuenta. No tiene que hacer nada más.',
  over: 'Este enlace ya no es válido',
  overText: `Un enlace de un correo funciona una sola vez, dentro de ${hours} horas. Si ya abrió su cuenta, inicie sesión con su correo electrónico.`,
  signIn: 'Iniciar sesión',
};

export const confirmEntityPageTexts: typeof en.confirmEntityPageTexts = {
  title: 'Confirmación anual',
  problems: {
    changed: {
      title: 'La persona jurídica cambió mientras usted leía',
      text: 'Su confirmación no se guardó. Abajo están los datos actuales.',
    },
    not_due: { title: 'Ahora no hay nada que confirmar', text: 'Su confirmación no se guardó.' },
  },
  says: 'Datos registrados',
  name: 'Nombre',
  permitNumber: 'Número de permiso de residente',
  registered: 'Registrada el',
  representedBy: 'Representada por',
  wrong:
    'Si algo es incorrecto, no confirme. Puede proponer otro nombre u oficina en la página de la persona jurídica. Para lo demás, comuníquese con el registro.',
  confirm: 'Confirmar los datos',
  due: (day: string) => `Vence el ${day}`,
  overdue: (day: string) => `Vencida: el plazo terminó el ${day}`,
  oneIsEnough: 'Basta con que confirme un representante.',
  confirmed: 'Confirmada',
  on: (at: Html) => html`El ${at}.`,
  notDue: 'Nada que confirmar por ahora',
  next: (day: string) => `La próxima confirmación vence el ${day}.`,
  nothing: 'Nada que confirmar',
};

export const holderPageTexts: typeof en.holderPageTexts = {
  kicker: 'Solicitud de residencia',
  isYours: '¿Es suya esta solicitud?',
  one: 'Una solicitud de residencia',
  account: 'Su cuenta',
  late: {
    changed: {
      title: 'La solicitud cambió',
      text: 'Su respuesta no se guardó porque la solicitud cambió. Abajo está la versión actual.',
    },
    decided: { title: 'La solicitud ya se decidió', text: 'Su respuesta no se guardó.' },
  },
  objected: 'Usted se opuso',
  objectedText: (at: Html) =>
    html`La solicitud fue rechazada el ${at} y el registro anotó su oposición. Su cuenta no cambió.`,
  approvedText: 'Ya no puede oponerse. Si la solicitud no era suya, comuníquese con el registro.',
  aPartner: 'Una entidad aliada del registro',
  thePartner: 'la entidad aliada',
  started: (sender: string) =>
    `${sender} inició una solicitud de residencia con su correo electrónico. Su cuenta no ha cambiado.`,
  confirmed: 'Usted confirmó que esta solicitud es suya',
  confirmedText: (at: Html) =>
    html`Usted confirmó el ${at}. Si la solicitud cambia, le preguntaremos de nuevo antes de aprobarla.`,
  says: 'Datos de la solicitud',
  sentBy: 'Enviada por',
  answer: 'Su respuesta',
  confirmIf: (sender: string) =>
    `Confirme solo si le pidió a ${sender} que hiciera la solicitud por usted y todos los datos de arriba son correctos. Después de la aprobación, estos datos reemplazan los de su cuenta. Después de confirmar, ${sender} puede ver cuándo inició sesión usted por última vez. No podemos aprobar la solicitud sin su confirmación.`,
  notNeeded:
    'Usted abrió su cuenta con el enlace de esta solicitud, así que no tiene que confirmarla.',
  objectIf: (sender: string) =>
    `Si la solicitud no es suya o ya no la quiere, opóngase. La rechazamos de inmediato y de forma permanente, registramos quién la envió y avisamos a ${sender} de que alguien se opuso.`,
  confirm: 'Confirmar que es mía',
  object: 'Oponerme a la solicitud',
};

export const residencyAgreementPageTexts: typeof en.residencyAgreementPageTexts = {
  kicker: 'Solicitud de residencia',
  signed: 'El acuerdo está firmado',
  sign: 'Firme el Acuerdo de Convivencia',
  before: 'El acuerdo ya estaba firmado',
  beforeText: 'Su firma no se guardó. La firma de abajo es la válida.',
  application: 'Solicitud',
  lead: 'Lea el acuerdo y firme abajo. El texto válido es el texto en inglés. Si la solicitud cambia después, debe firmar de nuevo con otro enlace.',
  newer: 'Hay un enlace más nuevo',
  newerText: {
    unsigned: 'La solicitud cambió después de crearse este enlace. Nadie firmó con este enlace.',
    signed: 'La solicitud cambió después de crearse este enlace. La versión nueva ya está firmada.',
    voided: (at: Html) =>
      html`La solicitud se modificó el ${at}. La firma anterior ya no es válida. Hay que firmar la nueva versión.`,
  },
  ask: 'Pida el enlace nuevo a quien le dio este.',
  mailed: 'Enviamos el enlace nuevo por correo electrónico a la persona solicitante.',
  thanks: 'Gracias',
  signedBy: 'Firmado por',
  signedOn: 'Firmado el',
  agreement: 'Acuerdo',
  digest: 'SHA-256 de su texto',
  statement:
    'He leído el Acuerdo de Convivencia y lo acepto, y soy la persona solicitante indicada arriba.',
  action: 'Firmar el acuerdo',
};

export const residencyStatusTexts: typeof en.residencyStatusTexts = {
  draft: 'La solicitud de residencia está en preparación',
  review: 'La solicitud de residencia está en revisión',
  approved: 'Solicitud de residencia aprobada',
  rejected: 'Solicitud de residencia rechazada',
};

export const residencyApplicationStateTexts: typeof en.residencyApplicationStateTexts = {
  steps: {
    title: 'Pasos',
    done: 'hecho',
    names: [
      'Usted firma',
      'La entidad aliada agrega documentos y pago',
      'La entidad aliada presenta la solicitud',
      'El registro decide',
    ],
  },
  appliedFor: (what: string) => `Usted solicitó: ${what}.`,
  see: 'Ver la solicitud y oponerse si no es suya',
  submits: 'La presentará la entidad aliada que solicita por usted.',
  sign: 'Leer y firmar el acuerdo',
  signAgain: (at: Html) =>
    html`La solicitud se modificó el ${at}, así que su firma ya no es válida. Firme la nueva versión.`,
  submitted: (at: Html | null) =>
    html`Presentada el ${at}. Le enviaremos la decisión por correo electrónico.`,
  decided: (at: Html | null) => html`Decidida el ${at}.`,
};

export const residencyParticularsTexts: typeof en.residencyParticularsTexts = {
  applicant: 'Solicitante',
  appliedFor: 'Residencia solicitada',
  reason: 'Motivo',
  heard: 'Cómo se enteró',
  proof: 'Comprobante de domicilio',
  noFile: 'Sin archivo',
  uploaded: 'Se subió un archivo',
  sworn: 'Declaración jurada sobre el domicilio',
  email: 'Correo electrónico',
  telephone: 'Teléfono',
  born: 'Nacimiento',
  sex: 'Sexo',
  sexes: { male: 'Masculino', female: 'Femenino' },
  citizenships: 'Ciudadanías',
  none: 'Ninguna',
  address: 'Domicilio',
  otherNames: 'Otros nombres',
  noneGiven: 'No indicó ninguno',
  onNames: 'Declaración sobre otros nombres',
  onBackground: 'Declaración sobre antecedentes penales',
  confirmed: 'Confirmada',
  notConfirmed: 'Sin confirmar (opcional)',
  given: 'Hecha',
};

export const residencyTexts: typeof en.residencyTexts = {
  names: {
    limited_e_resident: 'e-Residente limitado',
    e_resident: 'e-Residente, por un año',
    resident_annual: 'Residente, por un año',
  },
  agreement: 'la firma del acuerdo',
  proof: 'un comprobante de domicilio',
  payment: 'el pago de la tasa',
  verification: 'la verificación de la identidad de quien solicita',
  complete: 'La solicitud tiene todo lo necesario y se puede presentar.',
  needs: (what: string) => `Antes de que se pueda presentar, a la solicitud le falta: ${what}.`,
  and: (others: string, last: string) => `${others} y ${last}`,
};

export const verifiedAgreementPageTexts: typeof en.verifiedAgreementPageTexts = {
  kicker: 'Acuerdo de Convivencia',
  genuine: 'Este documento es auténtico',
  annulled: 'Este documento ya no está vigente',
  about:
    'Muestra cuándo aceptó un residente el Acuerdo de Convivencia y en qué versión. No confirma su situación de hoy.',
  doNotRely: 'No confíe en este documento',
  annulledOn: (at) =>
    html`El registro emitió este documento. El ${at} anuló la residencia para la que se firmó.`,
  active: 'El residente tiene una residencia activa hoy',
  notActive: 'El residente no tiene ninguna residencia activa hoy',
  asOf: (now) => html`Al ${now}.`,
  resident: 'Residente',
  number: 'Número de permiso de residente',
  residency: 'Residencia',
  from: 'En vigor desde',
  version: 'Versión',
  signed: 'Firmado electrónicamente',
  issued: 'Emitido el',
  code: 'Código de verificación',
  digest: 'SHA-256 del PDF',
  compare:
    'Compare estos datos con su documento, que está en inglés. Su documento es el que emitimos solo si coinciden.',
};

export const payResidencyResidenciesTexts: typeof en.payResidencyResidenciesTexts = {
  limited_e_resident: 'e-residencia limitada',
  e_resident: 'e-residencia',
  resident_annual: 'residencia por un año',
};

export const payResidencyTexts: typeof en.payResidencyTexts = {
  fee: 'tasa de residencia',
  kicker: () => 'Solicitud de residencia',
  item: 'Solicitud de',
  next: {
    goes: 'La entidad aliada que solicita por usted presentará la solicitud a revisión cuando esté completa.',
  },
};
