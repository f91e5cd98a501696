import { digestOf, type Effect } from '../../kernel/db/effects.ts';
import type { ServiceDeps } from '../../kernel/deps/service.ts';

/** A name for a form that is shown: `FormId` in kernel/contracts/form-fields.ts is its schema. */
export function newFormId({ random }: Pick<ServiceDeps, 'random'>): string {
  return Buffer.from(random(16)).toString('base64url');
}

/**
 * The one effect of a form with this content: sent a second time by an impatient finger, it has none, and its answer is what
 * the first has made. What somebody corrects and sends from the same page is another form.
 */
export function formEffect(personId: string, formId: string, content: unknown): Effect {
  return { scope: digestOf(['portal form', personId, formId, content]), content };
}
