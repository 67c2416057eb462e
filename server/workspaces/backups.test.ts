import { statSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runHere } from '../testing/in-process-host.ts'
import { type DataFolder, openDataFolder } from '../data-folder.ts'
import { Backups, type BackupsOptions } from './backups.ts'

const hourMs = 60 * 60 * 1000
let folder: DataFolder
let workspaceId: string

beforeAll(async () => {
  folder = await openDataFolder(
    await mkdtemp(join(tmpdir(), 'vitrine-schedule-')),
    pino({ level: 'silent' }),
    { threadEntry: runHere },
  )
  workspaceId = (await folder.workspaces.create('Shop')).id
  await folder.workspaces.get(workspaceId)
})
afterAll(async () => {
  await folder.close()
  await rm(folder.dataDir, { recursive: true })
})

function scheduled(options: Partial<BackupsOptions>): Backups {
  const { workspaces, settings, dataDir } = folder
  const onError = (_workspace: unknown, error: unknown) => expect.fail(String(error))
  return new Backups({ workspaces, settings, folder: join(dataDir, 'backups'), onError, ...options })
}

async function change(name: string): Promise<void> {
  const threads = await folder.workspaces.get(workspaceId)
  await threads.call('createAttribute', {
    body: { name, entity_type: 'product', data_type: 'number' },
    faults: [],
    context: { actor: { type: 'owner', id: null, name: null }, via: 'app', request_id: null, job_id: null },
  })
}

/** Waits until a new workspace has no more writes: its log is copied after its first writes. */
async function atRest(id: string): Promise<void> {
  const { file } = folder.workspaces.list().find((workspace) => workspace.id === id) as { file: string }
  const changed = () => Math.max(...[file, `${file}-wal`].map((path) => statSync(path).mtimeMs))
  await expect.poll(() => Date.now() - changed()).toBeGreaterThan(1000)
}

test('[BACKUP-07] what has changed is backed up when its hours have passed, and not before', async () => {
  await atRest(workspaceId)
  const start = Date.now()
  let now = start
  const backups = scheduled({ now: () => now })
  const lookAt = async (hours: number) => {
    now = start + hours * hourMs
    await backups.backUpDue()
    const list = await backups.list(workspaceId)
    expect(list.every(({ reason }) => reason === 'schedule')).toBe(true)
    return list.map(({ created_at: at }) => (Date.parse(at) - start) / hourMs)
  }
  await folder.settings.change({ backup_every_hours: 4 })
  expect(await lookAt(0)).toEqual([0])
  expect(await lookAt(5)).toEqual([0])

  await change('Price')
  expect(await lookAt(3.9)).toEqual([0])
  await folder.settings.change({ backup_every_hours: 0 })
  expect(await lookAt(5)).toEqual([0])
  await folder.settings.change({ backup_every_hours: 4 })
  expect(await lookAt(5)).toEqual([5, 0])
  expect(await lookAt(8.9)).toEqual([5, 0])
})

test('the schedule looks again and again by itself, until it is closed', async () => {
  const backups = scheduled({ folder: join(folder.dataDir, 'looked'), lookEveryMs: 20 })
  backups.startSchedule()
  await expect.poll(() => backups.list(workspaceId), { timeout: 30_000 }).toHaveLength(1)
  await backups.close()
})

test('the end waits for the round that runs, and that round begins no further copy', async () => {
  const other = await folder.workspaces.create('Second shop')
  await folder.workspaces.get(other.id)
  const backups = scheduled({ folder: join(folder.dataDir, 'ended') })
  let hasEnded = false
  void backups.backUpDue().then(() => (hasEnded = true))
  await backups.close()
  expect(hasEnded).toBe(true)
  const copies = [...(await backups.list(workspaceId)), ...(await backups.list(other.id))]
  expect(copies).toHaveLength(1)
})

test('[BACKUP-01] what is too damaged to be copied is put aside with the log beside it, which holds what was written last', async () => {
  const { id, file } = await folder.workspaces.create('Broken')
  const backups = scheduled({})
  const backup = await backups.create(id, 'manual')
  // The state after a crash and with a failing disk.
  await folder.workspaces
    .replaceFile(id, async () => {
      await writeFile(file, 'no database any more')
      await writeFile(`${file}-wal`, 'the last words')
    })
    .catch(() => undefined)

  const { previous, put_aside: aside } = await backups.restore(id, backup.id)

  expect([previous, aside]).toEqual([null, expect.stringContaining(`${file}.before-`)])
  expect(await readFile(String(aside), 'utf8')).toBe('no database any more')
  expect(await readFile(`${aside}-wal`, 'utf8')).toBe('the last words')
})
