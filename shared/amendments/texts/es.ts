import { fullName } from '../../kernel/domain/legal-entity.ts';
import { formatInstant } from '../../kernel/pages/format-dates.ts';
import { type Content, type Html, html } from '../../kernel/pages/html.ts';
import type { EmailMessage } from '../../mail/mail/message.ts';
import { noRefund } from '../../payments/texts/es.ts';
import { amended } from '../domain/proposed-changes.ts';
import { answerTo, formatChanges, linkToObject, whatToDo } from '../mail/amendment-emails.ts';
import type * as en from './en.ts';

export const amendmentEmailPartTexts: typeof en.amendmentEmailPartTexts = {
  look: 'Ver la modificación',
  lookOrObject: 'Ver la modificación u oponerse',
  stands: (at) => `Usted se opuso el ${at}. La decisión responderá a su oposición.`,
  notYou:
    'Si no fue usted, otra persona tiene acceso a su cuenta. Opóngase con el enlace de abajo, revoque sus claves de API, cierre todas sus sesiones y escríbanos.',
  mayObject:
    'Si la modificación es correcta, no tiene que hacer nada. Si es incorrecta, opóngase con el enlace de abajo. Un revisor lee su oposición y debe responderla antes de aprobar la modificación.',
  yours:
    'El enlace es solo para usted. No lo comparta: quien lo tenga puede oponerse en su nombre.',
  decided: (at) => `Usted se opuso el ${at}. Esta decisión responde a su oposición.`,
  answered: (at, answer) => `Usted se opuso el ${at}. Respuesta: ${answer}`,
  somebody: 'Alguien',
  resident: (number) => `El residente ${number}`,
  nameless: 'Un residente cuyo nombre no consta',
};

export const amendmentEmailTexts: typeof en.amendmentEmailTexts = {
  signed: (facts): EmailMessage => ({
    subject: `Modificación firmada: ${fullName(facts.before)}`,
    paragraphs: [
      `${facts.you ? 'Usted firmó' : `${facts.signer} firmó`} una modificación de ${fullName(facts.before)} el ${formatInstant(facts.signedAt, 'es')}. La firma dice «${facts.typed}».`,
      ...formatChanges(facts, 'willChange', 'es'),
      'Todavía no ha cambiado nada. La modificación surte efecto cuando esté pagada, presentada y aprobada. Le escribiremos en cada paso.',
      ...whatToDo(facts, amendmentEmailPartTexts, 'es'),
    ],
    link: linkToObject(facts, amendmentEmailPartTexts),
  }),
  submitted: (facts): EmailMessage => ({
    subject: `Modificación presentada: ${fullName(facts.before)}`,
    paragraphs: [
      `${facts.you ? 'Usted presentó' : `${facts.by} presentó`} una modificación de ${fullName(facts.before)}${facts.key === null ? '' : ` con la clave de agente «${facts.key}»`}. ${facts.signer} la firmó. La firma dice «${facts.typed}».`,
      ...formatChanges(facts, 'willChange', 'es'),
      [
        'Un revisor decidirá. Hasta entonces, usted puede oponerse.',
        ...(facts.expected === null ? [] : [facts.expected]),
        'Le enviaremos la decisión por correo electrónico.',
      ].join(' '),
      ...whatToDo(facts, amendmentEmailPartTexts, 'es'),
    ],
    link: linkToObject(facts, amendmentEmailPartTexts),
    references: [{ label: 'Consultar el estado (debe iniciar sesión)', url: facts.page }],
  }),
  unsigned: ({ before, changes, at, url }): EmailMessage => ({
    subject: `Firme de nuevo: cambió la modificación de ${fullName(before)}`,
    paragraphs: [
      `Usted firmó una modificación de ${fullName(before)}. La modificación cambió el ${formatInstant(at, 'es')}, así que su firma ya no es válida.`,
      ...formatChanges({ before, changes }, 'willChange', 'es'),
      'Si la nueva versión es correcta, fírmela o pida a otro representante que la firme. Sin una firma, la modificación no se puede pagar ni presentar.',
    ],
    link: { label: 'Leer y firmar la nueva versión', url },
  }),
  approved: (facts): EmailMessage => {
    const name = fullName(amended(facts.before, facts.changes));
    return {
      subject: `${amendmentStatusTexts.stages.approved.title}: ${name}`,
      paragraphs: [
        `${facts.you ? 'Usted' : facts.signer} firmó una modificación de ${name}. Fue aprobada y ya consta en el registro.`,
        ...formatChanges(facts, 'changed', 'es'),
        ...answerTo(facts, amendmentEmailPartTexts, 'es'),
        'El certificado de modificación, en inglés, está en los documentos de la persona jurídica.',
        ...(facts.you ? [] : ['Si esto es incorrecto, escríbanos de inmediato.']),
      ],
      link: { label: 'Ver sus personas jurídicas', url: facts.url },
    };
  },
  withdrawn: (facts) => {
    const name = fullName(facts.before);
    return {
      subject: `${amendmentStatusTexts.stages.withdrawn.title}: ${name}`,
      paragraphs: [
        `${facts.you ? 'Usted' : facts.signer} firmó una modificación de ${name}. Un representante la retiró. El registro no cambió.`,
        ...(facts.isPaid ? [noRefund] : []),
      ],
      link: facts.page
        ? { label: amendmentEmailPartTexts.look, url: facts.page }
        : { label: 'Ver sus personas jurídicas', url: facts.url },
    };
  },
  rejected: (facts): EmailMessage => {
    const name = fullName(facts.before);
    return {
      subject: `${amendmentStatusTexts.stages.rejected.title}: ${name}`,
      paragraphs: [
        `${facts.you ? 'Usted' : facts.signer} firmó una modificación de ${name}. La rechazamos por este motivo:`,
        { fromReviewer: facts.reason },
        ...answerTo(facts, amendmentEmailPartTexts, 'es'),
        `La persona jurídica no cambia. ${noRefund}`,
      ],
      link: facts.page
        ? { label: amendmentEmailPartTexts.look, url: facts.page }
        : { label: 'Ver sus personas jurídicas', url: facts.url },
    };
  },
};

