import { type CompanyName, fullName } from '../../kernel/domain/legal-entity.ts';
import { type Html, html } from '../../kernel/pages/html.ts';
import { layout } from '../../kernel/pages/layout.ts';
import { href, type Site } from '../../kernel/pages/site.ts';
import { definitionList, exact, instant, notice, type Row } from '../../kernel/pages/text.ts';
import { words } from '../../kernel/pages/words.ts';
import type { CertificateType, CertifiedChange } from '../domain/certificate-type.ts';
import { inGroups } from '../domain/verification-code.ts';

/** A genuine certificate as its page shows it. */
export interface CertificateOnPage {
  readonly code: string;
  readonly certificate: {
    readonly type: CertificateType;
    /** As it stands on the document. */
    readonly entityName: string;
    readonly residentPermitNumber: string;
    readonly issuedAt: string;
    readonly sha256: string;
    readonly change?: CertifiedChange | undefined;
  };
  /** Its name today. */
  readonly entity: CompanyName;
  /** Whether it is in good standing; null: that is not known. */
  readonly standing: boolean | null;
  /** What became of the document; null: it stands. */
  readonly withdrawal: {
    readonly withdrawnAt: string;
    readonly replacedBy: {
      readonly name: string;
      readonly createdAt: string;
      readonly sha256: string;
    } | null;
  } | null;
  /** The moment for which the page speaks. */
  readonly now: string;
}

interface Kind {
  readonly name: string;
  /** What the certificate is about, and what it is not. */
  readonly about: string;
  /** What to make of an entity that is not in good standing today. */
  readonly notToday: string;
  /** What its date is the date of. */
  readonly date: string;
  readonly genuine: string;
  readonly withdrawn: string;
}

type Kinds = Readonly<Record<CertificateType, Kind>>;

const englishTitles = {
  genuine: 'This certificate is genuine',
  withdrawn: 'This certificate is withdrawn',
};
const spanishTitles = {
  genuine: 'Este certificado es auténtico',
  withdrawn: 'Este certificado fue retirado',
};

const english: Kinds = {
  certificate_of_good_standing: {
    ...englishTitles,
    name: 'Certificate of Good Standing',
    about: 'It certifies that the legal entity was in good standing when it was issued.',
    notToday: 'The certificate was correct when it was issued.',
    date: 'Issued on',
  },
  certificate_of_organization: {
    ...englishTitles,
    name: 'Certificate of Organization',
    about:
      'It certifies that the legal entity was formed and entered in the register. It does not confirm its status today.',
    notToday: 'The legal entity was formed as the certificate says.',
    date: 'Registered on',
  },
  certificate_of_amendment: {
    ...englishTitles,
    name: 'Certificate of Amendment',
    about:
      'It certifies that an amendment was approved and entered in the register. Later amendments may have changed the legal entity again.',
    notToday: 'The amendment was entered as the certificate says.',
    date: 'Amended on',
  },
  rider_to_agreement_of_coexistence: {
    genuine: 'This document is genuine',
    withdrawn: 'This document is withdrawn',
    name: 'Rider to the Agreement of Coexistence',
    about:
      'It shows when the legal entity accepted the Agreement of Coexistence, and which version. It does not confirm its status today.',
    notToday: 'The Agreement was accepted as the Rider says.',
    date: 'Issued on',
  },
};

const spanish: Kinds = {
  certificate_of_good_standing: {
    ...spanishTitles,
    name: 'Certificado de vigencia',
    about: 'Certifica que la persona jurídica estaba vigente y al día en el momento de su emisión.',
    notToday: 'El certificado era correcto cuando se emitió.',
    date: 'Emitido el',
  },
  certificate_of_organization: {
    ...spanishTitles,
    name: 'Certificado de constitución',
    about:
      'Certifica que la persona jurídica se constituyó y se inscribió en el registro. No confirma su situación de hoy.',
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
      'Muestra cuándo aceptó la persona jurídica el Acuerdo de Convivencia y en qué versión. No confirma su situación de hoy.',
    notToday: 'El Acuerdo se aceptó como dice el anexo.',
    date: 'Emitido el',
  },
};

