import type { Spoken } from '../../kernel/domain/locale.ts';
import { words } from '../../kernel/pages/words.ts';
import type { DataPart } from '../domain/data-rules.ts';

/** What is said of a part of what is held: what it is, what for, who else has it, and for how long. */
interface PartWords {
  readonly title: string;
  readonly what: string;
  readonly purpose: string;
  readonly recipients: string;
  readonly term: string;
}

const english: Readonly<Record<DataPart, PartWords>> = {
  account: {
    title: 'You and your account',
    what: 'Name, date of birth, citizenship, address, email address and telephone number, how your identity was verified, and whether emails reach you.',
    purpose:
      'To identify you, to contact you, and to confirm your details when you or the law ask for it.',
    recipients:
      'Applications that you connected, as far as you allowed, and people you show a proof to.',
    term: 'Until your account is erased.',
  },
  residency: {
    title: 'Residency',
    what: 'Residencies with their agreements, the applications for them with proofs of address, and documents that were issued to you.',
    purpose: 'To keep the register of residents and to decide on applications.',
    recipients:
      'The partner who applied for you. Anyone who checks your permit number learns only if it is valid.',
    term: 'Until your account is erased. Rejected and abandoned applications may be erased earlier. Your permit number is never given to anyone else.',
  },
  access: {
    title: 'Ways in',
    what: 'Keys and their last use, passkeys, browsers, applications that you connected or registered, and your Manifestation of Will.',
    purpose: 'To let only you sign in, and to know what acts in your name.',
    recipients: 'No one.',
    term: 'Until you end them. A record that they existed is kept until your account is erased.',
  },
  applications: {
    title: 'Applications and payments',
    what: 'Applications for legal entities and visitor passes, their invoices, and files that you uploaded.',
    purpose: 'To decide on applications and to keep accounts.',
    recipients: 'The registered agent you named and the payment provider you chose.',
    term: 'Filings of a legal entity: as long as the register keeps it. Rejected and abandoned filings: until your account is erased, or earlier. Invoices: permanently.',
  },
  entities: {
    title: 'Legal entities you represent',
    what: 'Which legal entities you represent and since when. Each has its own file.',
    purpose: 'To know who may act for a legal entity.',
    recipients: 'People you or the legal entity show it to.',
    term: 'As long as you represent them. Filings that you signed: as long as the register keeps the legal entity.',
  },
  proofs: {
    title: 'Proofs that you made',
    what: 'What each proof shows and until when. Your activity shows each time someone looked.',
    purpose: 'To show others the details you chose.',
    recipients:
      'Anyone who has the code while the proof is valid. The registry does not know who that is.',
    term: '90 days after a proof ends.',
  },
  activity: {
    title: 'Activity',
    what: 'Actions in your name and on your account: IDs, times and field names, but no values.',
    purpose: 'To show who did what.',
    recipients: 'Auditors of the registry.',
    term: 'Permanently. After an erasure, nothing in it is linked to your name.',
  },
};

