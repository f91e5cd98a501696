import { oauthScopes } from '../../kernel/domain/scopes.ts';
import {
  button,
  buttons,
  checkboxes,
  type FieldErrors,
  fieldset,
  form,
  linkButton,
  radio,
  select,
  textArea,
  textField,
  withMessages,
} from '../../kernel/pages/form.ts';
import { type Content, type Html, html } from '../../kernel/pages/html.ts';
import { href, type PageContext } from '../../kernel/pages/page-context.ts';
import { type FormPage, portalFormPage } from '../../kernel/pages/portal-form-page.ts';
import { portalLayout, type Viewer } from '../../kernel/pages/portal-layout.ts';
import { oauthScopeTextsFor } from '../../kernel/pages/scope-texts.ts';
import { secretPart } from '../../kernel/pages/secret-part.ts';
import { notice } from '../../kernel/pages/text.ts';
import { overlaps } from '../contracts/own-client.ts';
import { clientsPlace, clientTextsFor } from './client-texts.ts';

/** The entered values, or the current ones. */
export interface ClientFields {
  readonly name: string;
  /** One on each line. */
  readonly redirectUris: string;
  readonly privacyUri: string;
  readonly scopes: readonly string[];
  readonly errors: FieldErrors;
}

/** A new application's name, redirect URIs and scopes. */
export function newClientPage(
  context: PageContext,
  viewer: Viewer,
  requested: ClientFields & {
    readonly kind: string;
    readonly formId: string;
    /** Why no more applications can be registered. */
    readonly complaint?: string | undefined;
  },
): Html {
  const texts = clientTextsFor(context);
  const { complaint } = requested;
  const errors: FieldErrors =
    complaint === undefined ? withMessages(requested.errors, texts.wrong) : { name: complaint };
  const kind = (value: 'confidential' | 'public', label: string, isFirst: boolean) =>
    radio({
      name: 'kind',
      id: isFirst ? 'kind' : `kind-${value}`,
      value,
      label,
      checked: requested.kind === value,
      error: isFirst ? errors['kind'] : undefined,
    });
  return framed(
    context,
    viewer,
    { title: texts.add, errors },
    form({ csrfToken: viewer.csrfToken }, [
      html`<input type="hidden" name="formId" value="${requested.formId}">`,
      nameField(context, requested, errors),
      fieldset(texts.kind, [
        kind('confidential', texts.confidential, true),
        kind('public', texts.isPublic, false),
      ]),
      otherFields(context, requested, errors),
      button({ label: texts.addIt }),
    ]),
  );
}

/** The settings of an application that can be changed. */
export function changeClientPage(
  context: PageContext,
  viewer: Viewer,
  requested: ClientFields & { readonly clientId: string; readonly isApproved: boolean },
): Html {
  const texts = clientTextsFor(context);
  const errors = withMessages(requested.errors, texts.wrong);
  return framed(context, viewer, { title: texts.changeTitle, errors }, [
    requested.isApproved && html`<p class="lead">${texts.changeWaits}</p>`,
    form({ csrfToken: viewer.csrfToken }, [
      nameField(context, requested, errors),
      otherFields(context, requested, errors),
      buttons(button({ label: texts.save }), leave(context, requested.clientId)),
    ]),
  ]);
}

/** Asks how long the previous secret stays valid. */
export function rotateSecretPage(
  context: PageContext,
  viewer: Viewer,
  requested: { readonly clientId: string; readonly formId: string; readonly tooMany: boolean },
): Html {
  const texts = clientTextsFor(context);
  const errors: FieldErrors = requested.tooMany ? { overlap: texts.twoSecrets } : {};
  return framed(context, viewer, { title: texts.rotateTitle, errors }, [
    html`<p class="lead">${texts.rotateText}</p>`,
    form({ csrfToken: viewer.csrfToken }, [
      html`<input type="hidden" name="formId" value="${requested.formId}">`,
      select({
        name: 'overlap',
        label: texts.overlap,
        options: overlaps.map((hours) => [hours, texts.overlaps[hours]] as const),
        value: '24',
      }),
      buttons(button({ label: texts.rotate }), leave(context, requested.clientId)),
    ]),
  ]);
}

