import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Shell } from 'electron'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { parseWorkspaceFileId, showInFolder } from './saved-files.ts'

let dataDir: string
let shown: string[]
let file: string

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'vitrine-show-'))
  shown = []
  file = join(dataDir, 'shop.vitrine')
  writeFileSync(file, '')
  mkdirSync(join(dataDir, 'backups/w1'), { recursive: true })
  writeFileSync(join(dataDir, 'backups/w1/2026-01-01 manual.vitrine'), '')
})

afterEach(() => rmSync(dataDir, { recursive: true }))

function show(asked: unknown): Promise<void> {
  const shell = { showItemInFolder: (path: string) => void shown.push(path) } as unknown as Shell
  const server = { dataDir, workspaces: async () => [{ id: 'w1', name: 'Shop', file }] }
  return showInFolder({ shell }, server, parseWorkspaceFileId(asked))
}

test('a workspace and its backups are shown where they lie', async () => {
  await show({ workspaceId: 'w1' })
  await show({ workspaceId: 'w1', backupId: '2026-01-01 manual' })
  expect(shown).toEqual([file, join(dataDir, 'backups/w1/2026-01-01 manual.vitrine')])
})

test('what is not there is told and not shown', async () => {
  await expect(show({ workspaceId: 'w2' })).rejects.toThrow('no such workspace')
  await expect(show({ workspaceId: 'w1', backupId: 'gone' })).rejects.toThrow('not there any more')
  expect(shown).toEqual([])
})

test.each([
  undefined,
  '/etc/passwd',
  { workspaceId: 7 },
  { workspaceId: 'w1', backupId: '../../shop' },
  { workspaceId: 'w1', backupId: String.raw`..\shop` },
  { workspaceId: 'w1', backupId: '' },
  { workspaceId: 'w1', backupId: null },
])('%j is refused', (asked) => {
  expect(() => parseWorkspaceFileId(asked)).toThrow('Only a workspace')
})
