import type { TestServer } from './test-server.ts'

export interface ToolAnswer {
  readonly isError: boolean
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers of every shape
  readonly body: any
  readonly text: string
}

export async function sendMcp(
  { server, key }: Pick<TestServer, 'server' | 'key'>,
  message: { readonly method: string; readonly params?: object },
  headers: Readonly<Record<string, string>> = {},
) {
  const response = await fetch(`${server.origin}/mcp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      authorization: `Bearer ${key}`,
      'mcp-protocol-version': '2025-11-25',
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, params: {}, ...message }),
  })
  const text = await response.text()
  const [, data] = /^data: (.*)$/m.exec(text) ?? [undefined, text]
  return { status: response.status, headers: response.headers, body: JSON.parse(data || 'null') }
}

export async function callTool(
  server: Pick<TestServer, 'server' | 'key'>,
  name: string,
  args: object = {},
  headers?: Readonly<Record<string, string>>,
): Promise<ToolAnswer> {
  const { body } = await sendMcp(server, { method: 'tools/call', params: { name, arguments: args } }, headers)
  if (body.result === undefined) throw new Error(`${name} failed: ${JSON.stringify(body)}`)
  const { isError = false, structuredContent, content } = body.result
  return { isError, body: structuredContent, text: content[0]?.text ?? JSON.stringify(structuredContent) }
}
