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
    what: 'Name, day of birth, citizenship, address, e-mail address and telephone number; how your identity was verified; whether mail reaches you.',
    purpose: 'To know who you are, to reach you, and to say so where you or the law ask for it.',
    recipients:
      'Applications that you connected, as far as you allowed it; whoever you show a proof.',
    term: 'Until your account is erased.',
  },
  residency: {
    title: 'Residency',
    what: 'Residencies with their agreements, the applications for them with proofs of address, and documents that were issued to you.',
    purpose: 'To keep the register of residents, and to decide on applications.',
    recipients:
      'The partner who applied for you; anybody who asks whether your permit number is valid is told that, and nothing else.',
    term: 'Until your account is erased; rejected and abandoned applications earlier, where the registry has set a term. A permit number is never given to anybody else.',
  },
  access: {
    title: 'Ways in',
    what: 'Keys and their last use, passkeys, browsers, applications that you connected or registered, and your Manifestation of Will.',
    purpose: 'To let you in, and nobody else; to know what acts in your name.',
    recipients: 'Nobody.',
    term: 'Until you end them; that they were there, until your account is erased.',
  },
  applications: {
    title: 'Applications and payments',
    what: 'Applications for legal entities and visitor passes, their invoices, and files that you uploaded.',
    purpose: 'To decide on them, and to keep the books.',
    recipients: 'The registered agent that you named; the payment provider that you chose.',
    term: 'Filings of a legal entity as long as the register keeps it; rejected and abandoned ones until your account is erased, or earlier where the registry has set a term; invoices without end.',
  },
  entities: {
    title: 'Legal entities you represent',
    what: 'Which they are, and since when. Each has its own file.',
    purpose: 'To know who may act for a legal entity.',
    recipients: 'Those whom you or the legal entity show it to.',
    term: 'As long as you represent them; filings that you signed as long as the register keeps the legal entity.',
  },
  proofs: {
    title: 'Proofs that you made',
    what: 'What each shows, and until when; each look is in your activity.',
    purpose: 'To show others what you have ticked.',
    recipients:
      'Whoever has the code, while the proof is good. The registry does not know who that is.',
    term: '90 days after a proof has ended.',
  },
  activity: {
    title: 'Activity',
    what: 'What was done in your name and on your account: ids, times and names of fields, no values.',
    purpose: 'To find out later who did what.',
    recipients: 'Auditors of the registry.',
    term: 'Without end. After an erasure nothing in it leads to your name.',
  },
};

