import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { createContext, type Module, SourceTextModule } from 'node:vm';

/**
 * Loads the built engine where there is nothing but ECMAScript, neither Node nor a browser, and
 * prints the footprint of an inventory. Run with --experimental-vm-modules: bare-realm.ts <folder> <inventory>
 */

const [, , folder = '', inventory = ''] = process.argv;
const context = createContext({});
const modules = new Map<string, SourceTextModule>();

function load(file: string): SourceTextModule {
  const known = modules.get(file);
  if (known !== undefined) return known;
  const module = new SourceTextModule(readFileSync(file, 'utf8'), { context, identifier: file });
  modules.set(file, module);
  return module;
}

function link(specifier: string, { identifier }: Module): SourceTextModule {
  return load(resolve(dirname(identifier), specifier));
}

const main = new SourceTextModule(
  `import { calculate } from './index.js'; export const co2eKg = calculate(${inventory}).co2eKg;`,
  { context, identifier: resolve(folder, 'main.js') },
);
await main.link(link);
await main.evaluate();
const { co2eKg } = Object.fromEntries(Object.entries(main.namespace));
process.stdout.write(String(co2eKg));
