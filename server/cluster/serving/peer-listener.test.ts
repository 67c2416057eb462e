import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import { afterAll, expect, test } from 'vitest'
import { NetworkGuard } from '../../network/network-guard.ts'
import { dependenciesOf } from '../../network/network-options.ts'
import { sendRequest } from '../../testing/http-client.ts'
import { portOf } from '../../edge/host-and-origin.ts'
import { Forwarder } from './forwarder.ts'
import { Front } from './front.ts'
import { PeerListener } from './peer-listener.ts'

const guard = new NetworkGuard(await dependenciesOf({}))
const answer = ({ method, url, headers }: IncomingMessage, response: ServerResponse) => {
  const { host, origin, via, 'x-forwarded-for': from, 'vitrine-forwarded': secret } = headers
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ method, url, host, origin, via, from, secret }))
}
const people = { host: 'holder:1', publicOrigin: 'http://holder:1' }

const listener = new PeerListener('127.0.0.1')
let isServing = true
await listener.open(0, () => (isServing ? answer : undefined))
let unreached = 0
const forwarder = new Forwarder(
  guard,
  () => front.port,
  () => (unreached += 1),
)
const front = new Front(guard, (request, response) => void forwarder.handle(request, response))
await front.listen(0, () => undefined)
afterAll(async () => {
  forwarder.close()
  listener.close()
  await front.close(100)
})
const atFront = () => `http://127.0.0.1:${front.port}`

test('[RQLITE-17] the port for other servers opens with the secret of the lease alone', async () => {
  const { origin, secret } = listener.info(people)
  for (const headers of [{}, { 'vitrine-forwarded': 'x'.repeat(secret.length) }]) {
    const { status, body } = await sendRequest(origin, { path: '/app/v1/me', headers })
    expect([status, body.error.code]).toEqual([403, 'forbidden'])
  }
  const known = { 'vitrine-forwarded': secret, 'x-forwarded-for': '10.0.0.9' }
  const { body } = await sendRequest(origin, { path: '/app/v1/me', headers: known })
  expect(body).toMatchObject({ url: '/app/v1/me', from: '10.0.0.9' })
  expect(body.secret).toBeUndefined()
})

test('[RQLITE-17] a request is passed on with where it is from as it was seen, whatever it says itself', async () => {
  forwarder.leadTo(listener.info(people))
  const own = new URL(atFront())
  const headers = { origin: own.origin, 'x-forwarded-for': '10.0.0.9', 'vitrine-forwarded': 'x' }
  const { body } = await sendRequest(own.origin, { method: 'PATCH', path: '/p?q=1', headers, body: { a: 1 } })
  const seen = { method: 'PATCH', url: '/p?q=1', host: people.host, origin: people.publicOrigin }
  expect(body).toEqual({ ...seen, via: 'unknown', from: expect.stringContaining('127.0.0.1') as string })

  front.attach(answer)
  const here = await sendRequest(own.origin, { path: '/', headers: { 'x-forwarded-for': '10.0.0.9' } })
  expect([here.body.from, here.body.via]).toEqual([undefined, 'unknown'])
  front.detach()
})

test('[RQLITE-16] what was not done is asked again of whoever serves by then; a write whose answer is lost is not', async () => {
  isServing = false
  forwarder.leadTo(listener.info(people))
  const write = sendRequest(atFront(), { method: 'POST', path: '/p', body: { a: 1 } })
  setTimeout(() => (isServing = true), 300)
  expect([(await write).status, unreached]).toEqual([200, 0])

  let asked = 0
  const silent = createServer((request) => {
    asked += 1
    request.socket.destroy()
  }).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  forwarder.leadTo({ ...listener.info(people), origin: `http://127.0.0.1:${portOf(silent)}` })
  const lost = await sendRequest(atFront(), { method: 'POST', path: '/p', body: { a: 1 } })
  expect([lost.status, lost.body.error.message, asked]).toEqual([
    500,
    expect.stringContaining('Look whether it is'),
    1,
  ])
  expect(unreached).toBe(1)
  const read = sendRequest(atFront(), { path: '/p' })
  setTimeout(() => forwarder.leadTo(listener.info(people)), 300)
  expect((await read).status).toBe(200)
  silent.close()
})

test('[RQLITE-17] beyond this computer the door is encrypted, by the certificate of the lease and no other', async () => {
  const [secured, other] = [new PeerListener('::ffff:127.0.0.1'), new PeerListener('::ffff:127.0.0.1')]
  for (const one of [secured, other]) await one.open(0, () => answer)
  const info = secured.info(people)
  expect(info.origin).toMatch(/^https:/)
  forwarder.leadTo(info)
  expect((await sendRequest(atFront(), { path: '/p' })).body.url).toBe('/p')
  expect(await forwarder.probe(info, 1000)).toBe('answers')
  const { cert } = other.info(people)
  expect(await forwarder.probe({ ...info, cert }, 1000)).toBe('silent')
  secured.close()
  expect(await forwarder.probe(info, 1000)).toBe('gone')
  other.close()
})