export const representationEmailTexts: typeof en.representationEmailTexts = {
  added: (facts): EmailMessage => ({
    subject: `Nuevo representante: ${facts.entityName}`,
    paragraphs: [
      facts.you
        ? `El ${formatInstant(facts.at, 'es')} un operador del registro le inscribió como representante de ${facts.entityName}.`
        : `El ${formatInstant(facts.at, 'es')} un operador del registro inscribió a ${facts.person} como representante de ${facts.entityName}.`,
      'Los representantes de una persona jurídica pueden firmar sus modificaciones, solicitar certificados y compartir sus datos.',
      'Si es incorrecto, escríbanos de inmediato.',
    ],
    link: { label: 'Ver sus personas jurídicas', url: facts.url },
  }),
  removed: (facts): EmailMessage => ({
    subject: `Representante retirado: ${facts.entityName}`,
    paragraphs: [
      facts.you
        ? `El ${formatInstant(facts.at, 'es')} un operador del registro le retiró como representante de ${facts.entityName}.`
        : `El ${formatInstant(facts.at, 'es')} un operador del registro retiró a ${facts.person} como representante de ${facts.entityName}.`,
      ...(facts.you
        ? [
            'Los enlaces que le enviamos para oponerse a modificaciones siguen funcionando hasta que decidamos sobre ellas.',
          ]
        : []),
      'Si es incorrecto, escríbanos de inmediato.',
    ],
    link: { label: 'Ver sus personas jurídicas', url: facts.url },
  }),
};

