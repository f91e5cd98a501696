import { orElse, transact } from '../../kernel/db/transact.ts';
import type { ServiceDeps } from '../../kernel/deps/service.ts';
import { displayName, nameKey } from '../../kernel/domain/legal-entity.ts';
import { apiErrors } from '../../kernel/errors/errors.ts';
import { lostRace, untilWritten } from '../../kernel/usecases/until-written.ts';
import { eventWrite } from '../../platform/db/outbox.ts';
import { auditAct } from '../../platform/usecases/audit.ts';
import { personActor } from '../../sign-in/auth/session.ts';
import type { ApplicationPayload } from '../contracts/application.ts';
import {
  applicationWrite,
  findApplication,
  type StoredApplication,
  unusedSignatureLinkWrite,
} from '../db/applications.ts';
import { decideApplication } from '../domain/application.ts';
import { applicationData, changedParticulars, particularsOf } from '../domain/application-data.ts';
import { countingFailures } from './agent-number-guesses.ts';
import { type ApplicationFacts, readApplicationFacts } from './application-facts.ts';
import { checkRegisteredAgent } from './check-new-application.ts';
import { nameIsFree } from './save-application.ts';

/** A draft as its owner wants it to be. */
export interface DraftRevision {
  readonly applicationId: string;
  readonly personId: string;
  /** The version that the owner was shown. */
  readonly version: number;
  readonly payload: ApplicationPayload;
}

/**
 * Changes what a draft says. A signature of what it said before no longer counts; what was paid stays paid. What says
 * nothing new writes nothing, so that a form that is sent twice changes a draft once.
 *
 * Errors: 404; 409 `application.not_draft`, `application.changed` when it is no longer what was shown; those of a new
 * application about the registered agent; 409 for another name that is taken or reserved.
 */
export function reviseApplication(revision: DraftRevision, deps: ServiceDeps): Promise<void> {
  const { applicationId, personId, version, payload } = revision;
  return untilWritten(async () => {
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
    if (application.version !== version) throw apiErrors.applicationChanged();
    await countingFailures(personId, payload, deps, () => checkRegisteredAgent(payload, facts, at));
    const isRenamed = nameKey(application.name) !== nameKey(next.name);
    if (isRenamed) refuseName(facts);
    const outcome = await transact(deps.table, {
      application: applicationWrite(next),
      name: isRenamed
        ? orElse(nameIsFree(next.optionId, next.name), apiErrors.nameTaken)
        : undefined,
      signatureLink: application.agreement === null ? undefined : unusedSignatureLinkWrite(next),
      // The owner has to see to another signature, and is told.
      voided:
        application.agreement === null
          ? undefined
          : eventWrite(deps.newId(), at, {
              type: 'mail.wanted',
              mail: { template: 'application_unsigned', applicationId, at },
            }),
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
  if (nameReserved) throw apiErrors.nameReserved();
}

/** What an integrator noted of its application stays, beside what the form asks; an empty text takes a note away. */
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
