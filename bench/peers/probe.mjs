// Runs one bundle in a separate process, as Lambda does, and prints what it cost. Plain JavaScript, because
// loading Node's type stripper would count as the bundle's cost.
//
//   node probe.mjs BUNDLE [EVENT [WARM]]
//
// All figures are milliseconds of CPU, which other load on the machine does not count towards.
// BUNDLE is imported, called once, warmed up with 2 × WARM calls, then called WARM times for its CPU.

const [bundle, event, warm = '0'] = process.argv.slice(2);
const output = process.stdout.write.bind(process.stdout);
process.stdout.write = () => true; // log lines are written, as in Lambda, but not into our result

const started = process.cpuUsage();
const { handler } = await import(bundle);
const result = { import: since(started) };

if (event !== undefined) {
  const call = async () => handler(JSON.parse(event), {});
  const calling = process.cpuUsage();
  const answer = await call();
  result.first = since(calling);
  // An authorizer returns a policy instead of a status.
  result.status = answer.statusCode ?? 200;

  for (let done = 0; done < 2 * Number(warm); done += 1) await call();
  const before = process.cpuUsage();
  for (let done = 0; done < Number(warm); done += 1) await call();
  result.cpu = since(before) / Number(warm);
}
output(JSON.stringify(result));
process.exit();

function since(before) {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
