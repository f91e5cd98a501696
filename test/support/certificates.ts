import { aVoucher } from './drafts.ts';
import { anEntity, aResident, type Person } from './registry.ts';
import type { World } from './world.ts';

/** A request, as in an answer; tests compare the fields that they rely on. */
export type CertificateRow = Readonly<Record<string, unknown>> & {
  readonly id: string;
  readonly legalEntityId: string;
  readonly documentUrl: string | null;
  readonly invoice: { readonly id: string; readonly statusId: string };
};

export const requestsPath = (entityId: string) =>
  `/api/v1/legal_entities/${entityId}/certificate_requests`;

/** An API-created LLC that the person represents; `fields` override those of the import. */
export function aRepresentedEntity(
  world: World,
  { id }: Pick<Person, 'id'>,
  fields: Readonly<Record<string, unknown>> = {},
) {
  return anEntity(world, { createdViaAPI: true, representatives: [id], ...fields });
}

/** A new request with the key. Throws when it is refused. */
export async function aRequest(world: World, entityId: string, key: string, body: object = {}) {
  const answer = await world.call('POST', requestsPath(entityId), { key, body });
  return rowOf(answer);
}

/** The request as its owner reads it. */
export async function readRequest(
  world: World,
  { id, legalEntityId }: CertificateRow,
  key: string,
): Promise<CertificateRow> {
  return rowOf(await world.call('GET', `${requestsPath(legalEntityId)}/${id}`, { key }));
}

/** The answer to a payment with a voucher; by default a new voucher that covers everything. */
export async function payRequest(
  world: World,
  { id, legalEntityId }: CertificateRow,
  key: string,
  voucherCode?: string,
) {
  return world.call('POST', `${requestsPath(legalEntityId)}/${id}/pay/voucher`, {
    key,
    body: { voucherCode: voucherCode ?? (await aVoucher(world)) },
  });
}

/** A certificate that was paid and issued, with the code on it. */
export async function anIssuedCertificate(
  world: World,
  fields: Readonly<Record<string, unknown>> = {},
) {
  const owner = await aResident(world);
  const entity = await aRepresentedEntity(world, owner, fields);
  const request = await aRequest(world, entity.id, owner.standardKey);
  await payRequest(world, request, owner.standardKey);
  await world.settle();
  const issued = await readRequest(world, request, owner.standardKey);
  return { owner, entity, request: issued, code: await codeOf(world, request.id) };
}

/** The request as operators read it. */
export async function adminRequest(world: World, id: string): Promise<CertificateRow> {
  return rowOf(await world.admin('GET', `/certificate_requests/${id}`));
}

/** The code on an issued certificate. */
export async function codeOf(world: World, requestId: string): Promise<string> {
  return String((await adminRequest(world, requestId))['verificationCode']);
}

function rowOf({ status, body }: { status: number; body: unknown }): CertificateRow {
  if (status !== 200)
    throw new Error(`set-up: a request answered ${status} ${JSON.stringify(body)}`);
  // The status was just checked: every answer of these routes has the request in `data`.
  return (body as { data: CertificateRow }).data;
}