const spanish: Readonly<Record<DataPart, PartWords>> = {
  account: {
    title: 'Usted y su cuenta',
    what: 'Nombre, fecha de nacimiento, ciudadanía, domicilio, correo y teléfono; cómo se verificó su identidad; si le llega el correo.',
    purpose:
      'Saber quién es usted, comunicarnos con usted y decirlo donde usted o la ley lo pidan.',
    recipients: 'Las aplicaciones que conectó, en lo que permitió; a quien muestre un comprobante.',
    term: 'Hasta que se borre su cuenta.',
  },
  residency: {
    title: 'Residencia',
    what: 'Residencias con sus acuerdos, las solicitudes con comprobantes de domicilio y los documentos que se le emitieron.',
    purpose: 'Llevar el registro de residentes y decidir sobre las solicitudes.',
    recipients:
      'La entidad que solicitó por usted; a quien pregunte si su número de permiso es válido se le dice eso y nada más.',
    term: 'Hasta que se borre su cuenta; las solicitudes rechazadas y abandonadas antes, si el registro fijó un plazo. Un número de permiso nunca se da a otra persona.',
  },
  access: {
    title: 'Formas de entrar',
    what: 'Claves y su último uso, llaves de acceso, navegadores, aplicaciones que conectó o registró y su Manifestación de Voluntad.',
    purpose: 'Dejarle entrar a usted y a nadie más; saber qué actúa en su nombre.',
    recipients: 'Nadie.',
    term: 'Hasta que usted las termine; que existieron, hasta que se borre su cuenta.',
  },
  applications: {
    title: 'Solicitudes y pagos',
    what: 'Solicitudes de personas jurídicas y pases de visitante, sus facturas y los archivos que subió.',
    purpose: 'Decidir sobre ellas y llevar las cuentas.',
    recipients: 'El agente registrado que nombró; el proveedor de pagos que eligió.',
    term: 'Los trámites de una persona jurídica mientras el registro la conserve; los rechazados y abandonados hasta que se borre su cuenta, o antes si el registro fijó un plazo; las facturas sin fin.',
  },
  entities: {
    title: 'Personas jurídicas que representa',
    what: 'Cuáles son y desde cuándo. Cada una tiene su propio expediente.',
    purpose: 'Saber quién puede actuar por una persona jurídica.',
    recipients: 'A quienes usted o la persona jurídica se lo muestren.',
    term: 'Mientras las represente; los trámites que firmó, mientras el registro conserve la persona jurídica.',
  },
  proofs: {
    title: 'Comprobantes que creó',
    what: 'Qué muestra cada uno y hasta cuándo; cada vez que se mira está en su actividad.',
    purpose: 'Mostrar a otros lo que marcó.',
    recipients:
      'Quien tenga el código, mientras el comprobante valga. El registro no sabe quién es.',
    term: 'Noventa días después de que un comprobante termine.',
  },
  activity: {
    title: 'Actividad',
    what: 'Lo que se hizo en su nombre y en su cuenta: identificadores, horas y nombres de campos, sin valores.',
    purpose: 'Averiguar después quién hizo qué.',
    recipients: 'Los auditores del registro.',
    term: 'Sin fin. Después de un borrado nada en ella lleva a su nombre.',
  },
};

/** What is the same in the page and in the files: labels, and what the files lack. */
export const dataWords = words({
  en: {
    what: 'What',
    purpose: 'What for',
    recipients: 'Who else has it',
    term: 'For how long',
    shared: 'With whom something of yours was shared',
    nobody: 'With nobody.',
    left: 'What is not in these files',
    notIncluded: [
      'Documents and files themselves: they are on the pages of the portal, to download.',
      'Filings of legal entities that you represent: each legal entity has a file of its own.',
      'How the registry works on a case: reviews, notes of the staff, and why they decided.',
      'Acts before your newest 2,000, and the proof of paid taxes whose upload is among those: the earlier acts are on the page of your activity.',
      'Applications for residency that a partner has made for your e-mail address and that nobody has claimed, and visitor passes of an address that you had before.',
      'Your e-mail address in checkouts of the last 90 days.',
      'Digests of codes and keys, and where files lie.',
    ],
    ask: 'Write to the registry to be told of these, too. An erasure finds all of them that are not kept for the register of legal entities.',
  },
  es: {
    what: 'Qué',
    purpose: 'Para qué',
    recipients: 'Quién más lo tiene',
    term: 'Cuánto tiempo',
    shared: 'Con quién se compartió algo suyo',
    nobody: 'Con nadie.',
    left: 'Lo que no está en estos archivos',
    notIncluded: [
      'Los documentos y archivos mismos: están en las páginas del portal, para descargarlos.',
      'Los trámites de las personas jurídicas que representa: cada una tiene su propio expediente.',
      'Cómo trabaja el registro en un caso: revisiones, notas del personal y por qué decidió.',
      'Los actos anteriores a los 2000 más recientes, y el comprobante de impuestos pagados que se subió entonces: los actos anteriores están en la página de su actividad.',
      'Las solicitudes de residencia que una entidad aliada hizo para su correo y que nadie reclamó, y los pases de visitante de un correo que tuvo antes.',
      'Su correo en los pagos por internet de los últimos 90 días.',
      'Los resúmenes criptográficos de códigos y claves, y dónde están los archivos.',
    ],
    ask: 'Escriba al registro para que también se lo comunique. Un borrado encuentra todo esto, salvo lo que se conserva para el registro de personas jurídicas.',
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
