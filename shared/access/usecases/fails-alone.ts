/**
 * Whether work on one thing failed for that thing: the next may do well. Otherwise it failed because a service is away
 * or throttles, or the time is over: the next would fail, too.
 */
export function failsAlone(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (/Throttl|TooManyRequests|LimitExceeded/.test(error.name)) return false;
  // AWS's clients say whose fault it is.
  if ('$fault' in error) return error.$fault === 'client';
  // Our own complaints, such as of an item that can't be read, are plain; a socket that fails has a code.
  return error.name === 'Error' && !('code' in error);
}
