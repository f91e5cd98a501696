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
      'Every Agent Key that can write is revoked at once, and for good. Keys that only read stay. Agreements that you accepted in advance are taken back; what was done before stays valid.',
    stopping: 'These keys stop working:',
    revokeIt: 'Revoke it',
    leave: 'Leave it in force',
    notInForce: 'It is not in force.',
    changed: 'A text that you accepted was changed',
    changedText:
      'What you accepted in advance applies to no new application until you have read the text that is in force now, and signed again. Until then you sign each application of an Agent Key yourself. Your keys go on working.',
    inForce: 'In force',
    signedOn: (at: Html) => html`It was signed on ${at}.`,
    lead: 'Sign it to create Agent Keys that apply, file or pay in your name.',
    revoked: 'Revoked',
    registry: 'the registry, for you',
    by: 'by',
    version: (version: string) => `Version ${version}`,
    accepted: (type: string) => `Accepted in advance: ${type}`,
    types: english,
    signature: 'Your signature',
    agreements: 'Agreements of Coexistence that you accept in advance',
    agreementsText:
      'An application of this kind that is made with an Agent Key then needs no signature of its own. You can choose none, and change it later.',
    forEntities: {
      Resident: 'For legal entities with a Resident residency',
      'e-Resident': 'For legal entities with an e-Resident residency',
    },
    statement: (what: string, agreement: string) =>
      `I have read the Manifestation of Will, and sign ${what}. Where I ticked a residency, I have read the ${agreement}, and accept it for those legal entities.`,
    first: { what: 'it', act: 'Sign the Manifestation of Will' },
    again: { what: 'it again', act: 'Sign the Manifestation of Will again' },
    change: { what: 'this change of it', act: 'Change the agreements' },
    end: 'End it',
    revoke: 'Revoke the Manifestation of Will',
  },
  es: {
    kicker: 'Para desarrolladores',
    manifestation: 'Manifestación de Voluntad',
    revokeTitle: '¿Revocar la Manifestación de Voluntad?',
    revokeLead:
      'Todas las claves de agente que pueden escribir se revocan de inmediato y para siempre. Las que solo leen se quedan. Los acuerdos que aceptó por adelantado se retiran; lo que se hizo antes sigue siendo válido.',
    stopping: 'Estas claves dejan de funcionar:',
    revokeIt: 'Revocarla',
    leave: 'Dejarla en vigor',
    notInForce: 'No está en vigor.',
    changed: 'Cambió un texto que usted aceptó',
    changedText:
      'Lo que aceptó por adelantado no vale para ninguna solicitud nueva hasta que lea el texto que está ahora en vigor y firme de nuevo. Hasta entonces usted mismo firma cada solicitud de una clave de agente. Sus claves siguen funcionando.',
    inForce: 'En vigor',
    signedOn: (at: Html) => html`Se firmó el ${at}.`,
    lead: 'Fírmela para crear claves de agente que soliciten, presenten o paguen en su nombre.',
    revoked: 'Revocada',
    registry: 'el registro, por usted',
    by: 'por',
    version: (version: string) => `Versión ${version}`,
    accepted: (type: string) => `Aceptado por adelantado: ${type}`,
    types: { Resident: 'Residente', 'e-Resident': 'e-Residente' },
    signature: 'Su firma',
    agreements: 'Acuerdos de Convivencia que acepta por adelantado',
    agreementsText:
      'Una solicitud de este tipo que se haga con una clave de agente ya no necesita una firma propia. Puede no elegir ninguno y cambiarlo después.',
    forEntities: {
      Resident: 'Para personas jurídicas con residencia de Residente',
      'e-Resident': 'Para personas jurídicas con residencia de e-Residente',
    },
    statement: (what: string, agreement: string) =>
      `He leído la Manifestación de Voluntad y ${what}. Donde marqué una residencia, he leído el «${agreement}» y lo acepto por esas personas jurídicas.`,
    first: { what: 'la firmo', act: 'Firmar la Manifestación de Voluntad' },
    again: { what: 'la firmo de nuevo', act: 'Firmar de nuevo la Manifestación de Voluntad' },
    change: { what: 'firmo este cambio de ella', act: 'Cambiar los acuerdos' },
    end: 'Ponerle fin',
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
