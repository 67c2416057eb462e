import type { NewInvitation } from '#shared/schemas/team.ts'
import type { TestRequest, TestResponse } from './http-client.ts'
import { testServer, type TestServer, type TestServerOptions } from './test-server.ts'

export const goodPassword = 'quiet harbour seventeen lamps'

/** Cheap, for tests of anything but the cost. */
export const cheapPasswords = { N: 2 ** 4, r: 1, p: 1 }

export class TestBrowser {
  readonly #cookies = new Map<string, string>()
  readonly #server: TestServer

  constructor(server: TestServer) {
    this.#server = server
  }

  async send({ headers, ...request }: TestRequest): Promise<TestResponse> {
    const { server, workspace } = this.#server
    const answer = await this.#server.send({
      ...request,
      headers: {
        origin: server.origin,
        'vitrine-workspace': workspace.id,
        ...(this.#cookies.size > 0 && { cookie: this.#allCookies() }),
        ...headers,
      },
    })
    for (const line of answer.headers['set-cookie'] ?? []) this.#keep(line)
    return answer
  }

  get cookie(): string | undefined {
    const [first] = [...this.#cookies].filter(([name]) => !name.endsWith('_oidc'))
    return first?.join('=')
  }

  async go(url: string): Promise<TestResponse & { readonly location: string }> {
    const { pathname, search } = new URL(url)
    const site = pathname.endsWith('/callback') ? 'cross-site' : 'none'
    const headers = { cookie: this.#allCookies(), 'sec-fetch-mode': 'navigate', 'sec-fetch-site': site }
    const answer = await this.#server.send({ path: pathname + search, headers })
    for (const line of answer.headers['set-cookie'] ?? []) this.#keep(line)
    return { ...answer, location: answer.headers.location ?? '' }
  }

  #allCookies(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  #keep(line: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
    if (line.includes('Max-Age=0;')) this.#cookies.delete(name)
    else this.#cookies.set(name, value)
  }

  get(path: string): Promise<TestResponse> {
    return this.send({ path })
  }

  post(path: string, body?: unknown): Promise<TestResponse> {
    return this.send({ method: 'POST', path, body })
  }

  signIn(email: string, password = goodPassword, code?: string): Promise<TestResponse> {
    return this.post('/app/v1/sign-in', { email, password, ...(code !== undefined && { code }) })
  }
}

/** A team server on which Sam, the first owner, is signed in. */
export interface TeamServer extends TestServer {
  readonly owner: TestBrowser
  join(invitation: NewInvitation): Promise<TestBrowser>
}

export async function teamServer(options: TestServerOptions = {}): Promise<TeamServer> {
  const server = await testServer({ team: { passwordCost: cheapPasswords }, ...options })
  const owner = new TestBrowser(server)
  const url = (await server.server.firstOwnerUrl()) ?? ''
  const account = { name: 'Sam', email: 'sam@example.com', password: goodPassword }
  expectStatus(await owner.post('/app/v1/invitations/accept', { token: tokenOf(url), ...account }), 204)
  return Object.assign(server, {
    owner,
    join: async (invitation: NewInvitation) => {
      const { body } = expectStatus(await owner.post('/app/v1/invitations', invitation), 200)
      const browser = new TestBrowser(server)
      const [name = ''] = invitation.email.split('@')
      const accepted = { token: tokenOf(body.link), name, password: goodPassword }
      expectStatus(await browser.post('/app/v1/invitations/accept', accepted), 204)
      return browser
    },
  })
}

export function tokenOf(link: string): string {
  return /#[\w-]+=([\w-]+)$/.exec(link)?.[1] ?? ''
}

function expectStatus(answer: TestResponse, status: number): TestResponse {
  if (answer.status !== status) throw new Error(`${answer.status}: ${answer.text}`)
  return answer
}
