import { type Html, html } from '../../kernel/pages/html.ts';
import { definitionList } from '../../kernel/pages/text.ts';
import type {
  SimilarityReason,
  SimilarName,
  SimilarStatus,
} from '../../registry/domain/similar-names.ts';

const who: Readonly<Record<SimilarStatus, string>> = {
  registered: 'A legal entity',
  reserved: 'Reserved by operators',
  pending: 'Also applied for',
};

const why: Readonly<Record<SimilarityReason, string>> = {
  same_name: 'the same name',
  looks_alike: 'looks alike',
  same_words: 'the same words',
  similar_spelling: 'spelled nearly so',
  similar_sound: 'sounds alike',
};

/** Names of others that are similar to the one that is applied for; nothing where there are none. */
export function similarPart(similar: readonly SimilarName[] | null): Html | null {
  if (similar?.length === 0) return null;
  return html`<h2 id="similar-names">Similar names</h2>
${
  similar === null
    ? html`<p>They could not be looked up just now. Load the page again to see them.</p>`
    : definitionList(
        similar.map(({ name, extension, status, reasons }) => [
          who[status],
          [
            [name, extension].filter(Boolean).join(' '),
            html`<br><span class="fine">${reasons.map((reason) => why[reason]).join(', ')}</span>`,
          ],
        ]),
      )
}`;
}
