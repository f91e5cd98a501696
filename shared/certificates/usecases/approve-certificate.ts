import { orElse } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { apiErrors } from '../../kernel/errors.ts';
import { readAgain } from '../../kernel/usecases/until-written.ts';
import { entityUnchanged, requireEntity } from '../../registry/db/entities.ts';
import { isInGoodStanding } from '../../registry/domain/good-standing.ts';
import type { Approval, Hindrance } from '../../reviews/reviewed.ts';
import type { StoredCertificateRequest } from '../certificates.ts';
import { decideCertificate } from '../domain/certificate.ts';

/** Approves a request: it can be issued whatever the taxes are. Hindered: the entity is not in good standing. */
export async function approveCertificate(
  request: StoredCertificateRequest,
  { at }: { readonly at: string },
  { table }: CoreDeps,
): Promise<Approval<StoredCertificateRequest> | Hindrance> {
  const entity = await requireEntity(table, request.entityId);
  if (!isInGoodStanding(entity, at)) {
    const sentence = apiErrors.certificateNotInGoodStanding().message;
    return { sentence, reason: 'not_in_good_standing' };
  }
  return {
    decision: decideCertificate(request, { type: 'approve', reviewed: true }, at),
    writes: { entity: orElse(entityUnchanged(entity), readAgain) },
  };
}
