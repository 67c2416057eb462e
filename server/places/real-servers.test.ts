import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { pollFile } from '../testing/half-files.ts'
import { type CuttingProxy, startCuttingProxy } from '../testing/cutting-proxy.ts'
import { hasOpenSsh, type OpenSshServer, startOpenSsh } from '../testing/openssh-server.ts'
import { startS3Server, startWebOrigin, withServer } from '../testing/place-servers.ts'
import { mountSmallDisk } from '../testing/small-disk.ts'
import { openPlace } from './open-place.ts'
import { type Place, type PlaceAccess, PlaceFault, type PlaceOptions } from './place.ts'
import { S3Place } from './s3-place.ts'

const signal = new AbortController().signal
const pausesMs = [5, 5, 5]
const mib = 2 ** 20
let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-real-'))
})
afterEach(() => rm(folder, { recursive: true }))

async function using<Value>(
  access: PlaceAccess,
  act: (place: Place) => Promise<Value>,
  options: Partial<PlaceOptions> = {},
): Promise<Value> {
  const place = await openPlace(access, { signal, settleMs: 0, pausesMs, ...options })
  try {
    return await act(place)
  } finally {
    await place.close()
  }
}

const faultOf = (access: PlaceAccess, act: (place: Place) => Promise<unknown>, options = {}) =>
  using(access, act, options).then(
    () => undefined,
    (error: unknown) => {
      if (error instanceof PlaceFault) return error
      throw error
    },
  )

async function fileOf(name: string, size: number, byte: number): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, Buffer.alloc(size, byte))
  return path
}

