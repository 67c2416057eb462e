import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { makeCertificate } from '../testing/certificate.ts'
import { forwarded, publicHost, publicUrl, publicServer } from '../testing/public-server.ts'
import { CertificateWatch } from './network-guard.ts'
import { loadTls } from './network-options.ts'

const host = publicHost

describe('a server with a certificate', async () => {
  const served = await publicServer(false)
  const { server, send, signUp } = served
  afterAll(() => served[Symbol.asyncDispose]())

  test('is told of by its public address, and sets a cookie that goes over TLS alone [TEAM-06]', async () => {
    expect([server.origin, server.appUrl()]).toEqual([publicUrl, publicUrl])
    const signedUp = await signUp()
    expect(signedUp.status).toBe(204)
    expect(signedUp.headers['set-cookie']).toEqual([
      expect.stringMatching(
        /^__Host-vitrine_session=[\w-]+; Path=\/; Max-Age=2592000; HttpOnly; Secure; SameSite=Lax$/,
      ),
    ])
    const metadata = await send({ path: '/.well-known/oauth-authorization-server', headers: { host } })
    expect(metadata.body).toMatchObject({
      issuer: publicUrl,
      authorization_endpoint: `${publicUrl}/oauth/authorize`,
      token_endpoint: `${publicUrl}/oauth/token`,
    })
    const resource = await send({ path: '/.well-known/oauth-protected-resource/mcp', headers: { host } })
    expect(resource.body).toMatchObject({ resource: `${publicUrl}/mcp`, authorization_servers: [publicUrl] })
    const refused = await send({ path: '/mcp', headers: { host } })
    expect(refused.headers['www-authenticate']).toContain(`${publicUrl}/.well-known/`)
    expect(refused.body.error.documentation_url).toMatch(`${publicUrl}/docs/`)
  })

  test('answers to its public name and to pages of its own alone, whatever the case [TEAM-06]', async () => {
    const statusOf = async (headers: Record<string, string>) => (await send({ path: '/', headers })).status
    expect(await statusOf({ host })).toBe(200)
    expect(await statusOf({ host: 'Catalog.Example:443', origin: 'https://CATALOG.example' })).toBe(200)
    for (const foreign of ['127.0.0.1', `127.0.0.1:${server.port}`, 'evil.example', `${host}:8443`])
      expect(await statusOf({ host: foreign })).toBe(403)
    for (const origin of [
      'http://catalog.example',
      'https://evil.example',
      'https://catalog.example:8443',
      'null',
    ])
      expect(await statusOf({ host, origin })).toBe(403)
  })

  test('speaks nothing but TLS from 1.2 on, and says so to browsers [TEAM-07]', async () => {
    const { headers } = await send({ path: '/', headers: { host } })
    expect(headers['strict-transport-security']).toBe('max-age=31536000')
    const handshake = (maxVersion: 'TLSv1.1' | 'TLSv1.2') =>
      new Promise<string>((resolve) => {
        const options = { port: server.port, host: '127.0.0.1', rejectUnauthorized: false } as const
        const ciphers = 'DEFAULT@SECLEVEL=0'
        const socket = connect({ ...options, ciphers, minVersion: 'TLSv1', maxVersion }, () => {
          resolve(socket.getProtocol() ?? '')
          socket.destroy()
        })
        socket.once('error', () => resolve('refused'))
      })
    expect(await handshake('TLSv1.1')).toBe('refused')
    expect(await handshake('TLSv1.2')).toBe('TLSv1.2')
    const plain = new Promise((resolve) => {
      const outgoing = httpRequest({ port: server.port, host: '127.0.0.1', headers: { host } }, resolve)
      outgoing.once('error', (error) => resolve(error))
      outgoing.end()
    })
    expect(await plain).toBeInstanceOf(Error)
  })

  test('tells who asks by another name how it is, and nothing else [TEAM-01]', async () => {
    const { status, body } = await send({ path: '/health', headers: { host: '10.0.0.9:4417' } })
    expect([status, body.status]).toEqual([200, 'ok'])
  })
})

