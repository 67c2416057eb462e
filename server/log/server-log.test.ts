import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isJournal, openLog, readLogs, rotateLog } from './server-log.ts'

let folder: string
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'vitrine-log-'))))
afterEach(() => rmSync(folder, { recursive: true }))

const log = (suffix = ''): string => join(folder, `server.log${suffix}`)

test('a full log is set aside and three of them are kept; reading them gives the lines in their order', () => {
  for (const line of ['1', '2', '3', '4', '5']) {
    writeFileSync(log(), `${line} ${'x'.repeat(20)}\n`)
    expect(rotateLog(folder, 10)).toBe(true)
  }
  writeFileSync(log(), '6\n')
  expect(rotateLog(folder, 10)).toBe(false)
  expect(readLogs(folder, 1000).match(/^\d/gm)).toEqual(['3', '4', '5', '6'])
  expect(existsSync(log('.4'))).toBe(false)
})

test('of much only the end is read, from the beginning of a line', () => {
  writeFileSync(log(), 'first line\nsecond line\nthird line\n')
  expect(readLogs(folder, 26)).toBe('second line\nthird line\n')
})

test('a log is closed once, by however many', async () => {
  const log = openLog(join(folder, 'closed'), { level: 'info' })
  expect(await Promise.all([log.close(), log.close()])).toEqual([undefined, undefined])
  await log.close()
})

test('the log is for its owner only and carries no credential of a request', async () => {
  const opened = openLog(join(folder, 'logs'), { level: 'info' })
  const headers = { authorization: 'Bearer secret-1', cookie: 'vitrine=secret-2' }
  opened.logger.info({ req: { method: 'GET', url: '/session?ticket=secret-3', headers } }, 'asked')
  await opened.close()
  const file = join(folder, 'logs', 'server.log')
  expect(statSync(file).mode & 0o077).toBe(0)
  const text = readFileSync(file, 'utf8')
  expect(text).toContain('"path":"/session"')
  expect(text).not.toContain('secret')
})

test('standard output is the journal of systemd where JOURNAL_STREAM names that very stream', () => {
  const output = () => ({ dev: 9n, ino: 4711n })
  expect(['9:4711', '9:4712', undefined].map((stream) => isJournal(stream, output))).toEqual([
    true,
    false,
    false,
  ])
})
