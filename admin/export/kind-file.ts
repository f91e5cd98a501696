import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import type { Manifest } from './manifest.ts';

/** Writes and counts the lines of one kind; with `directory` null it only counts them. */
export function openKindFile(directory: string | null, kind: string) {
  const file = `${kind}.jsonl`;
  // Only its owner can read an export, because it contains everything that the table does.
  const stream =
    directory === null ? null : createWriteStream(join(directory, file), { mode: 0o600 });
  const whole = createHash('sha256');
  let [lines, bytes, sum] = [0, 0, 0n];
  return {
    async add(text: string): Promise<void> {
      const line = `${text}\n`;
      lines += 1;
      bytes += Buffer.byteLength(line);
      whole.update(line);
      sum = BigInt.asUintN(
        256,
        sum + BigInt(`0x${createHash('sha256').update(text).digest('hex')}`),
      );
      // Waits for the disk, so memory use stays constant.
      if (stream !== null && !stream.write(line)) await once(stream, 'drain');
    },
    async end(): Promise<Manifest['files'][string]> {
      if (stream !== null) {
        stream.end();
        await once(stream, 'finish');
      }
      return {
        file,
        lines,
        bytes,
        sha256: whole.digest('hex'),
        sum: sum.toString(16).padStart(64, '0'),
      };
    },
  };
}
