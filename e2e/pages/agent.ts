import { createHash, randomBytes } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

export class Agent implements AsyncDisposable {
  readonly #origin: string
  readonly #listener: Server
  readonly #answer: Promise<URL>
  readonly #verifier = randomBytes(32).toString('base64url')
  #clientId = ''

  static async register(origin: string, name: string): Promise<Agent> {
    const listener = createServer()
    await new Promise<void>((done) => listener.listen(0, '127.0.0.1', done))
    const agent = new Agent(origin, listener)
    const { client_id } = await agent.#post('/oauth/register', {
      client_name: name,
      redirect_uris: [agent.#redirect],
    })
    agent.#clientId = client_id ?? ''
    return agent
  }

  private constructor(origin: string, listener: Server) {
    this.#origin = origin
    this.#listener = listener
    this.#answer = new Promise((resolve) => {
      listener.on('request', (request, response) => {
        response.setHeader('content-type', 'text/html')
        response.end('<!doctype html><title>Done</title><h1>Back at the agent</h1>')
        if (request.url?.startsWith('/callback')) resolve(new URL(request.url, this.#redirect))
      })
    })
  }

  get #redirect(): string {
    return `http://127.0.0.1:${(this.#listener.address() as AddressInfo).port}/callback`
  }

  address(scope: string): string {
    const parameters = {
      client_id: this.#clientId,
      redirect_uri: this.#redirect,
      response_type: 'code',
      scope,
      resource: `${this.#origin}/mcp`,
      code_challenge: createHash('sha256').update(this.#verifier).digest('base64url'),
      code_challenge_method: 'S256',
    }
    return `${this.#origin}/oauth/authorize?${new URLSearchParams(parameters).toString()}`
  }

  async answer(): Promise<{ token?: string; scope?: string; error?: string }> {
    const { searchParams } = await this.#answer
    const error = searchParams.get('error')
    if (error !== null) return { error }
    const parameters = new URLSearchParams({
      grant_type: 'authorization_code',
      code: searchParams.get('code') ?? '',
      client_id: this.#clientId,
      redirect_uri: this.#redirect,
      code_verifier: this.#verifier,
    })
    const { access_token: token = '', scope = '' } = await this.#post('/oauth/token', parameters)
    return { token, scope }
  }

  async callTool(token: string, name: string, input: object): Promise<number> {
    const response = await fetch(`${this.#origin}/mcp`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        accept: 'application/json, text/event-stream',
        'content-type': 'application/json',
        'mcp-protocol-version': '2025-06-18',
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name, arguments: input },
      }),
    })
    await response.text()
    return response.status
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#listener.closeAllConnections()
    await new Promise((done) => this.#listener.close(done))
  }

  async #post(path: string, body: URLSearchParams | object): Promise<Record<string, string | undefined>> {
    const isForm = body instanceof URLSearchParams
    const response = await fetch(this.#origin + path, {
      method: 'POST',
      body: isForm ? body : JSON.stringify(body),
      ...(!isForm && { headers: { 'content-type': 'application/json' } }),
    })
    return (await response.json()) as Record<string, string | undefined>
  }
}
