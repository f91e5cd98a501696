import {
  presentConsentedDocuments,
  visibleOf,
} from '../../shared/documents/usecases/present-documents.ts';
import { ownList } from '../../shared/kernel/contracts/own-list.ts';
import { fullName } from '../../shared/kernel/domain/legal-entity.ts';
import { type MeDeps, meDeps } from '../../shared/oauth/deps/oauth-deps.ts';
import { byAccessToken } from '../../shared/oauth/http/access-token.ts';
import {
  getConsentedLegalEntity,
  listConsentedLegalEntities,
  listConsentedLegalEntityDocuments,
} from '../../shared/oauth/routes/me.ts';
import {
  listConsentedEntities,
  readConsentedDocuments,
  readConsentedEntity,
} from '../../shared/oauth/usecases/consented-data.ts';
import { presentLegalEntity } from '../../shared/registry/contracts/legal-entity.ts';
import { type Operation, operation, operations } from '../../shared/web/http/path-function.ts';

export const rows: readonly Operation<MeDeps>[] = [
  operation(
    listConsentedLegalEntities,
    async ({ caller }, { table }: MeDeps) => ({
      data: (await listConsentedEntities(table, caller)).map(presentLegalEntity),
    }),
    byAccessToken,
  ),
  operation(
    getConsentedLegalEntity,
    async ({ params, caller }, { table }: MeDeps) => ({
      data: presentLegalEntity(await readConsentedEntity(table, params.id, caller)),
    }),
    byAccessToken,
  ),
  operation(
    listConsentedLegalEntityDocuments,
    async ({ params, query, caller }, deps: MeDeps) => {
      const { entity, documents } = await readConsentedDocuments(params.id, caller, deps);
      return ownList(visibleOf(documents), query, (chosen) =>
        presentConsentedDocuments(chosen, deps.documents, fullName(entity)),
      );
    },
    byAccessToken,
  ),
];

export const handler = operations(rows, meDeps);
