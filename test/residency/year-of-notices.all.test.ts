import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RunningService, startService } from '../support/running-service.ts';

let service: RunningService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const day = 86_400_000;

it('a moved clock has residents told on each day that is theirs, and not again on the next', async () => {
  const move = async (advance: string) => {
    const response = await fetch(`${service.baseUrl}/local/clock`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ advance }),
    });
    return Date.parse(Object(await response.json()).data.now);
  };
  const now = await move('PT0S');
  const email = 'ada@terms.example';
  const { id } = await service.operate('/persons', { email });
  const terminationDate = new Date(now + 100 * day).toISOString();
  await service.operate(`/persons/${id}/residencies`, {
    residencyType: 'Resident',
    terminationDate,
  });
  await move('P120D');
  const subjects = async (): Promise<string[]> => {
    const response = await fetch(`${service.baseUrl}/local/mail?to=${email}`);
    return Object(await response.json()).data.map(({ subject }: { subject: string }) => subject);
  };
  await expect.poll(subjects, { timeout: 20_000 }).toHaveLength(4);
  await move('P20D');
  expect(await subjects()).toHaveLength(4);
});
