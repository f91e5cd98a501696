import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { trustedProxies } from '../../shared/kernel/http/trusted-proxies.ts';
import type { ApiHandler } from '../../shared/web/http/endpoint.ts';
import { clientAddress } from '../../shared/web/http/request.ts';
import { functionHandler } from '../support/function-handler.ts';
import { startWorld, type World } from '../support/world.ts';

const proxies = trustedProxies('192.0.2.0/24, 2001:db8:1::/48');

/** A request from an address, with these `X-Forwarded-For`. */
function from(sourceIp: string, ...forwarded: string[]) {
  const event: Pick<APIGatewayProxyEvent, 'multiValueHeaders'> = {
    multiValueHeaders: forwarded.length === 0 ? {} : { 'X-Forwarded-For': forwarded },
  };
  // Nothing else of the event is read.
  return { ...event, requestContext: { identity: { sourceIp } } } as APIGatewayProxyEvent;
}

describe('the address of a caller', () => {
  it('is the address that called API Gateway, whatever the headers say, if no trusted proxy called', () => {
    fc.assert(
      fc.property(fc.ipV4(), fc.array(fc.oneof(fc.ipV4(), fc.string())), (address, forwarded) => {
        fc.pre(!address.startsWith('192.0.2.'));
        expect(clientAddress(from(address, ...forwarded), proxies)).toBe(address);
        expect(clientAddress(from('192.0.2.7', ...forwarded), undefined)).toBe('192.0.2.7');
      }),
    );
  });

  it.each([
    ['the address that called a trusted proxy', ['203.0.113.9'], '203.0.113.9'],
    [
      'the address that called the first of two trusted proxies',
      ['203.0.113.9, 192.0.2.8, 192.0.2.7'],
      '203.0.113.9',
    ],
    [
      'the address before the proxies, not one that the caller wrote',
      ['198.51.100.1, 203.0.113.9, 192.0.2.7'],
      '203.0.113.9',
    ],
    [
      'not an address that the caller sent in a separate header',
      ['198.51.100.1', '203.0.113.9'],
      '203.0.113.9',
    ],
    ['an IPv6 address', ['2001:db8:2::9, 2001:db8:1::1'], '2001:db8:2::9'],
    ['the proxy if there is no header', [], '192.0.2.7'],
    ['the proxy if only proxies are named', ['192.0.2.9'], '192.0.2.7'],
    ['the proxy if the last entry is not an address', ['203.0.113.9, unknown'], '192.0.2.7'],
    ['the proxy if the entry has a port', ['203.0.113.9:443'], '192.0.2.7'],
  ])('is %s', (_, forwarded, address) => {
    expect(clientAddress(from('192.0.2.7', ...forwarded), proxies)).toBe(address);
  });
});

describe('the caller address of an event without one', () => {
  it.each([{ identity: {} }, {}])('is "none": %o', (requestContext) => {
    const event = { ...from(''), requestContext } as unknown as APIGatewayProxyEvent;
    expect(clientAddress(event, undefined)).toBe('none');
    expect(clientAddress(event, proxies)).toBe('none');
  });
});

describe('behind a proxy on this machine', () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld();
  });
  afterAll(() => world.stop());

  it('a request without an address is answered, and its log line has no network', async () => {
    const health = await functionHandler<ApiHandler>('functions/meta/health.ts', world.deps);
    const before = world.log.lines.length;
    const event = {
      httpMethod: 'GET',
      path: '/health',
      resource: '/health',
      headers: {},
      requestContext: { requestId: 'without-address' },
    } as unknown as APIGatewayProxyEvent;
    expect(await health(event, {} as Context)).toMatchObject({ statusCode: 200 });
    expect(world.log.lines.slice(before)).toMatchObject([
      { message: 'request', fields: { requestId: 'without-address', status: 200 } },
    ]);
    expect(world.log.lines.at(-1)?.fields['network']).toBeUndefined();
  });

  /** The network in the log line of a call from this address. */
  async function networkOf(address: string): Promise<unknown> {
    await world.call('GET', '/health', { headers: { 'x-forwarded-for': address } });
    return world.log.lines.findLast(({ message }) => message === 'request')?.fields['network'];
  }

  it('callers are distinguished only if the proxy is trusted', async () => {
    expect(await networkOf('203.0.113.9')).toMatch(/^(127\.0\.0\.0\/24|0:0:0::\/48)$/);
    Object.assign(world.deps, { trustedProxies: trustedProxies('127.0.0.0/8,::1/128') });
    expect(await networkOf('203.0.113.9')).toBe('203.0.113.0/24');
    expect(await networkOf('198.51.100.1, 203.0.113.9')).toBe('203.0.113.0/24');
  });
});

describe('networks of trusted proxies', () => {
  it.each(['192.0.2.1', '192.0.2.0/33', '0.0.0.0/0', '::/0', 'proxy.example/24', '192.0.2.0/x'])(
    'are rejected: %s',
    (list) => {
      expect(() => trustedProxies(list)).toThrow('trusted proxies');
    },
  );

  it('can be empty', () => {
    expect([trustedProxies(''), trustedProxies(' , ')]).toEqual([undefined, undefined]);
  });
});
