import type { Node } from 'constructs';
import * as z from 'zod/mini';
import { TokenKeysSetting } from '../shared/kernel/settings/env.ts';

/** The KMS keys that sign tokens. */
export interface TokenKeys {
  /** As the rotation function gets them. */
  readonly setting: string;
  /** ARNs of all of them. */
  readonly arns: readonly string[];
}

/**
 * The context `tokenKeys`: JSON, algorithm to the ARNs of its KMS keys in the order of their use. Undefined: the secret
 * has all keys. Throws for a setting with which no rotation would start.
 */
export function tokenKeysOf(node: Node): TokenKeys | undefined {
  const given: unknown = node.tryGetContext('tokenKeys');
  if (given === undefined) return undefined;
  const setting = typeof given === 'string' ? given : JSON.stringify(given);
  try {
    const arns = Object.values(z.parse(TokenKeysSetting, setting)).flatMap((keys) => keys ?? []);
    if (new Set(arns).size < arns.length) throw new Error('a key is there twice');
    return arns.length === 0 ? undefined : { setting, arns };
  } catch (error) {
    throw new Error('tokenKeys: JSON with RS256, ES256 and PS256, each a list of KMS key ARNs', {
      cause: error,
    });
  }
}
