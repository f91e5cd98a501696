// Runs one bundle in a process of its own, as Lambda does, and prints what it cost. Plain JavaScript:
// loading the part of Node that strips types would count as the bundle's.
//
//   node probe.mjs BUNDLE [EVENT [WARM [REPEAT]]]
//
// BUNDLE is imported, called once, warmed up with 2 × WARM calls, then called WARM times for its CPU.
// A call is REPEAT invocations, one after the other.

const [bundle, event, warm = '0', repeat = '1'] = process.argv.slice(2);
const output = process.stdout.write.bind(process.stdout);
process.stdout.write = () => true; // log lines are written, as in Lambda, but not to our result

const started = performance.now();
const { handler } = await import(bundle);
const imported = performance.now();
const result = { import: imported - started };

if (event !== undefined) {
  const call = async () => {
    for (let done = 1; done < Number(repeat); done += 1) await handler(JSON.parse(event), {});
    return handler(JSON.parse(event), {});
  };
  const calling = performance.now();
  const answer = await call();
  result.first = performance.now() - calling;
  // An authorizer answers a policy instead of a status.
  result.status = answer.statusCode ?? 200;

  for (let done = 0; done < 2 * Number(warm); done += 1) await call();
  const before = process.cpuUsage();
  for (let done = 0; done < Number(warm); done += 1) await call();
  const { user, system } = process.cpuUsage(before);
  result.cpu = (user + system) / 1000 / Number(warm);
}
output(JSON.stringify(result));
process.exit();
