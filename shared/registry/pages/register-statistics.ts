import type { PublishedField } from '../../kernel/domain/published-field.ts';
import { chart } from '../../kernel/pages/chart.ts';
import { entityTypeInWords } from '../../kernel/pages/entity-type-words.ts';
import { type Content, html } from '../../kernel/pages/html.ts';
import type { Site } from '../../kernel/pages/site.ts';
import { dataTable, instant } from '../../kernel/pages/text.ts';
import { words } from '../../kernel/pages/words.ts';
import type { RegisterStatistics } from '../contracts/public-register.ts';
import { entityStatuses } from '../domain/good-standing.ts';
import { registeredEntityPageTexts, registerSearchPageTexts } from '../texts/index.ts';

const say = words(registerSearchPageTexts);
const sayOfEntity = words(registeredEntityPageTexts);

/** How many months are shown, including the month of the last count. */
const shown = 24;

/** The register's statistics for the published fields. */
export function statisticsPart(
  site: Site,
  { at, types, months }: RegisterStatistics,
  fields: readonly PublishedField[],
): Content {
  const said = say(site);
  const rows = Object.entries(types).toSorted(([one], [other]) => (one < other ? -1 : 1));
  if (rows.length === 0) return null;
  const number = (value: number) => value.toLocaleString(site.locale ?? 'en');
  const sum = (values: readonly number[]) => values.reduce((all, each) => all + each, 0);
  const { statuses } = sayOfEntity(site);
  const found = entityStatuses.filter(
    (status) => fields.includes('status') && rows.some(([, counts]) => counts[status]),
  );
  return html`<h2>${said.numbers}</h2>
${
  fields.includes('type') &&
  dataTable(
    [sayOfEntity(site).type, said.all, ...found.map((status) => statuses[status])],
    rows.map(([type, counts]) => [
      entityTypeInWords(type, site),
      number(sum(Object.values(counts))),
      ...found.map((status) => number(counts[status] ?? 0)),
    ]),
  )
}
${fields.includes('formationDate') && charts(site, at, months)}
<p class="fine">${said.counted} ${instant(at, site)}.</p>`;
}

function charts(site: Site, at: string, months: RegisterStatistics['months']): Content {
  const said = say(site);
  const last = Number(at.slice(0, 4)) * 12 + Number(at.slice(5, 7)) - 1;
  const names = Array.from({ length: shown }, (_, place) => {
    const month = last - shown + 1 + place;
    return `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`;
  });
  const first = names[0] ?? '';
  let total = Object.entries(months).reduce(
    (all, [month, n]) => (month < first ? all + n : all),
    0,
  );
  const format = new Intl.DateTimeFormat(site.locale ?? 'en', {
    ...{ month: 'long', year: 'numeric', timeZone: 'UTC' },
  });
  const formed = names.map((month) => ({
    label: format.format(new Date(`${month}-01T00:00:00Z`)),
    value: months[month] ?? 0,
  }));
  const grown = formed.map(({ label, value }) => {
    total += value;
    return { label, value: total };
  });
  const { asTable } = said;
  const shared = { asTable, locale: site.locale };
  return [
    chart({
      ...{ ...shared, title: said.formedTitle, kind: 'bars', points: formed },
      heads: [said.month, said.formed],
    }),
    chart({
      ...{ ...shared, title: said.grownTitle, kind: 'line', points: grown },
      heads: [said.month, said.grown],
    }),
  ];
}
