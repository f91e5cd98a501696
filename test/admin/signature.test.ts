import { createHash } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { refuseSignature } from '../../local/engines/sigv4.ts';
import { type Recorded, startRecordingServer } from './recording-server.ts';
import { runInShell } from './shell.ts';

const local = { accessKeyId: 'local', secretAccessKey: 'local' };
let stop = async () => {};
afterEach(() => stop());

/** A server that accepts only requests with a valid IAM signature. */
async function startVerifyingServer() {
  const server = await startRecordingServer(async (request) => {
    const refusal = await refuse(request);
    return refusal === undefined
      ? { body: { data: [] } }
      : { status: 403, body: { error: refusal } };
  });
  stop = server.stop;
  return server;
}

async function refuse({ method, target, headers, body }: Recorded): Promise<string | undefined> {
  const url = new URL(target, 'http://localhost');
  const sent = Object.entries(headers).map(([name, value]) => [name, String(value)]);
  const hash = createHash('sha256').update(body).digest('hex');
  if (headers['x-amz-content-sha256'] !== hash) return 'the hash is not that of the body';
  const refusal = await refuseSignature(
    {
      method,
      path: target.split('?')[0] ?? '',
      query: Object.fromEntries(url.searchParams),
      headers: Object.fromEntries(sent),
    },
    { service: 'execute-api', credentials: local, now: new Date() },
  );
  return refusal?.code;
}

describe('signing', () => {
  it('covers the path of a deployed stage, the query and the host', async () => {
    const { url, requests } = await startVerifyingServer();
    const line = `audit list --url ${url}/dev/ --actor-id "a/b c+d&e=f*(é)!'" --limit 3`;
    expect(await runInShell({ url }, line)).toEqual({ exitCode: 0, out: '', err: 'None.\n' });
    expect(requests.map(({ target }) => target)).toEqual([
      '/dev/admin/v1/audit?actorId=a%2Fb%20c%2Bd%26e%3Df%2A%28%C3%A9%29%21%27&limit=3',
    ]);
  });

  it('covers the body and encoded characters in the path', async () => {
    const { url, requests } = await startVerifyingServer();
    const line = 'referral-codes update "Zoë (50%)/x" --no-self-referral-enabled';
    expect(await runInShell({ url }, line)).toMatchObject({ exitCode: 0, err: '' });
    expect(requests.map(({ method, target, body }) => ({ method, target, body }))).toEqual([
      {
        method: 'PATCH',
        target: '/admin/v1/referral_codes/Zo%C3%AB%20%2850%25%29%2Fx',
        body: '{"selfReferralEnabled":false}',
      },
    ]);
    expect(requests[0]?.headers['content-type']).toBe('application/json');
  });

  it('covers a request without body and content type', async () => {
    const { url, requests } = await startVerifyingServer();
    const line = 'keys revoke person key --yes';
    expect(await runInShell({ url }, line)).toMatchObject({ exitCode: 0 });
    expect(requests).toMatchObject([
      { method: 'DELETE', target: '/admin/v1/persons/person/api_keys/key', body: '' },
    ]);
    expect(requests[0]?.headers['content-type']).toBeUndefined();
  });
});
