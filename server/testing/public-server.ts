import { mkdtemp, rm } from 'node:fs/promises'
import { request as httpRequest, type RequestOptions } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServer, type RunningServer, type TeamOptions } from '../index.ts'
import { makeCertificate } from './certificate.ts'
import { runHere } from './in-process-host.ts'
import type { TestRequest, TestResponse } from './http-client.ts'
import { cheapPasswords, goodPassword, tokenOf } from './team-server.ts'

export const publicHost = 'catalog.example'
export const publicUrl = `https://${publicHost}`

/** A team's server for other computers: with TLS of its own, or behind a proxy that tests simulate. */
export interface PublicServer extends AsyncDisposable {
  readonly server: RunningServer
  readonly send: (request: TestRequest, connection?: RequestOptions) => Promise<TestResponse>
  readonly signUp: (headers?: Readonly<Record<string, string>>) => Promise<TestResponse>
}

export const forwarded = { host: publicHost, 'x-forwarded-for': '203.0.113.7', 'x-forwarded-proto': 'https' }

/** With `isProxied` the tests act as the proxy; else they connect over TLS. */
export async function publicServer(isProxied: boolean, options: TeamOptions = {}): Promise<PublicServer> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-reached-'))
  const tls = await makeCertificate(folder, [publicHost])
  const tlsOptions = isProxied ? { behindProxy: '127.0.0.1' } : { tlsCert: tls.cert, tlsKey: tls.key }
  const team = { publicUrl, passwordCost: cheapPasswords, ...tlsOptions, ...options }
  const dataDir = join(folder, 'data')
  const server = await startServer({ dataDir, port: 0, host: '127.0.0.1', team, threadEntry: runHere })
  const secure = isProxied ? {} : { ca: tls.pem, servername: publicHost }
  const send: PublicServer['send'] = (request, connection) =>
    sendTo({ port: server.port, ...secure, ...connection }, request, !isProxied)
  return {
    server,
    send,
    signUp: async (headers = {}) => {
      const url = (await server.firstOwnerUrl()) ?? ''
      const body = { token: tokenOf(url), name: 'Sam', email: 'sam@example.com', password: goodPassword }
      const path = '/app/v1/invitations/accept'
      return send({
        method: 'POST',
        path,
        body,
        headers: { host: publicHost, origin: publicUrl, ...headers },
      })
    },
    async [Symbol.asyncDispose]() {
      await server.close()
      await rm(folder, { recursive: true })
    },
  }
}

function sendTo(connection: RequestOptions, request: TestRequest, isTls: boolean): Promise<TestResponse> {
  const { method = 'GET', path, headers, body } = request
  const payload = body === undefined ? undefined : JSON.stringify(body)
  const sent = {
    ...(payload !== undefined && {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(payload)),
    }),
    ...headers,
  }
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', ...connection, path, method, headers: sent, agent: false }
    const outgoing = (isTls ? httpsRequest : httpRequest)(options, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString()
        const isJson = response.headers['content-type']?.startsWith('application/json') === true
        const parsed: unknown = isJson && text !== '' ? JSON.parse(text) : text
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text, body: parsed })
      })
    })
    outgoing.on('error', reject)
    outgoing.end(payload)
  })
}
