import { ageAt } from '../../kernel/domain/dates.ts';
import { type CompanyName, fullName } from '../../kernel/domain/legal-entity.ts';
import { personName } from '../../kernel/domain/person-name.ts';
import { dayInWords } from '../../kernel/pages/dates-in-words.ts';
import { button, buttons, queryForm, textField } from '../../kernel/pages/form.ts';
import { type Content, type Html, html } from '../../kernel/pages/html.ts';
import { layout } from '../../kernel/pages/layout.ts';
import { href, type Site } from '../../kernel/pages/site.ts';
import { definitionList, exact, instant, notice, type Row } from '../../kernel/pages/text.ts';
import { words } from '../../kernel/pages/words.ts';
import {
  isActive,
  type ResidencyPeriod,
  type ResidencyType,
} from '../../people/domain/residency.ts';
import { residencyTypeName } from '../../people/pages/residency-type.ts';
import type { ProofField } from '../domain/proof.ts';
import { shownProofPageTexts } from '../texts/index.ts';
import { termWords } from './residency-card.ts';

const say = words(shownProofPageTexts);

/** The holder's details that a proof can show. */
interface ShownHolder {
  readonly givenName: string | null;
  readonly surname: string | null;
  readonly residentPermitNumber: string | null;
  readonly dateOfBirth: string | null;
  readonly residency: (ResidencyPeriod & { readonly residencyType: ResidencyType }) | null;
}

export interface ShownProofView {
  readonly shows: readonly ProofField[];
  readonly expiresAt: string;
  readonly person: ShownHolder;
  readonly entities: readonly (CompanyName & { readonly residentPermitNumber: string })[];
  readonly now: string;
}

/** A holder's details for anyone who has the code. */
export function shownProofPage(site: Site, view: ShownProofView): Html {
  const { shows, expiresAt, person, now } = view;
  const said = say(site);
  const resident = person.residency !== null && isActive(person.residency, now);
  return layout(site, { title: said.title, kicker: said.kicker }, [
    html`<p class="lead">${said.lead}</p>`,
    shows.includes('residency') &&
      notice(
        resident ? 'success' : 'warning',
        resident ? said.resident : said.notResident,
        html`<p>${said.asOf}${instant(now, site)}.</p>`,
      ),
    definitionList([
      ...shows.flatMap((field) => rowsOf(field, view, site)),
      [said.until, instant(expiresAt, site)],
    ]),
    html`<p class="fine">${said.compare}</p>`,
  ]);
}

/** For an unknown code, and for an expired or revoked proof alike. */
export function noProofPage(site: Site): Html {
  const said = say(site);
  return layout(site, { title: said.gone, kicker: said.kicker }, [
    html`<p class="lead">${said.goneLead}</p>`,
    codeForm(site),
  ]);
}

/** The form for a code. */
export function enterProofPage(site: Site): Html {
  const said = say(site);
  return layout(site, { title: said.enter, kicker: said.kicker }, [
    html`<p class="lead">${said.enterLead}</p>`,
    codeForm(site),
  ]);
}

function codeForm(site: Site): Html {
  const said = say(site);
  return queryForm(href(site, '/proofs'), said.enter, [
    textField({
      name: 'code',
      label: said.code,
      maxlength: 200,
      autocomplete: 'off',
      spellcheck: false,
    }),
    buttons(button({ label: said.check })),
  ]);
}

function rowsOf(field: ProofField, view: ShownProofView, site: Site): readonly Row[] {
  const { person, entities, now } = view;
  const { residency, dateOfBirth } = person;
  const said = say(site);
  const known = (text: Content | null): Content => text ?? said.unknown;
  switch (field) {
    case 'name': {
      const name = personName(person);
      return [[said.name, name === null ? said.unknown : html`<strong>${name}</strong>`]];
    }
    case 'permitNumber': {
      const number = person.residentPermitNumber;
      return [[said.permitNumber, known(number && exact(number))]];
    }
    case 'residency':
      return residency === null
        ? [[said.residency, said.unknown]]
        : [
            [said.residency, residencyTypeName(residency.residencyType, site)],
            [said.term, termWords(residency, now, site)],
          ];
    case 'over18':
      return [
        [said.over18, known(dateOfBirth && (ageAt(dateOfBirth, now) >= 18 ? said.yes : said.no))],
      ];
    case 'dateOfBirth':
      return [[said.dateOfBirth, known(dateOfBirth && dayInWords(dateOfBirth, site.locale))]];
    case 'entities':
      return [
        [
          said.entities,
          entities.length === 0
            ? said.noEntities
            : html`<ul class="plain">${entities.map((entity) => html`<li>${fullName(entity)} ${exact(entity.residentPermitNumber)}</li>`)}</ul>`,
        ],
      ];
  }
}