/** Asks for confirmation to delete the application. */
export function deleteClientPage(
  context: PageContext,
  viewer: Viewer,
  { clientId, name }: { readonly clientId: string; readonly name: string },
): Html {
  const texts = clientTextsFor(context);
  return portalLayout(
    context,
    viewer,
    { title: texts.removeTitle, kicker: name, section: '/portal/developer' },
    [
      html`<p class="lead">${texts.removeText}</p>`,
      form(
        { csrfToken: viewer.csrfToken },
        buttons(button({ label: texts.removeIt, kind: 'danger' }), leave(context, clientId)),
      ),
    ],
  );
}

/** Shows an application's secret once; for a public application, says that it has none. */
export function clientSecretPage(
  context: PageContext,
  viewer: Viewer,
  {
    client: { clientId, name },
    clientSecret,
    replaced,
  }: {
    readonly client: { readonly clientId: string; readonly name: string };
    readonly clientSecret: string | null;
    readonly replaced: boolean;
  },
): Html {
  const texts = clientTextsFor(context);
  const title = replaced ? texts.rotatedTitle : texts.addedTitle;
  const link = linkButton(
    clientSecret === null ? texts.go : texts.copied,
    href(context, `${clientsPlace}/${clientId}`),
  );
  return portalLayout(context, viewer, { title, kicker: name, section: '/portal/developer' }, [
    clientSecret !== null && notice('warning', texts.copy, html`<p>${texts.copyText}</p>`),
    html`<h2 id="client-id">${texts.id}</h2>
<p class="exact" aria-labelledby="client-id" role="group">${clientId}</p>`,
    clientSecret === null
      ? html`<p>${texts.addedPublic}</p>`
      : secretPart(texts.secret, clientSecret, context),
    html`<p>${link}</p>`,
  ]);
}

/** The same form was sent twice. */
export function clientAlreadySentPage(context: PageContext, viewer: Viewer): Html {
  const { before, beforeText, title } = clientTextsFor(context);
  return portalLayout(
    context,
    viewer,
    { title: before, kicker: title, section: '/portal/developer' },
    [
      html`<p>${beforeText}</p>
<p>${linkButton(title, href(context, clientsPlace))}</p>`,
    ],
  );
}

function nameField(context: PageContext, { name }: ClientFields, errors: FieldErrors): Html {
  const texts = clientTextsFor(context);
  return textField({
    name: 'name',
    label: texts.name,
    hint: texts.nameHint,
    value: name,
    maxlength: 100,
    error: errors['name'],
  });
}

function otherFields(
  context: PageContext,
  { redirectUris, privacyUri, scopes }: ClientFields,
  errors: FieldErrors,
): readonly Content[] {
  const texts = clientTextsFor(context);
  const scopeTexts = oauthScopeTextsFor(context);
  return [
    textArea({
      name: 'redirectUris',
      label: texts.redirects,
      hint: texts.redirectsHint,
      value: redirectUris,
      error: errors['redirectUris'],
    }),
    textField({
      name: 'privacyUri',
      label: texts.privacy,
      hint: texts.privacyHint,
      value: privacyUri,
      maxlength: 2000,
      spellcheck: false,
      required: false,
      error: errors['privacyUri'],
    }),
    fieldset(
      texts.may,
      checkboxes({
        name: 'scope',
        options: oauthScopes.map((scope) => ({ value: scope, label: scopeTexts[scope] })),
        chosen: scopes,
        error: errors['scope'],
      }),
    ),
  ];
}

function leave(context: PageContext, clientId: string): Html {
  const { leave: label } = clientTextsFor(context);
  return linkButton(label, href(context, `${clientsPlace}/${clientId}`), 'secondary');
}

function framed(
  context: PageContext,
  viewer: Viewer,
  page: Pick<FormPage, 'title' | 'errors'>,
  content: Content,
): Html {
  const { title: kicker } = clientTextsFor(context);
  return portalFormPage(context, viewer, { ...page, kicker }, content);
}
