import { createServer } from 'node:http'
import { once } from 'node:events'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import { openPlace } from '../../../server/places/open-place.ts'
import type { PlaceAccess } from '../../../server/places/place.ts'
import { memoryOfTree } from '../../../server/testing/process-tree.ts'
import { startFeedServer } from './feed-folder.ts'
import { assertThat, problemOf, secondsOf } from './outcomes.ts'

const gigabyte = 1024 ** 3
const maxMb = 600
const dripMs = 20_000

/** A web server whose files are larger, slower or elsewhere than they should be, and the program before it. */
export async function tryOrigin({ folder }: { readonly folder: string }): Promise<string> {
  const inside = createServer((_request, response) => {
    requests += 1
    response.end('sku\n1\n')
  }).listen(0, '127.0.0.1')
  let requests = 0
  await once(inside, 'listening')
  const { app, url } = await startOrigin(`http://127.0.0.1:${(inside.address() as AddressInfo).port}/`)
  const feeds = await startFeedServer(folder)
  const settings = { url, auth: 'none' }
  await feeds.send('/app/v1/connections', { name: 'Web', kind: 'https', settings, in_my_network: true })
  const memory = watchMemory(feeds.server.pid)
  const said: string[] = []
  for (const file of ['zeros.csv', 'bomb.csv.gz', 'away.csv', 'list.csv']) {
    const { data } = await feeds.send<{ data: { id: string } }>('/app/v1/feeds', {
      name: file,
      direction: 'import',
      connection: 'Web',
      profile: 'List',
      file,
    })
    let outcome = ''
    const seconds = await secondsOf(async () => {
      const job = await feeds.run(data.id)
      const { error } = (job.result ?? {}) as { readonly error?: { readonly message: string } }
      outcome = error?.message ?? (job.metadata['paused'] === undefined ? job.status : 'waits')
    })
    said.push(`${file} ${seconds} s "${outcome}"`)
    assertThat(expected[file]?.test(outcome) ?? false, `${file}: ${outcome}`)
  }
  assertThat(requests === 0, `${requests} requests requests an address of this computer.`)
  const peak = memory.end()
  assertThat(peak < maxMb, `The program took ${peak} MB.`)
  await feeds.server.stop()
  const drip = await tryDrip(url, join(folder, 'drip'))
  await app.close()
  inside.close()
  return `Fastify: ${said.join(', ')}; ${drip}; 0 requests to refused addresses; at most ${peak} MB with all processes`
}

const expected: Readonly<Record<string, RegExp>> = {
  'zeros.csv': /larger than/,
  'bomb.csv.gz': /larger than/,
  'away.csv': /not allowed|this computer|network/i,
  'list.csv': /waits/,
}

async function startOrigin(inside: string) {
  const app = Fastify()
  const zeros = () => {
    let left = 3 * gigabyte
    const block = Buffer.alloc(2 ** 20)
    return new Readable({
      read() {
        left -= block.length
        this.push(left < 0 ? null : block)
      },
    })
  }
  app.get('/zeros.csv', (_request, reply) => reply.send(zeros()))
  app.get('/bomb.csv.gz', (_request, reply) => reply.send(zeros().pipe(createGzip())))
  app.get('/away.csv', (_request, reply) => reply.redirect(inside))
  app.get('/list.csv', (_request, reply) => reply.header('etag', '"1"').send('sku,name,price\nA,Chair,1\n'))
  app.get('/drip.csv', (_request, reply) => {
    const body = new Readable({ read() {} })
    const drip = setInterval(() => body.push('x'), 100)
    reply.raw.on('close', () => clearInterval(drip))
    return reply.send(body)
  })
  return { app, url: `${await app.listen({ host: '127.0.0.1', port: 0 })}/` }
}

/** The time that a file may take is a quarter of an hour; here less is given. */
async function tryDrip(url: string, target: string): Promise<string> {
  const access: PlaceAccess<'https'> = {
    kind: 'https',
    settings: { url, auth: 'none' },
    secret: undefined,
    fingerprint: null,
    isInNetwork: true,
  }
  const signal = new AbortController().signal
  const place = await openPlace(access, { signal, timeoutMs: dripMs })
  const seconds = await secondsOf(async () => {
    assertThat((await problemOf(place.fetch('drip.csv', target))) === 'unreachable', 'drip')
  })
  assertThat(seconds * 1000 < dripMs + 2000, `A drip took ${seconds} s.`)
  return `a drip ended after ${seconds} s of ${dripMs / 1000}`
}

function watchMemory(pid: number): { end(): number } {
  let peak = 0
  const timer = setInterval(() => {
    peak = Math.max(peak, memoryOfTree(pid))
  }, 250)
  return {
    end() {
      clearInterval(timer)
      return Math.round(peak)
    },
  }
}
