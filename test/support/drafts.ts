import { signAgreement } from '../../shared/incorporation/usecases/sign-agreement.ts';
import { textInForce } from './agreements.ts';
import { created, type Person } from './registry.ts';
import type { World } from './world.ts';

const path = '/api/v1/legal_entity_applications';
const office = { line1: '1 Harbour Street', city: 'Port Town', postalCode: '1', country: 'HN' };
let names = 0;

/** A valid create payload; `fields` override its own. */
export function applicationPayload(fields: Readonly<Record<string, unknown>> = {}) {
  names += 1;
  return {
    residencyType: 'e-Resident',
    entityType: 'llc',
    name: `Applied For ${names}`,
    extension: 'LLC',
    principalOffice: office,
    contactEmail: 'founders@client.example',
    registeredAgentProvider: 'registry_employment_solutions',
    registeredAgentDetails: null,
    ...fields,
  };
}

/** A draft, and the key of the caller who created it. */
export interface Draft {
  readonly id: string;
  readonly name: string;
  /** The signature link; null when the agreement was accepted in advance. */
  readonly signature: string | null;
  readonly key: string;
}

/** A draft of the key's owner. */
export async function aDraft(
  world: World,
  key: string,
  fields: Readonly<Record<string, unknown>> = {},
): Promise<Draft> {
  const applicationData = applicationPayload(fields);
  const { status, body } = await world.call('POST', path, { key, body: { applicationData } });
  if (status !== 200) throw new Error(`set-up: a draft answered ${status} ${JSON.stringify(body)}`);
  // The status was just checked: this is the answer of a creation.
  const answer = body as { data: { id: string }; nextSteps: { signature: string | null } };
  const { signature } = answer.nextSteps;
  return { id: answer.data.id, name: applicationData.name, signature, key };
}

/** A resident's Agent Key whose drafts are signed already. */
export async function aPreAcceptingAgent(world: World, owner: Person): Promise<string> {
  await world.admin('PUT', `/persons/${owner.id}/manifestation_of_will`, {
    acceptedAgreements: ['e-Resident', 'Resident'],
  });
  const scopes = [
    'agent:entity.application.create',
    'agent:entity.application.pay',
    'agent:entity.application.read',
  ];
  const request = { kind: 'agent', label: 'agent', scopes };
  return String((await created(world, `/persons/${owner.id}/api_keys`, request))['key']);
}

/** A voucher's code. */
export async function aVoucher(
  world: World,
  fields: Readonly<Record<string, unknown>> = { kind: 'full' },
): Promise<string> {
  return String((await created(world, '/vouchers', fields))['code']);
}

export function pay(world: World, { id, key }: Draft, voucherCode: string) {
  return world.call('POST', `${path}/${id}/pay/voucher`, { key, body: { voucherCode } });
}

/** Signs the text that the page at the draft's link shows. */
export function signByLink(world: World, { name, signature }: Draft) {
  const token = String(signature?.split('/').at(-1));
  const { sha256: agreementSha256 } = textInForce('legal_entity');
  const shown = { signerName: 'Ada Lovelace', agreementSha256, entityName: `${name} LLC` };
  return signAgreement({ token }, shown, world.deps);
}

/** The application, as its owner reads it. */
export async function read(world: World, { id, key }: Draft) {
  const { body } = await world.call('GET', `${path}/${id}`, { key });
  return (body as { data: Record<string, unknown> }).data;
}
