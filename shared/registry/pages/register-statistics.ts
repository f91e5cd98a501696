import type { PublishedField } from '../../kernel/domain/published-field.ts';
import { byLocale } from '../../kernel/pages/by-locale.ts';
import { chart } from '../../kernel/pages/chart.ts';
import { entityTypeInWords } from '../../kernel/pages/entity-type-words.ts';
import { type Content, html } from '../../kernel/pages/html.ts';
import type { PageContext } from '../../kernel/pages/page-context.ts';
import { dataTable, instant } from '../../kernel/pages/text.ts';
import type { RegisterStatistics } from '../contracts/public-register.ts';
import { entityStatuses } from '../domain/good-standing.ts';
import { registeredEntityPageTexts, registerSearchPageTexts } from '../texts/index.ts';

const textsFor = byLocale(registerSearchPageTexts);
const entityTextsFor = byLocale(registeredEntityPageTexts);

/** How many months are shown, including the month of the last count. */
const shown = 24;

/** The register's statistics for the published fields. */
export function statisticsPart(
  context: PageContext,
  { at, types, months }: RegisterStatistics,
  fields: readonly PublishedField[],
): Content {
  const texts = textsFor(context);
  const rows = Object.entries(types).toSorted(([one], [other]) => (one < other ? -1 : 1));
  if (rows.length === 0) return null;
  const number = (value: number) => value.toLocaleString(context.locale ?? 'en');
  const sum = (values: readonly number[]) => values.reduce((all, each) => all + each, 0);
  const { statuses } = entityTextsFor(context);
  const found = entityStatuses.filter(
    (status) => fields.includes('status') && rows.some(([, counts]) => counts[status]),
  );
  return html`<h2>${texts.numbers}</h2>
${
  fields.includes('type') &&
  dataTable(
    [entityTextsFor(context).type, texts.all, ...found.map((status) => statuses[status])],
    rows.map(([type, counts]) => [
      entityTypeInWords(type, context),
      number(sum(Object.values(counts))),
      ...found.map((status) => number(counts[status] ?? 0)),
    ]),
  )
}
${fields.includes('formationDate') && charts(context, at, months)}
<p class="fine">${texts.counted} ${instant(at, context)}.</p>`;
}

function charts(context: PageContext, at: string, months: RegisterStatistics['months']): Content {
  const texts = textsFor(context);
  const last = Number(at.slice(0, 4)) * 12 + Number(at.slice(5, 7)) - 1;
  const names = Array.from({ length: shown }, (_, index) => {
    const month = last - shown + 1 + index;
    return `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`;
  });
  const first = names[0] ?? '';
  let total = Object.entries(months).reduce(
    (all, [month, n]) => (month < first ? all + n : all),
    0,
  );
  const format = new Intl.DateTimeFormat(context.locale ?? 'en', {
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
  const { asTable } = texts;
  const shared = { asTable, locale: context.locale };
  return [
    chart({
      ...{ ...shared, title: texts.formedTitle, kind: 'bars', points: formed },
      heads: [texts.month, texts.formed],
    }),
    chart({
      ...{ ...shared, title: texts.grownTitle, kind: 'line', points: grown },
      heads: [texts.month, texts.grown],
    }),
  ];
}
