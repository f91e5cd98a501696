import * as z from 'zod/mini';
import { addressFormFields } from '../../kernel/contracts/address.ts';
import { FormId } from '../../kernel/contracts/form-fields.ts';
import { Id } from '../../kernel/contracts/text.ts';

/** Path of the amendments of an entity that one represents. */
export const OwnAmendments = z.object({ entityId: Id });

/** Path of one of them. */
export const OwnFiling = z.object({ entityId: Id, filingId: Id });

/** What is filled in to propose changes: the entity as it must be. What the API takes of it is asked of the API's schema. */
export const ProposalForm = z.object({
  formId: FormId,
  /** Of the draft that was shown; absent where a new one is begun. */
  version: z.optional(z.string().check(z.regex(/^[1-9][0-9]{0,8}$/))),
  name: z._default(z.string().check(z.maxLength(1000)), ''),
  extension: z._default(z.string().check(z.maxLength(1000)), ''),
  order: z._default(z.enum(['name-first', 'extension-first']), 'name-first'),
  ...addressFormFields,
});
export type ProposalForm = z.output<typeof ProposalForm>;

/** The form that submits a paid amendment once more. */
export const SubmitForm = z.object({});

/** The page on which changes are proposed, for links to it. */
export function newAmendmentPath(entityId: string) {
  return `/portal/legal-entities/${entityId}/amendments/new` as const;
}

/** The page of an amendment, for links to it. */
export function amendmentPath(entityId: string, filingId: string) {
  return `/portal/legal-entities/${entityId}/amendments/${filingId}` as const;
}
