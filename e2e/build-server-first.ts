import { join } from 'node:path'
import { buildStale } from '../main/build.ts'
import { keepFilesInMemory } from './files-in-memory.ts'

const compiled = join(import.meta.dirname, '../node_modules/.cache/vitrine-compiled')

/** Vitest's global set-up: the threads of the server under test run its built form, so it is built when stale. */
// oxlint-disable-next-line import/no-default-export -- vitest loads it by its default export
export default async function buildServerFirst(): Promise<() => void> {
  // Threads find their code compiled, as those of the program do.
  process.env['NODE_COMPILE_CACHE'] ??= compiled
  await buildStale((line) => console.log(line), ['server'])
  return keepFilesInMemory()
}
