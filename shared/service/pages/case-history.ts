import type { Localized } from '../../kernel/domain/locale.ts';
import type { Product } from '../../kernel/domain/product.ts';
import { type Html, html } from '../../kernel/pages/html.ts';
import { href, type PageContext } from '../../kernel/pages/page-context.ts';
import { definitionList, instant } from '../../kernel/pages/text.ts';
import { subjectTexts } from '../../kernel/texts/index.ts';
import type { ReviewStatus } from '../../reviews/domain/review.ts';
import { actLabel } from './trail-page.ts';

/** An act on a case, by name. */
export interface ActView {
  readonly at: string;
  readonly name: string;
  readonly action: string;
  /** The decision, if a reviewer made one. */
  readonly decision: string | null;
}

/** Another case of the same person or legal entity. */
export interface OtherCase {
  readonly id: string;
  readonly subject: { readonly type: Product; readonly id: string };
  readonly name: string;
  readonly status: ReviewStatus;
  readonly createdAt: string;
  readonly decidedAt: string | null;
}

/** The history of a case and its review, oldest first. Null if there is none. */
export function historyPart(context: Localized, acts: readonly ActView[]): Html | null {
  if (acts.length === 0) return null;
  return html`<h2 id="history">History</h2>
${definitionList(
  folded(acts).map(({ times, ...act }) => [
    times === 1 ? actionText(act) : `${actionText(act)}, ${times} times`,
    [act.name, html`<br>`, instant(act.at, context)],
  ]),
)}`;
}

/** Repeated acts of one person become one line, with the last time. */
function folded(acts: readonly ActView[]): readonly (ActView & { readonly times: number })[] {
  const lines: (ActView & { readonly times: number })[] = [];
  for (const act of acts) {
    const last = lines.at(-1);
    const isSame = last?.action === act.action && last.name === act.name;
    if (isSame && act.decision === null)
      lines[lines.length - 1] = { ...act, times: last.times + 1 };
    else lines.push({ ...act, times: 1 });
  }
  return lines;
}

const decisions: Readonly<Record<string, string>> = {
  approve: 'Approved by reviewer',
  reject: 'Rejected by reviewer',
};

/**
 * The text of the audit trail without the case itself: "Application for residency: identity verified" becomes "Identity
 * verified".
 */
function actionText({ action, decision }: ActView): string {
  const known = decision === null ? undefined : decisions[decision];
  if (known !== undefined) return known;
  const words = actLabel(action, { locale: 'en' }).replace(/^[^:]*: /, '');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const statusTexts: Readonly<Record<ReviewStatus, string>> = {
  pending: 'Waiting for a decision',
  approved: 'Approved',
  rejected: 'Rejected',
};

/** Other cases of the same person and legal entity, newest first. Null if there are none. */
export function otherCasesPart(context: PageContext, cases: readonly OtherCase[]): Html | null {
  if (cases.length === 0) return null;
  return html`<h2 id="others">Other cases of the same person or legal entity</h2>
${definitionList(
  cases.map(({ id, subject, name, status, createdAt, decidedAt }) => [
    subjectTexts.en[subject.type],
    [
      html`<a href="${href(context, `/portal/reviews/${id}`)}">${name}</a>`,
      html`<br><span class="fine">${statusTexts[status]}, ${instant(decidedAt ?? createdAt, context)}</span>`,
    ],
  ]),
)}`;
}
