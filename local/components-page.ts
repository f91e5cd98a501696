import { chart } from '../shared/kernel/pages/chart.ts';
import {
  button,
  buttons,
  checkbox,
  fieldset,
  form,
  formHead,
  linkButton,
  radios,
  select,
  textArea,
  textField,
} from '../shared/kernel/pages/form.ts';
import { type Html, html } from '../shared/kernel/pages/html.ts';
import { inEnglish, type PageContext } from '../shared/kernel/pages/page-context.ts';
import { portalLayout } from '../shared/kernel/pages/portal-layout.ts';
import {
  dataTable,
  definitionList,
  exact,
  instant,
  money,
  notice,
  tag,
} from '../shared/kernel/pages/text.ts';
import { historyPart } from '../shared/service/pages/case-history.ts';
import { toDoPart } from '../shared/service/pages/to-do-part.ts';

const at = '2026-11-20T14:45:30.000Z';
/** The target of all links on the page. */
const path = '/local/components';

/** The components of pages with the jurisdiction's branding, in English, for people who choose the branding. */
export function componentsPage(branded: PageContext): Html {
  const context = inEnglish(branded);
  const errors = { email: 'Enter an email address, such as name@example.com' };
  return portalLayout(
    context,
    {
      ...{ email: 'reader@registry.example', givenName: 'Ada', surname: 'Reader' },
      ...{ csrfToken: 'none', reviewer: true },
    },
    { ...formHead('Components', errors), kicker: 'Local service only', place: '/portal/my-data' },
    [
      html`<p class="lead">Every shared component, with <a href="${path}">a link</a> and ${exact('90000000000024')}.</p>`,
      html`<h2>Banners</h2>`,
      notice('success', 'Application sent', html`<p>You get an email when it is decided.</p>`),
      notice(
        'warning',
        'Taxes are overdue',
        html`<p>Pay them, or <a href="${path}">prove it</a>.</p>`,
      ),
      notice('info', 'Under review', html`<p>A reviewer reads your application.</p>`),
      toDoPart(context, [
        { kind: 'sign', about: 'Northwind Ventures LLC', path },
        { kind: 'confirm', about: 'Southwind LLC', path, dueOn: '2026-12-01', overdue: true },
      ]),
      html`<h2>Charts</h2>`,
      chart({
        title: 'Decisions per week',
        kind: 'bars',
        heads: ['Week', 'Decisions'],
        points: [12, 0, 7, 1240].map((value, place) => ({ label: `Week ${place + 1}`, value })),
        asTable: 'Show as a table',
      }),
      chart({
        title: 'Registered legal entities',
        kind: 'line',
        heads: ['Month', 'Legal entities'],
        points: [2, 8, 9, 30, 31, 90, 91].map((value, place) => ({
          label: `Month ${place + 1}`,
          value,
        })),
        asTable: 'Show as a table',
      }),
      html`<h2>Status tags and a table</h2>`,
      dataTable(
        ['Name', 'Status', 'Since', 'Fee'],
        [
          [
            html`<a href="${path}">Northwind Ventures LLC</a>`,
            tag('Active', 'good'),
            instant(at, context),
            fee,
          ],
          [
            html`<a href="${path}">Eastwind LLC</a>`,
            tag('Taxes overdue', 'warn'),
            instant(at, context),
            fee,
          ],
          [
            html`<a href="${path}">Southwind LLC</a>`,
            tag('Dissolved', 'bad'),
            instant(at, context),
            null,
          ],
          [html`<a href="${path}">Westwind LLC</a>`, tag('Draft'), instant(at, context), null],
        ],
      ),
      html`<h2>Summary card</h2>`,
      definitionList([
        ['Name', 'Northwind Ventures LLC'],
        ['Resident permit number', exact('80000000000017')],
        ['Status', tag('Active', 'good')],
      ]),
      html`<div class="card"><h3>Card</h3><p class="fine">Small print on a card.</p></div>`,
      historyPart(context, [
        { at, name: 'Ada Reader', action: 'review.read', decision: null },
        { at, name: 'Rosa Reviewer', action: 'review.decided', decision: 'approve' },
      ]),
      html`<h2>Form</h2>`,
      form({ csrfToken: 'none', action: path }, [
        textField({ name: 'name', label: 'Name', hint: 'As on your passport.', value: 'Ada' }),
        textField({ name: 'email', label: 'Email address', type: 'email', error: errors.email }),
        select({
          ...{ name: 'country', label: 'Country', value: 'HN' },
          options: [
            ['HN', 'Honduras'],
            ['GB', 'United Kingdom'],
          ],
        }),
        textArea({ name: 'question', label: 'Question', hint: 'At most 500 characters.' }),
        fieldset(
          'How do you pay?',
          radios({
            ...{ name: 'method', chosen: ['card'] },
            options: [
              { value: 'card', label: 'Card', hint: 'In the provider’s checkout.' },
              { value: 'voucher', label: 'Voucher' },
            ],
          }),
        ),
        checkbox({ name: 'agree', label: 'I have read the agreement' }),
        buttons(
          button({ label: 'Continue' }),
          linkButton('Cancel', path, 'secondary'),
          button({ label: 'Reject', kind: 'danger', name: 'act', value: 'reject' }),
        ),
      ]),
    ],
  );
}

const fee = money({ amountCents: 30_000, currency: 'USD' });
