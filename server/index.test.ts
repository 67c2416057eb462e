import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type RunningServer, startServer } from './index.ts'
import { portsToTry } from './listen.ts'
import { sendRequest } from './testing/http-client.ts'

let dataDir: string
let running: RunningServer[]
beforeEach(async () => {
  running = []
  dataDir = await mkdtemp(join(tmpdir(), 'vitrine-start-'))
})
afterEach(async () => {
  for (const server of running) await server.close()
  await rm(dataDir, { recursive: true, force: true })
})

async function start(options: Partial<Parameters<typeof startServer>[0]> = {}): Promise<RunningServer> {
  const server = await startServer({ dataDir, port: 0, ...options })
  running.push(server)
  return server
}

const readServerFile = async () => JSON.parse(await readFile(join(dataDir, 'server.json'), 'utf8'))

describe('a running server', () => {
  test('is found through files that only their owner reads, and that go with it', async () => {
    const server = await start()
    const files = ['server.json', 'session.key'].map((name) => join(dataDir, name))
    expect(await readServerFile()).toEqual({
      origin: server.origin,
      pid: process.pid,
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      key: expect.stringMatching(/^\d+:\d+$/),
    })
    expect((await readFile(files[1] as string, 'utf8')).trim()).toBe(server.sessionToken)
    for (const file of files) expect((await stat(file)).mode & 0o777).toBe(0o600)

    await server.close()
    expect(files.filter((file) => existsSync(file))).toEqual([])
  })

  test('has a session of its own each time', async () => {
    const first = await start()
    const token = first.sessionToken
    await first.close()
    const second = await start()
    expect(second.sessionToken).not.toBe(token)
    const { status } = await sendRequest(second.origin, {
      path: '/app/v1/session',
      headers: { authorization: `Bearer ${token}` },
    })
    expect(status).toBe(401)
  })

  test('keeps workspaces and keys over a restart, and its port', async () => {
    const first = await start()
    const workspace = await first.createWorkspaceFile(join(dataDir, 'mine.vitrine'), 'Mine')
    await first.close()
    const { port: _any, ...rest } = { dataDir, port: 0 }
    const second = await startServer(rest)
    running.push(second)
    expect(second.origin).toBe(first.origin)
    expect(await second.workspaces()).toEqual([workspace])
  })

  test('is the only one on its data folder [SPACE-02]', async () => {
    await start()
    await expect(start()).rejects.toThrow(/already|in use|open/i)
  })

  test('closes twice without complaint', async () => {
    const server = await start()
    await Promise.all([server.close(), server.close()])
    await expect(sendRequest(server.origin, { path: '/' })).rejects.toThrow('ECONNREFUSED')
  })

  test('logs to its data folder, without credentials', async () => {
    const server = await start()
    await sendRequest(server.origin, {
      path: new URL(server.appUrl()).pathname,
      headers: { cookie: 'secret' },
    })
    await server.close()
    const log = await readFile(join(dataDir, 'logs/server.log'), 'utf8')
    expect(log).toContain('Server listening')
    expect(log).not.toContain(server.sessionToken)
  })
})

describe('an address that cannot be had', () => {
  test('a wanted port that is taken is refused, and the folder stays free for the next', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => other.once('listening', resolve))
    const { port } = other.address() as AddressInfo
    await expect(start({ port })).rejects.toThrow(`The port ${port} is taken by another program.`)
    other.close()
    await expect(start()).resolves.toBeDefined()
  })

  test.each(['0.0.0.0', '192.168.1.5', 'example.com', 'toString'])('the host %s is refused', async (host) => {
    await expect(start({ host })).rejects.toThrow('serves this computer only')
    expect(existsSync(join(dataDir, 'vitrine.db'))).toBe(false)
  })

  test('localhost is shown as it was asked for', async () => {
    const server = await start({ host: 'localhost' })
    expect(server.origin).toMatch(/^http:\/\/localhost:\d+$/)
    expect(server.baseUrl).toBe(`${server.origin}/api/v1`)
  })

  test.each([
    [0, undefined, [0]],
    [0, 5000, [0]],
    [undefined, undefined, [4417, 0]],
    [undefined, 5000, [5000, 4417, 0]],
    [undefined, 4417, [4417, 0]],
    [6000, 5000, [6000]],
  ])('wanted %s, last %s: %j are tried', (wanted, last, expected) => {
    expect(portsToTry(wanted, last)).toEqual(expected)
  })
})

test('a data folder that cannot be made is named in the reason', async () => {
  const file = join(dataDir, 'file')
  await writeFile(file, '')
  await expect(startServer({ dataDir: join(file, 'data'), port: 0 })).rejects.toThrow(join(file, 'data'))
})
