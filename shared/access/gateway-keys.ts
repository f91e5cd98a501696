import {
  APIGatewayClient,
  ConflictException,
  CreateApiKeyCommand,
  CreateUsagePlanKeyCommand,
  DeleteApiKeyCommand,
  GetApiKeysCommand,
  LimitExceededException,
  NotFoundException,
} from '@aws-sdk/client-api-gateway';
import { timeLimits } from '../kernel/time-limits.ts';

/** What the log says when the account takes no more of them; an alarm counts the lines. */
export const noRoomForGatewayKey = 'the account has no room for a gateway key';

/** Keys of API Gateway, which meters usage plans by them. */
export interface GatewayKeys {
  /**
   * The id of the key with this name and value, made if there is none yet, on the usage plan.
   * `no_capacity`: there can be no more of them; `no_plan`: there are none at all. Calls go on under the shared
   * overflow key.
   */
  ensure(value: string, name: string): Promise<string | 'no_capacity' | 'no_plan'>;
  /** The id of the key with this name; null when there is none. */
  find(name: string): Promise<string | null>;
  /** Removes the key, if it is there. */
  remove(gatewayKeyId: string): Promise<void>;
}

/** Without a usage plan nothing is metered by key. */
export const noGatewayKeys: GatewayKeys = {
  ensure: async () => 'no_plan',
  find: async () => null,
  remove: async () => {},
};

/**
 * Keys on one usage plan. Both calls can be repeated: what is there already is found, what is gone stays
 * gone. Throws when API Gateway throttles beyond the client's own retries.
 */
export function openGatewayKeys(usagePlanId: string): GatewayKeys {
  // Few attempts: the SDK mistakes an account without room for throttling, and Lambda tries the batch again
  // anyway.
  const client = new APIGatewayClient(timeLimits({ attempts: 3, requestTimeout: 4_000 }));
  return {
    async ensure(value, name) {
      try {
        const keyId = await createOrFind(client, value, name);
        await addToPlan(client, usagePlanId, keyId);
        return keyId;
      } catch (error) {
        if (error instanceof LimitExceededException) return 'no_capacity';
        throw error;
      }
    },
    find: (name) => findByName(client, name),
    async remove(gatewayKeyId) {
      try {
        await client.send(new DeleteApiKeyCommand({ apiKey: gatewayKeyId }));
      } catch (error) {
        if (!(error instanceof NotFoundException)) throw error;
      }
    },
  };
}

async function createOrFind(
  client: APIGatewayClient,
  value: string,
  name: string,
): Promise<string> {
  try {
    const { id } = await client.send(new CreateApiKeyCommand({ name, value, enabled: true }));
    if (id !== undefined) return id;
  } catch (error) {
    // API Gateway knows the value already: an earlier delivery of the same event was cut off.
    if (!(error instanceof ConflictException)) throw error;
  }
  const id = await findByName(client, name);
  if (id === null) throw new Error('the gateway key was neither made nor found');
  return id;
}

async function findByName(client: APIGatewayClient, name: string): Promise<string | null> {
  const { items = [] } = await client.send(new GetApiKeysCommand({ nameQuery: name }));
  // The query finds all names that begin with it.
  return items.find((key) => key.name === name)?.id ?? null;
}

async function addToPlan(
  client: APIGatewayClient,
  usagePlanId: string,
  keyId: string,
): Promise<void> {
  try {
    await client.send(new CreateUsagePlanKeyCommand({ usagePlanId, keyId, keyType: 'API_KEY' }));
  } catch (error) {
    // It is on this plan already, or an operator has moved it to another one.
    if (!(error instanceof ConflictException)) throw error;
  }
}
