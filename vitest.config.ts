import { defineConfig } from 'vitest/config';
import { throwawayFiles } from './local/engines/throwaway-directory.ts';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    env: {
      // In memory, where there is enough: a write to a disk costs a tenth of the suite's time and is worth nothing here.
      TMPDIR: throwawayFiles(),
      // Code of programs that tests start, compiled (and with types stripped) once: a fifth of what their start takes.
      NODE_COMPILE_CACHE: new URL('node_modules/.cache/node', import.meta.url).pathname,
      // Half of the time of a template. Nothing fails by its findings, which are warnings: cfn-lint tells of them
      // (`npm run cfn-lint`), and `cdk synth`. What cdk-nag checks is checked here, too.
      CDK_VALIDATION: 'false',
    },
    setupFiles: ['test/support/own-environment.ts'],
    globalSetup: ['test/support/permissions/global-setup.ts'],
    exclude: ['test/**/*.{browser,postgresql}.test.ts', '**/node_modules/**'],
    // Polls wait as long as a test may take on a machine that is busy: what takes longer never comes.
    expect: { requireAssertions: true, poll: { timeout: 120_000 } },
    // vitest would leave one core idle, and with it half of a machine that has two.
    maxWorkers: 3,
    // Files share what they import, which is most of the time that a file takes to start; what a test
    // uses is passed to it, so nothing else is shared.
    isolate: false,
    // Far above what a test needs on a machine that is busy with other things: what takes longer hangs. No test has
    // a limit of its own.
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
