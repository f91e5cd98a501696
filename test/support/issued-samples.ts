import { filingIn, filingScopes, pay as payFiling, sign, submit } from './amendments.ts';
import { aRequest, payRequest } from './certificates.ts';
import { aPreAcceptingAgent, aVoucher } from './drafts.ts';
import { aPartner, aReadyApplication, partnerCalls, seen } from './partners.ts';
import { anAgentKey, created } from './registry.ts';
import { aSubmission, decideReview, reviewOf } from './submissions.ts';
import type { World } from './world.ts';

interface Listed {
  readonly slug?: string;
  readonly name: string;
  readonly fileUrl: string;
}

/**
 * One document of each kind, as the service issues it to a fictional resident: from the application to the file that its link leads
 * to. By the names of `docs/samples`.
 */
export async function issueSamples(world: World): Promise<ReadonlyMap<string, Uint8Array>> {
  Object.assign(world.deps, {
    issuer: {
      registryName: 'Resident Registry',
      jurisdiction: 'Free Territory of Examplia',
      place: 'Port Example',
      registrarName: 'Ada Registrar',
      isSandbox: false,
    },
  });
  // Printed on documents instead of this machine's address, which differs in each run.
  const at = (baseUrl: string) =>
    Object.defineProperty(world.deps, 'baseUrl', { value: baseUrl, configurable: true });
  const own = world.baseUrl;
  const decide = async (subjectId: string) => {
    await world.settle();
    const { id } = await reviewOf(world, subjectId);
    at('https://registry.example');
    await decideReview(world, id, { decision: 'approve' });
    await world.settle();
    at(own);
  };

  const { id } = await created(world, '/persons', {
    ...{ email: 'jane@residents.example', givenName: 'Jane Quentin', surname: 'Specimen' },
  });
  const { residentPermitNumber } = await created(world, `/persons/${id}/residencies`, {
    ...{ residencyType: 'e-Resident', effectiveDate: '2024-01-01T00:00:00.000Z' },
  });
  const { key } = await created(world, `/persons/${id}/api_keys`, { kind: 'standard' });
  const jane = {
    ...{ id, email: 'jane@residents.example' },
    ...{ rpn: String(residentPermitNumber), standardKey: String(key) },
  };
  const agentKey = await aPreAcceptingAgent(world, jane);
  const application = await aSubmission(
    world,
    { ...jane, agentKey },
    {
      name: 'Northwind Example Ventures',
      principalOffice: {
        ...{ line1: '1 Lighthouse Quay', line2: 'Second Floor', city: 'Port Example' },
        ...{ postalCode: '00001', country: 'HN' },
      },
    },
  );
  await decide(application.id);
  const { body } = await world.call('GET', `/api/v1/legal_entity_applications/${application.id}`, {
    key: agentKey,
  });
  // The contract of an approved application.
  const { legalEntityId } = (body as { data: { legalEntityId: string } }).data;

  const filer = {
    ...jane,
    ...{ entityId: legalEntityId, entityName: application.name },
    agentKey: await anAgentKey(world, id, filingScopes),
    path: `/api/v1/legal_entities/${legalEntityId}/amendments`,
  };
  const filing = filingIn(
    await world.call('POST', filer.path, {
      key: jane.standardKey,
      body: { name: 'Northwind Sample Ventures' },
    }),
  );
  await sign(world, filer, filing.id);
  filingIn(await payFiling(world, filer, filing.id, await aVoucher(world)));
  filingIn(await submit(world, filer, filing.id));
  await decide(filing.id);

  const request = await aRequest(world, legalEntityId, jane.standardKey);
  at('https://registry.example');
  await payRequest(world, request, jane.standardKey);
  await world.settle();
  at(own);

  const partner = await aPartner(world);
  const calls = partnerCalls(world, partner);
  const residency = await aReadyApplication(world, partner);
  seen(await calls.submit(residency.id));
  await decide(residency.id);

  const ofEntity = await world.call('GET', `/api/v1/legal_entities/${legalEntityId}/documents`, {
    key: jane.standardKey,
  });
  const ofPerson = await calls.documents(residency.id);
  // The contract of both lists.
  const listed = [ofEntity, ofPerson].flatMap(
    ({ body: list }) => (list as { data: Listed[] }).data,
  );
  const files = listed.map(async ({ name, fileUrl }) => {
    const file = new Uint8Array(await (await fetch(fileUrl)).arrayBuffer());
    return [fileName(name), file] as const;
  });
  return new Map(await Promise.all(files));
}

/** The name of a document's sample in `docs/samples`. */
function fileName(name: string): string {
  const slug = name.toLowerCase().replaceAll(/[^a-z]+/g, '-');
  return /^(rider|agreement-of-coexistence)/.exec(slug)?.[0] ?? slug;
}
