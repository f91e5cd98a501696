import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { callService, encode } from './call-service.ts';
import { valueAt } from './column.ts';
import { Failure } from './failure.ts';
import type { Tool } from './tool.ts';

const kinds = [
  ['current', 'what users see now'],
  ['proposed', 'what users would see after the pending change'],
] as const;

/** `clients logos`: saves the logos of a client for review. */
export const saveLogos: Tool = {
  name: 'logos',
  about: 'Save the logos of a client and of its pending change as files',
  arguments: [['client', 'id of the client, from `clients list`']],
  options: [['--into <directory>', 'target directory (default: the current one)']],
  uses: ['GET /admin/v1/oauth_clients/{clientId}/decision'],
  example: 'clients logos 9d2e5c1a-4b7f-4f86-a6d3-1e0b8c9f7a42 --into .',
  async run(options, target, terminal) {
    const client = String(options['client']);
    if (/^\.{0,2}$/.test(client))
      throw new Failure('usage', `<client> is not a valid id: '${client}'`);
    const path = `/oauth_clients/${encode(client)}/decision`;
    const look = await callService(target(), { method: 'GET', path, query: {} });
    const directory = typeof options['into'] === 'string' ? options['into'] : '.';
    for (const [kind, words] of kinds) {
      const content = valueAt(look, `data.${kind}.logo.contentBase64`);
      if (typeof content !== 'string') continue;
      const file = join(directory, `${encode(client)}-${kind}.png`);
      try {
        writeFileSync(file, Buffer.from(content, 'base64'));
      } catch {
        throw new Failure('usage', `${file} can't be written`);
      }
      terminal.write(`${file}: ${words}\n`);
    }
    const revision = valueAt(look, 'data.revision');
    terminal.notice(`Revision ${String(revision)}.\n`);
  },
};
