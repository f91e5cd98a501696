import { keys } from '../../shared/kernel/db/keys.ts';
import { updateItem } from '../../shared/kernel/db/update.ts';
import type { World } from './world.ts';

/** `data` of a successful response, for set-up code. Tests of the response itself compare it whole. */
export async function created(
  world: World,
  path: string,
  body: unknown,
): Promise<Readonly<Record<string, unknown>> & { readonly id: string }> {
  const answer = await world.admin('POST', path, body);
  if (answer.status !== 200) {
    throw new Error(
      `set-up: POST ${path} answered ${answer.status} ${JSON.stringify(answer.body)}`,
    );
  }
  // Every creation answers {data: {id, …}}; the status was just checked.
  return (answer.body as { data: { id: string } }).data;
}

export interface Person {
  readonly id: string;
  readonly email: string;
  readonly rpn: string;
  readonly standardKey: string;
}

let people = 0;

/** An account with an active residency and a Standard Key. */
export async function aResident(world: World, residency: object = {}): Promise<Person> {
  people += 1;
  const email = `resident-${people}@people.example`;
  const { id } = await created(world, '/persons', {
    email,
    givenName: 'Test',
    surname: 'Resident',
  });
  const granted = await created(world, `/persons/${id}/residencies`, {
    residencyType: 'Resident',
    effectiveDate: '2024-01-01T00:00:00.000Z',
    ...residency,
  });
  const key = await created(world, `/persons/${id}/api_keys`, { kind: 'standard' });
  return {
    id,
    email,
    rpn: String(granted['residentPermitNumber']),
    standardKey: String(key['key']),
  };
}

/** An Agent Key with the scopes; its owner signs the Manifestation of Will first. */
export async function anAgentKey(
  world: World,
  personId: string,
  scopes: readonly string[],
): Promise<string> {
  await world.admin('PUT', `/persons/${personId}/manifestation_of_will`, {});
  const key = await created(world, `/persons/${personId}/api_keys`, { kind: 'agent', scopes });
  return String(key['key']);
}

/** A Partner Key of a new integration, with every partner scope. */
export async function aPartnerKey(world: World): Promise<string> {
  const { id } = await created(world, '/partner_integrations', { name: 'Test partner' });
  const key = await created(world, `/partner_integrations/${id}/keys`, {});
  return String(key['key']);
}

let entities = 0;

/** A registered LLC; `fields` override those of the import. */
export async function anEntity(
  world: World,
  fields: Readonly<Record<string, unknown>> = {},
): Promise<Readonly<Record<string, unknown>> & { readonly id: string }> {
  entities += 1;
  return created(world, '/legal_entities', {
    optionId: 'llc',
    name: `Test Entity ${entities}`,
    extension: 'LLC',
    ...fields,
  });
}

/** Gives an entity the previous names of an imported one. */
export async function wereNamed(
  world: World,
  { id }: { readonly id: string },
  formerNames: readonly { name: string; extension: string | null; until: string | null }[],
): Promise<void> {
  await updateItem(world.table, {
    Key: keys.entity(id),
    UpdateExpression: 'SET formerNames = :names',
    ExpressionAttributeValues: { ':names': formerNames },
  });
}
