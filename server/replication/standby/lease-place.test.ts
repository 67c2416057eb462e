import { mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { objectStore } from '../../testing/object-store.ts'
import { sshUser, startSftpServer } from '../../testing/place-servers.ts'
import { parseReplicaAddress } from '../replica-address.ts'
import { openLeasePlace } from './lease-place.ts'

const folder = mkdtempSync(join(tmpdir(), 'vitrine-lease-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
beforeEach(() => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'KEYOFTHETEST')
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'a-secret-of-the-test')
  vi.stubEnv('VITRINE_REPLICA_PASSWORD', sshUser.password)
})
afterEach(() => vi.unstubAllEnvs())

async function openPair(address: string) {
  const parsed = parseReplicaAddress(address)
  return Promise.all([openLeasePlace(parsed), openLeasePlace(parsed)])
}

/** Two servers replace a lease at the same time, again and again; returns how many won each round. */
async function replaceAtOnce(address: string, rounds: number): Promise<number[]> {
  const [one, other] = await openPair(address)
  const wins: number[] = []
  expect(await one.read()).toBeUndefined()
  const first = await Promise.all([one.replace('{"n":1}', undefined), other.replace('{"n":2}', undefined)])
  wins.push(first.filter((version) => version !== undefined).length)
  for (let round = 0; round < rounds; round += 1) {
    const read = await one.read()
    expect(await other.read()).toEqual(read)
    const both = await Promise.all([
      one.replace(`{"one":${round}}`, read?.version),
      other.replace(`{"other":${round}}`, read?.version),
    ])
    wins.push(both.filter((version) => version !== undefined).length)
    const [won] = both[0] === undefined ? ['other'] : ['one']
    expect((await one.read())?.text).toBe(`{"${won}":${round}}`)
    expect(await one.replace('{"late":true}', read?.version)).toBeUndefined()
  }
  await Promise.all([one.close(), other.close()])
  return wins
}

test('[STANDBY-01] of two that replace a lease at once in a folder one wins, and a version that is gone never does', async () => {
  const place = join(folder, 'in-folder')
  expect(new Set(await replaceAtOnce(`file://${place}`, 30))).toEqual(new Set([1]))
  expect(readdirSync(join(place, 'lease')).length).toBeLessThanOrEqual(21)
})

test('[STANDBY-01] of two that replace a lease at once in a bucket one wins', async () => {
  await using store = await objectStore()
  const address = `s3://bucket/team?endpoint=${store.endpoint}&region=eu-central-1`
  expect(new Set(await replaceAtOnce(address, 30))).toEqual(new Set([1]))
})

test('[STANDBY-01] of two that replace a lease at once over SFTP one wins', async () => {
  await using host = await startSftpServer()
  const address = `sftp://${sshUser.name}@127.0.0.1:${host.port}${folder}/over-sftp`
  expect(await replaceAtOnce(address, 3)).toEqual([1, 1, 1, 1])
}, 60_000)

test('[STANDBY-01] a store that does not keep conditions is refused before a lease is taken in it', async () => {
  const server = createServer((_request, response) => response.setHeader('etag', '"1"').end())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const place = await openLeasePlace(
    parseReplicaAddress(`s3://bucket/team?endpoint=http://127.0.0.1:${port}&region=eu-central-1`),
  )
  await expect(place.replace('{}', undefined)).rejects.toThrow('does not keep conditions of writes')
  server.close()
})

test('[STANDBY-01] a bucket of Amazon is asked in its own region, with the token of a lent key', async () => {
  vi.stubEnv('AWS_SESSION_TOKEN', 'a-token-of-the-test')
  vi.stubEnv('AWS_REGION', '')
  vi.stubEnv('AWS_DEFAULT_REGION', '')
  const answer = new Response(null, { headers: { 'x-amz-bucket-region': 'eu-west-3' } })
  const asked = vi.fn<(url: string) => Promise<Response>>().mockResolvedValue(answer)
  vi.stubGlobal('fetch', asked)
  await openLeasePlace(parseReplicaAddress('s3://shop/team'))
  vi.unstubAllGlobals()
  expect(asked.mock.calls.map(([url]) => url)).toEqual(['https://s3.amazonaws.com/shop'])

  const tokens: unknown[] = []
  const server = createServer((request, response) => {
    tokens.push(request.headers['x-amz-security-token'])
    response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const place = await openLeasePlace(parseReplicaAddress(`s3://shop/team?endpoint=http://127.0.0.1:${port}`))
  expect([await place.read(), tokens]).toEqual([undefined, ['a-token-of-the-test']])
  server.close()
})

test('[STANDBY-01] where the disk of a folder is gone the lease is not renewed in the empty one under it', async () => {
  const root = join(folder, 'mounted')
  const place = await openLeasePlace({ kind: 'file', path: root })
  const version = await place.replace('{}', undefined)
  renameSync(root, `${root}.away`)
  expect(await place.replace('{}', version)).toBeUndefined()
  expect(await place.read()).toBeUndefined()
})
