import { addressFields } from '../shared/kernel/pages/address-fields.ts';
import { chart, timeline } from '../shared/kernel/pages/chart.ts';
import {
  button,
  buttons,
  checkbox,
  fieldset,
  form,
  formHead,
  linkButton,
  queryForm,
  radios,
  select,
  textArea,
  textField,
} from '../shared/kernel/pages/form.ts';
import { type Html, html } from '../shared/kernel/pages/html.ts';
import { inEnglish, type PageContext } from '../shared/kernel/pages/page-context.ts';
import { portalLayout } from '../shared/kernel/pages/portal-layout.ts';
import { secretPage, secretPart } from '../shared/kernel/pages/secret-part.ts';
import {
  addressLines,
  dataTable,
  definitionList,
  dotted,
  exact,
  instant,
  money,
  notice,
  sortableHead,
  tag,
  withAside,
} from '../shared/kernel/pages/text.ts';
import { paidLine, paymentForms } from '../shared/payments/pages/payment-forms.ts';
import type { SavedView } from '../shared/reviews/domain/queue.ts';
import { historyPart } from '../shared/service/pages/case-history.ts';
import { viewForms, viewLinks } from '../shared/service/pages/queue-page.ts';
import { fileLink } from '../shared/service/pages/review-file.ts';
import { toDoPart } from '../shared/service/pages/to-do-part.ts';

const at = '2026-11-20T14:45:30.000Z';
/** The target of all links on the page. */
const path = '/local/components';

/** The options of the page of components. */
export const componentsOptions = secretPage;

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
    {
      ...formHead('Components', errors),
      kicker: 'Local service only',
      section: '/portal/my-data',
      isWide: true,
    },
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
        points: [12, 0, 7, 1240].map((value, index) => ({ label: `Week ${index + 1}`, value })),
        asTable: 'Show as a table',
      }),
      chart({
        title: 'Registered legal entities',
        kind: 'line',
        heads: ['Month', 'Legal entities'],
        points: [2, 8, 9, 30, 31, 90, 91].map((value, index) => ({
          label: `Month ${index + 1}`,
          value,
        })),
        asTable: 'Show as a table',
      }),
      timeline(
        {
          title: 'Timeline',
          heads: ['Day', 'Event'],
          events: [
            { at: '2024-02-29', what: 'Formation' },
            { at: '2025-01-31', what: 'Change of name' },
            { at: '2027-03-10', what: 'End of the residency' },
          ],
          now: { at, what: 'In good standing' },
          asTable: 'Show as a table',
        },
        context,
      ),
      html`<h2>Details beside a page</h2>`,
      withAside(
        notice('info', 'Payment due', html`<p>Pay the fee.</p>`),
        definitionList([['Legal entity', 'Northwind Ventures LLC']]),
      ),
      html`<h2>Filters</h2>`,
      queryForm(path, 'Filter cases', [
        select({
          ...{ name: 'kind', label: 'Type of case', value: '' },
          options: [
            ['', 'All'],
            ['certificate', 'Request for a Certificate of Good Standing'],
          ],
        }),
        textField({ name: 'subject', label: 'Subject', hint: 'Enter an ID.', required: false }),
        buttons(button({ label: 'Show', kind: 'secondary' })),
      ]),
      secretPart('API key', 'sk-0000000000000000000000000000', context),
      html`<h2>Saved views</h2>`,
      viewLinks(context, views, {}),
      viewForms(
        { csrfToken: 'none' },
        { views, action: path, errors: { name: 'Enter a name for the view' }, typed: '' },
      ),
      html`<h2>Status tags and a sortable table</h2>`,
      dataTable(
        [
          sortableHead('Name', null, () => path),
          'Status',
          sortableHead('Since', 'desc', () => path),
          'Fee',
        ],
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
          [
            html`<a href="${path}">Westwind LLC</a>`,
            tag('Draft'),
            [
              dotted('legal_entity_application.information_requested'),
              ' 0f2d9a52-6b0e-4d58-8a2c-1b2f6c3d4e5f, with everything that the applicant answered about the registered address of the legal entity',
            ],
            'Everything',
          ],
        ],
      ),
      html`<h2>Summary card</h2>`,
      definitionList([
        ['Name', 'Northwind Ventures LLC'],
        ['Resident permit number', exact('80000000000017')],
        ['Status', tag('Active', 'good')],
        ['Address', addressLines(address, context)],
        ['Fee', fee],
        ['Proof', fileLink({ url: path, state: 'clean' })],
        ['Second proof', fileLink({ url: null, state: 'pending' })],
      ]),
      html`<div class="card"><h3>Card</h3><p class="fine">Small print on a card.</p></div>`,
      historyPart(context, [
        { at, name: 'Ada Reader', action: 'review.read', decision: null },
        { at, name: 'Rosa Reviewer', action: 'review.decided', decision: 'approve' },
      ]),
      paymentForms(context, {
        ...{ csrfToken: 'none', formId: 'none', action: path, amount: price },
        ...{ providers: ['cardpay', 'lnpay'], progress: { kind: 'none' } },
      }),
      paidLine(context, { kind: 'paid', id: 'none', paidAt: at, ...price }),
      html`<h2>Form</h2>`,
      form({ csrfToken: 'none', action: path }, [
        textField({ name: 'signer', label: 'Name', hint: 'As on your passport.', value: 'Ada' }),
        textField({ name: 'email', label: 'Email address', type: 'email', error: errors.email }),
        select({
          ...{ name: 'type', label: 'Type', value: 'llc' },
          options: [
            ['llc', 'Limited liability company'],
            ['other', 'Other'],
          ],
        }),
        fieldset('Address', addressFields(address, {}, context)),
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

const price = { amountCents: 30_000, currency: 'USD' };
const fee = money(price);
const address = {
  ...{ line1: '1 Harbour Street', line2: '', city: 'Northport', state: '' },
  ...{ postalCode: '11101', country: 'HN' },
};
const views: readonly SavedView[] = [
  { name: 'My LLC cases', query: {} },
  { name: 'Old amendments', query: { type: 'amendment', waiting: '7' } },
];
