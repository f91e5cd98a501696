import type { SortOrder } from '../../kernel/contracts/pagination.ts';
import { type Product, products } from '../../kernel/domain/product.ts';
import {
  button,
  buttons,
  checkboxes,
  type FieldErrors,
  fieldset,
  form,
  formHead,
  hiddenFields,
  linkButton,
  listQuery,
  queryForm,
  radios,
  select,
  textArea,
  textField,
} from '../../kernel/pages/form.ts';
import { formatUtcDay } from '../../kernel/pages/format-dates.ts';
import { type Content, type Html, html } from '../../kernel/pages/html.ts';
import { href, inEnglish, type PageContext } from '../../kernel/pages/page-context.ts';
import { portalLayout, type Viewer } from '../../kernel/pages/portal-layout.ts';
import {
  dataTable,
  definitionList,
  exact,
  instant,
  money,
  notice,
  sortableHead,
  tag,
} from '../../kernel/pages/text.ts';
import { subjectTexts } from '../../kernel/texts/index.ts';
import type { PaymentProviderName } from '../../payments/domain/payment.ts';
import {
  type PaymentCaseKind,
  type PaymentCaseState,
  type PaymentCaseStatus,
  paymentCaseStatuses,
} from '../../payments/domain/payment-case.ts';
import { type VoucherState, voucherStatus } from '../../payments/domain/voucher.ts';
import { paymentMethodTexts } from '../../payments/texts/en.ts';

const vouchersPath = '/portal/console/vouchers';
const casesPath = '/portal/console/payment-cases';

/** A voucher in the console's list. */
interface VoucherView extends VoucherState {
  readonly code: string;
  readonly createdAt: string;
}

export interface VouchersView {
  readonly vouchers: readonly VoucherView[];
  readonly nextCursor: string | null;
  /** The code searched for; empty if none. */
  readonly sought: string;
  readonly now: string;
}

/** The vouchers, without their full codes, which any reader could spend. */
export function consoleVouchersPage(
  context: PageContext,
  viewer: Viewer,
  view: VouchersView,
): Html {
  const { vouchers, nextCursor, sought, now } = view;
  const head = { title: 'Vouchers', section: vouchersPath, isWide: true } as const;
  return portalLayout(inEnglish(context), viewer, head, [
    html`<p>${linkButton('Create a voucher', href(context, `${vouchersPath}/new`))}</p>`,
    queryForm(href(context, vouchersPath), 'Find a voucher', [
      textField({
        name: 'code',
        label: 'Code',
        hint: 'The whole code',
        value: sought,
        required: false,
        maxlength: 100,
        autocomplete: 'off',
        spellcheck: false,
      }),
      buttons(button({ label: 'Find', kind: 'secondary' })),
    ]),
    vouchers.length === 0
      ? html`<p class="lead">${sought === '' ? 'There are no vouchers.' : 'No voucher has this code.'}</p>`
      : dataTable(
          ['Code', 'Pays', 'For', 'Created', 'Expires', 'Status'],
          vouchers.map(
            (voucher) =>
              [
                exact(sought === '' ? `…${voucher.code.slice(-4)}` : voucher.code),
                worthOf(voucher),
                formatProducts(voucher.products),
                formatUtcDay(voucher.createdAt),
                voucher.expiresAt && formatUtcDay(voucher.expiresAt),
                voucherTag(voucher, now),
              ] as const,
          ),
        ),
    sought === ''
      ? html`<p class="fine">Anyone who has a code can use it, so only the last four characters are shown.</p>`
      : html`<p class="after"><a href="${href(context, vouchersPath)}">All vouchers</a></p>`,
    later(context, vouchersPath, {}, nextCursor, 'Earlier vouchers'),
  ]);
}

/** The link to the next page of a list. Null at the end. */
export function later(
  context: PageContext,
  place: `/${string}`,
  chosen: Readonly<Record<string, string | undefined>>,
  nextCursor: string | null,
  label: string,
): Content {
  if (nextCursor === null) return null;
  return html`<p class="after"><a href="${href(context, place)}?${listQuery({ ...chosen, after: nextCursor })}">${label}</a></p>`;
}

