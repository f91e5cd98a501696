import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { startLocalService } from '../local/start.ts';

const { values } = readOptions();

if (values.help) {
  process.stdout.write(`Starts the service on this machine.

  npm start                     at http://localhost:3000, the data is deleted when it stops
  npm start -- --data DIR       keeps the data in DIR
  npm start -- --stage FILE     with names, fees and branding of a stage, such as stages/examples/puerto-lucero.json
  npm start -- --base-url URL   behind a tunnel or a proxy that speaks TLS at https://HOST
  PORT=4000 npm start           at another port; PORT=0 takes any free one
  LOG_LEVEL=INFO npm start      one line per request
  DYNOXIDE=FILE npm start            with another binary of the DynamoDB engine
  DYNAMODB_ENDPOINT=URL npm start    with another DynamoDB engine
`);
} else {
  if (values.stage !== undefined) await takeStage(values.stage);
  await startLocalService({
    port: Number(process.env['PORT'] ?? 3000),
    dataDirectory: values.data,
    baseUrl: values['base-url'],
  });
}

function readOptions() {
  try {
    return parseArgs({
      options: {
        data: { type: 'string' },
        stage: { type: 'string' },
        'base-url': { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    process.stderr.write(`${reason}\nnpm start -- --help shows the options.\n`);
    process.exit(2);
  }
}

/** Applies the registry's settings from a stage's file; the rest of the file is about AWS. */
async function takeStage(file: string): Promise<void> {
  try {
    const { factsOfFile } = await import('../lib/deployment-facts.ts');
    const { variables, branding, reviewTexts } = factsOfFile(file);
    Object.assign(process.env, variables);
    for (const [name, content] of Object.entries({
      BRANDING: branding,
      REVIEW_TEXTS: reviewTexts,
    })) {
      if (content === undefined) continue;
      const text = JSON.stringify(content);
      const hash = createHash('sha256').update(text).digest('hex').slice(0, 16);
      const written = resolve('.local', `${name.toLowerCase()}-${hash}.json`);
      mkdirSync('.local', { recursive: true });
      writeFileSync(written, text);
      process.env[name] = written;
    }
  } catch (error) {
    process.stderr.write(`${file}: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(2);
  }
}
