import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { type RunningServer, startServer } from '../index.ts'
import { SessionCookies } from './session.ts'

afterEach(() => void vi.useRealTimers())

function cookiesFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-cookies-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return join(folder, 'session-cookies.json')
}

test('a cookie is good in later runs of the server, until its thirty days are over [OWNER-09]', () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const file = cookiesFile()
  new SessionCookies(file).add('secret')
  const later = new SessionCookies(file)
  expect([later.has('secret'), later.has('other')]).toEqual([true, false])
  vi.setSystemTime(Date.now() + 30 * 24 * 3_600_000 - 1)
  expect(later.has('secret')).toBe(true)
  vi.setSystemTime(Date.now() + 1)
  expect([later.has('secret'), new SessionCookies(file).has('secret')]).toEqual([false, false])
})

test('the file is its owner’s alone, opens nothing to who reads it, and ends every session when it goes [OWNER-09]', () => {
  const file = cookiesFile()
  new SessionCookies(file).add('secret')
  const text = readFileSync(file, 'utf8')
  expect(text).not.toContain('secret')
  const [[hash]] = JSON.parse(text)
  expect(new SessionCookies(file).has(hash)).toBe(false)
  const rights = process.platform === 'win32' ? 0o600 : statSync(file).mode & 0o777
  expect(rights).toBe(0o600)
  rmSync(file)
  expect(new SessionCookies(file).has('secret')).toBe(false)
})

test.each(['no json', '{}', '[1]', '[["a"]]', '[["K7gNU3sdo+OL0wNhqoVWhr3g6s1xYv72ol/pe/Unols=", 1e15]]'])(
  'what this program has not written lets nobody in: %s [OWNER-09]',
  (text) => {
    const file = cookiesFile()
    writeFileSync(file, text)
    const cookies = new SessionCookies(file)
    expect(cookies.has('secret')).toBe(false)
    cookies.add('new')
    expect(new SessionCookies(file).has('new')).toBe(true)
  },
)

test('the oldest of very many are forgotten [OWNER-09]', () => {
  const cookies = new SessionCookies(cookiesFile())
  for (let index = 0; index <= 256; index += 1) cookies.add(`cookie ${index}`)
  expect([cookies.has('cookie 0'), cookies.has('cookie 1'), cookies.has('cookie 256')]).toEqual([
    false,
    true,
    true,
  ])
})

test('a browser goes on after a restart, while tickets and the token of the earlier run are void [OWNER-09]', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'vitrine-cookies-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  const first = await startServer({ dataDir, port: 0 })
  const { headers } = await fetch(first.appUrl(), { redirect: 'manual' })
  const cookie = headers.get('set-cookie')?.split(';')[0] ?? ''
  const unused = first.appUrl()
  const token = first.sessionToken
  const port = Number(new URL(first.origin).port)
  await first.close()
  const second = await startServer({ dataDir, port })
  onTestFinished(() => second.close())
  expect(second.origin).toBe(first.origin)
  expect(await statusOf(second, { cookie })).toBe(200)
  expect(await statusOf(second, { cookie: `${cookie}x` })).toBe(401)
  expect(await statusOf(second, { authorization: `Bearer ${token}` })).toBe(401)
  expect((await fetch(unused, { redirect: 'manual' })).status).toBe(401)
})

async function statusOf({ origin }: RunningServer, headers: Record<string, string>): Promise<number> {
  return (await fetch(`${origin}/app/v1/session`, { headers })).status
}
