import type { ChildProcess } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import type { Workspace } from '#shared/app-surface.ts'
import { startServe } from './serve-process.ts'

interface Listening {
  readonly origin: string
  readonly first_owner_url: string
}

export const goodPassword = 'quiet harbour seventeen lamps'

export class NewTeam {
  readonly origin: string
  /** The link that makes the first account. */
  readonly firstOwnerUrl: string
  readonly dataFolder: string
  readonly #process: ChildProcess

  static async start(sampleFile?: string): Promise<NewTeam> {
    const dataFolder = await mkdtemp(join(tmpdir(), 'vitrine-team-'))
    const args = ['--team', '--port', '0', '--data', dataFolder]
    const { child, listening } = await startServe<Listening>(args)
    const team = new NewTeam(child, dataFolder, listening)
    try {
      await team.createSample('Furniture', sampleFile)
    } catch (error) {
      await team.stop()
      throw error
    }
    return team
  }

  private constructor(child: ChildProcess, dataFolder: string, { origin, first_owner_url }: Listening) {
    this.#process = child
    this.dataFolder = dataFolder
    this.origin = origin
    this.firstOwnerUrl = first_owner_url
  }

  async visit(browser: Browser, path = ''): Promise<Page> {
    const page = await browser.newPage({ baseURL: this.origin, reducedMotion: 'reduce' })
    await page.goto(path)
    return page
  }

  /** Makes a workspace with the sample catalog by the command line; copying a file is faster. */
  async createSample(name: string, sampleFile?: string): Promise<Workspace> {
    if (sampleFile === undefined) return this.#ask('', { name, sample: true })
    const folder = join(this.dataFolder, 'workspaces')
    await mkdir(folder, { recursive: true })
    const file = join(folder, `${name}.vitrine`)
    await copyFile(sampleFile, file)
    return this.#ask('/open', { file })
  }

  async stop(): Promise<void> {
    const ended = new Promise((resolve) => this.#process.once('exit', resolve))
    this.#process.kill('SIGTERM')
    await ended
    await rm(this.dataFolder, { recursive: true, force: true })
  }

  async #ask(path: string, body: object): Promise<Workspace> {
    const [known, key] = await Promise.all(
      ['server.json', 'session.key'].map((name) => readFile(join(this.dataFolder, name), 'utf8')),
    )
    const { origin } = JSON.parse(known ?? '') as { origin: string }
    const headers = { authorization: `Bearer ${key?.trim()}`, 'content-type': 'application/json' }
    const answer = await fetch(`${origin}/app/v1/workspaces${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`The workspace was not made: ${answer.status} ${text}`)
    return (JSON.parse(text) as { data: Workspace }).data
  }
}
