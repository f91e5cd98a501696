import { type CompanyName, fullName } from '../kernel/domain/company-name.ts';
import { type Html, html } from '../kernel/pages/html.ts';
import { layout } from '../kernel/pages/layout.ts';
import { href, inEnglish, type Site } from '../kernel/pages/site.ts';
import { definitionList, exact, instant, notice, type Row } from '../kernel/pages/text.ts';
import type { CertificateType, CertifiedChange } from './domain/certificate-type.ts';

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
  readonly inGoodStanding: boolean;
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

interface Words {
  readonly name: string;
  /** What the certificate is about, and what it is not. */
  readonly about: string;
  /** What to make of an entity that is not in good standing today. */
  readonly notToday: string;
  /** What its date is the date of. */
  readonly date: string;
}

const words: Readonly<Record<CertificateType, Words>> = {
  certificate_of_good_standing: {
    name: 'Certificate of Good Standing',
    about: 'It certifies that the legal entity was in good standing at the instant of issue.',
    notToday: 'The certificate was right when it was issued.',
    date: 'Issued on',
  },
  certificate_of_organization: {
    name: 'Certificate of Organization',
    about:
      'It certifies the formation of the legal entity: that it was organized and entered in the register. It says nothing about today.',
    notToday: 'The legal entity was formed as the certificate says.',
    date: 'Registered on',
  },
  certificate_of_amendment: {
    name: 'Certificate of Amendment',
    about:
      'It certifies a change: that the amendment was approved and entered in the register. Later amendments may have changed the legal entity again.',
    notToday: 'The amendment was entered as the certificate says.',
    date: 'Amended on',
  },
  rider_to_agreement_of_coexistence: {
    name: 'Rider to the Agreement of Coexistence',
    about:
      'It shows that the legal entity accepted the Agreement of Coexistence, in which version and when. It says nothing about today.',
    notToday: 'The Agreement was accepted as the Rider says.',
    date: 'Issued on',
  },
};

/** The page behind a certificate's QR code: that it is genuine, of whom, and how the entity stands today. */
export function certificatePage(site: Site, shown: CertificateOnPage): Html {
  const { code, certificate, entity, inGoodStanding, withdrawal, now } = shown;
  const { type, entityName, residentPermitNumber, issuedAt, sha256, change } = certificate;
  const { name, about, notToday, date } = words[type];
  const nameToday = fullName(entity);
  const kind = type === 'rider_to_agreement_of_coexistence' ? 'document' : 'certificate';
  const title = withdrawal ? `This ${kind} is withdrawn` : `This ${kind} is genuine`;
  return layout(inEnglish(site), { title, kicker: name }, [
    withdrawal ? withdrawnNotice(withdrawal) : html`<p class="lead">${about}</p>`,
    inGoodStanding
      ? notice(
          'success',
          'The legal entity is in good standing today',
          html`<p>As of ${instant(now)}.</p>`,
        )
      : notice(
          'warning',
          'The legal entity is not in good standing today',
          html`<p>${notToday} As of ${instant(now)} the legal entity has no active residency, or it is dissolved.</p>`,
        ),
    definitionList([
      ['Legal entity', html`<strong>${entityName}</strong>`],
      ...changeRows(change),
      nameToday === entityName ? null : ['Its name today', nameToday],
      ['Resident permit number', exact(residentPermitNumber)],
      [date, instant(issuedAt)],
      ['Verification code', exact(inGroups(code))],
      ['SHA-256 of the PDF', exact(sha256)],
    ]),
    html`<p class="fine">Compare these particulars with the document in your hands: only then is it the one that was issued.</p>`,
  ]);
}

function withdrawnNotice({
  withdrawnAt,
  replacedBy,
}: NonNullable<CertificateOnPage['withdrawal']>): Html {
  const instead =
    replacedBy === null
      ? html`<p>No other document replaces it.</p>`
      : html`<p>It is replaced by “${replacedBy.name}” of ${instant(replacedBy.createdAt)}. SHA-256 of that file: ${exact(replacedBy.sha256)}</p>`;
  return notice(
    'warning',
    'Do not rely on it',
    html`<p>The registry issued this document, and withdrew it on ${instant(withdrawnAt)}.</p>${instead}`,
  );
}

/** Addresses are not shown here: the file's SHA-256 vouches for that of the document. */
function changeRows(change: CertifiedChange | undefined): readonly (Row | null)[] {
  if (change === undefined) return [];
  const { name, principalOffice } = change;
  return [
    name && ['Former name', name.from],
    name && ['New name', html`<strong>${name.to}</strong>`],
    principalOffice
      ? [
          'Principal office',
          'Changed. The addresses are on the document only: compare the SHA-256 of its file.',
        ]
      : null,
  ];
}

/** The page for an unknown code. */
export function noCertificatePage(site: Site): Html {
  return layout(
    inEnglish(site),
    { title: 'No certificate has this code', kicker: 'Verification of documents' },
    notice(
      'warning',
      'Nothing confirms the document',
      html`<p>Compare the code with the one on the document: it has 16 letters and digits, in groups of four. There is no letter O or I in it, and no 0 or 1. If it is the same, the document was not issued by this registry.</p><p><a href="${href(site, '/certificates')}">Enter the code again</a></p>`,
    ),
  );
}

/** The code as it is printed. */
function inGroups(code: string): string {
  return code.replaceAll(/(.{4})(?=.)/g, '$1 ');
}
