import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, expect, type Page, test as base } from '@playwright/test'

const command = join(import.meta.dirname, '../server/cli/vitrine.mjs')

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
    const args = [command, 'serve', '--team', '--json', '--port', '0', '--data', dataFolder]
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
    const listening = await firstLine(child)
    await createSample(dataFolder)
    return new NewTeam(child, dataFolder, JSON.parse(listening))
  }

  private constructor(
    child: ChildProcess,
    dataFolder: string,
    { origin, first_owner_url }: { origin: string; first_owner_url: string },
  ) {
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

function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    child.stdout?.on('data', (chunk) => {
      text += String(chunk)
      if (text.includes('\n')) resolve(text.slice(0, text.indexOf('\n')))
    })
    child.once('exit', (code) => reject(new Error(`vitrine serve --team ended with ${code}.`)))
  })
}

export { expect }

export const test = base.extend<object, { readonly team: NewTeam }>({
  team: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright asks for a destructured first parameter
    async ({}, use) => {
      const team = await NewTeam.start()
      await use(team)
      await team.stop()
    },
    { scope: 'worker' },
  ],
})
