import { presentLegalEntity } from '../../shared/contracts/legal-entity.ts';
import { listDocuments } from '../../shared/db/documents.ts';
import { type MeDeps, meDeps } from '../../shared/deps/me.ts';
import { meOperation } from '../../shared/http/me-endpoint.ts';
import { type Operation, operations } from '../../shared/http/operations.ts';
import {
  getConsentedLegalEntity,
  listConsentedLegalEntities,
  listConsentedLegalEntityDocuments,
} from '../../shared/routes/me.ts';
import { presentConsentedDocuments } from '../../shared/usecases/present-consented-documents.ts';
import {
  listConsentedEntities,
  readConsentedEntity,
} from '../../shared/usecases/read-consented-entity.ts';

const rows: readonly Operation<MeDeps>[] = [
  meOperation(listConsentedLegalEntities, async ({ caller }, { table }: MeDeps) => ({
    data: (await listConsentedEntities(table, caller)).map(presentLegalEntity),
  })),
  meOperation(getConsentedLegalEntity, async ({ params, caller }, { table }: MeDeps) => ({
    data: presentLegalEntity(await readConsentedEntity(table, params.id, caller)),
  })),
  meOperation(
    listConsentedLegalEntityDocuments,
    async ({ params, caller }, { table, documents }: MeDeps) => {
      const [, stored] = await Promise.all([
        readConsentedEntity(table, params.id, caller),
        listDocuments(table, params.id),
      ]);
      return { data: await presentConsentedDocuments(stored, documents) };
    },
  ),
];

export const handler = operations(rows, meDeps);
