import { join } from 'node:path';
import { root } from '../../lib/bundle/function-entries.ts';
import { registryApp } from '../../lib/registry-app.ts';
import { builtCode } from '../../lib/service-function.ts';
import { routes } from '../../shared/service/routes/route-table.ts';

// The app of bin/app.ts with functions that are already built, because a build takes longer than
// everything else.
const { app } = registryApp({
  routes,
  outdir: process.env['CDK_OUTDIR'] ?? 'cdk.out',
  code: builtCode(join(root, 'dist')),
});
app.synth();
