import type { OAuthCaller, PersonalKeyCaller } from '../../shared/access/auth/caller.ts';
import { personOf } from '../../shared/access/usecases/read-keys.ts';
import { agreementInForce } from '../../shared/documents/usecases/agreement-in-force.ts';
import { presentConsentedDocuments } from '../../shared/documents/usecases/present-documents.ts';
import {
  presentIdVerification,
  presentNaturalPerson,
  presentPersonDocuments,
  presentResidencyStatus,
} from '../../shared/oauth/contracts/natural-person.ts';
import { type MeDeps, meDeps } from '../../shared/oauth/deps/oauth-deps.ts';
import { byAccessToken } from '../../shared/oauth/http/access-token.ts';
import {
  getNaturalPerson,
  getNaturalPersonIdVerification,
  getNaturalPersonIdVerificationDeprecated,
  getNaturalPersonResidency,
  listNaturalPersonDocuments,
} from '../../shared/oauth/routes/me.ts';
import {
  readOwnDocuments,
  readOwnResidencies,
} from '../../shared/oauth/usecases/consented-data.ts';
import { type Operation, operation, operations } from '../../shared/web/http/path-function.ts';

const readIdVerification = async (
  { caller }: { readonly caller: OAuthCaller | PersonalKeyCaller },
  { table }: MeDeps,
) => presentIdVerification((await personOf(caller, table)).identityVerification);

export const rows: readonly Operation<MeDeps>[] = [
  operation(
    getNaturalPerson,
    async ({ caller }, { table }: MeDeps) => presentNaturalPerson(await personOf(caller, table)),
    byAccessToken,
  ),
  operation(
    getNaturalPersonResidency,
    async ({ caller }, deps: MeDeps) => {
      const residencies = await readOwnResidencies(caller, deps);
      return presentResidencyStatus(residencies, {
        now: deps.now().toISOString(),
        agreementInForce: (type) => agreementInForce(type, deps.agreements),
      });
    },
    byAccessToken,
  ),
  operation(getNaturalPersonIdVerification, readIdVerification, byAccessToken),
  operation(getNaturalPersonIdVerificationDeprecated, readIdVerification, byAccessToken),
  operation(
    listNaturalPersonDocuments,
    async ({ caller }, deps: MeDeps) => {
      const { documents, residencies } = await readOwnDocuments(caller, deps);
      const data = await presentConsentedDocuments(documents, deps.documents);
      return presentPersonDocuments(data, residencies, deps.now().toISOString());
    },
    byAccessToken,
  ),
];

export const handler = operations(rows, meDeps);