export const amendmentPageTexts: typeof en.amendmentPageTexts = {
  approved: 'Cambios aprobados',
  proposed: 'Cambios propuestos',
  signedBy: 'Firmada por',
  signedOn: 'Firmada el',
  toSign: 'Leer y firmar',
  revise: 'Editar los cambios',
  submit: 'Presentar la modificación',
  again: 'Proponer otros cambios',
  gone: 'Otra persona ya registró este nombre, así que no puede pagar. Proponga otro nombre. Si ya no puede editar la modificación, comuníquese con el registro',
  entity: (name: string) => `Volver a ${name}`,
  sign: 'Firmar la modificación',
  lead: 'Compare lo que consta en el registro con lo que se propone, y firme abajo. La modificación pasa al registro para su revisión cuando esté firmada y pagada.',
  amendment: 'Modificación',
  next: 'Ver los próximos pasos o pagar la tasa',
  statement: (name: string) =>
    `He leído lo que se propone, estoy de acuerdo por ${name} y estoy facultado para firmar.`,
  binding:
    'Esta página está en español para ayudarle. El certificado de modificación se emite en inglés y el texto en inglés es el que obliga.',
  ending: {
    title: 'Retirar esta modificación',
    label: 'Retirar la modificación',
    effect: 'La modificación termina sin una decisión y el registro no cambia.',
  },
};

export const amendmentSignatureSayOfProblemTexts: typeof en.amendmentSignatureSayOfProblemTexts = {
  'filing.changed': {
    title: 'La modificación cambió mientras usted la leía',
    text: 'Su firma no se guardó. Abajo están los cambios actuales.',
  },
  'filing.already_signed': {
    title: 'La modificación ya estaba firmada',
    text: 'Su firma no se guardó. La firma de abajo es la válida.',
  },
  'filing.locked': {
    title: 'La modificación ya no se puede firmar',
    text: 'Su firma no se guardó.',
  },
  'filing.no_changes': {
    title: 'La modificación cambió mientras usted la leía',
    text: 'Su firma no se guardó porque la modificación ya no propone cambios.',
  },
  'entity.name_taken': {
    title: 'Ya existe una persona jurídica con este nombre',
    text: 'Su firma no se guardó. Proponga primero otro nombre.',
  },
};

export const amendmentChangesTexts: typeof en.amendmentChangesTexts = {
  proposed: 'Cambios propuestos',
  nothing: 'Ninguno',
};

export const amendmentStatusTexts: typeof en.amendmentStatusTexts = {
  change: (details) => `Cambio ${details.join(' y ')}`,
  neither: 'Modificación',
  stages: {
    propose: {
      line: 'Aún sin cambios',
      title: 'Aún sin cambios',
      text: 'Elija qué quiere cambiar.',
    },
    sign: {
      line: 'Falta firmar',
      title: 'Falta una firma',
      text: 'Cualquier representante puede firmar. Después usted paga la tasa y un revisor decide.',
    },
    pay: {
      line: 'Falta pagar',
      title: 'Falta el pago',
      text: 'Cuando se pague la tasa, enviaremos la modificación al registro para su revisión.',
    },
    submit: {
      line: 'Pagada, sin presentar',
      title: 'Otra persona registró este nombre',
      text: 'La tasa está pagada, pero no puede presentar la modificación con este nombre. Comuníquese con el registro. Si el nombre vuelve a estar disponible, presente la modificación.',
    },
    review: {
      line: 'En revisión',
      title: 'La modificación está en revisión',
      text: 'Le enviaremos la decisión por correo electrónico.',
    },
    approved: {
      line: 'Aprobada',
      title: 'Modificación aprobada',
      text: 'El registro está actualizado. Encontrará el certificado de modificación en los documentos de la persona jurídica.',
    },
    rejected: {
      line: 'Rechazada',
      title: 'Modificación rechazada',
      text: `El registro no cambió. ${noRefund}`,
    },
    withdrawn: {
      line: 'Retirada',
      title: 'Modificación retirada',
      text: 'El registro no cambió.',
    },
    annulled: {
      line: 'Anulada',
      title: 'Modificación anulada',
      text: 'La modificación se aprobó por error. En el registro constan de nuevo los datos anteriores.',
    },
  },
  signAgain: (at: Html) =>
    html`La modificación cambió el ${at}, así que la firma anterior ya no es válida.`,
  voids: 'La modificación está firmada. Si se editan los cambios, la firma deja de ser válida.',
  unsubmitted: 'La modificación no se revisó. El registro no cambió.',
  notRefunded: noRefund,
  since: 'Presentada el',
  on: 'Decidida el',
  documents: 'Ver los documentos',
  objections: (count: number) =>
    count === 1 ? 'Un representante se ha opuesto.' : `${count} representantes se han opuesto.`,
};

