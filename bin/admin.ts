import { runAdmin } from '../admin/run-admin.ts';
import { processTerminal } from '../admin/terminal.ts';

process.exitCode = await runAdmin(process.argv.slice(2), processTerminal());
