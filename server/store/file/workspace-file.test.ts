import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createWorkspaceFile, openWorkspaceFile, type OwnedFile } from './workspace-file.ts'
import { WorkspaceFileError } from '#shared/workspace-file-error.ts'

const moduleUrl = new URL('./workspace-file.ts', import.meta.url).href
const nobody = 65_534

let folder: string
let file: string
const children: ChildProcess[] = []

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'vitrine-file-')))
  file = join(folder, 'shop.vitrine')
})

afterEach(async () => {
  for (const child of children.splice(0)) await kill(child)
  chmodSync(folder, 0o700)
  rmSync(folder, { recursive: true })
})

async function inAnotherProcess(script: string): Promise<{ child: ChildProcess; line: string }> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, file], {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  return { child, line: line.toString().trim() }
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}

const stay = 'setInterval(() => {}, 1000)'

const sqliteShell = (sql: string) =>
  `import Database from 'better-sqlite3'; const db = new Database(process.argv[1]); db.exec(${JSON.stringify(sql)}); console.log('done'); ${stay}`

/**
 * File permissions do not apply to the superuser, so a test of permissions continues as another user once
 * everything is loaded.
 */
const asNobody = `import Database from 'better-sqlite3'
  new Database(':memory:').close()
  if (process.getuid?.() === 0) { process.setgid(${nobody}); process.setuid(${nobody}) }
  `

const vitrine = `import { openWorkspaceFile } from '${moduleUrl}'
  const outcome = await openWorkspaceFile(process.argv[1]).then(({ database }) => {
    database.write((tx) => tx.run("INSERT INTO meta (key, value) VALUES ('a', 'b')")); return 'open' }, (error) => error.kind ?? error.stack)
  console.log(outcome); ${stay}`

function change(sql: string): void {
  const sqlite = new BetterSqlite3(file)
  sqlite.exec(sql)
  sqlite.close()
}

function digest(path = file): string {
  return createHash('sha256').update(readFileSync(path)).digest('hex')
}

async function refusal(before = digest()): Promise<unknown> {
  const error: unknown = await openWorkspaceFile(file).then(
    (opened) => opened.close(),
    (caught: unknown) => caught,
  )
  if (!(error instanceof WorkspaceFileError)) return error
  expect(error.message).toContain(file)
  expect(digest()).toBe(before)
  expect(existsSync(`${file}-lock`)).toBe(false)
  return error.kind
}

async function withOpen(fn: (opened: OwnedFile) => void | Promise<void>): Promise<void> {
  const opened = await openWorkspaceFile(file)
  try {
    await fn(opened)
  } finally {
    opened.close()
  }
}

