import {
  APIGatewayClient,
  type ApiKey,
  BadRequestException,
  ConflictException,
  CreateApiKeyCommand,
  CreateUsagePlanKeyCommand,
  DeleteApiKeyCommand,
  DeleteUsagePlanKeyCommand,
  GetApiKeyCommand,
  GetUsagePlanKeyCommand,
  LimitExceededException,
  NotFoundException,
  paginateGetApiKeys,
  paginateGetUsagePlanKeys,
  UpdateApiKeyCommand,
} from '@aws-sdk/client-api-gateway';
import { timeLimits } from '../../kernel/runtime/client-parts.ts';
import { type PlanName, planLabel, planNames } from '../domain/usage-plan.ts';

/** Logged when the account's quota of gateway keys is used up. */
export const noRoomForGatewayKey = 'the account has no room for a gateway key';

/** The required state of a gateway key. */
interface RequestedGatewayKey {
  /** The id of the API key whose calls it meters. */
  readonly keyId: string;
  readonly keyHash: string;
  /** The value that the authorizer returns for it; unique in an account. */
  readonly value: string;
  readonly plan: PlanName;
  /** The id of an enabled and marked gateway key that was just read; saves a search. */
  readonly seenAs?: string | undefined;
}

/** The actual state of a gateway key. */
export interface HeldGatewayKey {
  readonly id: string;
  readonly name: string;
  readonly value: string;
  readonly enabled: boolean;
  /** The hash of its API key; null if we did not create it. */
  readonly keyHash: string | null;
}

/** A gateway key with its usage plan. */
interface PlacedGatewayKey {
  readonly id: string;
  /** A `planLabel`. */
  readonly plan: string;
}

/** The gateway keys, with which API Gateway meters usage plans. */
export interface GatewayKeys {
  /** The ids of the plans by name; null if calls are not metered by key. */
  readonly planIds: Readonly<Record<PlanName, string>> | null;
  /** The label of a plan in a key's item. */
  label(plan: PlanName): string;
  /**
   * The gateway key with this value: creates it if necessary, enables it, and puts it into its plan
   * and no other of ours. `no_capacity`: the quota is used up; `no_plan`: there are no plans. Calls
   * are then metered with the shared overflow key.
   */
  ensure(requested: RequestedGatewayKey): Promise<PlacedGatewayKey | 'no_capacity' | 'no_plan'>;
  /** The gateway key with this id; null if there is none. */
  look(gatewayKeyId: string): Promise<HeldGatewayKey | null>;
  isIn(planId: string, gatewayKeyId: string): Promise<boolean>;
  /** The id of the gateway key with this name; null if there is none. */
  find(name: string): Promise<string | null>;
  /** Deletes the gateway key if it exists. */
  remove(gatewayKeyId: string): Promise<void>;
  /** Every gateway key of the account and Region, including those of other services. */
  all(): Promise<readonly HeldGatewayKey[]>;
  /** The ids of all gateway keys in the plan. */
  inPlan(planId: string): Promise<ReadonlySet<string>>;
}

/** For deployments without usage plans, where calls are not metered by key. */
export const noGatewayKeys: GatewayKeys = {
  planIds: null,
  label: (plan) => plan,
  ensure: async () => 'no_plan',
  look: async () => null,
  isIn: async () => false,
  find: async () => null,
  remove: async () => {},
  all: async () => [],
  inPlan: async () => new Set(),
};

/** API Gateway's maximum page size. */
const pageSize = 500;

export interface GatewayKeysSettings {
  readonly stage: string;
  /** The id of the stack that created the plans. */
  readonly stack: string;
  readonly planIds: Readonly<Record<PlanName, string>>;
  /** The number of attempts of a call; default: 3. */
  readonly attempts?: number;
}

/**
 * The gateway keys in one deployment's plans. All calls are idempotent. Throws if API Gateway
 * throttles beyond the client's retries: an account has 10 calls a second (40 in a burst), and 5
 * that create or delete keys.
 */
