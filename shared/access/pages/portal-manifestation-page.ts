import type { PublishedText } from '../../documents/agreements/register.ts';
import { agreementText, digestLink } from '../../documents/pages/agreement-text.ts';
import type { Localized } from '../../kernel/domain/locale.ts';
import { byLocale } from '../../kernel/pages/by-locale.ts';
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
import { href, type PageContext } from '../../kernel/pages/page-context.ts';
import { portalLayout, type Viewer } from '../../kernel/pages/portal-layout.ts';
import { languageField, nameField } from '../../kernel/pages/signing-form.ts';
import { definitionList, instant, notice } from '../../kernel/pages/text.ts';
import { residencyTypeName } from '../../people/pages/residency-type.ts';
import {
  acceptableAgreements,
  type Manifestation,
  toAcceptAgain,
} from '../domain/manifestation.ts';
import { portalManifestationPageTexts } from '../texts/index.ts';

const textsFor = byLocale(portalManifestationPageTexts);

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
export function manifestationPage(
  context: PageContext,
  viewer: Viewer,
  options: ManifestationForm,
): Html {
  const { will, texts, errors = {} } = options;
  const { manifestation, agreement } = texts;
  const pageTexts = textsFor(context);
  return portalLayout(
    context,
    viewer,
    {
      ...formHead(pageTexts.manifestation, errors, context),
      kicker: pageTexts.kicker,
      section: '/portal/developer',
    },
    [
      stateOf(context, will, texts),
      agreementText(context, manifestation, 'manifestation'),
      agreementText(context, agreement),
      signForm(context, viewer, options),
      will.active && wayToRevoke(context),
    ],
  );
}

/** Asks for confirmation before it is revoked. */
export function revokeManifestationPage(
  context: PageContext,
  viewer: Viewer,
  will: Manifestation,
  /** The names of the Agent Keys that will be revoked. */
  stopping: readonly string[],
): Html {
  const texts = textsFor(context);
  return portalLayout(
    context,
    viewer,
    { title: texts.revokeTitle, kicker: texts.kicker, section: '/portal/developer' },
    [
      html`<p class="lead">${texts.revokeLead}</p>`,
      stopping.length > 0 &&
        html`<p>${texts.stopping}</p><ul>${stopping.map((name) => html`<li>${name}</li>`)}</ul>`,
      will.active
        ? form(
            { csrfToken: viewer.csrfToken },
            buttons(
              button({ label: texts.revokeIt, kind: 'danger' }),
              linkButton(texts.leave, href(context, '/portal/developer'), 'secondary'),
            ),
          )
        : html`<p>${texts.notInForce}</p>`,
    ],
  );
}

/**
 * A notice that the accepted text has changed, so it must be accepted again; null if it has not.
 */
export function outdatedNotice(
  will: Manifestation,
  texts: ManifestationTexts,
  context: Localized,
): Html | null {
  if (toAcceptAgain(will, texts).length === 0) return null;
  return notice(
    'warning',
    textsFor(context).changed,
    html`<p>${textsFor(context).changedText}</p>`,
  );
}

function stateOf(context: PageContext, will: Manifestation, texts: ManifestationTexts): Content {
  const pageTexts = textsFor(context);
  const { active, signedAt, revokedAt } = will;
  if (active && signedAt !== null) {
    return [
      outdatedNotice(will, texts, context) ??
        notice(
          'success',
          pageTexts.inForce,
          html`<p>${pageTexts.signedOn(instant(signedAt, context))}</p>`,
        ),
      consentRows(context, will),
    ];
  }
  return [
    html`<p class="lead">${pageTexts.lead}</p>`,
    revokedAt !== null && definitionList([[pageTexts.revoked, instant(revokedAt, context)]]),
  ];
}

/** Who signed and accepted, when, and which version. */
export function consentRows(context: PageContext, { text, acceptances }: Manifestation): Html {
  const texts = textsFor(context);
  const row = (what: string, consent: typeof text | undefined) => {
    if (!consent) return null;
    const { version, sha256, signerName, signer, givenAt } = consent;
    const by = signer?.kind === 'operator' ? texts.registry : signerName;
    return [
      what,
      html`${instant(givenAt, context)}${by !== null && html`, ${texts.by} <strong>${by}</strong>`}<br>${texts.version(version)}, SHA-256 ${digestLink(context, sha256)}`,
    ] as const;
  };
  return definitionList([
    row(texts.manifestation, text),
    ...acceptableAgreements.map((type) =>
      row(texts.accepted(residencyTypeName(type, context)), acceptances[type]),
    ),
  ]);
}

function signForm(context: PageContext, { csrfToken }: Viewer, options: ManifestationForm): Html {
  const pageTexts = textsFor(context);
  const { will, texts, agreements, signerName = '', agreed = false, errors = {} } = options;
  const { act } = signingTexts(context, will, texts);
  return html`<h2>${pageTexts.signature}</h2>
${form({ csrfToken }, [
  languageField(context),
  html`<input type="hidden" name="manifestationSha256" value="${texts.manifestation.sha256}">`,
  html`<input type="hidden" name="agreementSha256" value="${texts.agreement.sha256}">`,
  fieldset(pageTexts.agreements, [
    html`<p>${pageTexts.agreementsText}</p>`,
    checkboxes({
      name: 'acceptedAgreement',
      options: acceptableAgreements.map((type) => ({
        value: type,
        label: pageTexts.forEntities[type],
      })),
      chosen: agreements,
      error: errors['acceptedAgreement'],
    }),
  ]),
  nameField(signerName, errors['signerName'], context),
  checkbox({
    name: 'agree',
    label: willStatement(will, texts, context),
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
  context: Localized,
): string {
  return textsFor(context).statement(
    signingTexts(context, will, texts).what,
    texts.agreement.title,
  );
}

/** The purpose of the signature, in the words of the checkbox and of the button. */
function signingTexts(context: Localized, will: Manifestation, texts: ManifestationTexts) {
  const { first, again, change } = textsFor(context);
  if (!will.active) return first;
  return toAcceptAgain(will, texts).length > 0 ? again : change;
}

function wayToRevoke(context: PageContext): Html {
  return html`<h2>${textsFor(context).end}</h2>
<p><a href="${href(context, '/portal/developer/manifestation/revoke')}">${textsFor(context).revoke}</a></p>`;
}
