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

const linters: [string, string, (file: string) => string[]][] = [
  ['Redocly', 'redocly', (file) => ['lint', file, '--config', join(import.meta.dirname, 'redocly.yaml')]],
  [
    'Spectral',
    'spectral',
    (file) => ['lint', file, '-r', join(import.meta.dirname, 'spectral.yaml'), '--fail-severity', 'warn'],
  ],
]

test.each(
  (['public', 'owner'] as const).flatMap((surface) => linters.map((linter) => [surface, ...linter] as const)),
)(
  'the %s document has no fault that %s finds',
  async (surface, _name, bin, toArguments) => {
    const file = join(folder, `${surface}.json`)
    writeFileSync(file, (await readDocument(surface)).text)
    const outcome = run(join(bins, bin), toArguments(file), {
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
