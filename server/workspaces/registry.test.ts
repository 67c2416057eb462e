import {
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createWorkspaceFile } from '../store/file/workspace-file.ts'
import { runHere } from '../testing/in-process-host.ts'
import { openRegistryThread, type RegistryThread } from '../threads/idle-thread.ts'
import { loadWorkspaces, type Workspaces, type WorkspacesOptions } from './registry.ts'

let folder: string
let data: string
let registry: RegistryThread
let workspaces: Workspaces
let opened: string[]

async function start(options: WorkspacesOptions = {}): Promise<void> {
  registry = await openRegistryThread(data, runHere)
  opened = []
  workspaces = await loadWorkspaces(data, registry, {
    entry: runHere,
    onOpened: ({ name }) => void opened.push(name),
    ...options,
  })
}

async function stop(): Promise<void> {
  await workspaces.close()
  await registry.close()
}

beforeEach(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'vitrine-workspaces-')))
  data = join(folder, 'data')
  await start()
})

afterEach(async () => {
  await stop()
  rmSync(folder, { recursive: true })
})

describe('create', () => {
  test('makes an empty file named after the workspace, listed after a restart too', async () => {
    const shop = await workspaces.create(' Möbel & Licht ')
    expect(shop).toMatchObject({
      name: 'Möbel & Licht',
      file: join(data, 'workspaces', 'mo-bel-licht.vitrine'),
    })
    expect(existsSync(shop.file)).toBe(true)
    await stop()
    await start()
    expect(workspaces.list()).toEqual([shop])
  })

  test.each(['Shop', ' shop ', 'SHOP'])('%j is taken once there is Shop', async (name) => {
    await workspaces.create('Shop')
    await expect(workspaces.create(name)).rejects.toMatchObject({ code: 'conflict' })
    expect(workspaces.list()).toHaveLength(1)
  })

  test('two at once cannot take the same name; names that spell the same file get two files', async () => {
    const [first, second] = await Promise.allSettled([workspaces.create('Shop'), workspaces.create('shop')])
    expect([first.status, second.status]).toEqual(['fulfilled', 'rejected'])
    const others = await Promise.all([workspaces.create('Shop!'), workspaces.create('店')])
    expect(others.map(({ file }) => file)).toEqual([
      join(data, 'workspaces', 'shop-2.vitrine'),
      join(data, 'workspaces', 'workspace.vitrine'),
    ])
  })

  test.each([
    ['', 'required'],
    ['x'.repeat(101), 'too_long'],
    ['Shop\u0000', 'invalid_value'],
    ['Shop\nof oak', 'invalid_value'],
    ['Shop\u001b[2J', 'invalid_value'],
  ])('the name %j is refused [SPACE-01]', async (name, issue) => {
    await expect(workspaces.create(name)).rejects.toMatchObject({ fieldErrors: [{ field: 'name', issue }] })
  })

  test('a folder that cannot be made is named, with what to do', async () => {
    writeFileSync(join(data, 'workspaces'), 'a file where a folder is needed')
    await expect(workspaces.create('Shop')).rejects.toMatchObject({
      code: 'internal_error',
      message: expect.stringContaining(`The folder ${join(data, 'workspaces')} cannot be made`),
    })
    expect(workspaces.list()).toEqual([])
  })

  test('in a place of choice: never over a file that is there', async () => {
    const file = join(folder, 'letter.txt')
    writeFileSync(file, 'Dear reader')
    await expect(workspaces.createFile(file, 'Shop')).rejects.toMatchObject({ kind: 'exists' })
    expect(readFileSync(file, 'utf8')).toBe('Dear reader')
    expect(workspaces.list()).toEqual([])

    const shop = await workspaces.createFile(join(folder, 'shop.vitrine'), 'Shop')
    expect(await workspaces.get(shop.id)).toBeDefined()
  })
})

describe('find and get', () => {
  test('by id or name', async () => {
    const shop = await workspaces.create('Shop')
    for (const word of [shop.id, shop.id.toUpperCase(), 'Shop', ' SHOP'])
      expect(workspaces.find(word)).toEqual(shop)
    expect(workspaces.find('Store')).toBeUndefined()
  })

  test('threads are opened once, with the first use', async () => {
    const { id } = await workspaces.create('Shop')
    expect(opened).toEqual([])
    const [first, second] = await Promise.all([workspaces.get(id), workspaces.get(id)])
    expect(first).toBe(second)
    expect(opened).toEqual(['Shop'])
  })

  test('once closed nothing is opened any more, which nobody would close', async () => {
    const shop = await workspaces.create('Shop')
    await workspaces.close()
    await expect(workspaces.get(shop.id)).rejects.toMatchObject({ code: 'internal_error', status: 503 })
    await expect(workspaces.openFile(shop.file)).rejects.toMatchObject({ code: 'internal_error' })
  })

  test('an unknown id is not_found', async () => {
    await expect(workspaces.get('nothing')).rejects.toMatchObject({ code: 'not_found' })
  })

  test('a file that has gone is told by name, and opens once it is back', async () => {
    const shop = await workspaces.create('Shop')
    renameSync(shop.file, `${shop.file}.away`)
    await expect(workspaces.get(shop.id)).rejects.toMatchObject({
      code: 'internal_error',
      status: 503,
      retryAfterSeconds: 5,
      message: expect.stringContaining(shop.file) as string,
    })
    renameSync(`${shop.file}.away`, shop.file)
    expect(await workspaces.get(shop.id)).toBeDefined()
  })
})

