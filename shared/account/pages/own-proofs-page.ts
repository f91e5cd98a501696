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
import { portalLayout, type Reader, readerName } from '../../kernel/pages/portal-layout.ts';
import { qrSvg } from '../../kernel/pages/qr-svg.ts';
import { href, type Site } from '../../kernel/pages/site.ts';
import { definitionList, instant, notice } from '../../kernel/pages/text.ts';
import { words } from '../../kernel/pages/words.ts';
import { type Proof, proofFields, proofState, proofTerms } from '../domain/proof.ts';
import { ownProofsPageTexts, proofTexts } from '../texts/index.ts';
import { type CardHolder, residencyCard } from './residency-card.ts';

const place = '/portal/proofs';

const say = words(ownProofsPageTexts);
const proofFieldWords = words(proofTexts);

export interface OwnProofs {
  /** Newest first. */
  readonly proofs: readonly Proof[];
  readonly formId: string;
  readonly chosen: readonly string[];
  readonly lasts: string;
  readonly errors: FieldErrors;
  readonly now: string;
}

/** A person's proofs, and the form for a new one. */
export function ownProofsPage(site: Site, reader: Reader, view: OwnProofs): Html {
  const { proofs, formId, chosen, lasts, errors, now } = view;
  const said = say(site);
  const fields = proofFieldWords(site);
  return portalLayout(site, reader, { ...formHead(said.title, errors, site), place }, [
    html`<p class="lead">${said.lead}</p>`,
    form({ csrfToken: reader.csrfToken }, [
      html`<input type="hidden" name="formId" value="${formId}">`,
      fieldset(
        said.shows,
        checkboxes({
          name: 'show',
          options: proofFields.map((field) => ({ value: field, label: fields[field] })),
          chosen,
          error: errors['show'],
        }),
      ),
      fieldset(
        said.lasts,
        radios({
          name: 'lasts',
          options: Object.keys(proofTerms).map((term) => ({
            value: term,
            label: termWords(term, site),
          })),
          chosen: [lasts],
          error: errors['lasts'],
        }),
      ),
      button({ label: said.make }),
    ]),
    html`<h2>${said.made}</h2>`,
    proofs.length === 0
      ? html`<p>${said.none}</p>`
      : html`<dl>${proofs.map((proof) => proofEntry(site, proof, now))}</dl>`,
  ]);
}

export interface OneProof {
  readonly proof: Proof;
  /** The URL of its code; null if the code can't be derived from the secret. */
  readonly url: string | null;
  /** The reader with their residency; null without one. */
  readonly holder: CardHolder | null;
  readonly now: string;
}

/** A proof, with its QR code while it is valid. */
export function ownProofPage(
  site: Site,
  reader: Reader,
  { proof, url, holder, now }: OneProof,
): Html {
  const said = say(site);
  const state = proofState(proof, now);
  const code =
    url !== null &&
    html`<figure>${qrSvg(url, said.code)}<figcaption>${said.scan}, ${said.link}: <a class="exact" href="${url}">${url}</a></figcaption></figure>`;
  return portalLayout(site, reader, { title: said.proof, kicker: readerName(reader) }, [
    state !== 'good' && notice('warning', said.ended),
    state === 'good' && url === null && notice('warning', said.lost),
    state === 'good' &&
      url !== null &&
      (holder === null ? code : residencyCard(site, holder, code)),
    definitionList([
      [said.shows, fieldList(site, proof)],
      [said.created, instant(proof.createdAt, site)],
      state === 'good' ? [said.until, instant(proof.expiresAt, site)] : null,
    ]),
    html`<p class="acts"><a href="${href(site, place)}">${said.back}</a> <a href="${href(site, '/portal/activity')}">${said.looks}</a></p>`,
    state === 'good' &&
      form(
        {
          csrfToken: reader.csrfToken,
          action: href(site, `${place}/${proof.id}/revoke`),
        },
        buttons(button({ label: said.revoke, kind: 'danger' })),
      ),
  ]);
}

function proofEntry(site: Site, proof: Proof, now: string): Html {
  const said = say(site);
  const state = proofState(proof, now);
  const at = proof.revokedAt ?? proof.expiresAt;
  return html`<div><dt>${said.states[state]}${instant(at, site)}</dt><dd>${fieldList(site, proof)}${
    state === 'good' && html`<a href="${href(site, `${place}/${proof.id}`)}">${said.open}</a>`
  }</dd></div>`;
}

function fieldList(site: Site, { shows }: Proof): Html {
  return html`<ul class="plain">${shows.map((field) => html`<li>${proofFieldWords(site)[field]}</li>`)}</ul>`;
}

function termWords(term: string, site: Site): string {
  const texts: Readonly<Record<string, string>> = say(site).terms;
  return texts[term] ?? term;
}
