import { type Html, html } from '../../kernel/pages/html.ts';
import { layout } from '../../kernel/pages/layout.ts';
import type { Site } from '../../kernel/pages/site.ts';
import { definitionList, exact, instant, notice } from '../../kernel/pages/text.ts';
import { words } from '../../kernel/pages/words.ts';
import type { VerifiedAgreement } from '../domain/granted-residency.ts';

const say = words({
  en: {
    kicker: 'Agreement of Coexistence',
    genuine: 'This document is genuine',
    annulled: 'This document is no longer valid',
    about:
      'It shows when a resident accepted the Agreement of Coexistence, and which version. It does not confirm the resident’s status today.',
    doNotRely: 'Do not rely on this document',
    annulledOn: (at: Html) =>
      html`The registry issued this document. On ${at} it annulled the residency that the document was signed for.`,
    active: 'The resident has an active residency today',
    notActive: 'The resident has no active residency today',
    asOf: (now: Html) => html`As of ${now}.`,
    resident: 'Resident',
    number: 'Resident permit number',
    residency: 'Residency',
    from: 'In force from',
    version: 'Version',
    signed: 'Signed electronically',
    issued: 'Issued on',
    code: 'Verification code',
    digest: 'SHA-256 of the PDF',
    compare:
      'Compare these details with your document. Your document is the one we issued only if they match.',
  },
  es: {
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
    asOf: (now) => html`A ${now}.`,
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
  },
});

/** The page behind the QR code of a resident's agreement: that it is genuine, whose it is, and their status today. */
export function verifiedAgreementPage(
  site: Site,
  code: string,
  agreement: VerifiedAgreement,
  now: string,
): Html {
  const said = say(site);
  const { active, annulledAt } = agreement;
  const { kicker } = said;
  return layout(site, { title: annulledAt === null ? said.genuine : said.annulled, kicker }, [
    annulledAt === null
      ? html`<p class="lead">${said.about}</p>`
      : notice(
          'warning',
          said.doNotRely,
          html`<p>${said.annulledOn(instant(annulledAt, site))}</p>`,
        ),
    notice(
      active ? 'success' : 'warning',
      active ? said.active : said.notActive,
      html`<p>${said.asOf(instant(now, site))}</p>`,
    ),
    definitionList([
      [said.resident, html`<strong>${agreement.residentName}</strong>`],
      [said.number, exact(agreement.residentPermitNumber)],
      [said.residency, agreement.residencyType],
      [said.from, instant(agreement.effectiveDate, site)],
      [said.version, agreement.version],
      [said.signed, instant(agreement.signedAt, site)],
      [said.issued, instant(agreement.issuedAt, site)],
      [said.code, exact(code.replaceAll(/(.{4})(?=.)/g, '$1 '))],
      [said.digest, exact(agreement.sha256)],
    ]),
    html`<p class="fine">${said.compare}</p>`,
  ]);
}
