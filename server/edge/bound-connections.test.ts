import { Agent, type IncomingMessage, request } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { json } from 'node:stream/consumers'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { boundConnections } from './rate-limit.ts'
import { createErrorHandler } from './error-handler.ts'

const agent = () => {
  const made = new Agent({ keepAlive: true, maxSockets: 1 })
  onTestFinished(() => made.destroy())
  return made
}

test('connections beyond those that are served are told to come again [RATE-06]', async () => {
  const app = Fastify()
  onTestFinished(() => app.close())
  const refuse = boundConnections(app.server, { served: 2, open: 4 })
  app.setErrorHandler(createErrorHandler(() => 'http://localhost'))
  app.addHook('onRequest', (asked, reply, done) => {
    refuse(asked, reply)
    done()
  })
  app.get('/', () => 'served')
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const ask = (over: Agent) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      request({ port, host: '127.0.0.1', agent: over }, resolve).on('error', reject).end()
    })
  const [first, second, third] = [agent(), agent(), agent()]
  for (const over of [first, second]) (await ask(over)).resume()
  const refused = await ask(third)
  expect([refused.statusCode, refused.headers['retry-after'], refused.headers.connection]).toEqual([
    429,
    '1',
    'close',
  ])
  expect(await json(refused)).toMatchObject({ error: { code: 'rate_limited', is_retriable: true } })
  const again = await ask(first)
  expect(again.statusCode).toBe(200)
  again.resume()
  second.destroy()
  await expect
    .poll(async () => {
      const answer = await ask(third)
      answer.resume()
      return answer.statusCode
    })
    .toBe(200)
})

test('connections beyond those are closed at once [RATE-06]', async () => {
  const app = Fastify()
  onTestFinished(() => app.close())
  boundConnections(app.server, { served: 1, open: 2 })
  let accepted = 0
  app.server.on('connection', () => (accepted += 1))
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const dial = (): Socket => {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined)
    onTestFinished(() => void socket.destroy())
    return socket
  }
  const open = [dial(), dial()]
  await expect.poll(() => accepted).toBe(2)
  await new Promise((resolve) => dial().once('close', resolve))
  expect([accepted, open.some(({ closed }) => closed)]).toEqual([2, false])
})
