import type { OAuthCaller, PersonalKeyCaller } from '../../shared/access/caller.ts';
import { personOf } from '../../shared/access/usecases/person-of.ts';
import { agreementInForce } from '../../shared/agreements/agreement-in-force.ts';
import { listPersonDocuments } from '../../shared/documents/person-documents.ts';
import { presentConsentedDocuments } from '../../shared/documents/usecases/present-consented-documents.ts';
import {
  presentIdVerification,
  presentNaturalPerson,
  presentPersonDocuments,
  presentResidencyStatus,
} from '../../shared/oauth/contracts/present-natural-person.ts';
import { type MeDeps, meDeps } from '../../shared/oauth/deps/me.ts';
import { meOperation } from '../../shared/oauth/http/me-endpoint.ts';
import {
  getNaturalPerson,
  getNaturalPersonIdVerification,
  getNaturalPersonIdVerificationDeprecated,
  getNaturalPersonResidency,
  listNaturalPersonDocuments,
} from '../../shared/oauth/routes/me.ts';
import { readResidencies } from '../../shared/people/db/people.ts';
import { type Operation, operations } from '../../shared/web/operations.ts';

const readIdVerification = async (
  { caller }: { readonly caller: OAuthCaller | PersonalKeyCaller },
  { table }: MeDeps,
) => presentIdVerification((await personOf(caller, table)).identityVerification);

export const rows: readonly Operation<MeDeps>[] = [
  meOperation(getNaturalPerson, async ({ caller }, { table }: MeDeps) =>
    presentNaturalPerson(await personOf(caller, table)),
  ),
  meOperation(getNaturalPersonResidency, async ({ caller }, { table, now, agreements }: MeDeps) => {
    const residencies = await readResidencies(table, caller.personId);
    return presentResidencyStatus(residencies, {
      now: now().toISOString(),
      agreementInForce: (type) => agreementInForce(type, agreements),
    });
  }),
  meOperation(getNaturalPersonIdVerification, readIdVerification),
  meOperation(getNaturalPersonIdVerificationDeprecated, readIdVerification),
  meOperation(listNaturalPersonDocuments, async ({ caller }, { table, documents, now }: MeDeps) => {
    const [stored, residencies] = await Promise.all([
      listPersonDocuments(table, caller.personId),
      readResidencies(table, caller.personId),
    ]);
    const data = await presentConsentedDocuments(stored, documents);
    return presentPersonDocuments(data, residencies, now().toISOString());
  }),
];

export const handler = operations(rows, meDeps);
