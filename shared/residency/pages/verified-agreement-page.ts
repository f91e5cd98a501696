import { type Html, html } from '../../kernel/pages/html.ts';
import { layout } from '../../kernel/pages/layout.ts';
import type { Site } from '../../kernel/pages/site.ts';
import { definitionList, exact, instant, notice } from '../../kernel/pages/text.ts';
import { words } from '../../kernel/pages/words.ts';
import type { VerifiedAgreement } from '../domain/granted-residency.ts';
import { verifiedAgreementPageTexts } from '../texts/index.ts';

const say = words(verifiedAgreementPageTexts);

/**
 * The page behind the QR code of a resident's agreement: whether it is genuine, whose it is, and their current status.
 */
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
