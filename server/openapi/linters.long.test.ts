import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { readDocument } from '../testing/read-document.ts'

const run = promisify(execFile)
const bins = join(import.meta.dirname, '../../node_modules/.bin')
const folder = mkdtempSync(join(tmpdir(), 'vitrine-openapi-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const linters: [string, string, string[]][] = [
  ['Redocly', 'redocly', ['--config', join(import.meta.dirname, 'redocly.yaml')]],
  ['Spectral', 'spectral', ['-r', join(import.meta.dirname, 'spectral.yaml'), '--fail-severity', 'warn']],
]

// Starting a linter takes longer than its work, so it gets both documents.
test.each(linters)(
  'the public and the owner document have no fault that %s finds',
  async (_name, bin, options) => {
    const files = await Promise.all(
      (['public', 'owner'] as const).map(async (surface) => {
        const file = join(folder, `${surface}.json`)
        writeFileSync(file, (await readDocument(surface)).text)
        return file
      }),
    )
    const outcome = run(join(bins, bin), ['lint', ...files, ...options], {
      env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
      shell: process.platform === 'win32',
    })
    const faults = await outcome.then(
      () => '',
      ({ stdout, stderr }: { stdout: string; stderr: string }) => stdout + stderr,
    )
    expect(faults).toBe('')
  },
  60_000,
)
