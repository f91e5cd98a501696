import type { Localized } from '../../kernel/domain/locale.ts';
import { byLocale } from '../../kernel/pages/by-locale.ts';
import {
  button,
  buttons,
  type FieldErrors,
  fieldset,
  form,
  formHead,
  linkButton,
  radios,
} from '../../kernel/pages/form.ts';
import { type Html, html } from '../../kernel/pages/html.ts';
import { href, type PageContext } from '../../kernel/pages/page-context.ts';
import { portalLayout, type Viewer } from '../../kernel/pages/portal-layout.ts';
import { qrSvg } from '../../kernel/pages/qr-svg.ts';
import { definitionList, instant, notice } from '../../kernel/pages/text.ts';
import { type CredentialKind, credentialState } from '../domain/credential.ts';
import { portalCredentialsPageTexts, walletTexts } from '../texts/index.ts';

const section = '/portal/credentials';

const textsFor = byLocale(portalCredentialsPageTexts);

/** A credential in its owner's list. */
interface ListedCredential {
  readonly id: string;
  readonly kind: 'residency' | 'good_standing';
  /** Null for the residency, and for an entity that the viewer no longer represents. */
  readonly entityName: string | null;
  readonly issuedAt: string;
  readonly expiresAt: string;
  readonly revokedAt: string | null;
}

export interface OwnCredentials {
  /** Newest first. */
  readonly credentials: readonly ListedCredential[];
  /** Whether a residency credential is available. */
  readonly residency: boolean;
  /** Entities that the viewer represents, with confirmed good standing. */
  readonly entities: readonly { readonly id: string; readonly name: string }[];
  /** Whether the viewer also represents other entities. */
  readonly hasOthers: boolean;
  readonly formId: string;
  readonly chosen: string;
  readonly problem: 'choose' | 'gone' | null;
  readonly now: string;
}

/** A person's credentials, and the form for a new one. */
export function ownCredentialsPage(
  context: PageContext,
  viewer: Viewer,
  view: OwnCredentials,
): Html {
  const texts = textsFor(context);
  const { credentials, residency, entities, hasOthers, formId, chosen, problem, now } = view;
  const complaint = problem === 'choose' ? texts.choose : texts.gone;
  const errors: FieldErrors = problem === null ? {} : { subject: complaint };
  const options = [
    ...(residency ? [{ value: 'residency', label: texts.residency }] : []),
    ...entities.map(({ id, name }) => ({ value: id, label: texts.standing(name) })),
  ];
  return portalLayout(context, viewer, { ...formHead(texts.title, errors, context), section }, [
    html`<p class="lead">${texts.lead}</p>`,
    hasOthers && html`<p class="hint">${texts.missing}</p>`,
    options.length === 0
      ? html`<p id="subject">${texts.nothing}</p>`
      : form({ csrfToken: viewer.csrfToken }, [
          html`<input type="hidden" name="formId" value="${formId}">`,
          fieldset(
            texts.about,
            radios({ name: 'subject', options, chosen: [chosen], error: errors['subject'] }),
          ),
          button({ label: texts.offer }),
        ]),
    html`<h2>${texts.yours}</h2>`,
    credentials.length === 0
      ? html`<p>${texts.none}</p>`
      : credentials.map((credential) => entry(context, viewer, credential, now)),
  ]);
}

function entry(
  context: PageContext,
  { csrfToken }: Viewer,
  { id, kind, entityName, issuedAt, expiresAt, revokedAt }: ListedCredential,
  now: string,
): Html {
  const texts = textsFor(context);
  const state = credentialState({ revokedAt, expiresAt }, now);
  const ofEntity = entityName === null ? texts.ofEntity : texts.standing(entityName);
  const what = kind === 'residency' ? texts.residency : ofEntity;
  const action = href(context, `${section}/${id}/revoke`);
  return html`<h3>${what}</h3>
<p>${texts.states[state]}${instant(revokedAt ?? expiresAt, context)}, ${texts.issued}${instant(issuedAt, context)}</p>
${
  state === 'good' &&
  form(
    { csrfToken, action },
    buttons(
      html`<button class="button danger" type="submit">${texts.revoke}<span class="unseen">${texts.which(what)}</span></button>`,
    ),
  )
}`;
}

export interface OfferView {
  /** The URL in the QR code. */
  readonly link: string;
  /** For wallets that sign their holder in; null if there is none. */
  readonly signIn: { readonly link: string; readonly haipLink: string } | null;
  readonly txCode: string;
  readonly expiresAt: string;
  /** Null for the residency. */
  readonly entityName: string | null;
}

/** An offer, which is displayed only once. */
export function credentialOfferPage(context: PageContext, viewer: Viewer, offer: OfferView): Html {
  const texts = textsFor(context);
  const { link, signIn, txCode, expiresAt, entityName } = offer;
  const title = entityName === null ? texts.residency : texts.standing(entityName);
  return portalLayout(context, viewer, { title, kicker: texts.title, section }, [
    html`<figure>${qrSvg(link, texts.code)}<figcaption>${texts.scan}, ${texts.link}: <a href="${link}">${texts.open}</a></figcaption></figure>`,
    definitionList([
      [texts.txCode, html`<strong class="exact">${txCode}</strong>`],
      [texts.until, instant(expiresAt, context)],
    ]),
    notice('warning', texts.secret, html`<p>${texts.secretText}</p>`),
    signIn &&
      html`<details><summary>${texts.signsIn}</summary>
<p>${texts.signsInText}</p>
<figure>${qrSvg(signIn.link, texts.signsInCode)}<figcaption><a href="${signIn.link}">${texts.open}</a>, ${texts.otherwise} <a href="${signIn.haipLink}">${texts.openHaip}</a></figcaption></figure></details>`,
    buttons(linkButton(texts.back, href(context, section), 'secondary')),
  ]);
}

const walletTextsFor = byLocale(walletTexts);

/** Why a person can't allow a wallet to get a credential of this kind. */
export function whyImpossible(context: Localized, kind: CredentialKind): string {
  return walletTextsFor(context).impossible[kind];
}

/** The error if a person allowed it without the required choice. */
export function chooseEntity(context: Localized): string {
  return walletTextsFor(context).choose;
}
