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
import { credentialState } from '../domain/credential.ts';

const place = '/portal/credentials';

const say = words({
  en: {
    title: 'Credentials',
    lead: 'Add a credential to the wallet on your phone to prove your residency or a legal entity’s good standing. You choose what each person sees. It is valid for 30 days and your wallet renews it. It becomes invalid as soon as the facts change.',
    about: 'What to add to the wallet',
    residency: 'My residency',
    standing: (name: string) => `Good standing of ${name}`,
    choose: 'Choose what to add to the wallet',
    gone: 'This is no longer available. Choose something else',
    offer: 'Show the code',
    nothing:
      'You have nothing to add to a wallet. You need a residency, or you must represent a legal entity in good standing.',
    missing:
      'Not shown: legal entities that are not in good standing, and those whose taxes are overdue or unknown. If taxes are overdue or unknown, you can ask a reviewer for a Certificate of Good Standing.',
    yours: 'Your credentials',
    none: 'You have no credentials.',
    states: { good: 'Valid until ', expired: 'Expired on ', revoked: 'Revoked on ' },
    issued: 'issued on ',
    ofEntity: 'Good standing of a legal entity',
    revoke: 'Revoke',
    which: (what: string) => ` ${what}`,
    scan: 'Scan this code with your wallet',
    link: 'or open this link on the phone with the wallet',
    open: 'Open in the wallet',
    code: 'QR code that offers the credential to your wallet',
    txCode: 'Code for the wallet',
    secret: 'Don’t share these codes',
    secretText:
      'Your wallet will ask for the second code. Anyone who has both codes can add your credential to their wallet. We show them only once.',
    until: 'Valid until',
    signsIn: 'Use a wallet that signs you in',
    signsInText:
      'A registered wallet gets the credential after you sign in. It needs no code. You allow access on the next page.',
    signsInCode: 'QR code for a wallet that signs you in',
    otherwise: 'or, if nothing opens,',
    openHaip: 'open in a wallet that follows HAIP',
    back: 'All credentials',
  },
  es: {
    title: 'Credenciales',
    lead: 'Añada una credencial a la cartera de su teléfono para demostrar su residencia o la vigencia de una persona jurídica. Usted elige qué ve cada persona. Es válida durante 30 días y su cartera la renueva. Deja de ser válida en cuanto cambian los hechos.',
    about: 'Qué añadir a la cartera',
    residency: 'Mi residencia',
    standing: (name: string) => `Vigencia de ${name}`,
    choose: 'Elija qué añadir a la cartera',
    gone: 'Esto ya no está disponible. Elija otra cosa',
    offer: 'Mostrar el código',
    nothing:
      'No tiene nada que añadir a una cartera. Necesita una residencia, o representar a una persona jurídica vigente y al día.',
    missing:
      'No se muestran las personas jurídicas que no están vigentes y al día, ni aquellas cuyos impuestos están atrasados o se desconocen. En este último caso puede pedir a un revisor un Certificado de vigencia.',
    yours: 'Sus credenciales',
    none: 'No tiene credenciales.',
    states: { good: 'Válida hasta el ', expired: 'Venció el ', revoked: 'Revocada el ' },
    issued: 'emitida el ',
    ofEntity: 'Vigencia de una persona jurídica',
    revoke: 'Revocar',
    which: (what: string) => ` ${what}`,
    scan: 'Escanee este código con su cartera',
    link: 'o abra este enlace en el teléfono que tiene la cartera',
    open: 'Abrir en la cartera',
    code: 'Código QR que ofrece la credencial a su cartera',
    txCode: 'Código para la cartera',
    secret: 'No comparta estos códigos',
    secretText:
      'Su cartera le pedirá el segundo código. Cualquier persona que tenga los dos puede añadir su credencial a su propia cartera. Los mostramos una sola vez.',
    until: 'Válida hasta el',
    signsIn: 'Usar una cartera que inicia la sesión',
    signsInText:
      'Una cartera registrada obtiene la credencial después de que usted inicie sesión. No necesita código. Usted permite el acceso en la página siguiente.',
    signsInCode: 'Código QR para una cartera que inicia la sesión',
    otherwise: 'o, si nada se abre,',
    openHaip: 'abrir en una cartera según HAIP',
    back: 'Todas las credenciales',
  },
});

/** A credential as its owner lists it. */
interface ListedCredential {
  readonly id: string;
  readonly kind: 'residency' | 'good_standing';
  /** Null: of the residency, or of an entity that the reader represents no more. */
  readonly entityName: string | null;
  readonly issuedAt: string;
  readonly expiresAt: string;
  readonly revokedAt: string | null;
}

export interface OwnCredentials {
  /** Newest first. */
  readonly credentials: readonly ListedCredential[];
  /** Whether a credential of the residency can be had. */
  readonly residency: boolean;
  /** Those that the reader represents and whose good standing is certain. */
  readonly entities: readonly { readonly id: string; readonly name: string }[];
  /** Whether the reader represents others, too. */
  readonly othersToo: boolean;
  readonly formId: string;
  readonly chosen: string;
  readonly problem: 'choose' | 'gone' | null;
  readonly now: string;
}

/** The credentials that somebody has, and the form for another. */
export function ownCredentialsPage(site: Site, reader: Reader, view: OwnCredentials): Html {
  const said = say(site);
  const { credentials, residency, entities, othersToo, formId, chosen, problem, now } = view;
  const complaint = problem === 'choose' ? said.choose : said.gone;
  const errors: FieldErrors = problem === null ? {} : { about: complaint };
  const options = [
    ...(residency ? [{ value: 'residency', label: said.residency }] : []),
    ...entities.map(({ id, name }) => ({ value: id, label: said.standing(name) })),
  ];
  return portalLayout(site, reader, { ...formHead(said.title, errors, site), place }, [
    html`<p class="lead">${said.lead}</p>`,
    othersToo && html`<p class="hint">${said.missing}</p>`,
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
  /** The address behind the QR code. */
  readonly link: string;
  /** For a wallet that signs its holder in; null: there is none. */
  readonly signIn: { readonly link: string; readonly haipLink: string } | null;
  readonly txCode: string;
  readonly expiresAt: string;
  /** Null: of the residency. */
  readonly entityName: string | null;
}

/** An offer, which is shown once. */
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
