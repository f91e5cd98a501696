import { byLocale } from '../../kernel/pages/by-locale.ts';
import {
  button,
  buttons,
  checkboxes,
  type FieldErrors,
  fieldset,
  form,
  formHead,
  radios,
} from '../../kernel/pages/form.ts';
import { type Html, html } from '../../kernel/pages/html.ts';
import { href, type PageContext } from '../../kernel/pages/page-context.ts';
import { portalLayout, type Viewer, viewerName } from '../../kernel/pages/portal-layout.ts';
import { qrSvg } from '../../kernel/pages/qr-svg.ts';
import { copyPart } from '../../kernel/pages/secret-part.ts';
import { definitionList, instant, notice } from '../../kernel/pages/text.ts';
import { type Proof, proofFields, proofState, proofTerms } from '../domain/proof.ts';
import { ownProofsPageTexts, proofTexts } from '../texts/index.ts';
import { type CardHolder, residencyCard } from './residency-card.ts';

const section = '/portal/proofs';

const textsFor = byLocale(ownProofsPageTexts);
const proofFieldTextsFor = byLocale(proofTexts);

export interface OwnProofs {
  /** Newest first. */
  readonly proofs: readonly Proof[];
  readonly formId: string;
  readonly chosen: readonly string[];
  readonly validity: string;
  readonly errors: FieldErrors;
  readonly now: string;
}

/** A person's proofs, and the form for a new one. */
export function ownProofsPage(context: PageContext, viewer: Viewer, view: OwnProofs): Html {
  const { proofs, formId, chosen, validity, errors, now } = view;
  const texts = textsFor(context);
  const fields = proofFieldTextsFor(context);
  return portalLayout(context, viewer, { ...formHead(texts.title, errors, context), section }, [
    html`<p class="lead">${texts.lead}</p>`,
    form({ csrfToken: viewer.csrfToken }, [
      html`<input type="hidden" name="formId" value="${formId}">`,
      fieldset(
        texts.shows,
        checkboxes({
          name: 'show',
          options: proofFields.map((field) => ({ value: field, label: fields[field] })),
          chosen,
          error: errors['show'],
        }),
      ),
      fieldset(
        texts.validity,
        radios({
          name: 'validity',
          options: Object.keys(proofTerms).map((term) => ({
            value: term,
            label: termText(term, context),
          })),
          chosen: [validity],
          error: errors['validity'],
        }),
      ),
      button({ label: texts.make }),
    ]),
    html`<h2>${texts.made}</h2>`,
    proofs.length === 0
      ? html`<p>${texts.none}</p>`
      : html`<dl>${proofs.map((proof) => proofEntry(context, proof, now))}</dl>`,
  ]);
}

export interface OneProof {
  readonly proof: Proof;
  /** The URL of its code; null if the code can't be derived from the secret. */
  readonly url: string | null;
  /** The viewer with their residency; null without one. */
  readonly holder: CardHolder | null;
  readonly now: string;
}

/** A proof, with its QR code while it is valid. */
export function ownProofPage(
  context: PageContext,
  viewer: Viewer,
  { proof, url, holder, now }: OneProof,
): Html {
  const texts = textsFor(context);
  const state = proofState(proof, now);
  const code =
    url !== null &&
    html`<figure>${qrSvg(url, texts.code)}<figcaption>${texts.scan}, ${texts.link}: <a class="exact" href="${url}" data-copy>${url}</a></figcaption></figure>${copyPart(context)}`;
  return portalLayout(
    context,
    viewer,
    { title: texts.proof, kicker: viewerName(viewer), section },
    [
      state !== 'good' && notice('warning', texts.ended),
      state === 'good' && url === null && notice('warning', texts.lost),
      state === 'good' &&
        url !== null &&
        (holder === null ? code : residencyCard(context, holder, code)),
      definitionList([
        [texts.shows, fieldList(context, proof)],
        [texts.created, instant(proof.createdAt, context)],
        state === 'good' ? [texts.until, instant(proof.expiresAt, context)] : null,
      ]),
      html`<p class="acts"><a href="${href(context, section)}">${texts.back}</a> <a href="${href(context, '/portal/activity')}">${texts.looks}</a></p>`,
      state === 'good' &&
        form(
          {
            csrfToken: viewer.csrfToken,
            action: href(context, `${section}/${proof.id}/revoke`),
          },
          buttons(button({ label: texts.revoke, kind: 'danger' })),
        ),
    ],
  );
}

function proofEntry(context: PageContext, proof: Proof, now: string): Html {
  const texts = textsFor(context);
  const state = proofState(proof, now);
  const at = proof.revokedAt ?? proof.expiresAt;
  return html`<div><dt>${texts.states[state]}${instant(at, context)}</dt><dd>${fieldList(context, proof)}${
    state === 'good' && html`<a href="${href(context, `${section}/${proof.id}`)}">${texts.open}</a>`
  }</dd></div>`;
}

function fieldList(context: PageContext, { fields }: Proof): Html {
  return html`<ul class="plain">${fields.map((field) => html`<li>${proofFieldTextsFor(context)[field]}</li>`)}</ul>`;
}

function termText(term: string, context: PageContext): string {
  const texts: Readonly<Record<string, string>> = textsFor(context).terms;
  return texts[term] ?? term;
}
