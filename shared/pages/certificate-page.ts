import { type CompanyName, fullName } from '../domain/company-name.ts';
import { type Html, html } from './html.ts';
import { layout } from './layout.ts';
import type { Site } from './site.ts';
import { definitionList, exact, instant, notice } from './text.ts';

/** A genuine certificate as its page shows it. */
export interface CertificateOnPage {
  readonly code: string;
  readonly certificate: {
    /** As it stands on the document. */
    readonly entityName: string;
    readonly residentPermitNumber: string;
    readonly issuedAt: string;
    readonly sha256: string;
  };
  /** Its name today. */
  readonly entity: CompanyName;
  readonly inGoodStanding: boolean;
  /** The moment for which the page speaks. */
  readonly now: string;
}

const kicker = 'Certificate of Good Standing';

/** The page behind a certificate's QR code: that it is genuine, of whom, and how the entity stands today. */
export function certificatePage(site: Site, shown: CertificateOnPage): Html {
  const { code, certificate, entity, inGoodStanding, now } = shown;
  const { entityName, residentPermitNumber, issuedAt, sha256 } = certificate;
  const nameToday = fullName(entity);
  return layout(site, { title: 'This certificate is genuine', kicker }, [
    inGoodStanding
      ? notice(
          'success',
          'The legal entity is in good standing today',
          html`<p>As of ${instant(now)}.</p>`,
        )
      : notice(
          'warning',
          'The legal entity is not in good standing today',
          html`<p>The certificate was right when it was issued. As of ${instant(now)} the legal entity has no active residency, or it is dissolved.</p>`,
        ),
    definitionList([
      ['Legal entity', html`<strong>${entityName}</strong>`],
      nameToday === entityName ? null : ['Its name today', nameToday],
      ['Resident permit number', exact(residentPermitNumber)],
      ['Issued on', instant(issuedAt)],
      ['Verification code', exact(inGroups(code))],
      ['SHA-256 of the PDF', exact(sha256)],
    ]),
    html`<p class="fine">Compare these particulars with the document in your hands: only then is it the one that was issued.</p>`,
  ]);
}

/** The page for a code that no certificate has. */
export function noCertificatePage(site: Site): Html {
  return layout(
    site,
    { title: 'No certificate has this code', kicker },
    notice(
      'warning',
      'Nothing confirms the document',
      html`<p>Compare the code with the one on the document: it has 16 letters and digits, in groups of four. There is no letter O or I in it, and no 0 or 1. If it is the same, the document was not issued by this registry.</p>`,
    ),
  );
}

/** The code as it is printed. */
function inGroups(code: string): string {
  return code.replaceAll(/(.{4})(?=.)/g, '$1 ');
}
