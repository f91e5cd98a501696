import createClient from 'openapi-fetch';
import type { components, paths } from './clients/openapi-typescript.ts';
import type { Use } from './use.ts';

/** The types of openapi-typescript, with openapi-fetch, which is designed for them. */
export const use: Use = async ({ baseUrl, key, rpn, application }) => {
  const headers = { authorization: `Bearer ${key}` };
  const registry = createClient<paths>({ baseUrl, headers });
  const strangers = createClient<paths>({
    baseUrl,
    bodySerializer: (body) => new URLSearchParams(Object(body)),
  });
  const whoami = await registry.GET('/api/v1/whoami');
  const verified = await registry.POST('/api/v1/verify_rpn', { body: { rpn } });
  // @ts-expect-error: rpn is required
  const refused = await registry.POST('/api/v1/verify_rpn', { body: {} });
  await registry.POST('/api/v1/registries/legal_entities/name_availability', {
    // @ts-expect-error: not in the list
    body: { name: 'Acme', optionId: 'gmbh' },
  });
  const made = await registry.POST('/api/v1/legal_entity_applications', {
    body: { applicationData: application },
    params: { header: { 'Idempotency-Key': crypto.randomUUID() } },
  });
  if (made.data === undefined) throw new Error(made.error.error);
  const read = await registry.GET('/api/v1/legal_entity_applications/{id}', {
    params: { path: { id: made.data.data.id } },
  });
  const statusId: components['schemas']['ApplicationStatus'] | undefined = read.data?.data.statusId;
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  // @ts-expect-error: grant_type is required
  await strangers.POST('/api/oauth/token', { headers: form, body: { refresh_token: 'none' } });
  const body = { grant_type: 'refresh_token', refresh_token: 'none' } as const;
  const token = await strangers.POST('/api/oauth/token', { headers: form, body });
  return {
    keyKind: whoami.data?.data.kind,
    outcome: verified.data?.result,
    refused: refused.error?.error,
    statusId,
    token: token.error?.error,
  };
};
