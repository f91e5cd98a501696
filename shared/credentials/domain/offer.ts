import { uniformInteger } from '../../kernel/domain/code.ts';

/** For how long a wallet can take up an offer, in milliseconds. */
export const offerLifetime = 600_000;

/** So many transaction codes can be tried at an offer. */
export const maxTries = 5;

/** Digits of a transaction code: what its owner types into the wallet, so that who saw the QR code alone gets nothing. */
export const txCodeLength = 6;

/** A new transaction code. `random` gives that many random bytes. */
export function drawTxCode(random: (bytes: number) => Uint8Array): string {
  return String(uniformInteger(10 ** txCodeLength, random)).padStart(txCodeLength, '0');
}
