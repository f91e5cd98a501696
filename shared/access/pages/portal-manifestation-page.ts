import type { PublishedText } from '../../documents/agreements/register.ts';
import { agreementText, digestLink } from '../../documents/pages/agreement-text.ts';
import type { Spoken } from '../../kernel/domain/locale.ts';
import {
  button,
  buttons,
  checkbox,
  checkboxes,
  type FieldErrors,
  fieldset,
  form,
  formHead,
  linkButton,
} from '../../kernel/pages/form.ts';
import { type Content, type Html, html } from '../../kernel/pages/html.ts';
import { portalLayout, type Reader } from '../../kernel/pages/portal-layout.ts';
import { languageField, nameField } from '../../kernel/pages/signing-form.ts';
import { href, type Site } from '../../kernel/pages/site.ts';
import { definitionList, instant, notice } from '../../kernel/pages/text.ts';
import { words } from '../../kernel/pages/words.ts';
import {
  acceptableAgreements,
  type Manifestation,
  toAcceptAgain,
} from '../domain/manifestation.ts';

const english = { Resident: 'Resident', 'e-Resident': 'e-Resident' };

const say = words({
  en: {
    kicker: 'Developer settings',
    manifestation: 'Manifestation of Will',
    revokeTitle: 'Revoke the Manifestation of Will?',
    revokeLead:
      'We immediately and permanently revoke every Agent Key that can write. Keys that only read still work. Agreements that you accepted in advance no longer apply to new applications. Everything done before stays valid.',
    stopping: 'These keys stop working:',
    revokeIt: 'Revoke the Manifestation of Will',
    leave: 'Cancel',
    notInForce: 'The Manifestation of Will is not in force.',
    changed: 'A text that you accepted has changed',
    changedText:
      'Read the current text and sign again to accept it in advance for new applications. Until then you must sign each application from an Agent Key yourself. Your keys still work.',
    inForce: 'In force',
    signedOn: (at: Html) => html`Signed on ${at}.`,
    lead: 'Sign the Manifestation of Will to create Agent Keys that apply, file or pay in your name.',
    revoked: 'Revoked',
    registry: 'the registry, for you',
    by: 'by',
    version: (version: string) => `Version ${version}`,
    accepted: (type: string) => `Accepted in advance: ${type}`,
    types: english,
    signature: 'Your signature',
    agreements: 'Agreements of Coexistence that you accept in advance',
    agreementsText:
      'Applications of this kind from an Agent Key then need no other signature. This is optional and you can change it later.',
    forEntities: {
      Resident: 'For legal entities with a Resident residency',
      'e-Resident': 'For legal entities with an e-Resident residency',
    },
    statement: (what: string, agreement: string) =>
      `I have read the Manifestation of Will, and sign ${what}. Where I ticked a residency, I have read the ${agreement}, and accept it for those legal entities.`,
    first: { what: 'it', act: 'Sign the Manifestation of Will' },
    again: { what: 'it again', act: 'Sign the Manifestation of Will again' },
    change: { what: 'this change of it', act: 'Change the agreements' },
    end: 'End the Manifestation of Will',
    revoke: 'Revoke the Manifestation of Will',
  },
  es: {
    kicker: 'Para desarrolladores',
    manifestation: 'Manifestación de Voluntad',
    revokeTitle: '¿Revocar la Manifestación de Voluntad?',
    revokeLead:
      'Revocamos de inmediato y de forma permanente todas las claves de agente que pueden escribir. Las que solo leen siguen funcionando. Los acuerdos que aceptó por adelantado ya no se aplican a solicitudes nuevas. Todo lo que se hizo antes sigue siendo válido.',
    stopping: 'Estas claves dejan de funcionar:',
    revokeIt: 'Revocar la Manifestación de Voluntad',
    leave: 'Cancelar',
    notInForce: 'La Manifestación de Voluntad no está en vigor.',
    changed: 'Cambió un texto que usted aceptó',
    changedText:
      'Lea el texto actual y firme de nuevo para aceptarlo por adelantado en solicitudes nuevas. Hasta entonces usted debe firmar cada solicitud de una clave de agente. Sus claves siguen funcionando.',
    inForce: 'En vigor',
    signedOn: (at: Html) => html`Firmada el ${at}.`,
    lead: 'Firme la Manifestación de Voluntad para crear claves de agente que soliciten, presenten o paguen en su nombre.',
    revoked: 'Revocada',
    registry: 'el registro, por usted',
    by: 'por',
    version: (version: string) => `Versión ${version}`,
    accepted: (type: string) => `Aceptado por adelantado: ${type}`,
    types: { Resident: 'Residente', 'e-Resident': 'e-Residente' },
    signature: 'Su firma',
    agreements: 'Acuerdos de Convivencia que acepta por adelantado',
    agreementsText:
      'Las solicitudes de este tipo hechas con una clave de agente ya no necesitan otra firma. Es opcional y puede cambiarlo después.',
    forEntities: {
      Resident: 'Para personas jurídicas con residencia de Residente',
      'e-Resident': 'Para personas jurídicas con residencia de e-Residente',
    },
    statement: (what: string, agreement: string) =>
      `He leído la Manifestación de Voluntad y ${what}. Donde marqué una residencia, he leído el «${agreement}» y lo acepto por esas personas jurídicas.`,
    first: { what: 'la firmo', act: 'Firmar la Manifestación de Voluntad' },
    again: { what: 'la firmo de nuevo', act: 'Firmar de nuevo la Manifestación de Voluntad' },
    change: { what: 'firmo este cambio de ella', act: 'Cambiar los acuerdos' },
    end: 'Terminar la Manifestación de Voluntad',
    revoke: 'Revocar la Manifestación de Voluntad',
  },
});

