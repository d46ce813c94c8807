// The conformance suites import fs.globSync, which came with Node 22, for a command that the tests
// do not use. Preloaded with --import, this file lets them start with Node 20.
import fs from 'node:fs';
import { register } from 'node:module';

const dataURL = (source) => 'data:text/javascript,' + encodeURIComponent(source);

if (!fs.globSync) {
  const fsWithGlob = dataURL(`
    export * from 'node:fs';
    export { default } from 'node:fs';
    export function globSync() { throw new Error('fs.globSync needs Node 22'); }
  `);
  register(dataURL(`
    export function resolve(specifier, context, next) {
      return specifier === 'fs' ? { url: ${JSON.stringify(fsWithGlob)}, shortCircuit: true } : next(specifier, context);
    }
  `));
}
