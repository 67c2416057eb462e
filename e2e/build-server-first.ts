import { buildStale } from '../main/build.ts'

/** Vitest's global set-up: the threads of the server under test run its built form, so it is built when stale. */
// oxlint-disable-next-line import/no-default-export -- vitest loads it by its default export
export default function buildServerFirst(): Promise<void> {
  return buildStale((line) => console.log(line), ['server'])
}
