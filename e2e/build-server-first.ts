import { buildStale } from '../main/build.ts'
import { bundleTestWorkers } from '../server/testing/bundle-worker.ts'
import { prepareEnvironment } from './test-environment.ts'

/**
 * Vitest's global set-up: the threads of the server under test run its built form, so it is built when stale,
 * with the threads made for tests.
 */
// oxlint-disable-next-line import/no-default-export -- vitest loads it by its default export
export default async function buildServerFirst(): Promise<() => void> {
  await buildStale((line) => console.log(line), ['server'])
  await bundleTestWorkers()
  return prepareEnvironment()
}