function worthOf({ kind, value, currency }: VoucherState): string {
  if (kind === 'full' || value === null) return 'Any amount';
  return kind === 'percent'
    ? `${value}%`
    : `Up to ${money({ amountCents: value, currency: currency ?? 'USD' })}`;
}

function formatProducts(chosen: readonly Product[]): Content {
  if (chosen.length === 0) return 'Everything';
  return chosen.map((each, index) => [index > 0 && html`<br>`, subjectTexts.en[each]]);
}

function voucherTag(voucher: VoucherState, now: string): Content {
  const { redeemedAt, expiresAt } = voucher;
  if (voucherStatus(voucher) === 'redeemed' && redeemedAt !== null) {
    return [tag('Used'), ' ', formatUtcDay(redeemedAt)];
  }
  return expiresAt !== null && expiresAt <= now ? tag('Expired', 'warn') : tag('Not used', 'good');
}

/** A form of the console that acts only once, with the typed values. */
export interface OnceForm {
  readonly formId: string;
  readonly typed: Readonly<Record<string, string>>;
  readonly errors: FieldErrors;
}

export function onceField(formId: string): Html {
  return html`<input type="hidden" name="formId" value="${formId}">`;
}

export function newConsoleVoucherPage(
  context: PageContext,
  viewer: Viewer,
  { formId, typed, errors, chosen }: OnceForm & { readonly chosen: readonly string[] },
): Html {
  const { csrfToken } = viewer;
  const head = {
    ...formHead('Create a voucher', errors),
    kicker: 'Vouchers',
    section: vouchersPath,
  } as const;
  const field = (name: string, label: string, hint: string, more = {}) =>
    textField({
      name,
      label,
      hint,
      value: typed[name] ?? '',
      error: errors[name],
      required: false,
      maxlength: 100,
      autocomplete: 'off',
      ...more,
    });
  return portalLayout(inEnglish(context), viewer, head, [
    html`<p class="lead">A voucher works once and must cover a whole invoice. You can’t revoke a voucher, so give it an expiry date.</p>`,
    form({ csrfToken }, [
      onceField(formId),
      fieldset(
        'What does it pay?',
        radios({
          name: 'kind',
          chosen: [typed['kind']],
          error: errors['kind'],
          options: [
            { value: 'full', label: 'Any amount' },
            { value: 'amount', label: 'Up to an amount' },
            {
              value: 'percent',
              label: 'A percentage',
              hint: 'With less than 100%, the voucher can’t pay an invoice.',
            },
          ],
        }),
      ),
      field('amount', 'Amount', 'If it pays up to an amount, such as 300.00', {
        inputmode: 'numeric',
        width: 'code',
      }),
      field('currency', 'Currency', 'If it pays up to an amount; USD if you leave it empty', {
        width: 'code',
      }),
      field('percent', 'Percentage', 'If it pays a percentage, from 1 to 100', {
        inputmode: 'numeric',
        width: 'code',
      }),
      fieldset('What does it pay for?', [
        html`<p class="hint">If you choose nothing, it pays for everything.</p>`,
        checkboxes({
          name: 'product',
          chosen,
          error: errors['product'],
          options: products.map((value) => ({ value, label: subjectTexts.en[value] })),
        }),
      ]),
      field('expiresAt', 'Expires (UTC)', 'The voucher can’t be used from this day on', {
        type: 'date',
      }),
      field(
        'code',
        'Code',
        '6 to 64 letters, digits, hyphens or underscores. Leave it empty for a random one.',
        {
          spellcheck: false,
        },
      ),
      buttons(button({ label: 'Create voucher', name: 'act', value: 'voucher' })),
    ]),
    html`<p class="after"><a href="${href(context, vouchersPath)}">All vouchers</a></p>`,
  ]);
}

/** The details of a payment from both sides, and the outcome of the case. */
interface ShownPaymentCase extends PaymentCaseState {
  readonly id: string;
  readonly kind: PaymentCaseKind;
  readonly provider: PaymentProviderName;
  readonly paymentId: string;
  readonly entryId: string | null;
  readonly amountCents: number | null;
  readonly currency: string | null;
  readonly invoiceId: string | null;
  readonly invoiceCents: number | null;
  readonly invoiceCurrency: string | null;
  readonly subject: { readonly type: string; readonly id: string } | null;
  readonly payerId?: string | undefined;
  readonly createdAt: string;
}

