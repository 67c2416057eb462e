import { X509Certificate } from 'node:crypto'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { generate } from 'selfsigned'

export interface TeamServer {
  readonly origin: string
  readonly certificate: string
  readonly asked: { readonly url: string; readonly headers: Readonly<Record<string, unknown>> }[]
  close(): void
}

/** Starts a minimal team server with a self-signed certificate: it identifies itself and has one page. */
export async function startTeamServer(name: string): Promise<TeamServer> {
  const { private: key, cert } = await generate([{ name: 'commonName', value: name }])
  const asked: TeamServer['asked'] = []
  const server = createServer({ key, cert }, ({ url = '', headers }, answer) => {
    asked.push({ url, headers })
    if (url === '/app/v1/sign-in')
      return answer
        .setHeader('content-type', 'application/json')
        .end('{"data":{"password":true,"provider":null}}')
    answer.setHeader('content-type', 'text/html')
    return answer.end(`<html><head><title>Vitrine</title></head><body><h1>${name}</h1></body></html>`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const digest = Buffer.from(new X509Certificate(cert).fingerprint256.replaceAll(':', ''), 'hex')
  return {
    origin: `https://127.0.0.1:${port}`,
    certificate: digest.toString('base64url'),
    asked,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
