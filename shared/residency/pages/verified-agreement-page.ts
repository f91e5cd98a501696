import { byLocale } from '../../kernel/pages/by-locale.ts';
import { type Html, html } from '../../kernel/pages/html.ts';
import { layout } from '../../kernel/pages/layout.ts';
import type { PageContext } from '../../kernel/pages/page-context.ts';
import { definitionList, exact, instant, notice } from '../../kernel/pages/text.ts';
import type { VerifiedAgreement } from '../domain/granted-residency.ts';
import { verifiedAgreementPageTexts } from '../texts/index.ts';

const textsFor = byLocale(verifiedAgreementPageTexts);

/**
 * The page behind the QR code of a resident's agreement: whether it is genuine, whose it is, and their current status.
 */
export function verifiedAgreementPage(
  context: PageContext,
  code: string,
  agreement: VerifiedAgreement,
  now: string,
): Html {
  const texts = textsFor(context);
  const { active, annulledAt } = agreement;
  const { kicker } = texts;
  return layout(context, { title: annulledAt === null ? texts.genuine : texts.annulled, kicker }, [
    annulledAt === null
      ? html`<p class="lead">${texts.about}</p>`
      : notice(
          'warning',
          texts.doNotRely,
          html`<p>${texts.annulledOn(instant(annulledAt, context))}</p>`,
        ),
    notice(
      active ? 'success' : 'warning',
      active ? texts.active : texts.notActive,
      html`<p>${texts.asOf(instant(now, context))}</p>`,
    ),
    definitionList([
      [texts.resident, html`<strong>${agreement.residentName}</strong>`],
      [texts.number, exact(agreement.residentPermitNumber)],
      [texts.residency, agreement.residencyType],
      [texts.from, instant(agreement.effectiveDate, context)],
      [texts.version, agreement.version],
      [texts.signed, instant(agreement.signedAt, context)],
      [texts.issued, instant(agreement.issuedAt, context)],
      [texts.code, exact(code.replaceAll(/(.{4})(?=.)/g, '$1 '))],
      [texts.digest, exact(agreement.sha256)],
    ]),
    html`<p class="fine">${texts.compare}</p>`,
  ]);
}
