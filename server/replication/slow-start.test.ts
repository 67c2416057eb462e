/** Uses a stand-in for Litestream that starts slowly, as the real one does on a busy machine. */
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import type { Workspace } from '#shared/app-surface.ts'
import { WriteFence } from '../catalog/connections/write-fence.ts'
import { Replication, startReplication } from './replication.ts'

test.skipIf(process.platform === 'win32')(
  '[REPLICA-09] a start waits for a Litestream that begins late, and for its first copy',
  async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'vitrine-slow-start-'))
    const [program, file, record] = ['litestream', 'vitrine.db', 'record'].map((name) => join(dataDir, name))
    writeFileSync(file!, '')
    const lines = ['sync: new generation', 'snapshot written'].map(
      (msg) => `echo ${msg} >> "${record}"; echo '${JSON.stringify({ msg, db: file })}' >&2`,
    )
    // Longer than a start waits for lines about a file once Litestream has begun.
    const body = ['sleep 2.3', lines[0], 'sleep 0.2', lines[1], 'while :; do sleep 0.05; done']
    writeFileSync(program!, `#!/bin/sh\n${body.join('\n')}\n`)
    chmodSync(program!, 0o755)
    const address = { kind: 'file', path: join(dataDir, 'replica') } as const
    const log = pino({ level: 'silent' })
    const replication = new Replication(
      { dataDir, log, workspaces: () => [], address, retentionDays: 7, fence: WriteFence.alwaysOpen() },
      { path: program!, version: '0.3.13' },
    )
    await replication.start()
    expect(readFileSync(record!, 'utf8')).toBe('sync: new generation\nsnapshot written\n')
    await replication.close()
    rmSync(dataDir, { recursive: true })
  },
)

test('[STANDBY-02] nothing is said to be sent while a workspace is not replicated yet', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'vitrine-new-workspace-'))
  const databases = ['vitrine.db', 'new.vitrine'].map((name) => {
    const sqlite = new Database(join(dataDir, name))
    sqlite.pragma('journal_mode = WAL')
    sqlite.exec('CREATE TABLE texts (text TEXT)')
    return sqlite
  })
  const workspaces: Workspace[] = []
  const replication = await startReplication({
    dataDir,
    log: pino({ level: 'silent' }),
    workspaces: () => workspaces,
    address: { kind: 'file', path: join(dataDir, 'replica') },
    retentionDays: 7,
    fence: WriteFence.alwaysOpen(),
  })
  await expect.poll(() => replication.sentUntil()).toBeDefined()
  workspaces.push({ id: 'new', name: 'New', file: join(dataDir, 'new.vitrine') })
  expect(replication.sentUntil()).toBeUndefined()
  await replication.close()
  for (const sqlite of databases) sqlite.close()
  rmSync(dataDir, { recursive: true })
})