export function openGatewayKeys({
  stage,
  stack,
  planIds,
  attempts = 3,
}: GatewayKeysSettings): GatewayKeys {
  // Few attempts: the SDK mistakes a used-up quota for throttling, and the caller retries anyway.
  const client = new APIGatewayClient(timeLimits({ attempts, requestTimeout: 4_000 }));
  const mark = `registry-${stage} `;

  const held = ({ id = '', name = '', value = '', enabled = false, description }: ApiKey) => ({
    id,
    name,
    value,
    enabled,
    keyHash: description?.startsWith(mark) ? description.slice(mark.length) : null,
  });

  async function search(nameQuery?: string): Promise<readonly HeldGatewayKey[]> {
    const found: HeldGatewayKey[] = [];
    const query = { includeValues: true, ...(nameQuery !== undefined && { nameQuery }) };
    for await (const { items = [] } of paginateGetApiKeys({ client, pageSize }, query)) {
      found.push(...items.map(held));
    }
    return found;
  }

  async function create({ keyId, keyHash, value }: RequestedGatewayKey): Promise<string | null> {
    try {
      const { id } = await client.send(
        new CreateApiKeyCommand({ name: keyId, value, description: mark + keyHash, enabled: true }),
      );
      return id ?? null;
    } catch (error) {
      // API Gateway already has the value: an earlier delivery of the same event was interrupted.
      if (!(error instanceof ConflictException)) throw error;
      return null;
    }
  }

  async function createOrFind(requested: RequestedGatewayKey): Promise<string> {
    const made = await create(requested);
    if (made !== null) return made;
    const hasValue = ({ value }: HeldGatewayKey) => value === requested.value;
    // Someone may have renamed it in the console.
    const found =
      (await search(requested.keyId)).find(hasValue) ?? (await search()).find(hasValue) ?? null;
    if (found === null) throw new Error('the gateway key was neither made nor found');
    await mend(found, requested);
    return found.id;
  }

  /** Enables a key that was disabled manually, and restores a missing mark. */
  async function mend(found: HeldGatewayKey, { keyHash }: RequestedGatewayKey): Promise<void> {
    const patchOperations = [
      ...(found.enabled ? [] : [{ op: 'replace' as const, path: '/enabled', value: 'true' }]),
      ...(found.keyHash === keyHash
        ? []
        : [{ op: 'replace' as const, path: '/description', value: mark + keyHash }]),
    ];
    if (patchOperations.length === 0) return;
    await client.send(new UpdateApiKeyCommand({ apiKey: found.id, patchOperations }));
  }

  async function put(planId: string, keyId: string): Promise<boolean> {
    try {
      await client.send(
        new CreateUsagePlanKeyCommand({ usagePlanId: planId, keyId, keyType: 'API_KEY' }),
      );
      return true;
    } catch (error) {
      // It is already in this plan, or in another one: a stage meters a key by one plan only.
      if (error instanceof ConflictException || error instanceof BadRequestException) return false;
      throw error;
    }
  }

  async function isIn(usagePlanId: string, keyId: string): Promise<boolean> {
    const found = await orMissing(client.send(new GetUsagePlanKeyCommand({ usagePlanId, keyId })));
    return found !== undefined;
  }

  async function putWhereItBelongs(plan: PlanName, keyId: string): Promise<void> {
    const planId = planIds[plan];
    if ((await put(planId, keyId)) || (await isIn(planId, keyId))) return;
    for (const other of planNames) {
      if (other === plan) continue;
      await orMissing(
        client.send(new DeleteUsagePlanKeyCommand({ usagePlanId: planIds[other], keyId })),
      );
    }
    if ((await put(planId, keyId)) || (await isIn(planId, keyId))) return;
    throw new Error('the gateway key is in a plan of this stage that the stack did not create');
  }

  return {
    planIds,
    label: (plan) => planLabel(plan, stack),
    async ensure(requested) {
      try {
        const plan = planLabel(requested.plan, stack);
        const { seenAs } = requested;
        if (seenAs !== undefined) {
          const put = putWhereItBelongs(requested.plan, seenAs).then(() => seenAs);
          if ((await orMissing(put)) !== undefined) return { id: seenAs, plan };
        }
        const id = await createOrFind(requested);
        await putWhereItBelongs(requested.plan, id);
        return { id, plan };
      } catch (error) {
        if (error instanceof LimitExceededException) return 'no_capacity';
        throw error;
      }
    },
    async look(apiKey) {
      const found = await orMissing(
        client.send(new GetApiKeyCommand({ apiKey, includeValue: true })),
      );
      return found === undefined ? null : held(found);
    },
    isIn,
    async find(name) {
      // The query finds all names with this prefix.
      return (await search(name)).find((key) => key.name === name)?.id ?? null;
    },
    async remove(apiKey) {
      await orMissing(client.send(new DeleteApiKeyCommand({ apiKey })));
    },
    all: () => search(),
    async inPlan(usagePlanId) {
      const ids = new Set<string>();
      const pages = paginateGetUsagePlanKeys({ client, pageSize }, { usagePlanId });
      for await (const { items = [] } of pages) for (const { id } of items) ids.add(String(id));
      return ids;
    },
  };
}

async function orMissing<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof NotFoundException) return undefined;
    throw error;
  }
}
