import { displayName, fullName } from '../../kernel/domain/legal-entity.ts';
import { dayInWords } from '../../kernel/pages/dates-in-words.ts';
import { entityTypeInWords } from '../../kernel/pages/entity-type-words.ts';
import { type Content, type Html, html } from '../../kernel/pages/html.ts';
import { layout } from '../../kernel/pages/layout.ts';
import { href, type Site } from '../../kernel/pages/site.ts';
import { addressLines, definitionList, exact, type Row } from '../../kernel/pages/text.ts';
import { words } from '../../kernel/pages/words.ts';
import type { PublishedEntity } from '../contracts/public-register.ts';

import { registeredEntityPageTexts } from '../texts/index.ts';

const say = words(registeredEntityPageTexts);

/** The published data of a legal entity. */
export function registeredEntityPage(
  site: Site,
  shown: { readonly nameStartsWithExtension: boolean; readonly published: PublishedEntity },
): Html {
  const { nameStartsWithExtension, published } = shown;
  const said = say(site);
  const name = fullName({ ...published, nameStartsWithExtension });
  return layout(site, { title: name, kicker: said.kicker }, [
    definitionList(rowsOf(site, published)),
    html`<p class="fine">${said.note}</p>
<p><a href="${href(site, '/register')}">${said.again}</a></p>`,
  ]);
}

function rowsOf(site: Site, entity: PublishedEntity): readonly (Row | null)[] {
  const said = say(site);
  const { type, status, dissolutionDate, formerNames, principalOfficeAddress } = entity;
  const day = (iso: string | null): Content =>
    iso === null ? said.unknown : dayInWords(iso, site.locale);
  const row = (term: string, of: string | null | undefined): Row | null =>
    of === undefined ? null : [term, day(of)];
  return [
    [said.number, exact(entity.residentPermitNumber)],
    type === undefined ? null : [said.type, entityTypeInWords(type, site)],
    status === undefined ? null : [said.status, said.statuses[status]],
    row(said.formed, entity.formationDate),
    row(said.registered, entity.registrationDate),
    // Most entities are not dissolved, so the row is omitted.
    dissolutionDate === null ? null : row(said.dissolved, dissolutionDate),
    formerNames === undefined || formerNames.length === 0
      ? null
      : [said.former, formerNames.map((former) => html`<p>${formerName(site, former)}</p>`)],
    principalOfficeAddress === undefined
      ? null
      : [
          said.office,
          principalOfficeAddress === null ? said.unknown : addressLines(principalOfficeAddress),
        ],
  ];
}

function formerName(
  site: Site,
  { name, extension, until }: NonNullable<PublishedEntity['formerNames']>[number],
): string {
  const whole = displayName(`${name} ${extension ?? ''}`);
  return until === null ? whole : say(site).until(whole, dayInWords(until, site.locale));
}

/** The page for a number that no legal entity has, even if a person has it. */
export function notRegisteredPage(site: Site): Html {
  const said = say(site);
  return layout(site, { title: said.nobody, kicker: said.kicker }, [
    html`<p class="lead">${said.nobodyText}</p>
<p><a href="${href(site, '/register')}">${said.again}</a></p>`,
  ]);
}
