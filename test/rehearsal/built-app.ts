import { join } from 'node:path';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { bundlePath, root } from '../../lib/bundle/function-entries.ts';
import { registryApp } from '../../lib/registry-app.ts';
import { routes } from '../../shared/service/routes/route-table.ts';

// The app of bin/app.ts with functions that are already built, because a build takes longer than
// everything else.
const { app } = registryApp({
  routes,
  outdir: process.env['CDK_OUTDIR'] ?? 'cdk.out',
  code: (entry) => Code.fromAsset(join(root, 'dist', bundlePath(entry))),
});
app.synth();