export const objectionPageTexts: typeof en.objectionPageTexts = {
  kicker: 'Modificación de una persona jurídica',
  signedBy: 'Firmada por',
  nobody: 'Sin firma: la modificación cambió después de firmarse',
  submitted: 'Presentada',
  yours: 'Su oposición',
  noNote: 'Sin explicación',
  lead: 'Le enviamos este enlace porque representa a la persona jurídica. Si los cambios son correctos, no tiene que hacer nada. Si son incorrectos, opóngase abajo.',
  objected: 'Usted se opuso',
  objectedText: (at: Content) =>
    html`Usted se opuso el ${at}. Un revisor lee su oposición y debe responderla para aprobar la modificación. Le enviamos la respuesta por correo electrónico.`,
  soon: 'La decisión surte efecto en unos segundos.',
  answer: (text: string) => `Respuesta a su oposición: ${text}`,
  late: 'Ya no puede oponerse. Si la decisión es incorrecta, comuníquese con el registro.',
  heading: 'Oponerse a esta modificación',
  explained:
    'Una oposición no detiene la modificación. El revisor decide y responde a su oposición. No puede retirar una oposición.',
  note: 'Qué es incorrecto en la modificación (opcional)',
  hint: 'El revisor leerá esto. Use 2000 caracteres o menos.',
  object: 'Oponerse',
  over: 'Este enlace ya no es válido',
  overText:
    'Use el enlace del correo más reciente sobre la modificación. Si no tiene ninguno, comuníquese con el registro.',
};

export const proposalPageTexts: typeof en.proposalPageTexts = {
  propose: 'Proponer cambios',
  revise: 'Editar los cambios',
  lead: 'Estos son los datos registrados. Cambie solo lo que deba ser distinto. Después un representante firma los cambios, usted paga la tasa y un revisor decide.',
  signed: 'La modificación está firmada',
  void: 'Si edita los cambios, habrá que firmar la modificación de nuevo.',
  nameLabel: 'Nombre sin la terminación',
  ending: 'Terminación del nombre',
  endingHint: 'Por ejemplo LLC, L.L.C. o Limited Liability Company.',
  order: 'Posición de la terminación',
  after: 'Después del nombre',
  before: 'Antes del nombre',
  toPropose: 'Proponer estos cambios',
  toRevise: 'Guardar cambios',
  unchanged: (details) => `No ha cambiado nada. Cambie ${details.join(' o ')}`,
  taken: 'Ya existe una persona jurídica con este nombre. Elija otro',
  reserved: 'Este nombre está reservado. Elija otro',
  changed:
    'Alguien editó la modificación después de que usted abrió esta página. Sus cambios no se guardaron. Edite la versión de abajo',
  missing: 'Complete este campo o deje toda la dirección sin cambios',
  inName: 'Quite la terminación del nombre y escríbala en su propio campo',
  country: 'Elija un país de la lista',
  missingName: 'Escriba un nombre',
  missingEnding: 'Escriba una terminación',
  long: (most: number) => `Use ${most} caracteres como máximo`,
  characters: 'Use solo letras, cifras y signos de puntuación',
};

export const payAmendmentTexts: typeof en.payAmendmentTexts = {
  fee: 'tasa de modificación',
  kicker: (name) => `Modificación de ${name}`,
  item: 'Modificación de',
  next: {
    submitted: 'La modificación se presentó al registro para su revisión.',
    submits: 'La modificación pasa al registro para su revisión.',
    taken: 'La modificación no se puede presentar, porque otra persona registró el nombre nuevo.',
  },
};
