import { accessSync, constants, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, isAbsolute, join, resolve } from 'node:path';

/** The places to look for an engine. */
interface Machine {
  /** Node's names of platform and processor: `linux-x64`. */
  readonly platform: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The binary of an installed package, or undefined. */
  readonly packaged: (name: string) => string | undefined;
}

/**
 * The path of the dynoxide binary for this machine:
 *
 * 1. `DYNOXIDE`, a path or the name of a command on the PATH. You set it on purpose, so it wins over the package. 2.
 * The installed package `@dynoxide/<platform>-<arch>`. Its version is locked, so everyone runs the same engine. 3.
 * `dynoxide` on the PATH, from Homebrew or cargo.
 *
 * If there is none, throws an error that lists what you can do.
 */
export function findDynoxide(machine: Machine = thisMachine()): string {
  const { platform, environment, packaged } = machine;
  const wanted = environment['DYNOXIDE'];
  if (wanted) {
    const chosen = /[/\\]/.test(wanted)
      ? executable(resolve(wanted))
      : commandOnPath(wanted, environment);
    if (chosen === undefined) throw new Error(`DYNOXIDE is not an executable file: ${wanted}`);
    return chosen;
  }
  const found = packaged(`@dynoxide/${platform}`) ?? commandOnPath('dynoxide', environment);
  if (found === undefined) throw new Error(howToGetAnEngine(platform));
  return found;
}

function howToGetAnEngine(platform: string): string {
  return `There is no DynamoDB engine for ${platform} here. Choose one of these:

  dynoxide         brew install nubo-db/tap/dynoxide, or cargo install dynoxide-rs, then npm start.
                   It is found on the PATH; DYNOXIDE=/path/to/dynoxide names another file.
  DynamoDB Local   docker run --rm -p 127.0.0.1:8000:8000 amazon/dynamodb-local, then
                   DYNAMODB_ENDPOINT=http://127.0.0.1:8000 npm start
  a container      docker build -t resident-registry ., then
                   docker run --rm -p 127.0.0.1:3000:3001 resident-registry`;
}

function thisMachine(): Machine {
  return {
    platform: `${process.platform}-${process.arch}`,
    environment: process.env,
    packaged: (name) => {
      try {
        const description = createRequire(import.meta.url).resolve(`${name}/package.json`);
        return executable(join(dirname(description), 'dynoxide'));
      } catch {
        return undefined;
      }
    },
  };
}

function commandOnPath(
  name: string,
  environment: Readonly<Record<string, string | undefined>>,
): string | undefined {
  // An empty or relative entry would run a program from the current folder.
  const folders = (environment['PATH'] ?? '').split(delimiter).filter(isAbsolute);
  return folders.map((folder) => executable(join(folder, name))).find(Boolean);
}

/** The path, if it is a file that this user may run. */
function executable(path: string): string | undefined {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile() ? path : undefined;
  } catch {
    return undefined;
  }
}