describe('a file that is refused is left as it is', () => {
  test.each([
    ['text', 'Dear reader, this is a letter that is longer than the header of a database. '.repeat(3)],
    ['a short text', 'sku;price'],
    ['a damaged header', `SQLite format 4\0${'x'.repeat(200)}`],
  ])('%s is not ours', async (_name, content) => {
    writeFileSync(file, content)
    expect(await refusal()).toBe('not_ours')
  })

  test('a database of another program is not ours, not even with tables named like ours [SPACE-04]', async () => {
    change('CREATE TABLE meta (key TEXT, value TEXT); INSERT INTO meta VALUES (1, 2)')
    expect(await refusal()).toBe('not_ours')
  })

  test('an empty file is empty', async () => {
    writeFileSync(file, '')
    expect(await refusal()).toBe('empty')
  })

  test('a file of a newer program', async () => {
    createWorkspaceFile(file)
    change('PRAGMA user_version = 99990; CREATE TABLE from_the_future (id)')
    expect(await refusal()).toBe('newer')
  })

  test('a file of a newer program that was killed, whose version is in the write-ahead log still', async () => {
    createWorkspaceFile(file)
    const script = sqliteShell('PRAGMA journal_mode = WAL; PRAGMA user_version = 99990')
    await kill((await inAnotherProcess(script)).child)
    expect(existsSync(`${file}-wal`)).toBe(true)
    expect(await refusal()).toBe('newer')
  })

  test('our header with a version that never was', async () => {
    createWorkspaceFile(file)
    change('PRAGMA user_version = 7')
    expect(await refusal()).toBe('corrupt')
  })

  test.each([
    ['cut off', () => truncateSync(file, 3 * 4096)],
    ['cut off in the middle of a page', () => truncateSync(file, 5000)],
    ['overwritten behind the header', () => overwrite(100, 4096)],
    ['overwritten in the middle', () => overwrite(8 * 4096, 4096)],
  ])('a damaged file: %s', async (_name, damage) => {
    createWorkspaceFile(file)
    damage()
    expect(await refusal()).toBe('corrupt')
  })

  function overwrite(from: number, length: number): void {
    const bytes = readFileSync(file)
    bytes.fill(0xa5, from, from + length)
    writeFileSync(file, bytes)
  }

  test.each(['BEGIN EXCLUSIVE', 'BEGIN IMMEDIATE'])('another program in %s has it locked', async (begin) => {
    createWorkspaceFile(file)
    const before = digest()
    await inAnotherProcess(sqliteShell(begin))
    expect(await refusal(before)).toBe('locked')
  })

  test('another program that holds the file in locking_mode=EXCLUSIVE has it locked', async () => {
    createWorkspaceFile(file)
    await inAnotherProcess(sqliteShell('PRAGMA locking_mode = EXCLUSIVE; BEGIN IMMEDIATE; COMMIT'))
    expect(await refusal()).toBe('locked')
  })

  test.each([
    ['file', () => chmodSync(file, 0o444)],
    ['folder', () => chmodSync(folder, 0o555)],
  ])('a read-only %s', async (_name, protect) => {
    createWorkspaceFile(file)
    const before = digest()
    if (process.getuid?.() === 0) for (const path of [folder, file]) chownSync(path, nobody, nobody)
    protect()
    const { line } = await inAnotherProcess(asNobody + vitrine)
    expect(line).toBe('read_only')
    expect(digest()).toBe(before)
    expect(readdirSync(folder)).toEqual(['shop.vitrine'])
  })

  test('a file with another name, until that is gone [SPACE-10]', async () => {
    createWorkspaceFile(file)
    const other = join(folder, 'other.vitrine')
    linkSync(file, other)
    expect(await refusal()).toBe('linked')
    await expect(openWorkspaceFile(other)).rejects.toThrow(
      /other\.vitrine has another name .* Delete the other name, or copy the file/,
    )
    linkSync(file, `${other}.copy`)
    await expect(openWorkspaceFile(file)).rejects.toThrow('2 other names')
    rmSync(other)
    rmSync(`${other}.copy`)
    await withOpen((opened) => expect(opened.isInPlace()).toBe(true))
  })

  test('a path that cannot be followed', async () => {
    symlinkSync(file, file)
    await expect(openWorkspaceFile(file)).rejects.toMatchObject({ kind: 'unreadable' })
    await expect(openWorkspaceFile(`${file}\0`)).rejects.toMatchObject({ kind: 'unreadable' })
  })

  test('a file that is not there, or a folder', async () => {
    await expect(openWorkspaceFile(file)).rejects.toMatchObject({ kind: 'missing' })
    expect(readdirSync(folder)).toEqual([])
    mkdirSync(file)
    await expect(openWorkspaceFile(file)).rejects.toMatchObject({ kind: 'directory' })
    expect(readdirSync(folder)).toEqual(['shop.vitrine'])
  })
})

test('a name that a process left when it ended while it made the file is removed, and no other file of such a name [SPACE-10]', async () => {
  createWorkspaceFile(file)
  linkSync(file, `${file}.partial-4711`)
  writeFileSync(`${file}.partial-4712`, 'of another')
  await withOpen(({ uncleanEnd }) => expect(uncleanEnd).toBe(false))
  expect(readdirSync(folder)).toEqual(['shop.vitrine', 'shop.vitrine.partial-4712'])
})

