import { Writable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runCommand } from './main.ts'
import { runForPeople, runVitrine } from '../testing/command-line.ts'
import { testServer, type TestServer } from '../testing/test-server.ts'
import { isSignedBy, startWebhookReceiver, type WebhookReceiver } from '../testing/webhook-receiver.ts'

let server: TestServer
let receiver: WebhookReceiver
let data: readonly string[]
beforeAll(async () => {
  server = await testServer()
  receiver = await startWebhookReceiver()
  data = ['--data', server.dataDir]
})
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await receiver[Symbol.asyncDispose]()
})

test('a webhook is added, tested, listed and removed [CLI-26]', async () => {
  const added = await runVitrine(['webhook', 'add', receiver.url, '--in-my-network', ...data])
  expect([added.code, added.stderr]).toEqual([0, ''])
  const { id, secret } = added.last as unknown as { id: string; secret: string }
  const tested = await runForPeople(['webhook', 'test', id.slice(0, 8), ...data])
  expect([tested.code, tested.stdout]).toEqual([0, expect.stringContaining('It answered 204.')])
  const [received] = receiver.received.slice(-1)
  expect(received && isSignedBy(secret, received)).toBe(true)
  receiver.answer(() => ({ status: 500 }))
  expect((await runVitrine(['webhook', 'test', id, ...data])).code).toBe(1)
  receiver.answer(() => ({ status: 204 }))
  expect((await runVitrine(['webhook', 'list', ...data])).lines.map((line) => line.id)).toEqual([id])
  expect((await runVitrine(['webhook', 'remove', id, ...data])).code).toBe(0)
  expect((await runVitrine(['webhook', 'list', ...data])).lines).toEqual([])
})

test('one that a key has made is approved by its id [CLI-26]', async () => {
  const { body } = await server.post('/webhooks', { url: receiver.url })
  const { id } = body.data
  expect((await runVitrine(['approve', id, ...data])).stderr).toContain('in_my_network')
  const approved = await runVitrine(['approve', id, '--in-my-network', ...data])
  expect([approved.code, approved.lines]).toMatchObject([0, [{ id, status: 'active' }]])
  expect((await runVitrine(['approve', id, '--in-my-network', ...data])).code).toBe(1)
  await runVitrine(['webhook', 'remove', id, ...data])
})

test('changes are forwarded to a program on this computer until the command is interrupted [CLI-26]', async () => {
  const interruption = new AbortController()
  let said = ''
  const terminal = new Writable({
    write(chunk: Buffer, _encoding, done) {
      said += chunk.toString()
      done()
    },
  })
  const listening = runCommand(['listen', '--forward-to', receiver.url, ...data], {
    stdout: terminal,
    stderr: terminal,
    interrupted: interruption.signal,
  })
  await expect.poll(() => said).toContain('signed with whsec_')
  const before = receiver.received.length
  const adding = setInterval(() => void server.post('/vendors', { attributes: {} }), 100)
  await expect.poll(() => receiver.received.length).toBeGreaterThan(before)
  clearInterval(adding)
  const [received] = receiver.received.slice(-1)
  expect(received?.body.data).toMatchObject([{ event: 'entity.created', entity: { type: 'vendor' } }])
  const secret = /whsec_\S+(?=\.)/.exec(said)?.[0] ?? ''
  expect(received && isSignedBy(secret, received)).toBe(true)
  await expect.poll(() => said).toContain('204  ')
  interruption.abort()
  expect(await listening).toBe(130)
  expect((await runVitrine(['listen', '--forward-to', 'nowhere', ...data])).code).toBe(2)
})
