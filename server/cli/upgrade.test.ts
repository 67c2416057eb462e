import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { commandFolder, runVitrine } from '../testing/command-line.ts'

const fixtures = join(import.meta.dirname, '../store/file/migrations/fixtures')

function useFile<Value>(file: string, use: (sqlite: BetterSqlite3.Database) => Value): Value {
  const sqlite = new BetterSqlite3(file)
  try {
    return use(sqlite)
  } finally {
    sqlite.close()
  }
}

const versionOf = (file: string) =>
  useFile(file, (sqlite) => Number(sqlite.pragma('user_version', { simple: true })))

/** A data folder with a workspace of an earlier version. */
async function olderFolder(version: string) {
  const { folder, dataDir } = commandFolder('upgrade')
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const { file } = (await runVitrine(['workspace', 'create', 'Shop', '--data', dataDir])).last
  rmSync(file)
  useFile(file, (sqlite) => sqlite.exec(readFileSync(join(fixtures, `${version}.sql`), 'utf8')))
  const vitrine = async (...args: string[]) => runVitrine([...args, '--data', dataDir])
  return { dataDir, file, vitrine }
}

test('what a start would upgrade is told without changing it; a start then leaves a copy [operations.4]', async () => {
  const { file, vitrine } = await olderFolder('0042')
  const { lines, code } = await vitrine('upgrade', '--check')
  expect([code, lines]).toMatchObject([
    0,
    [
      { name: 'vitrine.db', upgrades: false },
      { name: 'Shop', file, version: 42, upgrades: true },
    ],
  ])
  expect(versionOf(file)).toBe(42)
  expect((await vitrine('upgrade', '--back')).lines).toEqual([])

  expect((await vitrine('list', 'product')).code).toBe(0)
  const newest = lines[1]?.['newest']
  expect((await vitrine('upgrade', '--check')).lines[1]).toMatchObject({ version: newest, upgrades: false })
  expect((await vitrine('upgrade', '--back')).lines).toMatchObject([{ name: 'Shop', version: 42 }])
  expect(versionOf(file)).toBe(newest)
})

test('the copies from before an upgrade are put back, and what was there is put aside [operations.4]', async () => {
  const { file, vitrine } = await olderFolder('0042')
  expect((await vitrine('list', 'product')).code).toBe(0)
  const newest = versionOf(file)
  const { code, lines } = await vitrine('upgrade', '--back', '--yes')
  expect([code, lines]).toMatchObject([0, [{ name: 'Shop', version: 42, file }]])
  expect(versionOf(file)).toBe(42)
  expect(versionOf(String(lines[0]?.['put_aside']))).toBe(newest)
  expect(readdirSync(join(file, '..')).filter((name) => name.includes('partial'))).toEqual([])
  // The same program brings them up to date again.
  expect((await vitrine('list', 'product')).code).toBe(0)
  expect(versionOf(file)).toBe(newest)
})

test('files of a newer program, and a folder without a catalog, are told with the remedy [operations.4]', async () => {
  const { file, vitrine, dataDir } = await olderFolder('0042')
  useFile(file, (sqlite) => sqlite.pragma('user_version = 9000'))
  const newer = await vitrine('upgrade', '--check')
  expect([newer.code, newer.stderr]).toEqual([1, expect.stringContaining('Shop was made by a newer Vitrine')])
  const nothing = await runVitrine(['upgrade', '--check', '--data', join(dataDir, 'none')])
  expect([nothing.code, nothing.stderr]).toEqual([1, expect.stringContaining('Name its folder with --data')])
  expect((await vitrine('upgrade')).code).toBe(2)
  expect((await vitrine('upgrade', '--check', '--back')).code).toBe(2)
})

test('a file that is in use is not put back, and neither are the others [operations.4]', async () => {
  const { file, vitrine } = await olderFolder('0042')
  expect((await vitrine('list', 'product')).code).toBe(0)
  const newest = versionOf(file)
  const holder = new BetterSqlite3(`${file}-lock`)
  onTestFinished(() => void holder.close())
  holder.exec('BEGIN EXCLUSIVE')
  const refused = await vitrine('upgrade', '--back', '--yes')
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('Stop the server')])
  expect(versionOf(file)).toBe(newest)
})
