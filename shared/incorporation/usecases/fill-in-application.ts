import type { CoreDeps } from '../../kernel/deps/core.ts';
import { apiErrors } from '../../kernel/errors/errors.ts';
import type { StoredPerson } from '../../people/db/people.ts';
import type { ApplicationText } from '../contracts/portal-application.ts';
import { applicationText, emptyText } from '../contracts/read-application-form.ts';
import { findApplication } from '../db/applications.ts';
import { isRevisable } from '../domain/application.ts';
import { particularsOf } from '../domain/application-data.ts';

/** With what a form begins, and the draft that it changes; null: it is for a new application. */
export interface FilledIn {
  readonly draft: DraftToChange | null;
  readonly text: ApplicationText;
}

interface DraftToChange {
  readonly id: string;
  readonly version: number;
  readonly isSigned: boolean;
}

/**
 * The form for whoever begins an application: with what the registry knows of them, or with what another application of
 * theirs says (`from`); or for a draft of theirs. One round trip at most. Errors: 404; 409 `application.not_draft`.
 */
export async function fillInApplication(
  person: Pick<StoredPerson, 'id' | 'email' | 'residency'>,
  { from, draft }: { readonly from?: string | undefined; readonly draft?: string | undefined },
  { table }: Pick<CoreDeps, 'table'>,
): Promise<FilledIn> {
  const id = draft ?? from;
  if (id === undefined) {
    const residencyType = person.residency?.residencyType ?? '';
    return { draft: null, text: { ...emptyText(), residencyType, contactEmail: person.email } };
  }
  const application = await findApplication(table, person.id, id);
  if (application === null) throw apiErrors.notFound();
  const text = applicationText(particularsOf(application.applicationData));
  if (draft === undefined) return { draft: null, text };
  const { version, agreement } = application;
  if (!isRevisable(application)) throw apiErrors.applicationNoDraft();
  return { draft: { id, version, isSigned: agreement !== null }, text };
}
