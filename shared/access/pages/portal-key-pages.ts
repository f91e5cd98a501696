import type { Localized } from '../../kernel/domain/locale.ts';
import { type AgentScope, agentScopes, canWrite } from '../../kernel/domain/scopes.ts';
import { byLocale } from '../../kernel/pages/by-locale.ts';
import {
  button,
  buttons,
  checkboxes,
  type FieldErrors,
  fieldset,
  form,
  formHead,
  linkButton,
  radio,
  select,
  textField,
} from '../../kernel/pages/form.ts';
import { type Html, html } from '../../kernel/pages/html.ts';
import { href, type PageContext } from '../../kernel/pages/page-context.ts';
import { portalLayout, type Viewer } from '../../kernel/pages/portal-layout.ts';
import { scopeTextsFor } from '../../kernel/pages/scope-texts.ts';
import { secretPart } from '../../kernel/pages/secret-part.ts';
import { notice } from '../../kernel/pages/text.ts';
import { portalKeyPagesTexts } from '../texts/index.ts';
import { type KeyView, keyFacts, keyName } from './portal-developer-page.ts';

const textsFor = byLocale(portalKeyPagesTexts);

/** The form error for a refusal that the owner can correct, by its code; null for any other. */
export function keyComplaint(code: string | undefined, context: Localized): FieldErrors | null {
  switch (code) {
    case 'manifestation.required':
      return { scope: textsFor(context).willFirst };
    case 'api_key.limit_reached':
      return { label: textsFor(context).tooMany };
    default:
      return null;
  }
}

export interface NewKeyForm {
  readonly formId: string;
  /** Whether the Manifestation of Will is active: only then can keys have scopes that write. */
  readonly mayWrite: boolean;
  readonly label?: string;
  readonly kind?: string;
  readonly holder?: string;
  readonly validity?: string;
  readonly scopes?: readonly string[];
  readonly bounds: BoundsForm;
  readonly errors?: FieldErrors;
}

/** The entered limits of a key, by field name. */
interface BoundsForm {
  readonly values: Readonly<Record<string, string>>;
  readonly chosen: readonly string[];
  readonly approvalRequired: boolean;
  /** The entities to choose from. */
  readonly entities: readonly { readonly id: string; readonly name: string }[];
  readonly currency: string;
}

/** The form values of a stored key's limits. */
export function boundsValues({
  bounds,
}: KeyView): Pick<BoundsForm, 'values' | 'chosen' | 'approvalRequired'> {
  const { applications, filings, payments, amountCents } = bounds?.dailyLimits ?? {};
  const amount = amountCents === undefined ? undefined : Math.floor(amountCents / 100);
  const limits = Object.entries({ applications, filings, payments, amount });
  return {
    values: Object.fromEntries(limits.map(([name, limit]) => [name, String(limit ?? '')])),
    chosen: bounds?.legalEntityIds ?? [],
    approvalRequired: bounds?.approvalRequired ?? false,
  };
}

function boundsFields(
  { values, chosen, entities, currency }: BoundsForm,
  errors: FieldErrors,
  context: PageContext,
): Html {
  const texts = textsFor(context);
  const labels = {
    ...{ applications: texts.applications, filings: texts.filings, payments: texts.payments },
    amount: texts.amount(currency),
  };
  return fieldset(texts.bounds, [
    html`<p>${texts.boundsHint}</p>`,
    Object.entries(labels).map(([name, label]) =>
      textField({
        ...{ name, label, value: values[name] ?? '', error: errors[name] },
        ...{ inputmode: 'numeric', maxlength: 8, required: false },
      }),
    ),
    entities.length > 0 && [
      html`<p>${texts.entities}</p>`,
      checkboxes({
        name: 'entity',
        options: entities.map(({ id, name }) => ({ value: id, label: name })),
        chosen,
        error: errors['entity'],
      }),
    ],
  ]);
}

/** The checkbox for the owner's approval of payments and submissions. */
function approvalField({ approvalRequired }: BoundsForm, context: PageContext): Html {
  const { approval, approvalChoice, approvalHint } = textsFor(context);
  return fieldset(
    approval,
    checkboxes({
      name: 'approval',
      options: [{ value: 'required', label: approvalChoice, hint: approvalHint }],
      chosen: approvalRequired ? ['required'] : [],
    }),
  );
}

/** The form that changes a key's approval requirement and, for an Agent Key, its daily limits. */
export function keyBoundsPage(
  context: PageContext,
  viewer: Viewer,
  key: KeyView,
  { bounds, errors = {} }: { readonly bounds: BoundsForm; readonly errors?: FieldErrors },
): Html {
  const texts = textsFor(context);
  return portalLayout(
    context,
    viewer,
    {
      ...formHead(texts.boundsTitle, errors, context),
      kicker: keyName(key, context),
      section: '/portal/developer',
    },
    form({ csrfToken: viewer.csrfToken }, [
      approvalField(bounds, context),
      key.kind === 'agent' && boundsFields(bounds, errors, context),
      buttons(
        button({ label: texts.saveBounds }),
        linkButton(texts.leave, href(context, '/portal/developer'), 'secondary'),
      ),
    ]),
  );
}