describe('one process at a time', () => {
  test('a second one is refused, by another name of the file too, until the first has closed it [SPACE-02]', async () => {
    createWorkspaceFile(file)
    const link = join(folder, 'link.vitrine')
    symlinkSync(file, link)
    await withOpen(async () => {
      expect((await inAnotherProcess(vitrine)).line).toBe('in_use')
      await expect(openWorkspaceFile(link)).rejects.toMatchObject({ kind: 'in_use' })
      // The refusals must not have released the lock of the first process.
      expect((await inAnotherProcess(vitrine)).line).toBe('in_use')
    })
    expect((await inAnotherProcess(vitrine)).line).toBe('open')
    await expect(openWorkspaceFile(file)).rejects.toMatchObject({ kind: 'in_use' })
  })

  test('one that is just ending is waited for', async () => {
    createWorkspaceFile(file)
    // Killed, because an orderly end could exceed the timeout on a busy machine.
    const ending = `${vitrine}\nsetTimeout(() => process.kill(process.pid, 'SIGKILL'), 200)`
    expect((await inAnotherProcess(ending)).line).toBe('open')
    await withOpen(({ uncleanEnd }) => expect(uncleanEnd).toBe(true))
  })

  test('kill -9 gives the file free; the next one knows that the end was unclean, the one after does not', async () => {
    createWorkspaceFile(file)
    await kill((await inAnotherProcess(vitrine)).child)
    await withOpen(({ uncleanEnd, database }) => {
      expect(uncleanEnd).toBe(true)
      const value = database.read((db) => db.get("SELECT value FROM meta WHERE key = 'a'"))
      expect(value).toEqual({ value: 'b' })
    })
    await withOpen(({ uncleanEnd }) => expect(uncleanEnd).toBe(false))
    expect(readdirSync(folder)).toEqual(['shop.vitrine'])
  })

  test('a refusal after an unclean end keeps the mark of it', async () => {
    createWorkspaceFile(file)
    await kill((await inAnotherProcess(vitrine)).child)
    const shell = await inAnotherProcess(sqliteShell('BEGIN IMMEDIATE'))
    await expect(openWorkspaceFile(file)).rejects.toMatchObject({ kind: 'locked' })
    await kill(shell.child)
    await withOpen(({ uncleanEnd }) => expect(uncleanEnd).toBe(true))
  })

  test('of many that start together exactly one gets the file', async () => {
    createWorkspaceFile(file)
    const outcomes = await Promise.all(Array.from({ length: 4 }, () => inAnotherProcess(vitrine)))
    expect(outcomes.map(({ line }) => line).sort()).toEqual(['in_use', 'in_use', 'in_use', 'open'])
  })

  test('reading along with another program is allowed', async () => {
    createWorkspaceFile(file)
    await withOpen(async ({ database }) => {
      await inAnotherProcess(sqliteShell('SELECT count(*) FROM entity'))
      const { changes } = database.write((tx) => tx.run("INSERT INTO meta (key, value) VALUES ('a', 'b')"))
      expect(changes).toBe(1)
    })
  })
})

describe('making a file', () => {
  test('it is complete, ours and alone in its folder', async () => {
    createWorkspaceFile(file)
    expect(readdirSync(folder)).toEqual(['shop.vitrine'])
    await withOpen(({ database }) => {
      expect(database.sqlite.pragma('application_id', { simple: true })).toBe(0x5674726e)
      expect(database.sqlite.pragma('integrity_check', { simple: true })).toBe('ok')
    })
  })

  test('never over a file that is there', () => {
    writeFileSync(file, 'Dear reader')
    expect(() => createWorkspaceFile(file)).toThrow(expect.objectContaining({ kind: 'exists' }))
    expect(readFileSync(file, 'utf8')).toBe('Dear reader')
    expect(readdirSync(folder)).toEqual(['shop.vitrine'])
  })

  test('in a folder that is not there: a message that says so, and nothing made', () => {
    const path = join(folder, 'none', 'shop.vitrine')
    expect(() => createWorkspaceFile(path)).toThrow(
      expect.objectContaining({ kind: 'read_only', message: expect.stringContaining(path) as string }),
    )
    expect(readdirSync(folder)).toEqual([])
  })
})