describe('names that Windows keeps for devices [OWNER-08]', () => {
  test.each([
    ['CON', 'workspace-con.vitrine'],
    ['lpt1', 'workspace-lpt1.vitrine'],
    ['Console', 'console.vitrine'],
  ])('the file of the workspace %s is %s', async (name, file) => {
    expect(await workspaces.create(name)).toMatchObject({ name, file: join(data, 'workspaces', file) })
  })

  test.each(['nul.vitrine', 'shop.vitrine.', 'a?.vitrine'])('no workspace is made as %s', async (name) => {
    const path = join(folder, name)
    await expect(workspaces.createFile(path, 'Shop')).rejects.toMatchObject({ kind: 'bad_name' })
    expect(existsSync(path)).toBe(false)
  })
})

describe('a data folder that has another place [SPACE-12]', () => {
  const files = () => workspaces.list().map(({ file }) => file)
  const at = (other: string, ...names: string[]) => names.map((name) => join(other, 'workspaces', name))
  let outside: string

  beforeEach(async () => {
    await workspaces.create('Shop')
    outside = (await workspaces.createFile(join(folder, 'outside.vitrine'), 'Outside')).file
    await stop()
  })

  test('finds its own files where it was moved, and those outside where they were', async () => {
    const moved = join(folder, 'moved')
    renameSync(data, moved)
    data = moved
    await start()
    expect(files()).toEqual([...at(moved, 'shop.vitrine'), outside])
    expect(await workspaces.get(workspaces.list()[0]?.id ?? '')).toBeDefined()
  })

  test('opens its own files where it was copied, and not those that it was copied from', async () => {
    const copy = join(folder, 'copy')
    cpSync(data, copy, { recursive: true })
    data = copy
    await start()
    expect(files()).toEqual([...at(copy, 'shop.vitrine'), outside])
  })

  test.each<[string, (to: string) => void]>([
    ['stayed', () => undefined],
    ['was moved', (to: string) => renameSync(data, to)],
    ['was copied', (to: string) => cpSync(data, to, { recursive: true })],
  ])('names them anew once where an earlier version named them whole and it %s', async (how, happen) => {
    registry = await openRegistryThread(data, runHere)
    const [shop, other] = await registry.call('listWorkspaces', {})
    expect([shop?.file, other?.file]).toEqual(['workspaces/shop.vitrine', outside])
    await registry.call('moveWorkspace', {
      id: String(shop?.id),
      file: join(data, 'workspaces/shop.vitrine'),
    })
    const elsewhere = join(folder, 'another', 'workspaces', 'shop.vitrine')
    await registry.call('addWorkspace', { id: 'other', name: 'Other shop', file: elsewhere })
    await registry.call('putSetting', { key: 'workspace_files', value: 'whole' })
    await registry.close()
    const to = join(folder, 'to')
    happen(to)
    if (how !== 'stayed') data = to

    await start()
    expect(files().toSorted()).toEqual([...at(data, 'shop.vitrine'), outside, elsewhere].toSorted())
    const stored = (await registry.call('listWorkspaces', {})).map(({ file }) => file)
    expect(stored.toSorted()).toEqual([elsewhere, outside, 'workspaces/shop.vitrine'].toSorted())
    await stop()
    await start()
    expect((await registry.call('listWorkspaces', {})).map(({ file }) => file)).toEqual(stored)
  })
})

