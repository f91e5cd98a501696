import type { Localized } from '../../kernel/domain/locale.ts';
import { type OAuthScope, oauthScopes } from '../../kernel/domain/scopes.ts';
import { byLocale } from '../../kernel/pages/by-locale.ts';
import { fileField } from '../../kernel/pages/file-field.ts';
import { button, csrfField, type FieldErrors, form, linkButton } from '../../kernel/pages/form.ts';
import { type Content, type Html, html } from '../../kernel/pages/html.ts';
import { logoPicture } from '../../kernel/pages/logo-picture.ts';
import { href, type PageContext } from '../../kernel/pages/page-context.ts';
import { portalFormPage } from '../../kernel/pages/portal-form-page.ts';
import { portalLayout, type Viewer } from '../../kernel/pages/portal-layout.ts';
import { definitionList, instant, type Row } from '../../kernel/pages/text.ts';
import type { OAuthClient } from '../contracts/admin-clients.ts';
import type { LogoFault } from '../domain/client-logo.ts';
import { ownLogoPageTexts } from '../texts/index.ts';
import { clientsPlace, clientTextsFor } from './client-texts.ts';
import { scopeList } from './oauth-consent-form.ts';

/** Logos in base64, by digest. */
type Logos = ReadonlyMap<string, { readonly content: string }>;

type Review = NonNullable<OAuthClient['review']>;

/** An application on its owner's pages. */
export interface ClientView extends Omit<OAuthClient, 'review'> {
  readonly review: Review;
}

/** A valid secret, by its id. */
export interface SecretView {
  readonly id: string;
  readonly createdAt: string;
  readonly expiresAt: string | null;
}

/** Settings → Developer → Applications for sign-in, in the order of registration. */
export function ownClientsPage(
  context: PageContext,
  viewer: Viewer,
  clients: readonly ClientView[],
): Html {
  const texts = clientTextsFor(context);
  const { title, kicker } = texts;
  return portalLayout(context, viewer, { title, kicker, section: '/portal/developer' }, [
    html`<p class="lead">${texts.lead} <a href="${href(context, '/docs/sign-in-with-the-registry')}">${texts.guide}</a></p>
<p>${linkButton(texts.add, href(context, `${clientsPlace}/new`))}</p>`,
    clients.length === 0 && html`<p>${texts.none}</p>`,
    clients.map(
      ({ clientId, name, review }) => html`<h2>${name}</h2>
${definitionList([
  [texts.state, texts.states[review.state]],
  [texts.id, longText(clientId)],
])}
<p class="acts"><a href="${href(context, `${clientsPlace}/${clientId}`)}">${texts.open}<span class="unseen">: ${name}</span></a></p>`,
    ),
  ]);
}

/** One application: its status, scopes and secrets, and the possible actions. */
export function ownClientPage(
  context: PageContext,
  viewer: Viewer,
  client: ClientView,
  secrets: readonly SecretView[],
  logos: Logos,
): Html {
  const texts = clientTextsFor(context);
  const { name, review, createdAt, publisher } = client;
  const { proposed } = review;
  return portalLayout(
    context,
    viewer,
    { title: name, kicker: texts.title, section: '/portal/developer' },
    [
      definitionList([
        [texts.state, texts.states[review.state]],
        review.reason === null ? null : [texts.reason, review.reason],
        [texts.id, longText(client.clientId)],
        [texts.kind, client.public ? texts.kinds.public : texts.kinds.confidential],
        publisher === null ? null : [texts.publisher, publisher],
        ...factsOf(context, client, logos),
        [texts.created, instant(createdAt, context)],
      ]),
      html`<h2>${texts.may}</h2>`,
      scopeList(context, known(client.scopes), 'plain'),
      proposed !== null && [
        html`<h2>${texts.waits}</h2>`,
        definitionList([[texts.name, proposed.name], ...factsOf(context, proposed, logos)]),
        scopeList(context, known(proposed.scopes), 'plain'),
      ],
      acts(context, viewer, client),
      !client.public && secretsPart(context, viewer, client.clientId, secrets),
      html`<p class="after"><a href="${href(context, clientsPlace)}">${texts.title}</a></p>`,
    ],
  );
}

