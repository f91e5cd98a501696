// Runs one bundle in a process of its own, as Lambda does, and calls it whenever the parent asks: so many can be measured in turn,
// a few calls each, and what else the machine does meanwhile falls on all of them alike. Plain JavaScript, as probe.mjs is.
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