describe.skipIf(!hasOpenSsh)('an OpenSSH server', () => {
  let ssh: OpenSshServer
  beforeEach(async () => {
    ssh = await startOpenSsh()
    return () => ssh[Symbol.asyncDispose]()
  })

  const accessTo = (more: Partial<PlaceAccess<'sftp'>> = {}, port = ssh.port, path = folder) => {
    const auth = more.secret === undefined ? 'key' : 'password'
    return {
      kind: 'sftp',
      settings: { host: '127.0.0.1', port, user: ssh.user, path, auth, move: false },
      secret: ssh.privateKey,
      fingerprint: ssh.fingerprint,
      isInNetwork: false,
      ...more,
    } as const
  }

  test('opens by key and by password, and a wrong one is told [CONN-04]', async () => {
    const source = await fileOf('source', mib, 1)
    const accesses = [accessTo(), ...(ssh.password === undefined ? [] : [accessTo({ secret: ssh.password })])]
    for (const access of accesses)
      await using(access, async (place) => {
        await place.check()
        await place.put('out/a.csv', source, '1')
        expect((await place.list('out/*.csv')).map(({ size }) => size)).toEqual([mib])
        await place.fetch('out/a.csv', `${source}.back`)
        expect((await readFile(`${source}.back`)).equals(await readFile(source))).toBe(true)
      })
    expect(await faultOf(accessTo({ secret: 'wrong' }), (place) => place.check())).toMatchObject({
      problem: 'refused',
    })
  })

  test('with another host key than the accepted one gets nothing, not even a name [CONN-04]', async () => {
    const { fingerprint, port } = ssh
    await ssh[Symbol.asyncDispose]()
    ssh = await startOpenSsh(port)
    const fault = await faultOf(accessTo({ fingerprint }), (place) => place.list('*'))
    expect(fault).toMatchObject({ problem: 'host_key_changed', fingerprint: ssh.fingerprint })
    expect(ssh.log()).not.toMatch(/userauth-request|user vitrine|invalid user/i)
    await using(accessTo(), (place) => place.check())
    expect(ssh.log()).toMatch(/userauth-request/)
  })

  test('cut in the middle of a file, either way, leaves the former one and nothing half [FEED-10]', async () => {
    await withServer(await startCuttingProxy(ssh.port), async (proxy) => {
      const access = accessTo({}, proxy.port)
      const [former, next] = [await fileOf('former', mib, 1), await fileOf('next', 8 * mib, 2)]
      await using(access, (place) => place.put('out/stock.csv', former, '1'))
      const path = join(folder, 'out', 'stock.csv')
      const reader = pollFile(path, [
        { size: mib, byte: 1 },
        { size: 8 * mib, byte: 2 },
      ])
      proxy.cutAfter(4 * mib, 'to server')
      const cut = await faultOf(access, (place) => place.put('out/stock.csv', next, '2'))
      expect([cut?.problem, (await readFile(path)).length]).toEqual(['unreachable', mib])
      expect(await readdir(join(folder, 'out'))).toEqual(['stock.csv', 'stock.csv.part-2'])
      await using(access, (place) => place.put('out/stock.csv', next, '3'))
      expect(await reader.end()).toMatchObject({ halves: 0, missing: 0 })
      expect(await readdir(join(folder, 'out'))).toEqual(['stock.csv'])
      proxy.cutAfter(4 * mib, 'to client')
      const target = join(folder, 'target')
      const lost = await faultOf(access, (place) => place.fetch('out/stock.csv', target))
      expect([lost?.problem, existsSync(target)]).toEqual(['unreachable', false])
      expect(await using(access, (place) => place.fetch('out/stock.csv', target))).toMatchObject({
        size: 8 * mib,
      })
    })
  })

  test('on a full disk keeps the former file [FEED-10]', async () => {
    const disk = mountSmallDisk(4)
    if (!disk) return
    onTestFinished(() => disk[Symbol.dispose]())
    const full = await startOpenSsh()
    onTestFinished(() => full[Symbol.asyncDispose]())
    const [former, large] = [await fileOf('former', mib, 1), await fileOf('large', 8 * mib, 2)]
    const { privateKey: secret, fingerprint } = full
    const settings = { ...accessTo({}, full.port, disk.folder).settings, auth: 'key' as const }
    const access = accessTo({ secret, fingerprint, settings })
    await using(access, (place) => place.put('a.csv', former, '1'))
    const reader = pollFile(join(disk.folder, 'a.csv'), [{ size: mib, byte: 1 }])
    expect(await faultOf(access, (place) => place.put('a.csv', large, '2'))).toMatchObject({
      problem: 'full',
    })
    expect(await reader.end()).toMatchObject({ halves: 0, missing: 0 })
    expect(await readdir(disk.folder)).toEqual(['a.csv'])
  })
})

describe('s3rver', () => {
  const accessTo = (port: number, bucket: string, secret: string) =>
    ({
      kind: 's3',
      settings: {
        endpoint: `http://127.0.0.1:${port}/`,
        region: 'eu-central-1',
        bucket,
        prefix: '',
        path_style: true,
      },
      secret,
      fingerprint: null,
      isInNetwork: true,
    }) as const

  async function behindProxy(act: (access: PlaceAccess<'s3'>, proxy: CuttingProxy) => Promise<void>) {
    await withServer(await startS3Server(join(folder, 's3')), async ({ endpoint, bucket, secret }) => {
      await withServer(await startCuttingProxy(Number(new URL(endpoint).port)), (proxy) =>
        act(accessTo(proxy.port, bucket, secret), proxy),
      )
    })
  }

  test('that is busy is asked again, and one that stays so is told [FEED-17]', async () => {
    await behindProxy(async (access, proxy) => {
      const source = await fileOf('source', mib, 1)
      proxy.refuse(2)
      await using(access, (place) => place.put('a.csv', source, '1'))
      proxy.refuse(3)
      expect(await using(access, (place) => place.fetch('a.csv', `${source}.back`))).toMatchObject({
        size: mib,
      })
      const before = proxy.connections
      proxy.refuse(100)
      const fault = await faultOf(access, (place) => place.list('*'))
      expect(fault).toMatchObject({ problem: 'unreachable', message: expect.stringContaining('503') })
      expect(proxy.connections - before).toBe(4)
    })
  })

  test('cut in the middle of a file in parts takes it whole or not at all [FEED-10] [FEED-17]', async () => {
    await behindProxy(async (access, proxy) => {
      const [former, next] = [await fileOf('former', mib, 1), await fileOf('next', 12 * mib, 2)]
      const target = join(folder, 'target')
      const fetched = async () => {
        await using(access, (place) => place.fetch('a.csv', target))
        return [...new Set(await readFile(target))].concat((await readFile(target)).length)
      }
      await using(access, (place) => place.put('a.csv', former, '1'))
      const options = { signal, partBytes: 5 * mib }
      proxy.cutAfter(3 * mib, 'to server')
      const alone = new S3Place(access, { ...options, pausesMs: [] })
      await expect(alone.put('a.csv', next)).rejects.toMatchObject({ problem: 'unreachable' })
      expect(await fetched()).toEqual([1, mib])
      proxy.cutAfter(3 * mib, 'to server')
      await new S3Place(access, { ...options, pausesMs }).put('a.csv', next)
      expect(await fetched()).toEqual([2, 12 * mib])
      proxy.cutAfter(3 * mib, 'to client')
      expect(await fetched()).toEqual([2, 12 * mib])
    })
  })
})

