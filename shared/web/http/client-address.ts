import { isIP } from 'node:net';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { TrustedProxies } from '../../kernel/http/trusted-proxies.ts';

type Event = Pick<APIGatewayProxyEvent, 'multiValueHeaders' | 'requestContext'>;

/** In place of an address where there is none. */
export const noAddress = 'none';

/**
 * The address of whoever calls: the one that API Gateway was called from, whatever headers say. Only where that is a
 * trusted proxy is `X-Forwarded-For` believed, from its end, where each proxy has added who called it, to the first
 * address that is no trusted proxy's; anybody can have written what stands before that.
 *
 * A header that is missing or can't be read leaves the proxy's own address: too many are counted together then, not
 * too few. So are those of which there is no address, which API Gateway always has.
 */
export function clientAddress(
  { multiValueHeaders, requestContext }: Event,
  proxies: TrustedProxies | undefined,
): string {
  // Whoever calls the function by itself says what they like, or nothing.
  const { sourceIp = noAddress }: { readonly sourceIp?: string } = requestContext.identity ?? {};
  if (proxies === undefined || !proxies.has(sourceIp)) return sourceIp;
  const values = Object.entries(multiValueHeaders ?? {})
    .filter(([name]) => name.toLowerCase() === 'x-forwarded-for')
    .flatMap(([, each = []]) => each);
  const addresses = values.flatMap((value) => value.split(',')).map((part) => part.trim());
  const client = addresses.findLast((address) => !proxies.has(address)) ?? '';
  return isIP(client) > 0 ? client : sourceIp;
}
