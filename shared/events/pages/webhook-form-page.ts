import {
  button,
  buttons,
  checkbox,
  type FieldErrors,
  fieldset,
  form,
  linkButton,
  radios,
  textField,
  withMessages,
} from '../../kernel/pages/form.ts';
import { type Content, type Html, html } from '../../kernel/pages/html.ts';
import { href, type PageContext } from '../../kernel/pages/page-context.ts';
import { type FormPage, portalFormPage } from '../../kernel/pages/portal-form-page.ts';
import type { Viewer } from '../../kernel/pages/portal-layout.ts';
import { dotted } from '../../kernel/pages/text.ts';
import { type EventType, eventTypes, kindOfType } from '../domain/event-type.ts';
import { webhooksPlace, webhookTextsFor } from './webhook-texts.ts';

/** A key that an endpoint can use. */
export interface KeyChoice {
  readonly id: string;
  readonly label: string | null;
  readonly lastFour: string;
  /** Whether the endpoint currently uses it. */
  readonly chosen?: boolean;
}

/** The entered values, or the current ones. */
export interface EndpointFields {
  readonly url: string;
  readonly description: string;
  readonly types: readonly string[];
}

export interface NewEndpoint extends EndpointFields {
  readonly formId: string;
  readonly keys: readonly KeyChoice[];
  readonly errors: FieldErrors;
}

/** The form for a new endpoint: its URL, its events, and its key. */
export function newWebhookPage(context: PageContext, viewer: Viewer, requested: NewEndpoint): Html {
  const { keys, formId, errors: found } = requested;
  const texts = webhookTextsFor(context);
  const errors = errorTexts(context, found);
  return framed(context, viewer, { title: texts.add, errors }, [
    keys.length === 0
      ? keyFirst(context)
      : form({ csrfToken: viewer.csrfToken }, [
          html`<input type="hidden" name="formId" value="${formId}">`,
          nameFields(context, requested, errors),
          keyField(context, keys, errors['keyId']),
          typeFields(context, requested.types, errors['type']),
          button({ label: texts.addIt }),
        ]),
  ]);
}

/** The settings of an endpoint that can be changed. */
export function changeWebhookPage(
  context: PageContext,
  viewer: Viewer,
  requested: EndpointFields & { readonly id: string; readonly errors: FieldErrors },
): Html {
  const texts = webhookTextsFor(context);
  const errors = errorTexts(context, requested.errors);
  return framed(
    context,
    viewer,
    { title: texts.changeTitle, errors },
    form({ csrfToken: viewer.csrfToken }, [
      nameFields(context, requested, errors),
      typeFields(context, requested.types, errors['type']),
      buttons(
        button({ label: texts.save }),
        linkButton(texts.leave, href(context, `${webhooksPlace}/${requested.id}`), 'secondary'),
      ),
    ]),
  );
}

/** The key that a disabled endpoint will use. */
export function enableWebhookPage(
  context: PageContext,
  viewer: Viewer,
  { id, keys, errors: found }: Pick<NewEndpoint, 'keys' | 'errors'> & { readonly id: string },
): Html {
  const texts = webhookTextsFor(context);
  const errors = errorTexts(context, found);
  return framed(context, viewer, { title: texts.enableTitle, errors }, [
    html`<p class="lead">${texts.enableText}</p>`,
    keys.length === 0
      ? keyFirst(context)
      : form({ csrfToken: viewer.csrfToken }, [
          keyField(context, keys, errors['keyId']),
          buttons(
            button({ label: texts.enable }),
            linkButton(texts.leave, href(context, `${webhooksPlace}/${id}`), 'secondary'),
          ),
        ]),
  ]);
}

function keyFirst(context: PageContext): Html {
  const texts = webhookTextsFor(context);
  return html`<p>${texts.noKeys}</p>
<p>${linkButton(texts.createKey, href(context, '/portal/developer/keys/new'))}</p>`;
}

function keyField(context: PageContext, keys: readonly KeyChoice[], error?: string): Html {
  const texts = webhookTextsFor(context);
  const chosen = keys.find((key) => key.chosen) ?? (keys.length === 1 ? keys[0] : undefined);
  return fieldset(texts.actsWith, [
    html`<p class="hint">${texts.keyHint}</p>`,
    radios({
      name: 'keyId',
      options: keys.map(({ id, label, lastFour }) => ({
        value: id,
        label: texts.keyName(label, lastFour),
      })),
      chosen: [chosen?.id],
      error,
    }),
  ]);
}

function nameFields(
  context: PageContext,
  { url, description }: EndpointFields,
  errors: FieldErrors,
): readonly Content[] {
  const texts = webhookTextsFor(context);
  return [
    textField({
      name: 'url',
      label: texts.address,
      hint: texts.addressHint,
      value: url,
      maxlength: 1000,
      spellcheck: false,
      width: 'full',
      error: errors['url'],
    }),
    textField({
      name: 'description',
      label: texts.description,
      hint: texts.descriptionHint,
      value: description,
      maxlength: 200,
      required: false,
      error: errors['description'],
    }),
  ];
}

function typeFields(
  context: PageContext,
  ticked: readonly string[],
  error: string | undefined,
): Content {
  const texts = webhookTextsFor(context);
  const kinds = Map.groupBy(eventTypes, kindOfType);
  const box = (type: EventType, isFirst: boolean) =>
    checkbox({
      name: 'type',
      id: isFirst ? 'type' : `type-${type}`,
      value: type,
      label: dotted(type),
      checked: ticked.includes(type),
      error: isFirst ? error : undefined,
    });
  return fieldset(texts.types, [
    html`<p class="hint">${texts.typesHint}</p>`,
    html`<div class="kinds">${[...kinds.values()].map(
      (types, kind) =>
        html`<div>${types.map((type, position) => box(type, kind === 0 && position === 0))}</div>`,
    )}</div>`,
  ]);
}

function errorTexts(context: PageContext, errors: FieldErrors): FieldErrors {
  const { badAddress, keyNeeded } = webhookTextsFor(context);
  return withMessages(errors, { url: badAddress, keyId: keyNeeded });
}

function framed(
  context: PageContext,
  viewer: Viewer,
  page: Pick<FormPage, 'title' | 'errors'>,
  content: Content,
): Html {
  const { title: kicker } = webhookTextsFor(context);
  return portalFormPage(context, viewer, { ...page, kicker }, content);
}
