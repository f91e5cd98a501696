import { probeDeps } from '../../shared/service/deps/release.ts';
import { probeVerification } from '../../shared/service/usecases/try-versions.ts';
import { background } from '../../shared/web/http/background.ts';

/** Runs on a schedule. Throws if integrators would get no answer, which an alarm detects. */
export const handler = background(probeVerification, probeDeps);
