import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadGrants } from '../access/grants.ts'
import { runHere } from '../testing/in-process-host.ts'
import { openRegistryThread, type RegistryThread } from '../threads/idle-thread.ts'
import { destinationOf, fetchClientDocument, nameOf } from './client-rules.ts'
import { providerFactory } from './provider.ts'

const address = 'https://agent.example/client.json'
const document = {
  client_id: address,
  client_name: 'Agent of example',
  redirect_uris: ['https://agent.example/callback', 'http://127.0.0.1/callback'],
}
let folder: string
let registry: RegistryThread

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-clients-'))
  registry = await openRegistryThread(folder, runHere)
})
afterAll(async () => {
  await registry.close()
  rmSync(folder, { recursive: true })
})

async function serverFor(found: object | Response) {
  const fetched: string[] = []
  const newProvider = providerFactory({
    grants: await loadGrants(registry),
    port: 4417,
    onError: () => undefined,
    async fetchDocument(wanted) {
      fetched.push(wanted)
      return found instanceof Response ? found : Response.json(found)
    },
  })
  const { Client } = newProvider('http://127.0.0.1:4417')
  return { find: () => Client.find(address), fetched }
}

test('a document makes a client, and is fetched once for a while [AUTH-13]', async () => {
  const { find, fetched } = await serverFor(document)
  expect(await find()).toMatchObject({ clientId: address, clientName: 'Agent of example' })
  const client = await find()
  expect(fetched).toEqual([address])
  expect(client?.redirectUriAllowed('http://127.0.0.1:5000/callback')).toBe(true)
  expect(client?.redirectUriAllowed('https://agent.example/other')).toBe(false)
  expect(client?.redirectUriAllowed('https://agent.example:8443/callback')).toBe(false)
})

test.each([
  ['of another client', { ...document, client_id: 'https://other.example/client.json' }],
  ['with a redirect over plain http', { ...document, redirect_uris: ['http://agent.example/callback'] }],
  ['with a scheme of its own', { ...document, redirect_uris: ['agent://callback'] }],
  ['without a redirect', { ...document, redirect_uris: [] }],
  ['that asks for a secret', { ...document, token_endpoint_auth_method: 'client_secret_post' }],
  ['that is a redirect', new Response(null, { status: 302 })],
  ['that is no JSON', new Response('<html></html>', { headers: { 'content-type': 'text/html' } })],
])('a document %s makes none', async (_name, found) => {
  const { find } = await serverFor(found)
  await expect(find()).rejects.toMatchObject({
    error: expect.stringMatching(/^invalid_(client|redirect_uri)/) as string,
  })
})

describe('fetching', () => {
  test.each(['https://127.0.0.1/client', 'https://[::1]/client', 'https://localhost:1/client'])(
    '%s is refused: it is this computer',
    async (wanted) => {
      await expect(fetchClientDocument(wanted)).rejects.toThrow(/this computer|a site with a name/)
    },
  )
})

test('the owner is told where the access goes, and by what name it asks', () => {
  expect(destinationOf('http://localhost:5000/callback')).toBe('this computer')
  expect(destinationOf('https://agent.example:8443/callback')).toBe('agent.example:8443')
  expect(nameOf({ clientId: address, clientName: ' ' })).toBe('agent.example')
  expect(nameOf({ clientId: 'abc', clientName: 'Agent' })).toBe('Agent')
  expect(nameOf({ clientId: address, clientName: 'Agent\u202Eelpmaxe' })).toBe('agent.example')
})
