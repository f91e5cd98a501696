import { agreementText, digestLink } from '../../agreements/agreement-text.ts';
import type { PublishedText } from '../../agreements/register.ts';
import {
  button,
  buttons,
  checkbox,
  errorSummary,
  type FieldErrors,
  fieldset,
  form,
  linkButton,
} from '../../kernel/pages/form.ts';
import { type Content, type Html, html } from '../../kernel/pages/html.ts';
import { portalLayout, type Reader } from '../../kernel/pages/portal-layout.ts';
import { nameField } from '../../kernel/pages/signing-form.ts';
import { href, inEnglish, type Site } from '../../kernel/pages/site.ts';
import { definitionList, instant, notice } from '../../kernel/pages/text.ts';
import { acceptableAgreements, type Manifestation, toAcceptAgain } from '../manifestation.ts';

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
  const { title } = manifestation;
  return portalLayout(
    inEnglish(site),
    reader,
    {
      title: Object.keys(errors).length > 0 ? `Error: ${title}` : title,
      heading: title,
      kicker: 'Developer settings',
      before: errorSummary(errors),
    },
    [
      stateOf(site, will, texts),
      agreementText(site, manifestation, 'manifestation'),
      agreementText(site, agreement),
      signForm(reader, options),
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
  return portalLayout(
    inEnglish(site),
    reader,
    { title: 'Revoke the Manifestation of Will?', kicker: 'Developer settings' },
    [
      html`<p class="lead">Every Agent Key that can write is revoked at once, and for good. Keys that only read stay. Agreements that you accepted in advance are taken back; what was done before stays valid.</p>`,
      stopping.length > 0 &&
        html`<p>These keys stop working:</p><ul>${stopping.map((name) => html`<li>${name}</li>`)}</ul>`,
      will.active
        ? form(
            { csrfToken: reader.csrfToken },
            buttons(
              button({ label: 'Revoke it', kind: 'danger' }),
              linkButton('Leave it in force', href(site, '/portal/developer'), 'secondary'),
            ),
          )
        : html`<p>It is not in force.</p>`,
    ],
  );
}

/**
 * Says that what was accepted in advance is no longer in force, and has no effect until it is accepted again;
 * null while all is well.
 */
export function outdatedNotice(will: Manifestation, texts: ManifestationTexts): Html | null {
  if (toAcceptAgain(will, texts).length === 0) return null;
  return notice(
    'warning',
    'A text that you accepted was changed',
    html`<p>What you accepted in advance applies to no new application until you have read the text that is in force now, and signed again. Until then you sign each application of an Agent Key yourself. Your keys go on working.</p>`,
  );
}

function stateOf(site: Site, will: Manifestation, texts: ManifestationTexts): Content {
  const { active, signedAt, revokedAt } = will;
  if (active && signedAt !== null) {
    return [
      outdatedNotice(will, texts) ??
        notice('success', 'In force', html`<p>It was signed on ${instant(signedAt)}.</p>`),
      consentRows(site, will),
    ];
  }
  return [
    html`<p class="lead">Sign it to create Agent Keys that apply, file or pay in your name.</p>`,
    revokedAt !== null && definitionList([['Revoked', instant(revokedAt)]]),
  ];
}

/** What was signed and accepted: by whom, when, in which wording. */
export function consentRows(site: Site, { text, acceptances }: Manifestation): Html {
  const row = (what: string, consent: typeof text | undefined) => {
    if (!consent) return null;
    const { version, sha256, signerName, signer, givenAt } = consent;
    const by = signer?.kind === 'operator' ? 'the registry, for you' : signerName;
    return [
      what,
      html`${instant(givenAt)}${by !== null && html`, by <strong>${by}</strong>`}<br>Version ${version}, SHA-256 ${digestLink(site, sha256)}`,
    ] as const;
  };
  return definitionList([
    row('Manifestation of Will', text),
    ...acceptableAgreements.map((type) => row(`Accepted in advance: ${type}`, acceptances[type])),
  ]);
}

function signForm({ csrfToken }: Reader, options: ManifestationForm): Html {
  const { will, texts, agreements, signerName = '', agreed = false, errors = {} } = options;
  const { what, act } = signingWords(will, texts);
  return html`<h2>Your signature</h2>
${form({ csrfToken }, [
  html`<input type="hidden" name="manifestationSha256" value="${texts.manifestation.sha256}">`,
  html`<input type="hidden" name="agreementSha256" value="${texts.agreement.sha256}">`,
  fieldset('Agreements of Coexistence that you accept in advance', [
    html`<p>An application of this kind that is made with an Agent Key then needs no signature of its own. You can choose none, and change it later.</p>`,
    acceptableAgreements.map((type, position) =>
      checkbox({
        name: 'acceptedAgreement',
        id: position === 0 ? 'acceptedAgreement' : `acceptedAgreement-${position}`,
        value: type,
        label: `For legal entities with ${type === 'Resident' ? 'a Resident' : 'an e-Resident'} residency`,
        checked: agreements.includes(type),
        error: position === 0 ? errors['acceptedAgreement'] : undefined,
      }),
    ),
  ]),
  nameField(signerName, errors['signerName']),
  checkbox({
    name: 'agree',
    label: `I have read the Manifestation of Will, and sign ${what}. Where I ticked a residency, I have read the ${texts.agreement.title}, and accept it for those legal entities.`,
    required: true,
    checked: agreed,
    error: errors['agree'],
  }),
  button({ label: act }),
])}`;
}

/** What the signature is for, as the box beside the signature says it, and as the button does. */
function signingWords(will: Manifestation, texts: ManifestationTexts) {
  if (!will.active) return { what: 'it', act: 'Sign the Manifestation of Will' };
  return toAcceptAgain(will, texts).length > 0
    ? { what: 'it again', act: 'Sign the Manifestation of Will again' }
    : { what: 'this change of it', act: 'Change the agreements' };
}

function wayToRevoke(site: Site): Html {
  return html`<h2>End it</h2>
<p><a href="${href(site, '/portal/developer/manifestation/revoke')}">Revoke the Manifestation of Will</a></p>`;
}
