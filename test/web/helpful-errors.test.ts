import { beforeEach, describe, expect, it } from 'vitest';
import { anchorOf } from '../../shared/kernel/domain/product.ts';
import type { Route } from '../../shared/kernel/http/route.ts';
import { routes } from '../../shared/service/routes/route-table.ts';
import { aClient, tokensFor } from '../support/clients.ts';
import { concretePath, issueCredentials } from '../support/credentials.ts';
import { aDraft } from '../support/drafts.ts';
import { postForm } from '../support/oauth.ts';
import { aResident } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';

const world = await useWorld();
const credentials = await issueCredentials(world);
beforeEach(() => {
  world.clock.now += 2_000;
});

const placeOf = (code: string) => `${world.baseUrl}/docs/errors#${anchorOf(code)}`;
/** The whole answer, because `world.call` checks the link and leaves it out. */
async function ask(
  method: string,
  path: string,
  key: string,
  body?: object,
): Promise<{ readonly status: number; readonly body: unknown }> {
  const answer = await fetch(world.baseUrl + path, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: await answer.json() };
}

const requestId = expect.stringMatching(/^[0-9a-f-]{36}$/);

/** A key of the right kind that lacks only the scope of this row. */
function lacking({ auth }: Route): { readonly scope: string; readonly key: string } | null {
  if (auth.scheme === 'partner')
    return { scope: auth.scope, key: credentials.partnerWithout(auth.scope) };
  if (auth.scheme === 'any' || auth.scheme === 'oauth') {
    const scope = auth.agentScope;
    return scope === undefined ? null : { scope, key: credentials.agentWithout(scope) };
  }
  if (auth.scheme !== 'key' || ['any', 'none', 'unavailable'].includes(auth.agentScope))
    return null;
  return { scope: auth.agentScope, key: credentials.agentWithout(auth.agentScope) };
}

const scoped = routes.flatMap((row) => {
  const found = lacking(row);
  return found === null ? [] : [{ row, ...found }];
});

describe('a 403 for a missing scope', () => {
  it.each(scoped)('names $scope: $row.method $row.path', async ({ row, scope, key }) => {
    const { status, body } = await ask(row.method, concretePath(row), key);
    expect({ status, body }).toEqual({
      status: 403,
      body: {
        error: 'Insufficient permissions',
        code: 'api_key.insufficient_permissions',
        required_scope: scope,
        documentation: placeOf('required_scope'),
        requestId,
      },
    });
  });

  it('names no scope if no scope would grant access', async () => {
    const row = routes.find(({ operationId }) => operationId === 'listReferrals');
    if (row === undefined) throw new Error('no such row');
    const { body } = await world.call('GET', concretePath(row), {
      key: credentials.agentWithEveryScope,
    });
    expect(body).toEqual({
      error: 'Insufficient permissions',
      code: 'api_key.insufficient_permissions',
      requestId,
    });
  });
});

describe('an error with a code', () => {
  it('links to the documentation of the code', async () => {
    const ada = await aResident(world);
    const { id } = await aDraft(world, ada.standardKey);
    const path = `/api/v1/legal_entity_applications/${id}/pay/voucher`;
    const paid = await ask('POST', path, ada.standardKey, { voucherCode: 'NOBODY-KNOWS' });
    const expected = {
      error: 'Voucher code is invalid',
      code: 'voucher_not_found',
      documentation: placeOf('voucher_not_found'),
      requestId,
    };
    expect(paid.body).toEqual(expected);
  });

  it('has no documentation link under /api/oauth', async () => {
    const client = await aClient(world);
    const ada = await aResident(world);
    const { access } = await tokensFor(world, { personId: ada.id, client, scopes: ['email'] });
    const answers = [
      await postForm(world, 'token', {}),
      await postForm(world, 'revoke', { token: 'x' }),
      await world.call('GET', '/api/oauth/userinfo', { key: access }),
      await world.call('GET', '/api/oauth/userinfo', { key: 'hello' }),
    ];
    for (const { status, body } of answers) {
      expect(status).toBeGreaterThanOrEqual(400);
      expect(
        Object.keys(Object(body)).filter((name) => !/^error(_description)?$/.test(name)),
      ).toEqual([]);
    }
  });
});
