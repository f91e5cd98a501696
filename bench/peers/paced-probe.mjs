// Runs one bundle in a separate process, as Lambda does, and calls it whenever the parent asks. The parent
// measures several bundles in turn, a few calls each, so that other load on the machine affects all of
// them equally. Plain JavaScript, for the reason in probe.mjs.
//
//   fork('paced-probe.mjs', [BUNDLE, EVENT])
//
// Each message is a number of calls; the answer is `{status, cpu}`: the status of the last, and milliseconds of CPU for each.

const [bundle, event] = process.argv.slice(2);
process.stdout.write = () => true; // log lines are written, as in Lambda, but discarded

const { handler } = await import(bundle);

process.on('message', async (calls) => {
  const before = process.cpuUsage();
  let status = 0;
  for (let done = 0; done < calls; done += 1) {
    ({ statusCode: status } = await handler(JSON.parse(event), {}));
  }
  const { user, system } = process.cpuUsage(before);
  process.send({ status, cpu: (user + system) / 1000 / calls });
});
process.send('ready');
