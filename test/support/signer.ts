import { randomUUID } from 'node:crypto';
import type { CoreDeps } from '../../shared/kernel/deps/core.ts';
import { openSigner, type Signer } from '../../shared/oauth/auth/signer.ts';
import { generateSigningKey } from '../../shared/oauth/auth/signing-keys.ts';
import {
  rotateSigningKeys,
  rotationSteps,
} from '../../shared/oauth/usecases/rotate-signing-keys.ts';
import { asFunction } from './caller.ts';
import { memorySecret } from './signing-secret.ts';

let keys: Promise<string> | undefined;

/**
 * The secret after its first rotation, made once in a process, because three RSA keys take longer
 * than most files' tests.
 */
async function firstKeys(): Promise<string> {
  const [current, next, ps, es, nextEs] = await Promise.all([
    generateSigningKey(),
    generateSigningKey(),
    generateSigningKey('PS256'),
    generateSigningKey('ES256'),
    generateSigningKey('ES256'),
  ]);
  const others = { ES256: { current: es, next: nextEs }, PS256: { current: ps, next: ps } };
  return JSON.stringify({ current, next, others });
}

/**
 * A signer whose keys are published in the table with its first token, because most tests need
 * none.
 */
export function openTestSigner(deps: CoreDeps): Signer {
  const signingSecret = memorySecret();
  const signer = openSigner(signingSecret.current, deps.now);
  let ready: Promise<void> | undefined;
  async function prepare() {
    const versionId = randomUUID();
    keys ??= firstKeys();
    await signingSecret.prepare(versionId, await keys);
    for (const step of rotationSteps) {
      await rotateSigningKeys(step, versionId, { ...deps, signingSecret });
    }
  }
  return {
    async sign(claims, type, alg) {
      // The keys are published outside of the calling function, which lacks the rights for it.
      ready ??= asFunction('functions/oauth/rotate-signing-keys.ts', prepare);
      await ready;
      return signer.sign(claims, type, alg);
    },
    async es256() {
      ready ??= asFunction('functions/oauth/rotate-signing-keys.ts', prepare);
      await ready;
      return signer.es256();
    },
    async nonces() {
      ready ??= asFunction('functions/oauth/rotate-signing-keys.ts', prepare);
      await ready;
      return signer.nonces();
    },
  };
}
