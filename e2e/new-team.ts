import type { ChildProcess } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, expect, type Page, test as base } from '@playwright/test'
import { startServe } from './serve-process.ts'

interface Listening {
  readonly origin: string
  readonly first_owner_url: string
}

/** What passes as a password. */
export const goodPassword = 'quiet harbour seventeen lamps'

/** `vitrine serve --team` on a data folder of its own, with the sample catalog as its one workspace. */
export class NewTeam {
  readonly origin: string
  /** By which the first account is made. */
  readonly firstOwnerUrl: string
  readonly dataFolder: string
  readonly #process: ChildProcess

  static async start(): Promise<NewTeam> {
    const dataFolder = await mkdtemp(join(tmpdir(), 'vitrine-team-'))
    const args = ['--team', '--port', '0', '--data', dataFolder]
    const { child, listening } = await startServe<Listening>(args)
    await createSample(dataFolder)
    return new NewTeam(child, dataFolder, listening)
  }

  private constructor(child: ChildProcess, dataFolder: string, { origin, first_owner_url }: Listening) {
    this.#process = child
    this.dataFolder = dataFolder
    this.origin = origin
    this.firstOwnerUrl = first_owner_url
  }

  /** The page of somebody with a browser of their own. */
  async visit(browser: Browser, path = ''): Promise<Page> {
    const page = await browser.newPage({ baseURL: this.origin, reducedMotion: 'reduce' })
    await page.goto(path)
    return page
  }

  async stop(): Promise<void> {
    const ended = new Promise((resolve) => this.#process.once('exit', resolve))
    this.#process.kill('SIGTERM')
    await ended
    await rm(this.dataFolder, { recursive: true, force: true })
  }
}

/** Makes the sample catalog by the door of the command line. */
async function createSample(dataFolder: string): Promise<void> {
  const [known, key] = await Promise.all(
    ['server.json', 'session.key'].map((name) => readFile(join(dataFolder, name), 'utf8')),
  )
  const { origin } = JSON.parse(known ?? '') as { origin: string }
  const headers = { authorization: `Bearer ${key?.trim()}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ name: 'Furniture', sample: true })
  const { status } = await fetch(`${origin}/app/v1/workspaces`, { method: 'POST', headers, body })
  if (status !== 201 && status !== 200) throw new Error(`The workspace was not made: ${status}`)
}

export { expect }

export const test = base.extend<{ readonly team: NewTeam }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright asks for a destructured first parameter
  async team({}, use) {
    const team = await NewTeam.start()
    await use(team)
    await team.stop()
  },
})
