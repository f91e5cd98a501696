import { type Content, type Html, html } from '../../kernel/pages/html.ts';
import { href, type Site } from '../../kernel/pages/site.ts';
import { definitionList, exact, instant } from '../../kernel/pages/text.ts';
import { words } from '../../kernel/pages/words.ts';
import {
  isActive,
  type ResidencyPeriod,
  type ResidencyType,
} from '../../people/domain/residency.ts';
import { residencyTypeName } from '../../people/pages/residency-type.ts';
import { residencyCardTexts } from '../texts/index.ts';

const say = words(residencyCardTexts);

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
export function residencyCard(site: Site, holder: CardHolder, code?: Content): Html {
  const { name, residentPermitNumber, residency, now } = holder;
  const said = say(site);
  return html`<section class="card" aria-label="${said.card}">
<p class="kicker">${site.jurisdiction} · ${said.card}</p>
<p class="lead"><strong>${name}</strong></p>
${definitionList([
  [said.number, html`<strong>${exact(residentPermitNumber)}</strong>`],
  [said.residency, residencyTypeName(residency.residencyType, site)],
  [said.term, termWords(residency, now, site)],
])}
${code ?? html`<p><a href="${href(site, '/portal/proofs')}">${said.show}</a></p>`}
</section>`;
}

/** The start or end of a residency. */
export function termWords(residency: ResidencyPeriod, now: string, site: Site): Content {
  const { effectiveDate, terminationDate } = residency;
  const said = say(site);
  if (isActive(residency, now)) {
    return terminationDate === null ? said.always : [said.until, instant(terminationDate, site)];
  }
  return effectiveDate > now
    ? [said.from, instant(effectiveDate, site)]
    : [said.ended, instant(terminationDate ?? effectiveDate, site)];
}