const spanish: Readonly<Record<DataPart, PartWords>> = {
  account: {
    title: 'Usted y su cuenta',
    what: 'Nombre, fecha de nacimiento, ciudadanía, domicilio, correo electrónico y teléfono, cómo se verificó su identidad y si le llegan los correos.',
    purpose:
      'Identificarle, comunicarnos con usted y confirmar sus datos cuando usted o la ley lo pidan.',
    recipients:
      'Las aplicaciones que conectó, en lo que permitió, y las personas a las que muestre un comprobante.',
    term: 'Hasta que se borre su cuenta.',
  },
  residency: {
    title: 'Residencia',
    what: 'Residencias con sus acuerdos, las solicitudes con comprobantes de domicilio y los documentos que se le emitieron.',
    purpose: 'Llevar el registro de residentes y decidir sobre las solicitudes.',
    recipients:
      'La entidad aliada que solicitó por usted. Quien consulte su número de permiso solo sabe si es válido.',
    term: 'Hasta que se borre su cuenta. Las solicitudes rechazadas y abandonadas pueden borrarse antes. Su número de permiso nunca se da a otra persona.',
  },
  access: {
    title: 'Formas de entrar',
    what: 'Claves y su último uso, llaves de acceso, navegadores, aplicaciones que conectó o registró y su Manifestación de Voluntad.',
    purpose: 'Que solo usted pueda iniciar sesión y saber qué actúa en su nombre.',
    recipients: 'Nadie.',
    term: 'Hasta que usted las termine. La constancia de que existieron se conserva hasta que se borre su cuenta.',
  },
  applications: {
    title: 'Solicitudes y pagos',
    what: 'Solicitudes de personas jurídicas y pases de visitante, sus facturas y los archivos que subió.',
    purpose: 'Decidir sobre las solicitudes y llevar las cuentas.',
    recipients: 'El agente registrado que nombró y el proveedor de pagos que eligió.',
    term: 'Los trámites de una persona jurídica: mientras el registro la conserve. Los rechazados y abandonados: hasta que se borre su cuenta, o antes. Las facturas: de forma permanente.',
  },
  entities: {
    title: 'Personas jurídicas que representa',
    what: 'Cuáles son y desde cuándo. Cada una tiene su propio expediente.',
    purpose: 'Saber quién puede actuar por una persona jurídica.',
    recipients: 'Las personas a las que usted o la persona jurídica se lo muestren.',
    term: 'Mientras las represente. Los trámites que firmó: mientras el registro conserve la persona jurídica.',
  },
  proofs: {
    title: 'Comprobantes que creó',
    what: 'Qué muestra cada uno y hasta cuándo. Su actividad muestra cada vez que alguien lo miró.',
    purpose: 'Mostrar a otros los datos que eligió.',
    recipients:
      'Cualquier persona que tenga el código mientras el comprobante sea válido. El registro no sabe quién es.',
    term: '90 días después de que un comprobante termine.',
  },
  activity: {
    title: 'Actividad',
    what: 'Acciones en su nombre y en su cuenta: identificadores, horas y nombres de campos, sin valores.',
    purpose: 'Mostrar quién hizo qué.',
    recipients: 'Los auditores del registro.',
    term: 'De forma permanente. Después de un borrado, nada en ella está vinculado a su nombre.',
  },
};

/** What is the same in the page and in the files: labels, and what the files lack. */
export const dataWords = words({
  en: {
    what: 'What',
    purpose: 'Why we have it',
    recipients: 'Who else has it',
    term: 'How long we keep it',
    shared: 'Who your data was shared with',
    nobody: 'No one.',
    left: 'What is not in these files',
    notIncluded: [
      'Documents and files. You can download them in the portal.',
      'Filings of legal entities that you represent. Each legal entity has its own file.',
      'The registry’s work on a case: reviews, staff notes and reasons for decisions.',
      'Actions before your newest 2,000, and proof of paid taxes uploaded before them. The activity page shows the earlier actions.',
      'Residency applications that a partner made for your email address and that no one has claimed, and visitor passes for an email address you had before.',
      'Your email address in checkouts of the last 90 days.',
      'Digests of codes and keys, and where files are stored.',
    ],
    ask: 'Contact the registry to get this data. An erasure also removes it, except what the register of legal entities must keep.',
  },
  es: {
    what: 'Qué',
    purpose: 'Para qué lo tenemos',
    recipients: 'Quién más lo tiene',
    term: 'Cuánto tiempo lo conservamos',
    shared: 'Con quién se compartieron sus datos',
    nobody: 'Con nadie.',
    left: 'Lo que no está en estos archivos',
    notIncluded: [
      'Los documentos y archivos. Puede descargarlos en el portal.',
      'Los trámites de las personas jurídicas que representa. Cada una tiene su propio expediente.',
      'El trabajo del registro en un caso: revisiones, notas del personal y motivos de las decisiones.',
      'Las acciones anteriores a las 2000 más recientes, y los comprobantes de impuestos que subió antes. La página de actividad muestra las acciones anteriores.',
      'Las solicitudes de residencia que una entidad aliada hizo para su correo y que nadie reclamó, y los pases de visitante de un correo que tuvo antes.',
      'Su correo en los pagos por internet de los últimos 90 días.',
      'Los resúmenes criptográficos de códigos y claves, y dónde se guardan los archivos.',
    ],
    ask: 'Comuníquese con el registro para obtener estos datos. Un borrado también los elimina, salvo lo que el registro de personas jurídicas debe conservar.',
  },
});

/** A part's four sentences, each under its label. */
export function aboutPart(
  part: DataPart,
  reader: Spoken,
): readonly (readonly [label: string, text: string])[] {
  const said = dataWords(reader);
  const { what, purpose, recipients, term } = partWords(reader)[part];
  return [
    [said.what, what],
    [said.purpose, purpose],
    [said.recipients, recipients],
    [said.term, term],
  ];
}

/** The words on each part, for the page and the files. */
export const partWords = words({ en: english, es: spanish });