const caseTexts: Readonly<Record<PaymentCaseKind, string>> = {
  unmatched: 'Payment that belongs to no invoice',
  amount: 'Payment of a different amount or currency',
  void: 'Payment of an invoice that was no longer due',
  refused: 'Payment for something that needs no payment',
  duplicate: 'Invoice that was paid twice',
  missing: 'Payment that is not on the provider’s statement',
  returned: 'Payment that the provider returned',
  charged_back: 'Payment that the payer’s bank took back',
};

/** What the difference means for the payer and the registry. The registry itself changes nothing. */
const caseAdvice: Readonly<Record<PaymentCaseKind, string>> = {
  unmatched: 'This payment settled no invoice. Find the payer and return the money.',
  amount: 'The fee is still due. Return the money, or ask for the rest.',
  void: 'This payment settled no invoice. Return the money.',
  refused: 'This payment settled no invoice. Return the money.',
  duplicate: 'The fee was already paid. Return this payment.',
  missing: 'The registry treats the fee as paid. Ask the provider for this payment.',
  returned: 'The registry still treats the fee as paid. Decide what to do with the filing.',
  charged_back: 'The registry still treats the fee as paid. Decide what to do with the filing.',
};

const caseStatuses = {
  open: ['Open', 'warn'],
  taken: ['Assigned', undefined],
  closed: ['Closed', 'good'],
} as const satisfies Readonly<Record<PaymentCaseStatus, unknown>>;

function caseTag(status: PaymentCaseStatus): Html {
  const [word, kind] = caseStatuses[status];
  return tag(word, kind);
}

function amountOf(amountCents: number | null, currency: string | null): string | null {
  return amountCents === null || currency === null ? null : money({ amountCents, currency });
}

/** The payment cases, of one status or all. */
export function consolePaymentCasesPage(
  context: PageContext,
  viewer: Viewer,
  {
    status = '',
    cases,
    nameOf,
    nextCursor,
    order,
  }: {
    readonly status?: PaymentCaseStatus | '' | undefined;
    /** The chosen order by time; undefined for the usual one, newest first. */
    readonly order?: SortOrder | undefined;
    readonly cases: readonly ShownPaymentCase[];
    readonly nameOf: (id: string) => string | undefined;
    readonly nextCursor: string | null;
  },
): Html {
  const head = { title: 'Payment cases', section: casesPath, isWide: true } as const;
  const sorted = order && { sort: 'found', order };
  // The list is stored by time only. Sorting a page by another column would not sort the list.
  const found = sortableHead('Found', order ?? 'desc', (next) =>
    href(context, `${casesPath}?${listQuery({ status, sort: 'found', order: next })}`),
  );
  return portalLayout(inEnglish(context), viewer, head, [
    html`<p class="lead">Each case is one difference between a payment provider and the registry.</p>`,
    queryForm(href(context, casesPath), 'Filter payment cases', [
      hiddenFields(sorted),
      select({
        name: 'status',
        label: 'Status',
        options: [
          ['', 'All'],
          ...paymentCaseStatuses.map((each) => [each, caseStatuses[each][0]] as const),
        ],
        value: status,
      }),
      buttons(button({ label: 'Show', kind: 'secondary' })),
    ]),
    cases.length === 0
      ? html`<p class="lead">${status === '' ? 'There are no payment cases.' : 'No payment cases have this status.'}</p>`
      : dataTable(
          ['Case', 'Amount', 'Provider', found, 'Status', 'Assigned to'],
          cases.map(
            ({ id, kind, amountCents, currency, provider, createdAt, statusId, owner }) =>
              [
                html`<a href="${href(context, `${casesPath}/${id}`)}">${caseTexts[kind]}</a>`,
                amountOf(amountCents, currency),
                paymentMethodTexts[provider],
                instant(createdAt, context),
                caseTag(statusId),
                owner && (nameOf(owner) ?? exact(owner)),
              ] as const,
          ),
        ),
    later(
      context,
      casesPath,
      { status, ...sorted },
      nextCursor,
      order === 'asc' ? 'Later cases' : 'Earlier cases',
    ),
  ]);
}