describe('open a file from elsewhere', () => {
  test('lists it under its file name, made unique, for the next time too', async () => {
    await workspaces.create('shop')
    const made = await workspaces.createFile(join(folder, 'shop.vitrine'), 'Other')
    await stop()
    rmSync(data, { recursive: true })
    await start()
    await workspaces.create('Shop')

    const shop = await workspaces.openFile(made.file)

    expect(shop).toMatchObject({ name: 'shop 2', file: made.file })
    expect(await workspaces.openFile(made.file)).toEqual(shop)
    await stop()
    await start()
    expect(workspaces.list()).toContainEqual(shop)
  })

  test('a symbolic link to a known file is that workspace; a hard link is refused by its name, open or closed [SPACE-10]', async () => {
    const shop = await workspaces.create('Shop')
    symlinkSync(shop.file, join(folder, 'soft.vitrine'))
    expect(await workspaces.openFile(join(folder, 'soft.vitrine'))).toEqual(shop)
    const hard = join(folder, 'hard.vitrine')
    linkSync(shop.file, hard)
    const refused = { kind: 'linked', message: expect.stringContaining('the workspace Shop') as string }
    await expect(workspaces.openFile(hard)).rejects.toMatchObject(refused)
    expect(await workspaces.openFile(shop.file)).toEqual(shop)
    expect(workspaces.list()).toEqual([shop])
    await stop()
    await start()
    await expect(workspaces.openFile(hard)).rejects.toMatchObject(refused)
    expect(opened).toEqual([])
    rmSync(hard)
    expect(await workspaces.openFile(shop.file)).toEqual(shop)
  })

  test('a file that cannot be opened is not listed', async () => {
    await workspaces.create('Known')
    const file = join(folder, 'letter.txt')
    writeFileSync(file, 'Dear reader')
    await expect(workspaces.openFile(file)).rejects.toMatchObject({ kind: 'not_ours' })
    await expect(workspaces.openFile(join(folder, 'none'))).rejects.toMatchObject({ kind: 'missing' })
    const loop = join(folder, 'loop.vitrine')
    symlinkSync(loop, loop)
    await expect(workspaces.openFile(loop)).rejects.toMatchObject({ kind: 'unreadable' })
    expect(workspaces.list().map(({ name }) => name)).toEqual(['Known'])
  })
})

test('what a killed server left of copies is removed at the next start, and nothing else [BACKUP-09]', async () => {
  const shop = await workspaces.create('Shop')
  const outside = await workspaces.createFile(join(folder, 'outside.vitrine'), 'Outside')
  const backups = join(data, 'backups', shop.id)
  mkdirSync(backups, { recursive: true })
  await stop()
  const backup = join(backups, '2026-01-05T10-00-00-000Z-manual.vitrine')
  const left = [
    ...[shop.file, outside.file].flatMap((file) => [`${file}.restored`, `${file}.restored-wal`]),
    `${shop.file}.partial-4711`,
    join(data, 'workspaces', 'gone.vitrine.partial'),
    join(data, 'workspaces', 'x.unpacked-journal'),
    `${backup}.partial`,
    `${backup}.partial-journal`,
  ]
  const remaining = [
    backup,
    `${shop.file}.before-1767225600000`,
    join(data, 'workspaces', 'partial.vitrine'),
    join(folder, 'other.vitrine.restored'),
    join(folder, 'letter.partial'),
  ]
  for (const file of [...left, ...remaining]) writeFileSync(file, 'half')
  await start()
  expect(left.filter((file) => existsSync(file))).toEqual([])
  expect(remaining.filter((file) => !existsSync(file))).toEqual([])
  expect(await workspaces.get(shop.id)).toBeDefined()
})

test('a data folder belongs to one server at a time', async () => {
  await expect(openRegistryThread(data, runHere)).rejects.toMatchObject({
    kind: 'in_use',
    message: expect.stringContaining(`The data folder ${data} is in use`) as string,
  })
  await stop()
  await start()
})

describe('a file that takes the place of one whose threads have ended for want of use [SPACE-11]', () => {
  let shop: Awaited<ReturnType<Workspaces['create']>>
  let resting: Awaited<ReturnType<Workspaces['get']>>
  const other = () => join(folder, 'other.vitrine')

  beforeEach(async () => {
    shop = await workspaces.create('Shop')
    resting = await workspaces.get(shop.id)
    createWorkspaceFile(other())
    await resting.rest()
  })

  test('is looked through before it is opened', async () => {
    expect(resting.isResting).toBe(true)
    const sqlite = new BetterSqlite3(other())
    sqlite.exec('CREATE TRIGGER planted AFTER INSERT ON entity BEGIN SELECT 1; END')
    sqlite.close()
    renameSync(other(), shop.file)
    expect(workspaces.opened(shop.id)).toBeUndefined()
    await expect(workspaces.get(shop.id)).rejects.toMatchObject({ cause: { kind: 'foreign_schema' } })
  })

  test('is opened anew, and by nobody who had the one before', async () => {
    expect(resting.isResting).toBe(true)
    renameSync(other(), shop.file)
    await expect(resting.call('countJobs', {})).rejects.toMatchObject({ kind: 'displaced' })
    const again = await workspaces.get(shop.id)
    expect(again).not.toBe(resting)
    expect(await again.call('countJobs', {})).toMatchObject({ queued: 0 })
    expect(opened).toEqual(['Shop', 'Shop'])
  })
})
