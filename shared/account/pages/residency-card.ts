import { byLocale } from '../../kernel/pages/by-locale.ts';
import { type Content, type Html, html } from '../../kernel/pages/html.ts';
import { href, type PageContext } from '../../kernel/pages/page-context.ts';
import { definitionList, exact, instant } from '../../kernel/pages/text.ts';
import {
  isActive,
  type ResidencyPeriod,
  type ResidencyType,
} from '../../people/domain/residency.ts';
import { residencyTypeName } from '../../people/pages/residency-type.ts';
import { residencyCardTexts } from '../texts/index.ts';

const textsFor = byLocale(residencyCardTexts);

export interface CardHolder {
  readonly name: string;
  readonly residentPermitNumber: string;
  readonly residency: ResidencyPeriod & { readonly residencyType: ResidencyType };
  readonly now: string;
}

/**
 * A resident's card: name, number, type and term, with a QR code or a link to one. A code is a
 * proof that the holder creates: a page that always showed one would reveal a long-lived code to
 * anyone who sees the screen.
 */
export function residencyCard(context: PageContext, holder: CardHolder, code?: Content): Html {
  const { name, residentPermitNumber, residency, now } = holder;
  const texts = textsFor(context);
  return html`<section class="card" aria-label="${texts.card}">
<p class="kicker">${context.jurisdiction} · ${texts.card}</p>
<p class="lead"><strong>${name}</strong></p>
${definitionList([
  [texts.number, html`<strong>${exact(residentPermitNumber)}</strong>`],
  [texts.residency, residencyTypeName(residency.residencyType, context)],
  [texts.term, termText(residency, now, context)],
])}
${code ?? html`<p><a href="${href(context, '/portal/proofs')}">${texts.show}</a></p>`}
</section>`;
}

/** The start or end of a residency. */
export function termText(residency: ResidencyPeriod, now: string, context: PageContext): Content {
  const { effectiveDate, terminationDate } = residency;
  const texts = textsFor(context);
  if (isActive(residency, now)) {
    return terminationDate === null
      ? texts.always
      : [texts.until, instant(terminationDate, context)];
  }
  return effectiveDate > now
    ? [texts.from, instant(effectiveDate, context)]
    : [texts.ended, instant(terminationDate ?? effectiveDate, context)];
}
