import type { Context } from 'aws-lambda';
import { root } from '../../shared/kernel/deps/root.ts';
import { inTime } from '../../shared/kernel/runtime/deadline.ts';
import { probeDeps } from '../../shared/service/deps/release.ts';
import { probeVerification } from '../../shared/service/usecases/try-versions.ts';

const deps = root(probeDeps);

/** Run by a schedule. Throws when integrators would not be answered: Lambda counts that, and an alarm looks at it. */
export const handler = (_event: unknown, context?: Context): Promise<void> =>
  inTime(context, () => probeVerification(deps()));