/** The texts that are in force: that of the Manifestation, and of the agreements that it accepts. */
export interface ManifestationTexts {
  readonly manifestation: PublishedText;
  readonly agreement: PublishedText;
}

export interface ManifestationForm {
  readonly will: Manifestation;
  readonly texts: ManifestationTexts;
  /** Agreements that are ticked. */
  readonly agreements: readonly string[];
  readonly signerName?: string;
  readonly agreed?: boolean;
  readonly errors?: FieldErrors;
}

/**
 * The Manifestation of Will: how it stands, its text and that of the agreements that can be accepted with it, in
 * full, and the form that signs or changes it.
 */
export function manifestationPage(site: Site, reader: Reader, options: ManifestationForm): Html {
  const { will, texts, errors = {} } = options;
  const { manifestation, agreement } = texts;
  const said = say(site);
  const { title } = manifestation;
  return portalLayout(
    site,
    reader,
    {
      ...formHead(title, errors, site),
      kicker: said.kicker,
    },
    [
      stateOf(site, will, texts),
      agreementText(site, manifestation, 'manifestation'),
      agreementText(site, agreement),
      signForm(site, reader, options),
      will.active && wayToRevoke(site),
    ],
  );
}

/** Asks whether it is to be revoked. */
export function revokeManifestationPage(
  site: Site,
  reader: Reader,
  will: Manifestation,
  /** Names of the Agent Keys that stop. */
  stopping: readonly string[],
): Html {
  const said = say(site);
  return portalLayout(site, reader, { title: said.revokeTitle, kicker: said.kicker }, [
    html`<p class="lead">${said.revokeLead}</p>`,
    stopping.length > 0 &&
      html`<p>${said.stopping}</p><ul>${stopping.map((name) => html`<li>${name}</li>`)}</ul>`,
    will.active
      ? form(
          { csrfToken: reader.csrfToken },
          buttons(
            button({ label: said.revokeIt, kind: 'danger' }),
            linkButton(said.leave, href(site, '/portal/developer'), 'secondary'),
          ),
        )
      : html`<p>${said.notInForce}</p>`,
  ]);
}

/**
 * Says that what was accepted in advance is no longer in force, and has no effect until it is accepted again;
 * null while all is well.
 */
export function outdatedNotice(
  will: Manifestation,
  texts: ManifestationTexts,
  reader: Spoken,
): Html | null {
  if (toAcceptAgain(will, texts).length === 0) return null;
  return notice('warning', say(reader).changed, html`<p>${say(reader).changedText}</p>`);
}

function stateOf(site: Site, will: Manifestation, texts: ManifestationTexts): Content {
  const said = say(site);
  const { active, signedAt, revokedAt } = will;
  if (active && signedAt !== null) {
    return [
      outdatedNotice(will, texts, site) ??
        notice('success', said.inForce, html`<p>${said.signedOn(instant(signedAt, site))}</p>`),
      consentRows(site, will),
    ];
  }
  return [
    html`<p class="lead">${said.lead}</p>`,
    revokedAt !== null && definitionList([[said.revoked, instant(revokedAt, site)]]),
  ];
}

/** What was signed and accepted: by whom, when, in which wording. */
export function consentRows(site: Site, { text, acceptances }: Manifestation): Html {
  const said = say(site);
  const row = (what: string, consent: typeof text | undefined) => {
    if (!consent) return null;
    const { version, sha256, signerName, signer, givenAt } = consent;
    const by = signer?.kind === 'operator' ? said.registry : signerName;
    return [
      what,
      html`${instant(givenAt, site)}${by !== null && html`, ${said.by} <strong>${by}</strong>`}<br>${said.version(version)}, SHA-256 ${digestLink(site, sha256)}`,
    ] as const;
  };
  return definitionList([
    row(said.manifestation, text),
    ...acceptableAgreements.map((type) => row(said.accepted(said.types[type]), acceptances[type])),
  ]);
}

function signForm(site: Site, { csrfToken }: Reader, options: ManifestationForm): Html {
  const said = say(site);
  const { will, texts, agreements, signerName = '', agreed = false, errors = {} } = options;
  const { act } = signingWords(site, will, texts);
  return html`<h2>${said.signature}</h2>
${form({ csrfToken }, [
  languageField(site),
  html`<input type="hidden" name="manifestationSha256" value="${texts.manifestation.sha256}">`,
  html`<input type="hidden" name="agreementSha256" value="${texts.agreement.sha256}">`,
  fieldset(said.agreements, [
    html`<p>${said.agreementsText}</p>`,
    checkboxes({
      name: 'acceptedAgreement',
      options: acceptableAgreements.map((type) => ({ value: type, label: said.forEntities[type] })),
      chosen: agreements,
      error: errors['acceptedAgreement'],
    }),
  ]),
  nameField(signerName, errors['signerName'], site),
  checkbox({
    name: 'agree',
    label: willStatement(will, texts, site),
    required: true,
    checked: agreed,
    error: errors['agree'],
  }),
  button({ label: act }),
])}`;
}

/** The sentence that a signer agrees to. */
export function willStatement(
  will: Manifestation,
  texts: ManifestationTexts,
  reader: Spoken,
): string {
  return say(reader).statement(signingWords(reader, will, texts).what, texts.agreement.title);
}

/** What the signature is for, as the box beside the signature says it, and as the button does. */
function signingWords(reader: Spoken, will: Manifestation, texts: ManifestationTexts) {
  const { first, again, change } = say(reader);
  if (!will.active) return first;
  return toAcceptAgain(will, texts).length > 0 ? again : change;
}

function wayToRevoke(site: Site): Html {
  return html`<h2>${say(site).end}</h2>
<p><a href="${href(site, '/portal/developer/manifestation/revoke')}">${say(site).revoke}</a></p>`;
}
