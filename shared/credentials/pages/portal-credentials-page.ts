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
    lead: 'Put a credential into the wallet on your phone. It shows others what the register says of you, signed, without asking us; you choose what each of them sees. It is good for 30 days, your wallet renews it, and it counts no more as soon as it is not true any more.',
    about: 'What to put into the wallet',
    residency: 'My residency',
    standing: (name: string) => `Good standing of ${name}`,
    choose: 'Choose what to add to the wallet',
    gone: 'That can’t be said now: choose something else',
    offer: 'Show the code',
    nothing:
      'There is nothing to put into a wallet: it takes a residency, or a legal entity in good standing that you represent.',
    missing:
      'Not offered here: legal entities that are not in good standing, and those whose taxes are overdue or unknown. Of these a reviewer decides on a Certificate of Good Standing.',
    yours: 'Credentials that you have',
    none: 'None.',
    states: { good: 'Good until ', expired: 'Ended on ', revoked: 'Revoked on ' },
    issued: 'issued on ',
    ofEntity: 'Good standing of a legal entity',
    revoke: 'Revoke',
    which: (what: string) => ` ${what}`,
    scan: 'Scan this code with your wallet',
    link: 'or open this link on the phone with the wallet',
    open: 'Open in the wallet',
    code: 'QR code that offers the credential to your wallet',
    txCode: 'Code for the wallet',
    secret: 'Show these codes to nobody',
    secretText:
      'The wallet asks for the second one. Whoever has both can put your credential into a wallet of theirs. They are shown this once.',
    until: 'Good until',
    signsIn: 'My wallet signs me in itself',
    signsInText:
      'A wallet that is registered here fetches the credential after you have signed in. It needs no code; you allow it on the next page.',
    signsInCode: 'QR code for a wallet that signs you in',
    otherwise: 'or, if nothing opens,',
    openHaip: 'open in a wallet that follows HAIP',
    back: 'All credentials',
  },
  es: {
    title: 'Credenciales',
    lead: 'Ponga una credencial en la cartera de su teléfono. Muestra a otros lo que el registro dice de usted, firmado, sin preguntarnos; usted elige qué ve cada uno. Vale treinta días, su cartera la renueva, y deja de contar en cuanto deja de ser verdad.',
    about: 'Qué poner en la cartera',
    residency: 'Mi residencia',
    standing: (name: string) => `Vigencia de ${name}`,
    choose: 'Elija qué añadir a la cartera',
    gone: 'Eso no se puede decir ahora: elija otra cosa',
    offer: 'Mostrar el código',
    nothing:
      'No hay nada que poner en una cartera: hace falta una residencia, o una persona jurídica vigente y al día que usted represente.',
    missing:
      'No se ofrecen aquí las personas jurídicas que no están vigentes y al día, ni aquellas cuyos impuestos están vencidos o son desconocidos. De estas últimas una persona decide sobre un Certificado de vigencia.',
    yours: 'Credenciales que tiene',
    none: 'Ninguna.',
    states: { good: 'Vale hasta el ', expired: 'Terminó el ', revoked: 'Revocada el ' },
    issued: 'emitida el ',
    ofEntity: 'Vigencia de una persona jurídica',
    revoke: 'Revocar',
    which: (what: string) => ` ${what}`,
    scan: 'Escanee este código con su cartera',
    link: 'o abra este enlace en el teléfono que tiene la cartera',
    open: 'Abrir en la cartera',
    code: 'Código QR que ofrece la credencial a su cartera',
    txCode: 'Código para la cartera',
    secret: 'No muestre estos códigos a nadie',
    secretText:
      'La cartera pide el segundo. Quien tenga los dos puede poner su credencial en una cartera suya. Se muestran solo esta vez.',
    until: 'Vale hasta el',
    signsIn: 'Mi cartera inicia la sesión ella misma',
    signsInText:
      'Una cartera registrada aquí obtiene la credencial después de que usted inicie sesión. No necesita código; usted lo permite en la página siguiente.',
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