describe('a server behind a proxy', async () => {
  const served = await publicServer(true)
  const { send, signUp } = served
  afterAll(() => served[Symbol.asyncDispose]())

  test('takes what the proxy forwards, by the name that people asked for [TEAM-05]', async () => {
    expect((await send({ path: '/', headers: forwarded })).status).toBe(200)
    const renamed = { ...forwarded, host: '127.0.0.1:4417', 'x-forwarded-host': host }
    expect((await send({ path: '/', headers: renamed })).status).toBe(200)
    const foreign = { ...forwarded, 'x-forwarded-host': 'evil.example' }
    expect((await send({ path: '/', headers: foreign })).status).toBe(403)
    const { headers } = await signUp(forwarded)
    expect(headers['set-cookie']?.[0]).toMatch(/^__Host-.*; Secure;/)
  })

  test('takes nothing that came to the proxy without TLS; a page is led to where there is TLS [TEAM-05]', async () => {
    const plain = { ...forwarded, 'x-forwarded-proto': 'http' }
    const page = await send({ path: '/?view=1', headers: plain })
    expect([page.status, page.headers.location]).toEqual([308, `${publicUrl}/?view=1`])
    const body = { email: 'sam@example.com', password: 'x' }
    const path = '/app/v1/sign-in'
    for (const headers of [plain, { host, 'x-forwarded-for': '203.0.113.7' }]) {
      const refused = await send({ method: 'POST', path, body, headers: { ...headers, origin: publicUrl } })
      expect([refused.status, refused.body.error.message]).toEqual([
        403,
        'Nothing is answered without TLS. Use https://catalog.example instead.',
      ])
    }
  })

  test('a proxy that does not say for whom it asks is told so; monitors on this computer need none [TEAM-05]', async () => {
    const silent = await send({ path: '/', headers: { host } })
    expect([silent.status, silent.body.error.message]).toEqual([
      403,
      expect.stringContaining('has to send X-Forwarded-For and X-Forwarded-Proto') as string,
    ])
    expect((await send({ path: '/metrics' })).status).toBe(200)
    expect((await send({ path: '/health' })).body).toHaveProperty('version')
    expect((await send({ path: '/metrics', headers: forwarded })).status).toBe(401)
    expect((await send({ path: '/health', headers: forwarded })).body).toEqual({ status: 'ok' })
  })

  test('the address of a person is what the trusted proxy says last, not what they say themselves [TEAM-05]', async () => {
    const cookie = await signInFrom('198.51.100.9, 203.0.113.8')
    const { body } = await send({ path: '/app/v1/sessions', headers: { ...forwarded, cookie } })
    const addresses = (body.data as { address: string }[]).map(({ address }) => address)
    expect(addresses).toContain('203.0.113.8')
    expect(addresses).not.toContain('198.51.100.9')
  })

  async function signInFrom(chain: string): Promise<string> {
    const body = { email: 'sam@example.com', password: 'quiet harbour seventeen lamps' }
    const headers = { ...forwarded, 'x-forwarded-for': chain, origin: publicUrl }
    const answer = await send({ method: 'POST', path: '/app/v1/sign-in', body, headers })
    return answer.headers['set-cookie']?.[0]?.split(';')[0] ?? ''
  }
})

test('behind a proxy elsewhere nobody else connects [TEAM-05]', async () => {
  await using served = await publicServer(true, { behindProxy: '10.1.2.3' })
  expect((await served.send({ path: '/', headers: forwarded })).status).toBe(403)
  expect((await served.send({ path: '/metrics', headers: forwarded })).status).toBe(401)
  expect((await served.send({ path: '/metrics' })).status).toBe(200)
})

test('a renewed certificate is served without a restart, and one that does not fit is told and not served [TEAM-08]', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-renewed-'))
  const first = await makeCertificate(folder, [publicHost])
  const renewed = await makeCertificate(folder, [publicHost], { name: 'renewed' })
  const tls = await loadTls(first.cert, first.key)
  const server = createServer(tls).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const served = () =>
    new Promise<string>((resolve, reject) => {
      const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false }, () => {
        resolve(socket.getPeerCertificate().fingerprint256)
        socket.destroy()
      })
      socket.once('error', reject)
    })
  const onError = vi.fn<(error: unknown) => void>()
  const watch = new CertificateWatch(tls, server, onError, 20)

  copyFileSync(renewed.cert, first.cert)
  await expect.poll(() => onError.mock.calls.length).toBeGreaterThan(0)
  expect(await served()).toBe(new X509Certificate(first.pem).fingerprint256)
  copyFileSync(renewed.key, first.key)
  await expect.poll(served).toBe(new X509Certificate(renewed.pem).fingerprint256)

  watch.close()
  server.close()
  rmSync(folder, { recursive: true })
})
