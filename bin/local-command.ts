import { localServiceUrl } from '../admin/target.ts';
import { runLocalCommand } from '../local/run-command.ts';

const [name, word] = process.argv.slice(2);
try {
  const url = process.env['REGISTRY_URL'] ?? localServiceUrl(process.env);
  process.stdout.write(`${await runLocalCommand(name, url, word)}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
