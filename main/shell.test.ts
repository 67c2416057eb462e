import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { RunMarkerFile } from './shell.ts'

let folder: string
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'vitrine-mark-'))))
afterEach(() => rmSync(folder, { recursive: true }))

test('a run that ends in order leaves nothing; one that does not says how far it came', () => {
  const file = join(folder, 'desktop/running.json')
  const first = new RunMarkerFile(file)
  expect(first.readCrashedRun()).toBeUndefined()
  first.set('starting')
  expect(new RunMarkerFile(file).readCrashedRun()).toMatchObject({ phase: 'starting' })
  first.set('running')
  expect(new RunMarkerFile(file).readCrashedRun()).toEqual({
    phase: 'running',
    startedAt: expect.stringMatching(/^2\d{3}-/),
  })
  first.remove()
  expect(new RunMarkerFile(file).readCrashedRun()).toBeUndefined()
})

test('a mark with other content is that of a cut run too', () => {
  const file = join(folder, 'running.json')
  writeFileSync(file, '[]')
  expect(new RunMarkerFile(file).readCrashedRun()).toEqual({ phase: 'running', startedAt: 'an unknown time' })
})
