import type { Spoken } from '../../kernel/domain/locale.ts';
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
import { portalLayout, type Reader } from '../../kernel/pages/portal-layout.ts';
import { qrSvg } from '../../kernel/pages/qr-svg.ts';
import { href, type Site } from '../../kernel/pages/site.ts';
import { definitionList, instant, notice } from '../../kernel/pages/text.ts';
import { words } from '../../kernel/pages/words.ts';
import { type CredentialKind, credentialState } from '../domain/credential.ts';
import { portalCredentialsPageTexts, walletTexts } from '../texts/index.ts';

const place = '/portal/credentials';

const say = words(portalCredentialsPageTexts);

/** A credential in its owner's list. */
interface ListedCredential {
  readonly id: string;
  readonly kind: 'residency' | 'good_standing';
  /** Null for the residency, and for an entity that the reader no longer represents. */
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
  /** Entities that the reader represents, with confirmed good standing. */
  readonly entities: readonly { readonly id: string; readonly name: string }[];
  /** Whether the reader also represents other entities. */
  readonly hasOthers: boolean;
  readonly formId: string;
  readonly chosen: string;
  readonly problem: 'choose' | 'gone' | null;
  readonly now: string;
}

/** A person's credentials, and the form for a new one. */
export function ownCredentialsPage(site: Site, reader: Reader, view: OwnCredentials): Html {
  const said = say(site);
  const { credentials, residency, entities, hasOthers, formId, chosen, problem, now } = view;
  const complaint = problem === 'choose' ? said.choose : said.gone;
  const errors: FieldErrors = problem === null ? {} : { about: complaint };
  const options = [
    ...(residency ? [{ value: 'residency', label: said.residency }] : []),
    ...entities.map(({ id, name }) => ({ value: id, label: said.standing(name) })),
  ];
  return portalLayout(site, reader, { ...formHead(said.title, errors, site), place }, [
    html`<p class="lead">${said.lead}</p>`,
    hasOthers && html`<p class="hint">${said.missing}</p>`,
    options.length === 0
      ? html`<p id="about">${said.nothing}</p>`
      : form({ csrfToken: reader.csrfToken }, [
          html`<input type="hidden" name="formId" value="${formId}">`,
          fieldset(
            said.about,
            radios({ name: 'about', options, chosen: [chosen], error: errors['about'] }),
          ),
          button({ label: said.offer }),
        ]),
    html`<h2>${said.yours}</h2>`,
    credentials.length === 0
      ? html`<p>${said.none}</p>`
      : credentials.map((credential) => entry(site, reader, credential, now)),
  ]);
}

function entry(
  site: Site,
  { csrfToken }: Reader,
  { id, kind, entityName, issuedAt, expiresAt, revokedAt }: ListedCredential,
  now: string,
): Html {
  const said = say(site);
  const state = credentialState({ revokedAt, expiresAt }, now);
  const ofEntity = entityName === null ? said.ofEntity : said.standing(entityName);
  const what = kind === 'residency' ? said.residency : ofEntity;
  const action = href(site, `${place}/${id}/revoke`);
  return html`<h3>${what}</h3>
<p>${said.states[state]}${instant(revokedAt ?? expiresAt, site)}, ${said.issued}${instant(issuedAt, site)}</p>
${
  state === 'good' &&
  form(
    { csrfToken, action },
    buttons(
      html`<button class="button danger" type="submit">${said.revoke}<span class="unseen">${said.which(what)}</span></button>`,
    ),
  )
}`;
}

export interface ShownOffer {
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
export function credentialOfferPage(site: Site, reader: Reader, offer: ShownOffer): Html {
  const said = say(site);
  const { link, signIn, txCode, expiresAt, entityName } = offer;
  const title = entityName === null ? said.residency : said.standing(entityName);
  return portalLayout(site, reader, { title, kicker: said.title, place }, [
    html`<figure>${qrSvg(link, said.code)}<figcaption>${said.scan}, ${said.link}: <a href="${link}">${said.open}</a></figcaption></figure>`,
    definitionList([
      [said.txCode, html`<strong class="exact">${txCode}</strong>`],
      [said.until, instant(expiresAt, site)],
    ]),
    notice('warning', said.secret, html`<p>${said.secretText}</p>`),
    signIn &&
      html`<details><summary>${said.signsIn}</summary>
<p>${said.signsInText}</p>
<figure>${qrSvg(signIn.link, said.signsInCode)}<figcaption><a href="${signIn.link}">${said.open}</a>, ${said.otherwise} <a href="${signIn.haipLink}">${said.openHaip}</a></figcaption></figure></details>`,
    buttons(linkButton(said.back, href(site, place), 'secondary')),
  ]);
}

const sayOfWallet = words(walletTexts);

/** Why a person can't allow a wallet to get a credential of this kind. */
export function whyImpossible(reader: Spoken, kind: CredentialKind): string {
  return sayOfWallet(reader).impossible[kind];
}

/** The error if a person allowed it without the required choice. */
export function chooseEntity(reader: Spoken): string {
  return sayOfWallet(reader).choose;
}
