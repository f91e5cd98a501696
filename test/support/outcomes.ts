import { ApiError } from '../../shared/kernel/errors/api-error.ts';

/** The results of several promises: the number of successes, and the status and code of each refusal. */
export async function outcomes(promises: readonly Promise<unknown>[]) {
  const settled = await Promise.allSettled(promises);
  return {
    kept: settled.filter(({ status }) => status === 'fulfilled').length,
    refused: settled.flatMap((result) =>
      result.status === 'rejected' ? [refusal(result.reason)] : [],
    ),
  };
}

function refusal(reason: unknown): string {
  if (!(reason instanceof ApiError)) throw reason;
  return `${reason.status} ${reason.extras.code ?? reason.message}`;
}
