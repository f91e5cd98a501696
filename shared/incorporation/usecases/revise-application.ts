import { keys } from '../../kernel/db/keys.ts';
import { orElse, transact, type Write } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import type { ServiceDeps } from '../../kernel/deps/service.ts';
import { displayName, nameKey } from '../../kernel/domain/legal-entity.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { lostRace, retryOnConflict } from '../../kernel/usecases/retry-on-conflict.ts';
import type { StoredPerson } from '../../people/db/people.ts';
import { eventWrite, mailWrite } from '../../platform/db/outbox.ts';
import { auditAct } from '../../platform/usecases/audit.ts';
import * as registryErrors from '../../registry/errors/registry-errors.ts';
import { personActor } from '../../sign-in/auth/session.ts';
import type { ApplicationPayload } from '../contracts/application.ts';
import type { ApplicationText } from '../contracts/portal-application.ts';
import { applicationText, emptyText } from '../contracts/read-application-form.ts';
import {
  applicationWrite,
  findApplication,
  type StoredApplication,
  unusedSignatureLinkWrite,
} from '../db/applications.ts';
import { decideApplication, isRevisable, wasSubmitted } from '../domain/application.ts';
import { applicationData, changedParticulars, particularsOf } from '../domain/application-data.ts';
import * as incorporationErrors from '../errors/incorporation-errors.ts';
import {
  type ApplicationFacts,
  checkRegisteredAgent,
  countingFailures,
  readApplicationFacts,
} from './check-new-application.ts';

/** The owner's changes to a draft. */
interface DraftRevision {
  readonly applicationId: string;
  readonly personId: string;
  /** The version shown to the owner. */
  readonly version: number;
  readonly payload: ApplicationPayload;
}

/**
 * Changes the contents of a draft. A signature of the previous contents becomes invalid; payments stay paid. Unchanged
 * contents write nothing, so a resubmitted form changes a draft once.
 *
 * Errors: 404; 409 `application.not_draft`, `application.changed` if it has changed since it was shown; those of a new
 * application about the registered agent; 409 for a new name that is taken or reserved.
 */
export function reviseApplication(revision: DraftRevision, deps: ServiceDeps): Promise<void> {
  const { applicationId, personId, version, payload } = revision;
  return retryOnConflict(async () => {
    const at = deps.now().toISOString();
    const [application, facts] = await Promise.all([
      findApplication(deps.table, personId, applicationId),
      readApplicationFacts(deps.table, { personId }, { applicationData: payload }),
    ]);
    if (application === null) throw apiErrors.applicationNotFound();
    const decision = decideApplication(application, { type: 'revise' }, at);
    if (!decision.ok) throw apiErrors.applicationNoDraft();
    const next = revised(decision.next, payload);
    const changed = changedParticulars(
      particularsOf(application.applicationData),
      particularsOf(next.applicationData),
    );
    if (changed.length === 0) return undefined;
    if (application.version !== version) throw incorporationErrors.applicationChanged();
    await countingFailures(personId, payload, deps, () => checkRegisteredAgent(payload, facts, at));
    const isRenamed = nameKey(application.name) !== nameKey(next.name);
    if (isRenamed) refuseName(facts);
    const outcome = await transact(deps.table, {
      application: applicationWrite(next),
      name: isRenamed
        ? orElse(nameIsFree(next.optionId, next.name), apiErrors.nameTaken)
        : undefined,
      signatureLink: application.agreement === null ? undefined : unusedSignatureLinkWrite(next),
      // Notifies the owner, who needs a new signature.
      voided:
        application.agreement === null
          ? undefined
          : mailWrite(deps.newId(), at, { template: 'application_unsigned', applicationId, at }),
      ...auditAct(deps, {
        at,
        actor: personActor(personId),
        action: 'legal_entity_application.revised',
        subject: { type: 'legal_entity_application', id: applicationId },
        details: { changed },
      }),
    });
    if (outcome.kind === 'written') return undefined;
    if (outcome.refusal !== undefined) throw outcome.refusal;
    return lostRace;
  });
}

function refuseName({ nameTaken, nameReserved }: ApplicationFacts): void {
  if (nameTaken) throw apiErrors.nameTaken();
  if (nameReserved) throw registryErrors.nameReserved();
}

/** Keeps the integrator's notes next to the form's answers; an empty text deletes a note. */
function revised(application: StoredApplication, payload: ApplicationPayload): StoredApplication {
  const { createdViaAPI, applicationData: data } = application;
  const notes = Object.entries({ ...data.analytics, ...payload.analytics });
  const analytics = Object.fromEntries(notes.filter(([, text]) => text !== ''));
  const { jurisdictionOfFormation: jurisdiction, representatives } = data.entityDetails;
  const ownerRpn = representatives[0]?.residentPermitNumber ?? null;
  const particulars = {
    ...payload,
    name: displayName(payload.name),
    analytics: notes.length === 0 ? undefined : analytics,
  };
  const { name, extension } = particulars;
  const facts = { createdViaAPI, jurisdiction, ownerRpn };
  return { ...application, name, extension, applicationData: applicationData(particulars, facts) };
}

/** The initial values of a form, and the draft that it changes; null for a new application. */
interface FilledIn {
  readonly draft: DraftToChange | null;
  readonly text: ApplicationText;
}

interface DraftToChange {
  readonly id: string;
  readonly version: number;
  readonly isSigned: boolean;
}

/**
 * The form of an application: for a new one with what the registry knows of the applicant, or with the contents of another
 * application of theirs (`from`); or for their draft. One round trip at most. Errors: 404; 409 `application.not_draft`.
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

/**
 * The writes that store an application after a command, for the command's transaction.
 *
 * If the command submitted it, they also request the review and check that the name is available:
 * the write `name` is refused if the name was taken in the meantime.
 */
export function applicationWrites(
  before: StoredApplication,
  after: StoredApplication,
  deps: Pick<CoreDeps, 'newId'>,
  at: string,
): {
  readonly application: Write;
  readonly name: Write | undefined;
  readonly submission: Write | undefined;
} {
  if (!wasSubmitted(before, after)) {
    return { application: applicationWrite(after), name: undefined, submission: undefined };
  }
  const submissionId = deps.newId();
  const { id, optionId, name } = after;
  return {
    application: applicationWrite({ ...after, submissionId }),
    name: nameIsFree(optionId, name),
    submission: eventWrite(submissionId, at, {
      type: 'review.requested',
      subject: { type: 'legal_entity_application', id },
    }),
  };
}

/** Refuses the transaction if an entity of the option has the name. */
export function nameIsFree(optionId: string, name: string): Write {
  return {
    check: {
      Key: keys.entityName(optionId, name),
      ConditionExpression: 'attribute_not_exists(pk)',
    },
  };
}
