import type { PersonalCaller } from '../../access/auth/caller.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { apiErrors } from '../../kernel/errors/errors.ts';
import type { StoredEntity } from '../../registry/db/entities.ts';
import { readAccessibleEntity } from '../../registry/usecases/read-accessible-entity.ts';
import {
  findAnyCertificateRequest,
  findCertificateRequest,
  readCertificateRequests,
  type StoredCertificateRequest,
} from '../db/certificates.ts';

/** A request in the path of a call. */
export interface RequestOfEntity {
  readonly entityId: string;
  readonly requestId: string;
}

/**
 * The request of an entity that the key may see (spec 4.16). One round trip.
 *
 * Errors, in this order: 404 `Legal entity not found`; 404 `Certificate request not found`.
 */
export async function readCertificateRequest(
  { entityId, requestId }: RequestOfEntity,
  caller: PersonalCaller,
  { table }: CoreDeps,
): Promise<StoredCertificateRequest> {
  const [, request] = await Promise.all([
    readAccessibleEntity(table, entityId, caller),
    findCertificateRequest(table, entityId, requestId),
  ]);
  if (request === null) throw apiErrors.certificateRequestNotFound();
  return request;
}

/** The requests of an entity that the key may see, and the entity itself. */
export interface RequestsOfEntity {
  readonly entity: StoredEntity;
  /** Newest first. */
  readonly requests: readonly StoredCertificateRequest[];
}

/** All requests of an entity that the key may see (spec 4.16). Error: 404 `Legal entity not found`. */
export async function readRequestsOfEntity(
  entityId: string,
  caller: PersonalCaller,
  { table }: CoreDeps,
): Promise<RequestsOfEntity> {
  const [entity, requests] = await Promise.all([
    readAccessibleEntity(table, entityId, caller),
    readCertificateRequests(table, entityId),
  ]);
  return { entity, requests };
}

/** The request, whose entity it may be; for operators. Error: 404. */
export async function readAnyCertificateRequest(
  id: string,
  { table }: CoreDeps,
): Promise<StoredCertificateRequest> {
  const request = await findAnyCertificateRequest(table, id);
  if (request === null) throw apiErrors.notFound();
  return request;
}

/** The request of a workflow's input. Throws when it is not there. */
export async function requireCertificateRequest(
  id: string,
  { table }: CoreDeps,
): Promise<StoredCertificateRequest> {
  const request = await findAnyCertificateRequest(table, id);
  if (request === null) throw new Error(`certificate request ${id} does not exist`);
  return request;
}
