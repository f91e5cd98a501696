import * as z from 'zod/mini';
import { maxProofBytes, proofExtensions } from '../../documents/domain/proof-file.ts';
import { Id } from '../../kernel/contracts/text.ts';

/** Fields of `POST /api/v1/uploads/proof_of_address`, multipart/form-data. For the description only. */
export const ProofOfAddressUpload = z.object({
  applicationId: Id,
  file: z.file().check(z.mime(Object.keys(proofExtensions)), z.maxSize(maxProofBytes)),
});

/** An upload as it is answered: an opaque id, no address. `size` in bytes. */
export const ProofOfAddressAnswer = z.object({
  data: z.object({ id: Id, applicationId: Id, contentType: z.string(), size: z.int() }),
});
