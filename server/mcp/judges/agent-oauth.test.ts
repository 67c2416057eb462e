import { Client, StreamableHTTPClientTransport, UnauthorizedError } from '@modelcontextprotocol/client'
import { expect, test } from 'vitest'
import { Browser, follow, readForm } from '../../testing/oauth-agent.ts'
import { testServer } from '../../testing/test-server.ts'

const redirectUrl = 'http://127.0.0.1:53112/callback'

function newKeeper() {
  const storage: Record<string, unknown> = {}
  let asked: URL | undefined
  const provider = {
    redirectUrl,
    clientMetadata: {
      client_name: 'Official client',
      redirect_uris: [redirectUrl],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    },
    clientInformation: () => storage['client'] as never,
    saveClientInformation: (client: unknown) => void (storage['client'] = client),
    tokens: () => storage['tokens'] as never,
    saveTokens: (tokens: unknown) => void (storage['tokens'] = tokens),
    saveCodeVerifier: (verifier: string) => void (storage['verifier'] = verifier),
    codeVerifier: () => storage['verifier'] as string,
    saveDiscoveryState: (found: unknown) => void (storage['discovery'] = found),
    discoveryState: () => storage['discovery'] as never,
    redirectToAuthorization: (url: URL) => void (asked = url),
  }
  return { provider, storage, asked: () => asked as URL }
}

test('the official client is allowed by the owner and calls a tool', { timeout: 60_000 }, async () => {
  await using server = await testServer()
  const url = new URL(`${server.server.origin}/mcp`)
  const { provider, storage, asked } = newKeeper()
  const newTransport = () => new StreamableHTTPClientTransport(url, { authProvider: provider })
  const newClient = () => new Client({ name: 'official', version: '1.0.0' })

  const transport = newTransport()
  await expect(newClient().connect(transport)).rejects.toBeInstanceOf(UnauthorizedError)
  expect(asked().searchParams.get('resource')).toBe(url.href)

  const browser = new Browser()
  await browser.open(server.server.appUrl())
  const page = await browser.open(asked())
  const fields = readForm(page)
  fields.set('decision', 'approve')
  const { url: callback } = await follow(browser, await browser.submit(page, fields))
  await transport.finishAuth(callback.searchParams)

  const client = newClient()
  await client.connect(newTransport())
  const { structuredContent, isError } = await client.callTool({ name: 'describe_schema', arguments: {} })
  expect([isError ?? false, structuredContent]).toEqual([false, expect.anything()])
  await client.close()

  const before = (storage['tokens'] as { refresh_token: string }).refresh_token
  storage['tokens'] = { ...(storage['tokens'] as object), access_token: 'x'.repeat(43) }
  const later = newClient()
  await later.connect(newTransport())
  expect((await later.listTools()).tools.length).toBeGreaterThan(0)
  expect((storage['tokens'] as { refresh_token: string }).refresh_token).not.toBe(before)
  await later.close()
})
