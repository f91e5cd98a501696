import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { keys } from '../../kernel/db/keys.ts';
import { parseFound } from '../../kernel/db/stored.ts';
import { getItem, type Table } from '../../kernel/db/table.ts';
import { create, replace, type Write } from '../../kernel/db/transact.ts';

/** How long a device's request is stored after it expires, in seconds: an hour. */
const retentionSeconds = 3_600;

/** A device waiting for its user; see shared/oauth/domain/device-authorization.ts. */
export const StoredDevice = z.object({
  /** The digest of the device code, which is not stored. */
  reference: z.string(),
  clientId: z.string(),
  scopes: z.readonly(z.array(z.string())),
  scope: z.string(),
  status: z.enum(['pending', 'approved', 'denied', 'redeemed']),
  personId: z.nullable(z.string()),
  consentId: z.nullable(z.string()),
  legalEntityIds: z.readonly(z.array(z.string())),
  authTime: z.nullable(z.string()),
  /** Authentication methods; absent until the request is approved. */
  amr: z.optional(z.readonly(z.array(z.string()))),
  credentialEpoch: z.nullable(z.int()),
  /** The result of a redemption. */
  grantId: z.string(),
  interval: z.int(),
  lastPolledAt: z.nullable(z.string()),
  createdAt: z.string(),
  expiresAt: z.string(),
  /** Increases with each write. */
  version: z.int(),
});
export type StoredDevice = z.output<typeof StoredDevice>;

/** The digest that replaces a device code where the code must not be stored. */
export function deviceReference(deviceCode: string): string {
  return createHash('sha256').update(deviceCode).digest('hex');
}

/** A device's authorization by its reference; null if there is none. */
export async function findDevice(table: Table, reference: string): Promise<StoredDevice | null> {
  return parseFound(StoredDevice, await getItem(table, keys.deviceAuthorization(reference)));
}

/** The device whose user was shown this code; `code` is normalized. */
export async function findDeviceByUserCode(
  table: Table,
  code: string,
): Promise<StoredDevice | null> {
  const claim = await getItem(table, keys.userCode(code));
  return claim === undefined ? null : findDevice(table, String(claim['reference']));
}

/**
 * The writes of a new request. Refused with `userCode` if another device has the same user code.
 */
export function newDeviceWrites(
  device: StoredDevice,
  userCode: string,
): { readonly device: Write; readonly userCode: Write } {
  const { reference } = device;
  const ttl = ttlOf(device);
  return {
    device: create({ ...keys.deviceAuthorization(reference), ...device, ttl }),
    userCode: create({ ...keys.userCode(userCode), reference, ttl }),
  };
}

/** The write that replaces a device's request, unless it has changed since it was read. */
export function deviceWrite(device: StoredDevice): Write {
  return replace({
    ...keys.deviceAuthorization(device.reference),
    ...device,
    ttl: ttlOf(device),
  });
}

function ttlOf({ expiresAt }: StoredDevice): number {
  return Math.ceil(Date.parse(expiresAt) / 1000) + retentionSeconds;
}