export interface PaymentCaseView {
  readonly found: ShownPaymentCase;
  readonly nameOf: (id: string) => string | undefined;
  /** The name of what was paid for; null if it is gone. */
  readonly about: string | null;
  /** The name of the person who paid, or for whom someone paid; null if it is not known. */
  readonly payer: string | null;
  /** Whether the case is assigned to the viewer. */
  readonly isAssigned: boolean;
  /** Whether the viewer applied for the paid item or represents its legal entity. */
  readonly own: boolean;
  readonly done?: 'take' | 'close' | undefined;
  readonly reason?: string;
  readonly errors?: FieldErrors;
}

/** A payment case with the details from both sides and the viewer's possible actions. */
export function consolePaymentCasePage(
  context: PageContext,
  viewer: Viewer,
  view: PaymentCaseView,
): Html {
  const { found, nameOf, about, payer, own, done, errors = {} } = view;
  const { kind, statusId, provider, paymentId, entryId, invoiceId, subject, owner } = found;
  const who = (id: string) => nameOf(id) ?? exact(id);
  const head = {
    ...formHead(caseTexts[kind], errors),
    kicker: 'Payment case',
    section: casesPath,
  } as const;
  const product = products.find((each) => each === subject?.type);
  return portalLayout(inEnglish(context), viewer, head, [
    done !== undefined &&
      notice('success', done === 'take' ? 'Case assigned to you' : 'Case closed'),
    own &&
      notice(
        'warning',
        'This payment was for your own application or legal entity',
        html`<p>Another operator must take the case.</p>`,
      ),
    definitionList([
      ['Status', caseTag(statusId)],
      ['Found', instant(found.createdAt, context)],
      owner === null ? null : ['Assigned to', who(owner)],
      found.takenAt === null ? null : ['Assigned', instant(found.takenAt, context)],
      found.closedBy === null ? null : ['Closed by', who(found.closedBy)],
      found.closedAt === null ? null : ['Closed', instant(found.closedAt, context)],
      found.reason === null ? null : ['What was done', found.reason],
    ]),
    html`<h2>At the provider</h2>`,
    definitionList([
      ['Provider', paymentMethodTexts[provider]],
      ['Payment', exact(paymentId)],
      entryId === null ? null : ['Statement entry', exact(entryId)],
      [
        'Amount',
        amountOf(found.amountCents, found.currency) ?? (kind === 'missing' ? 'None' : 'Not known'),
      ],
    ]),
    html`<h2>In the registry</h2>`,
    definitionList([
      ['Invoice', invoiceId === null ? 'None' : exact(invoiceId)],
      ['Amount', amountOf(found.invoiceCents, found.invoiceCurrency) ?? 'Not known'],
      subject === null
        ? null
        : [
            product === undefined ? subject.type : subjectTexts.en[product],
            [about ?? 'Deleted', html`<br>`, exact(subject.id)],
          ],
      ['Payer', payer ?? 'Not known'],
      found.payerId === undefined ? null : ['Opened the checkout', exact(found.payerId)],
    ]),
    statusId !== 'closed' && html`<p class="fine">${caseAdvice[kind]}</p>`,
    !own && casePart(viewer, view),
    html`<p class="after"><a href="${href(context, casesPath)}">All payment cases</a></p>`,
  ]);
}

function casePart(
  { csrfToken }: Viewer,
  { found, isAssigned, reason = '', errors = {} }: PaymentCaseView,
): Content {
  if (found.statusId === 'closed') return null;
  const isTaken = found.statusId === 'taken';
  return [
    html`<h2>Decision</h2>`,
    !isAssigned &&
      form({ csrfToken }, [
        html`<p>${isTaken ? 'You can take the case over.' : 'Assign the case to yourself before you close it.'}</p>`,
        buttons(
          button({
            label: 'Assign to me',
            name: 'act',
            value: 'take',
            ...(isTaken && { kind: 'secondary' }),
          }),
        ),
      ]),
    isTaken &&
      form({ csrfToken }, [
        textArea({
          name: 'reason',
          label: 'What was done',
          hint: 'Such as: returned to the payer. A closed case stays closed.',
          value: reason,
          error: errors['reason'],
          rows: 2,
        }),
        buttons(button({ label: 'Close case', name: 'act', value: 'close' })),
      ]),
  ];
}
