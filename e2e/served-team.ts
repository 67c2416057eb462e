import type { Browser, BrowserContext, Page } from '@playwright/test'
import type { Workspace } from '#shared/app-surface.ts'
import { goodPassword, NewTeam } from './new-team.ts'
import { Grid } from './pages/grid.ts'

export class ServedPerson {
  readonly origin: string
  readonly cookie: { readonly name: string; readonly value: string; readonly url: string }

  constructor(origin: string, setCookie: string) {
    const [pair = ''] = setCookie.split(';')
    const at = pair.indexOf('=')
    this.origin = origin
    this.cookie = { name: pair.slice(0, at), value: pair.slice(at + 1), url: origin }
  }

  // oxlint-disable-next-line typescript/no-explicit-any -- answers have every shape
  async send(method: string, path: string, body?: unknown, workspaceId?: string): Promise<any> {
    const response = await fetch(this.origin + path, {
      method,
      headers: {
        origin: this.origin,
        cookie: `${this.cookie.name}=${this.cookie.value}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(workspaceId !== undefined && { 'vitrine-workspace': workspaceId }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return response.status === 204 ? undefined : response.json()
  }
}

export class ServedTeam {
  readonly origin: string
  readonly owner: ServedPerson
  readonly workspace: Workspace
  readonly #server: NewTeam
  readonly #contexts: BrowserContext[] = []

  private constructor(server: NewTeam, owner: ServedPerson, workspace: Workspace) {
    this.#server = server
    this.origin = server.origin
    this.owner = owner
    this.workspace = workspace
  }

  static async start(sampleFile?: string): Promise<ServedTeam> {
    const server = await NewTeam.start(sampleFile)
    const account = { name: 'Sam Rivera', email: 'sam@example.com' }
    const owner = await accept(server.origin, server.firstOwnerUrl, account)
    const { data } = await owner.send('GET', '/app/v1/session')
    return new ServedTeam(server, owner, data.workspaces[0])
  }

  async withWorkspace(name: string, sampleFile: string): Promise<ServedTeam> {
    return new ServedTeam(this.#server, this.owner, await this.#server.createSample(name, sampleFile))
  }

  async join(
    name: string,
    role: string,
    email = `${name.split(' ')[0]?.toLowerCase()}@example.com`,
  ): Promise<ServedPerson> {
    const { link } = await this.owner.send('POST', '/app/v1/invitations', { email, role }, this.workspace.id)
    return accept(this.origin, link, { name })
  }

  async open(
    browser: Browser,
    person: ServedPerson,
    place = '&view=products',
  ): Promise<{ page: Page; grid: Grid }> {
    const page = await this.visit(browser, person)
    await page.goto(`/?workspace=${this.workspace.id}${place}`)
    await page.getByRole('gridcell').first().waitFor()
    return { page, grid: new Grid(page) }
  }

  async visit(browser: Browser, person?: ServedPerson): Promise<Page> {
    const context = await browser.newContext({
      baseURL: this.origin,
      locale: 'en-GB',
      viewport: { width: 1280, height: 720 },
      reducedMotion: 'reduce',
    })
    this.#contexts.push(context)
    if (person) await context.addCookies([person.cookie])
    return context.newPage()
  }

  async closeBrowsers(): Promise<void> {
    for (const context of this.#contexts.splice(0)) await context.close()
  }

  stop(): Promise<void> {
    return this.#server.stop()
  }
}

async function accept(origin: string, link: string, account: object): Promise<ServedPerson> {
  const token = /#[\w-]+=([\w-]+)$/.exec(link)?.[1]
  const response = await fetch(`${origin}/app/v1/invitations/accept`, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json' },
    body: JSON.stringify({ token, password: goodPassword, ...account }),
  })
  const [cookie] = response.headers.getSetCookie()
  if (cookie === undefined) throw new Error(`The link was not good: ${await response.text()}`)
  return new ServedPerson(origin, cookie)
}
