import { aVoucher } from './drafts.ts';
import { signedIn, type Visitor } from './portal.ts';
import { anAgentKey, anEntity, aResident, type Person } from './registry.ts';
import type { Answer, World } from './world.ts';

export const filingScopes = [
  'agent:entity.filing.create',
  'agent:entity.filing.read',
  'agent:entity.filing.pay',
] as const;

/** A person who represents an entity, which was created through the API. */
export interface Filer extends Person {
  readonly entityId: string;
  readonly entityName: string;
  /** Has every filing scope; the Manifestation of Will is in force. */
  readonly agentKey: string;
  /** The path of the filings. */
  readonly path: string;
}

/** `fields` override those of the entity's import. */
export async function aFiler(
  world: World,
  fields: Readonly<Record<string, unknown>> = {},
): Promise<Filer> {
  const person = await aResident(world);
  const entity = await anEntity(world, {
    createdViaAPI: true,
    representatives: [person.id],
    ...fields,
  });
  return {
    ...person,
    entityId: entity.id,
    entityName: String(entity['name']),
    agentKey: await anAgentKey(world, person.id, filingScopes),
    path: `/api/v1/legal_entities/${entity.id}/amendments`,
  };
}

let names = 0;

/** A name that is not in use. */
export function freshName(): string {
  names += 1;
  return `Renamed ${names}`;
}

/** A filing, as in an answer. */
export type FilingRow = Readonly<Record<string, unknown>> & {
  readonly id: string;
  readonly nextSteps: { readonly signatureUrl: string | null };
};

/** `data` of a successful answer. */
export function filingIn({ status, body }: Answer): FilingRow {
  if (status !== 200) throw new Error(`set-up: answered ${status} ${JSON.stringify(body)}`);
  // The status was just checked, so this is the answer of a filing route.
  return (body as { data: FilingRow }).data;
}

/** Status, message and code of a refusal. */
export function refusalOf({ status, body }: Answer) {
  // Every refusal has the envelope.
  const { error, code } = body as { error: string; code?: string };
  return code === undefined ? { status, error } : { status, error, code };
}

export function propose(world: World, filer: Filer, body: object, key = filer.standardKey) {
  return world.call('POST', filer.path, { key, body });
}

export function revise(world: World, filer: Filer, id: string, body: object) {
  return world.call('PATCH', `${filer.path}/${id}`, { key: filer.standardKey, body });
}

export function pay(world: World, filer: Filer, id: string, voucherCode: string) {
  const key = filer.standardKey;
  return world.call('POST', `${filer.path}/${id}/pay/voucher`, { key, body: { voucherCode } });
}

export function submit(world: World, filer: Filer, id: string) {
  return world.call('POST', `${filer.path}/${id}/submit`, { key: filer.standardKey });
}

export async function readFiling(world: World, filer: Filer, id: string): Promise<FilingRow> {
  return filingIn(await world.call('GET', `${filer.path}/${id}`, { key: filer.standardKey }));
}

const browsers = new WeakMap<Filer, Visitor>();

/** The filer's browser; it signs in once. */
export async function browserOf(world: World, filer: Filer): Promise<Visitor> {
  const browser = browsers.get(filer) ?? (await signedIn(world, filer.email));
  browsers.set(filer, browser);
  return browser;
}

export function signaturePage(filer: Filer, id: string): string {
  return `/portal/legal-entities/${filer.entityId}/amendments/${id}/sign`;
}

export function versionOn(text: string): string {
  return /name="version" value="(\d+)"/.exec(text)?.[1] ?? '';
}

/** Opens the page and signs what it shows. */
export async function sign(world: World, filer: Filer, id: string) {
  const browser = await browserOf(world, filer);
  const { text } = await browser.open(signaturePage(filer, id));
  return browser.send(signaturePage(filer, id), {
    signerName: 'Ada Lovelace',
    agree: 'yes',
    version: versionOn(text),
  });
}

/** A signed draft. */
export async function aSignedFiling(world: World, filer: Filer, body: object) {
  const { id } = filingIn(await propose(world, filer, body));
  const { status } = await sign(world, filer, id);
  if (status !== 303) throw new Error(`set-up: signing answered ${status}`);
  return id;
}

/** A filing that was submitted with its payment. */
export async function aSubmittedFiling(world: World, filer: Filer, body: object) {
  const id = await aSignedFiling(world, filer, body);
  filingIn(await pay(world, filer, id, await aVoucher(world)));
  return id;
}