function factsOf(
  context: PageContext,
  {
    privacyUri,
    redirectUris,
    logo,
  }: Pick<ClientView, 'privacyUri' | 'logo'> & { readonly redirectUris: readonly string[] },
  logos: Logos,
): readonly Row[] {
  const texts = clientTextsFor(context);
  const picture = logo === null ? undefined : logos.get(logo);
  return [
    [texts.logo, picture === undefined ? texts.noLogo : logoPicture(picture.content, texts.logoOf)],
    [
      texts.redirects,
      html`<ul class="plain">${redirectUris.map((uri) => html`<li>${longText(uri)}</li>`)}</ul>`,
    ],
    ...(privacyUri === null ? [] : [[texts.privacy, longText(privacyUri)] as const]),
  ];
}

function acts(
  context: PageContext,
  { csrfToken }: Viewer,
  { clientId, review, privacyUri, public: isPublic }: ClientView,
): Content {
  const texts = clientTextsFor(context);
  const address = (act: string) => href(context, `${clientsPlace}/${clientId}/${act}`);
  const isSuspended = review.state === 'suspended';
  const mayAsk = review.state === 'test' || review.state === 'rejected';
  return [
    html`<p class="acts">${!isSuspended && html`<a href="${address('edit')}">${texts.change}</a> <a href="${address('logo')}">${texts.changeLogo}</a> `}${!isPublic && html`<a href="${address('rotate')}">${texts.rotate}</a> `}<a href="${address('delete')}">${texts.remove}</a></p>`,
    mayAsk && privacyUri === null && html`<p>${texts.askNeeds}</p>`,
    mayAsk &&
      privacyUri !== null && [
        html`<p>${texts.askText}</p>`,
        form({ csrfToken, action: address('ask') }, button({ label: texts.ask })),
      ],
  ];
}

function secretsPart(
  context: PageContext,
  { csrfToken }: Viewer,
  clientId: string,
  secrets: readonly SecretView[],
): Content {
  const texts = clientTextsFor(context);
  return [
    html`<h2>${texts.secrets}</h2>
<p>${secrets.length === 0 ? texts.noSecrets : texts.secretsText}</p>`,
    secrets.map(({ id, createdAt, expiresAt }) => {
      const action = href(context, `${clientsPlace}/${clientId}/secrets/${id}/revoke`);
      return [
        html`<h3>${longText(texts.secretOf(id))}</h3>`,
        definitionList([
          [texts.made, instant(createdAt, context)],
          [texts.ends, expiresAt === null ? texts.notEnded : instant(expiresAt, context)],
        ]),
        form(
          { csrfToken, action },
          html`<button class="button secondary" type="submit">${texts.revoke}<span class="unseen">: ${id}</span></button>`,
        ),
      ];
    }),
  ];
}

function known(scopes: readonly string[]): readonly OAuthScope[] {
  return oauthScopes.filter((scope) => scopes.includes(scope));
}

function longText(text: string): Html {
  return html`<span class="exact">${text}</span>`;
}

const logoTextsFor = byLocale(ownLogoPageTexts);

/** The error message for an uploaded file. */
export function logoComplaint(context: Localized, fault: LogoFault | 'missing'): string {
  return logoTextsFor(context).faults[fault];
}

/** Shows the application's current or proposed logo, with a form to replace it. */
export function ownLogoPage(
  context: PageContext,
  viewer: Viewer,
  {
    client: { clientId, isApproved },
    logo,
    error,
  }: {
    readonly client: { readonly clientId: string; readonly isApproved: boolean };
    /** In base64; null if it has none. */
    readonly logo: string | null;
    readonly error?: string | undefined;
  },
): Html {
  const texts = logoTextsFor(context);
  const { title: kicker, leave } = clientTextsFor(context);
  const errors: FieldErrors = error === undefined ? {} : { logo: error };
  const sent = (content: Content) =>
    html`<form method="post" enctype="multipart/form-data" action="?" novalidate>
<input type="hidden" name="${csrfField}" value="${viewer.csrfToken}">
${content}
</form>`;
  return portalFormPage(context, viewer, { title: texts.title, kicker, errors }, [
    html`<p class="lead">${texts.lead} ${isApproved && texts.approval} ${texts.yours}</p>`,
    logo !== null && logoPicture(logo, texts.now),
    sent([
      fileField({
        name: 'logo',
        label: texts.file,
        hint: texts.hint,
        accept: 'image/png',
        error,
        required: true,
      }),
      button({ label: texts.use }),
    ]),
    logo !== null &&
      sent([
        html`<input type="hidden" name="act" value="remove">`,
        button({ label: texts.remove, kind: 'secondary' }),
      ]),
    html`<p class="after">${linkButton(leave, href(context, `${clientsPlace}/${clientId}`), 'secondary')}</p>`,
  ]);
}
