import { probeDeps } from '../../shared/service/deps/release.ts';
import { probeVerification } from '../../shared/service/usecases/try-versions.ts';
import { background } from '../../shared/web/http/background.ts';

/** Run by a schedule. Throws when integrators would not be answered: Lambda counts that, and an alarm looks at it. */
export const handler = background(probeVerification, probeDeps);
