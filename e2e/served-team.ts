import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Workspace } from '#shared/app-surface.ts'

const command = join(import.meta.dirname, '../server/cli/vitrine.mjs')
const password = 'quiet harbour seventeen lamps'

/** Somebody with an account: what their browser holds, and requests as a page of theirs sends them. */
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

/** `vitrine serve --team` on a data folder of its own, with a workspace and its first owner, Sam Rivera. */
export class ServedTeam {
  readonly origin: string
  readonly owner: ServedPerson
  readonly workspace: Workspace
  readonly #child: ChildProcess
  readonly #dataFolder: string

  private constructor(
    parts: Pick<ServedTeam, 'origin' | 'owner' | 'workspace'>,
    child: ChildProcess,
    data: string,
  ) {
    this.origin = parts.origin
    this.owner = parts.owner
    this.workspace = parts.workspace
    this.#child = child
    this.#dataFolder = data
  }

  static async start(): Promise<ServedTeam> {
    const dataFolder = await mkdtemp(join(tmpdir(), 'vitrine-team-'))
    const args = [command, 'serve', '--team', '--json', '--port', '0', '--data', dataFolder]
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
    const { origin, first_owner_url: link } = await firstEvent(child)
    const owner = await accept(origin, link, { name: 'Sam Rivera', email: 'sam@example.com' })
    const { data: workspace } = await owner.send('POST', '/app/v1/workspaces', {
      name: 'Furniture',
      sample: true,
    })
    // Who made it is found to be its owner when they look.
    await owner.send('GET', '/app/v1/session')
    return new ServedTeam({ origin, owner, workspace }, child, dataFolder)
  }

  /** Makes an account by an invitation. */
  async join(name: string, role: string): Promise<ServedPerson> {
    const email = `${name.split(' ')[0]?.toLowerCase()}@example.com`
    const { link } = await this.owner.send('POST', '/app/v1/invitations', { email, role }, this.workspace.id)
    return accept(this.origin, link, { name })
  }

  async stop(): Promise<void> {
    const ended = new Promise((resolve) => this.#child.once('exit', resolve))
    this.#child.kill('SIGTERM')
    await ended
    await rm(this.#dataFolder, { recursive: true, force: true })
  }
}

async function accept(origin: string, link: string, account: object): Promise<ServedPerson> {
  const token = /#[\w-]+=([\w-]+)$/.exec(link)?.[1]
  const response = await fetch(`${origin}/app/v1/invitations/accept`, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json' },
    body: JSON.stringify({ token, password, ...account }),
  })
  const [cookie] = response.headers.getSetCookie()
  if (cookie === undefined) throw new Error(`The link was not good: ${await response.text()}`)
  return new ServedPerson(origin, cookie)
}

function firstEvent(child: ChildProcess): Promise<{ origin: string; first_owner_url: string }> {
  return new Promise((resolve, reject) => {
    let text = ''
    child.stdout?.on('data', (chunk) => {
      text += String(chunk)
      if (text.includes('\n')) resolve(JSON.parse(text.slice(0, text.indexOf('\n'))))
    })
    child.once('exit', (code) => reject(new Error(`vitrine serve ended with ${code} before it listened.`)))
  })
}
