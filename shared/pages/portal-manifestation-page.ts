import type { PublishedText } from '../agreements/register.ts';
import { acceptableAgreements, type Manifestation } from '../domain/manifestation.ts';
import { agreementClauses, digestLink } from './agreement-text.ts';
import {
  button,
  buttons,
  checkbox,
  errorSummary,
  type FieldErrors,
  fieldset,
  form,
  linkButton,
} from './form.ts';
import { type Content, type Html, html } from './html.ts';
import { portalLayout, type Reader } from './portal-layout.ts';
import { href, type Site } from './site.ts';
import { definitionList, instant, notice } from './text.ts';

export interface ManifestationForm {
  readonly will: Manifestation;
  /** The text in force. */
  readonly text: PublishedText;
  /** Agreements that are ticked. */
  readonly agreements: readonly string[];
  readonly agreed?: boolean;
  readonly errors?: FieldErrors;
}

/** The Manifestation of Will: its text, how it stands, and the form that signs or changes it. */
export function manifestationPage(site: Site, reader: Reader, options: ManifestationForm): Html {
  const { will, errors = {} } = options;
  const { title } = options.text;
  return portalLayout(
    site,
    reader,
    {
      title: Object.keys(errors).length > 0 ? `Error: ${title}` : title,
      heading: title,
      kicker: 'Developer settings',
      before: errorSummary(errors),
    },
    [
      stateOf(will),
      textOf(site, options),
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
    site,
    reader,
    { title: 'Revoke the Manifestation of Will?', kicker: 'Developer settings' },
    [
      html`<p class="lead">Every Agent Key that can write is revoked at once, and for good. Keys that only read stay. Agreements that you accepted in advance are taken back; what was done before stays valid.</p>`,
      stopping.length > 0 &&
        html`<p>These keys stop:</p><ul>${stopping.map((name) => html`<li>${name}</li>`)}</ul>`,
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

function stateOf({ active, signedAt, revokedAt }: Manifestation): Content {
  if (active && signedAt !== null) {
    return notice('success', 'In force', html`<p>You signed it on ${instant(signedAt)}.</p>`);
  }
  return [
    html`<p class="lead">Sign it to create Agent Keys that apply, file or pay in your name.</p>`,
    revokedAt !== null && definitionList([['Revoked', instant(revokedAt)]]),
  ];
}

function textOf(site: Site, { text }: ManifestationForm): Html {
  return html`<h2 id="manifestation">Its text</h2>
<p class="fine">Version ${text.version}</p>
${agreementClauses(text, 'manifestation')}
<p class="fine">SHA-256 of this text: ${digestLink(site, text.sha256)}</p>`;
}

function signForm({ csrfToken }: Reader, options: ManifestationForm): Html {
  const { will, agreements, agreed = false, errors = {} } = options;
  return form({ csrfToken }, [
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
    checkbox({
      name: 'agree',
      label: will.active
        ? 'I have read the Manifestation of Will, and sign this change of it.'
        : 'I have read the Manifestation of Will, and sign it.',
      required: true,
      checked: agreed,
      error: errors['agree'],
    }),
    button({ label: will.active ? 'Change the agreements' : 'Sign the Manifestation of Will' }),
  ]);
}

function wayToRevoke(site: Site): Html {
  return html`<h2>End it</h2>
<p><a href="${href(site, '/portal/developer/manifestation/revoke')}">Revoke the Manifestation of Will</a></p>`;
}
