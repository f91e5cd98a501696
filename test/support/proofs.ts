import { aPdf } from './files.ts';
import { multipartBody, multipartType, type Part } from './multipart.ts';
import { created } from './registry.ts';
import type { World } from './world.ts';

export interface Partner {
  readonly integrationId: string;
  readonly key: string;
}

/** A new integration with a key, which has every partner scope unless `scopes` is given. */
export async function aPartner(world: World, scopes?: readonly string[]): Promise<Partner> {
  const { id } = await created(world, '/partner_integrations', { name: 'Harbour Partners' });
  const key = await created(world, `/partner_integrations/${id}/keys`, { scopes });
  return { integrationId: id, key: String(key['key']) };
}

export const uploadPath = '/api/v1/uploads/proof_of_address';

/** The file of a form, a PDF by default. */
export function aFile(content: Uint8Array = aPdf(), fields: Partial<Part> = {}): Part {
  return { name: 'file', content, fileName: 'bill.pdf', type: 'application/pdf', ...fields };
}

/** The field that names the application. */
export function anApplicationId(id: string): Part {
  return { name: 'applicationId', content: id };
}

export interface Sent {
  readonly key: string;
  readonly body: Uint8Array<ArrayBuffer>;
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends the bytes as a form with files. */
export async function sendProof(
  world: World,
  { key, body, type = multipartType, headers = {} }: Sent,
) {
  const response = await fetch(world.baseUrl + uploadPath, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': type, ...headers },
    body,
  });
  // The link of an error is looked at in world.ts.
  const { documentation: _, ...answer } = Object(await response.json());
  return { status: response.status, body: answer, headers: response.headers };
}

/** A form with this file for the application. */
export function aProof(applicationId: string, file: Part = aFile()): Uint8Array<ArrayBuffer> {
  return multipartBody([anApplicationId(applicationId), file]);
}

export function downloadProof(world: World, id: string, key: string): Promise<Response> {
  return fetch(`${world.baseUrl}${uploadPath}/${id}`, {
    headers: { authorization: `Bearer ${key}` },
  });
}
