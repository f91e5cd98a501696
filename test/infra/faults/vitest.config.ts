import { defineConfig } from 'vitest/config';
import project from '../../../vitest.config.ts';

const { globalSetup: _, setupFiles: __, include: ___, ...test } = project.test ?? {};

export default defineConfig({
  test: { ...test, include: ['test/infra/faults/injected.ts'] },
});
