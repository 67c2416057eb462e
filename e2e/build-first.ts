import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { prepareEnvironment } from './test-environment.ts'

/** Playwright's global set-up: tests run the built program, so it is built when stale. */
// oxlint-disable-next-line import/no-default-export -- Playwright loads it by its default export
export default function buildFirst(): () => void {
  execFileSync(process.execPath, [join(import.meta.dirname, '../main/build.ts')], { stdio: 'inherit' })
  return prepareEnvironment()
}
