// Makes bundles for the machine of `make run`, signed with the keys of its folder: of the current build, and of the next version, which is
// the same source with another number.
//
//   npx node tools/machine/bundle.ts [--folder build/run/machine] [--build build/host] [--out build/run]

import { spawnSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { bundleOf } from '../release/bundle.ts';
import { sign } from '../release/sign.ts';
import { schemaOf } from '../release/source.ts';
import { board, MachineFolder } from './folder.ts';

const { values } = parseArgs({
  options: {
    folder: { type: 'string', default: 'build/run/machine' },
    build: { type: 'string', default: 'build/host' },
    out: { type: 'string', default: 'build/run' },
  },
});
const machine = new MachineFolder(values.folder);
machine.prepare(join(values.build, 'posternd'));
const signing = {
  key: join(machine.keys, 'signer-ec.key'),
  chain: [new X509Certificate(readFileSync(join(machine.keys, 'signer-ec.pem')))],
};
const slots = { a: machine.slot('A'), b: machine.slot('B') };

/** `posternd_newer` has an additional migration. */
const schemaIn = (program: string): number => schemaOf() + (program === 'posternd_newer' ? 1 : 0);

function make(program: string, counter: number, notes: string): void {
  const path = join(values.build, program);
  const said = spawnSync(path, ['--version'], { encoding: 'utf8' }).stdout;
  const [, version = '', buildId = ''] = /^posternd (\S+) \(build (\w+)\)/.exec(said) ?? [];
  const facts = { version, buildId, counter, notes, slots, board, brand: 'postern', schema: schemaIn(program) };
  const built = Math.floor(Date.now() / 1000);
  const bundle = bundleOf({ ...facts, description: program, built }, readFileSync(path), (description) =>
    sign(description, signing),
  );
  const out = join(values.out, `${program}.swu`);
  writeFileSync(out, bundle);
  console.log(`${out}: version ${version}, ${bundle.length} octets`);
}

make('posternd', 1, 'What is built now.');
make('posternd_next', 2, 'The same source under the next number.');
make('posternd_newer', 2, 'The same source, with a database that the others cannot read.');