const say = words({
  en: {
    kinds: english,
    stands: 'The legal entity is in good standing today',
    standsNot: 'The legal entity is not in good standing today',
    asOf: (now: Html) => html`As of ${now}.`,
    notConfirmed: 'The registry cannot confirm today that the legal entity is in good standing',
    meaning:
      'In good standing means that the residency of the legal entity is active, that it is not dissolved, and that its taxes are paid.',
    entity: 'Legal entity',
    nameToday: 'Current name',
    number: 'Resident permit number',
    code: 'Verification code',
    digest: 'SHA-256 of the PDF',
    compare:
      'Compare these details with your document. Your document is the one we issued only if they match.',
    doNotRely: 'Do not rely on this document',
    withdrawnOn: (at: Html) => html`The registry issued this document and withdrew it on ${at}.`,
    noOther: 'No other document replaces it.',
    replaced: (name: string, at: Html, sha256: Html) =>
      html`The document “${name}” of ${at} replaces it. SHA-256 of that file: ${sha256}`,
    formerName: 'Previous name',
    newName: 'New name',
    office: 'Principal office',
    officeText: 'Changed. Only the document shows the addresses. Compare the SHA-256 of its file.',
    unknown: 'No document has this code',
    kicker: 'Verification of documents',
    nothing: 'We can’t confirm this document',
    nothingText:
      'Compare the code with the one on the document. It has 16 letters and digits in groups of four, and never O, I, 0 or 1. If the code is the same, this registry did not issue the document.',
    again: 'Enter the code again',
  },
  es: {
    kinds: spanish,
    stands: 'La persona jurídica está vigente y al día hoy',
    standsNot: 'La persona jurídica no está vigente y al día hoy',
    asOf: (now: Html) => html`A ${now}.`,
    notConfirmed:
      'El registro no puede confirmar hoy que la persona jurídica esté vigente y al día',
    meaning:
      'Estar vigente y al día significa que la residencia de la persona jurídica está activa, que no está disuelta y que sus impuestos están pagados.',
    entity: 'Persona jurídica',
    nameToday: 'Nombre actual',
    number: 'Número de permiso de residente',
    code: 'Código de verificación',
    digest: 'SHA-256 del PDF',
    compare:
      'Compare estos datos con su documento, que está en inglés. Su documento es el que emitimos solo si coinciden.',
    doNotRely: 'No confíe en este documento',
    withdrawnOn: (at: Html) => html`El registro emitió este documento y lo retiró el ${at}.`,
    noOther: 'Ningún otro documento lo reemplaza.',
    replaced: (name: string, at: Html, sha256: Html) =>
      html`Lo reemplaza el documento «${name}» del ${at}. SHA-256 de ese archivo: ${sha256}`,
    formerName: 'Nombre anterior',
    newName: 'Nombre nuevo',
    office: 'Oficina principal',
    officeText:
      'Cambió. Solo el documento muestra las direcciones. Compare el SHA-256 de su archivo.',
    unknown: 'Ningún documento tiene este código',
    kicker: 'Verificación de documentos',
    nothing: 'No podemos confirmar este documento',
    nothingText:
      'Compare el código con el del documento. Tiene 16 letras y cifras en grupos de cuatro, y nunca O, I, 0 ni 1. Si el código es el mismo, este registro no emitió el documento.',
    again: 'Escribir el código de nuevo',
  },
});

/** The page behind a certificate's QR code: that it is genuine, of whom, and how the entity stands today. */
export function certificatePage(site: Site, shown: CertificateOnPage): Html {
  const { code, certificate, entity, standing, withdrawal, now } = shown;
  const { type, entityName, residentPermitNumber, issuedAt, sha256, change } = certificate;
  const said = say(site);
  const { name, about, notToday, date, genuine, withdrawn } = said.kinds[type];
  const nameToday = fullName(entity);
  return layout(site, { title: withdrawal ? withdrawn : genuine, kicker: name }, [
    withdrawal ? withdrawnNotice(site, withdrawal) : html`<p class="lead">${about}</p>`,
    standing === true
      ? notice('success', said.stands, [
          html`<p>${said.asOf(instant(now, site))}</p>`,
          html`<p>${said.meaning}</p>`,
        ])
      : notice('warning', standing === null ? said.notConfirmed : said.standsNot, [
          html`<p>${notToday} ${said.asOf(instant(now, site))}</p>`,
          html`<p>${said.meaning}</p>`,
        ]),
    definitionList([
      [said.entity, html`<strong>${entityName}</strong>`],
      ...changeRows(site, change),
      nameToday === entityName ? null : [said.nameToday, nameToday],
      [said.number, exact(residentPermitNumber)],
      [date, instant(issuedAt, site)],
      [said.code, exact(inGroups(code))],
      [said.digest, exact(sha256)],
    ]),
    html`<p class="fine">${said.compare}</p>`,
  ]);
}

function withdrawnNotice(
  site: Site,
  { withdrawnAt, replacedBy }: NonNullable<CertificateOnPage['withdrawal']>,
): Html {
  const said = say(site);
  const instead =
    replacedBy === null
      ? html`<p>${said.noOther}</p>`
      : html`<p>${said.replaced(replacedBy.name, instant(replacedBy.createdAt, site), exact(replacedBy.sha256))}</p>`;
  return notice(
    'warning',
    said.doNotRely,
    html`<p>${said.withdrawnOn(instant(withdrawnAt, site))}</p>${instead}`,
  );
}

/** Addresses are not shown here: the file's SHA-256 vouches for that of the document. */
function changeRows(site: Site, change: CertifiedChange | undefined): readonly (Row | null)[] {
  const said = say(site);
  if (change === undefined) return [];
  const { name, principalOffice } = change;
  return [
    name && [said.formerName, name.from],
    name && [said.newName, html`<strong>${name.to}</strong>`],
    principalOffice ? [said.office, said.officeText] : null,
  ];
}

/** The page for an unknown code. */
export function noCertificatePage(site: Site): Html {
  const { unknown, kicker, nothing, nothingText, again } = say(site);
  return layout(
    site,
    { title: unknown, kicker },
    notice(
      'warning',
      nothing,
      html`<p>${nothingText}</p><p><a href="${href(site, '/certificates')}">${again}</a></p>`,
    ),
  );
}
