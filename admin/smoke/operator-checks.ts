import { testHelpersPath } from '../../shared/kernel/http/page-paths.ts';
import type { StreamReaders } from '../../shared/service/aws/deployments.ts';
import { type Check, field, must, NotTried, summaryOf } from './check.ts';

/** One typical large write: a resident with permit number, residency and keys, in one transaction. */
export function writeCheck(key: string | null): Check {
  return {
    name: 'a resident is created',
    async run(service) {
      if (key === null) throw new NotTried('no key: set REGISTRY_KEY');
      const path = `${testHelpersPath}/persons`;
      const answer = await service.call('POST', path, { bearer: key, body: {} });
      must(answer.status !== 404, 'no test helpers here: --write is for a sandbox');
      must(
        answer.status === 200 || answer.status === 201,
        `wanted 200 or 201, got ${summaryOf(answer)}; npm run preflight -- --try-rights says more`,
      );
      const number = field(field(answer.body, 'data'), 'residentPermitNumber');
      must(typeof number === 'string', 'the answer has no permit number');
      return `${answer.status}, ${Math.round(answer.answered - answer.asked)} ms`;
    },
  };
}

/** Checks that events and evidence are read from the table's stream, which no answer of the service shows. */
export function streamCheck(readers: StreamReaders): Check {
  return {
    name: 'readers of the stream',
    async run() {
      const states = await readers.states();
      const words = states.map((each) => `${each.function} ${each.state}`).join(', ');
      must(
        states.every(({ state }) => /^(Enabl|Creat|Updat)/.test(state)),
        `${words}; npm run admin -- maintenance off enables them`,
      );
      return words;
    },
  };
}
