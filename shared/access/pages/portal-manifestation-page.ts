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
import { residencyTypeName } from '../../people/pages/residency-type.ts';
import {
  acceptableAgreements,
  type Manifestation,
  toAcceptAgain,
} from '../domain/manifestation.ts';
import { portalManifestationPageTexts } from '../texts/index.ts';

const say = words(portalManifestationPageTexts);

/** The current texts of the Manifestation and of the agreements that it accepts. */
export interface ManifestationTexts {
  readonly manifestation: PublishedText;
  readonly agreement: PublishedText;
}

export interface ManifestationForm {
  readonly will: Manifestation;
  readonly texts: ManifestationTexts;
  /** The selected agreements. */
  readonly agreements: readonly string[];
  readonly signerName?: string;
  readonly agreed?: boolean;
  readonly errors?: FieldErrors;
}

/**
 * The Manifestation of Will: its status, its complete text and those of the agreements that can be
 * accepted with it, and the form that signs or changes it.
 */
export function manifestationPage(site: Site, reader: Reader, options: ManifestationForm): Html {
  const { will, texts, errors = {} } = options;
  const { manifestation, agreement } = texts;
  const said = say(site);
  return portalLayout(
    site,
    reader,
    {
      ...formHead(said.manifestation, errors, site),
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

/** Asks for confirmation before it is revoked. */
export function revokeManifestationPage(
  site: Site,
  reader: Reader,
  will: Manifestation,
  /** The names of the Agent Keys that will be revoked. */
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
 * A notice that the accepted text has changed, so it must be accepted again; null if it has not.
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

/** Who signed and accepted, when, and which version. */
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
    ...acceptableAgreements.map((type) =>
      row(said.accepted(residencyTypeName(type, site)), acceptances[type]),
    ),
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

/** The purpose of the signature, in the words of the checkbox and of the button. */
function signingWords(reader: Spoken, will: Manifestation, texts: ManifestationTexts) {
  const { first, again, change } = say(reader);
  if (!will.active) return first;
  return toAcceptAgain(will, texts).length > 0 ? again : change;
}

function wayToRevoke(site: Site): Html {
  return html`<h2>${say(site).end}</h2>
<p><a href="${href(site, '/portal/developer/manifestation/revoke')}">${say(site).revoke}</a></p>`;
}