/** The form for a new key's name and rights. */
export function newKeyPage(context: PageContext, viewer: Viewer, options: NewKeyForm): Html {
  const { formId, mayWrite, label = '', kind, scopes = [], errors = {} } = options;
  const { holder = '', validity = 'always' } = options;
  const texts = textsFor(context);
  const { title, kicker } = texts;
  const view = agentScopes.filter((scope) => mayWrite || !canWrite([scope]));
  return portalLayout(
    context,
    viewer,
    {
      ...formHead(title, errors, context),
      kicker,
      section: '/portal/developer',
    },
    form({ csrfToken: viewer.csrfToken }, [
      formIdField(formId),
      textField({
        name: 'label',
        label: texts.label,
        hint: texts.labelHint,
        value: label,
        maxlength: 100,
        required: false,
        error: errors['label'],
      }),
      fieldset(texts.kind, [
        radio({
          name: 'kind',
          id: 'kind',
          value: 'standard',
          label: texts.standard,
          hint: texts.standardHint,
          checked: kind === 'standard',
          error: errors['kind'],
        }),
        radio({
          name: 'kind',
          id: 'kind-agent',
          value: 'agent',
          label: texts.agent,
          hint: texts.agentHint,
          checked: kind === 'agent',
        }),
      ]),
      textField({
        name: 'holder',
        label: texts.holder,
        hint: texts.holderHint,
        value: holder,
        maxlength: 100,
        required: false,
        error: errors['holder'],
      }),
      select({
        name: 'validity',
        label: texts.validity,
        value: validity,
        options: [
          ['always', texts.always],
          ['30', texts.days(30)],
          ['90', texts.days(90)],
          ['365', texts.year],
        ],
      }),
      fieldset(texts.scopes, [
        !mayWrite && writeNeedsWill(context),
        checkboxes({
          name: 'scope',
          options: view.map((scope) => scopeOption(scope, context)),
          chosen: scopes,
          error: errors['scope'],
        }),
      ]),
      approvalField(options.bounds, context),
      boundsFields(options.bounds, errors, context),
      button({ label: texts.create }),
    ]),
  );
}

/** Shows a new key, which is displayed only once. */
export function createdKeyPage(
  context: PageContext,
  viewer: Viewer,
  { key, secret, replaced }: { key: KeyView; secret: string; replaced: boolean },
): Html {
  const texts = textsFor(context);
  const title = replaced ? texts.replacedTitle : texts.createdTitle;
  return portalLayout(
    context,
    viewer,
    { title, kicker: texts.kicker, section: '/portal/developer' },
    [
      notice('warning', texts.copy, html`<p>${texts.copyText}</p>`),
      secretPart(keyName(key, context), secret, context),
      replaced && html`<p>${texts.former}</p>`,
      keyFacts(key, context),
      html`<p>${linkButton(texts.copied, href(context, '/portal/developer'))}</p>`,
    ],
  );
}

/** The form for a new key was sent twice. */
export function keyAlreadySentPage(context: PageContext, viewer: Viewer): Html {
  const { before, beforeLead, beforeText, toKeys, kicker } = textsFor(context);
  return portalLayout(context, viewer, { title: before, kicker, section: '/portal/developer' }, [
    html`<p class="lead">${beforeLead}</p>
<p>${beforeText}</p>
<p>${linkButton(toKeys, href(context, '/portal/developer'))}</p>`,
  ]);
}

/** Asks for confirmation before the key is revoked. */
export function revokeKeyPage(context: PageContext, viewer: Viewer, key: KeyView): Html {
  const texts = textsFor(context);
  return confirmation(context, viewer, key, {
    title: texts.revokeTitle,
    text: html`<p class="lead">${texts.revokeText}</p>`,
    sure: button({ label: texts.revoke, kind: 'danger' }),
  });
}

/** Asks for confirmation before the key is replaced. */
export function rotateKeyPage(
  context: PageContext,
  viewer: Viewer,
  key: KeyView,
  formId: string,
): Html {
  const texts = textsFor(context);
  return confirmation(context, viewer, key, {
    title: texts.rotateTitle,
    text: html`<p class="lead">${texts.rotateText}</p>`,
    sure: [formIdField(formId), button({ label: texts.rotate })],
  });
}

function confirmation(
  context: PageContext,
  viewer: Viewer,
  key: KeyView,
  { title, text, sure }: { title: string; text: Html; sure: Html | readonly Html[] },
): Html {
  const { csrfToken } = viewer;
  return portalLayout(
    context,
    viewer,
    { title, kicker: keyName(key, context), section: '/portal/developer' },
    [
      text,
      keyFacts(key, context),
      form(
        { csrfToken },
        buttons(
          sure,
          linkButton(textsFor(context).leave, href(context, '/portal/developer'), 'secondary'),
        ),
      ),
    ],
  );
}

function formIdField(formId: string): Html {
  return html`<input type="hidden" name="formId" value="${formId}">`;
}

function writeNeedsWill(context: PageContext): Html {
  const link = (name: string) =>
    html`<a href="${href(context, '/portal/developer/manifestation')}">${name}</a>`;
  return html`<p>${textsFor(context).needsWill(link)}</p>`;
}

function scopeOption(scope: AgentScope, context: PageContext) {
  const writes = canWrite([scope]) ? textsFor(context).writes : '';
  return { value: scope, label: scopeTextsFor(context)[scope], hint: scope + writes };
}