describe('a web server', () => {
  const accessTo = (url: string) =>
    ({
      kind: 'https',
      settings: { url, auth: 'none' },
      secret: undefined,
      fingerprint: null,
      isInNetwork: true,
    }) as const

  test('of Fastify: busy, then its file, then unchanged; a redirect to this computer reaches nobody [CONN-05] [FEED-03] [FEED-17]', async () => {
    const inside = await startWebOrigin()
    onTestFinished(() => inside[Symbol.asyncDispose]())
    const app = Fastify()
    onTestFinished(() => app.close())
    let busy = 2
    app.get('/list.csv', (request, reply) => {
      busy -= 1
      if (busy >= 0) return reply.code(503).header('retry-after', '0').send()
      if (request.headers['if-none-match'] === '"1"') return reply.code(304).send()
      return reply.header('etag', '"1"').send('sku\n1\n')
    })
    app.get('/away.csv', (_request, reply) => reply.redirect(`${inside.url}list.csv`))
    const access = accessTo(await app.listen({ host: '127.0.0.1', port: 0 }))
    const target = join(folder, 'target')
    await using(access, async (place) => {
      const first = await place.fetch('list.csv', target)
      expect(first).toEqual({ size: 6, etag: '"1"', modified: null })
      expect(await place.fetch('list.csv', target, first)).toBeUndefined()
    })
    const fault = await faultOf(access, (place) => place.fetch('away.csv', target))
    expect([fault?.problem, inside.requests.length]).toEqual(['not_allowed_address', 0])
  })

  test('that drops the connection in the middle of a file is asked again, and leaves nothing half [FEED-17]', async () => {
    const app = Fastify()
    onTestFinished(() => app.close())
    const content = gzipSync(Buffer.alloc(64 * mib))
      .toString('base64')
      .repeat(40)
    app.get('/list.csv', (_request, reply) => reply.send(content))
    const origin = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port)
    await withServer(await startCuttingProxy(origin), async (proxy) => {
      const access = accessTo(`http://127.0.0.1:${proxy.port}/`)
      const target = join(folder, 'target')
      proxy.cutAfter(mib, 'to client')
      const fault = await faultOf(access, (place) => place.fetch('list.csv', target), { pausesMs: [] })
      expect([fault?.problem, existsSync(target)]).toEqual(['unreachable', false])
      proxy.cutAfter(mib, 'to client')
      await using(access, (place) => place.fetch('list.csv', target))
      expect(await readFile(target, 'utf8')).toBe(content)
    })
  })
})
