import { once } from 'node:events'
import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { join } from 'node:path'
import { portOf } from '../../server/edge/host-and-origin.ts'
import packageJson from '../../package.json' with { type: 'json' }
import { expect } from '../expect.ts'
import { test } from './fixtures.ts'
import type { ShellApp, ShellStart } from './shell-app.ts'

const { version: current } = packageJson
const listName = process.arch === 'x64' ? 'latest-linux.yml' : `latest-linux-${process.arch}.yml`
/** A program that notes that it was run, and how, in the place of an AppImage. */
const program = (name: string): string =>
  `#!/bin/sh\necho "${name} $APPIMAGE_EXIT_AFTER_INSTALL" >> "$(dirname "$0")/ran"\n`

/** A folder of versions on a web server of this computer, as a builder uploads them. */
class Feed implements AsyncDisposable {
  readonly #server = createServer((request, response) => {
    const path = (request.url ?? '').slice(1)
    this.asked.push({ path, headers: request.headers })
    const elsewhere = this.redirects.get(path)
    const content = this.files.get(path)
    if (elsewhere !== undefined) response.writeHead(302, { location: elsewhere }).end()
    else if (content === undefined) response.writeHead(404).end()
    else response.end(content)
  }).listen(0, '127.0.0.1')
  readonly #keys = generateKeyPairSync('ed25519')
  readonly files = new Map<string, string>()
  readonly redirects = new Map<string, string>()
  readonly asked: { path: string; headers: IncomingHttpHeaders }[] = []

  static async start(): Promise<Feed> {
    const feed = new Feed()
    await once(feed.#server, 'listening')
    return feed
  }

  get url(): string {
    return `http://127.0.0.1:${portOf(this.#server)}/`
  }

  get key(): string {
    return this.#keys.publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
  }

  offer(version: string, change: OfferChange = {}): void {
    const { content = program(version), size = content.length, url = `Vitrine-${version}.AppImage` } = change
    const sha512 = createHash('sha512')
      .update(change.digestOf ?? content)
      .digest('base64')
    this.files.set(`Vitrine-${version}.AppImage`, content)
    const notes = JSON.stringify(change.notes ?? 'A kanban.')
    const list = `version: ${version}\nfiles:\n  - url: ${url}\n    sha512: ${sha512}\n    size: ${size}\nreleaseNotes: ${notes}\n`
    this.files.set(listName, list)
    this.sign(list, this.#keys.privateKey)
  }

  sign(list: string, key: KeyObject): void {
    this.files.set(`${listName}.sig`, sign(null, Buffer.from(list), key).toString('base64'))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }
}

interface OfferChange {
  readonly content?: string
  readonly size?: number
  readonly url?: string
  readonly digestOf?: string
  readonly notes?: string
}

/** Makes what a builder makes with the feed in its environment, and says how it is started. */
function installed(folder: string, { url, key }: Pick<Feed, 'url' | 'key'>): Partial<ShellStart> {
  const app = join(folder, 'app')
  mkdirSync(app)
  writeFileSync(join(app, 'package.json'), JSON.stringify({ ...packageJson, updates: { url, key } }))
  writeFileSync(join(app, 'dev-app-update.yml'), 'updaterCacheDirName: vitrine-updater\n')
  const appImage = join(folder, 'Vitrine.AppImage')
  writeFileSync(appImage, program(current))
  chmodSync(appImage, 0o755)
  return {
    env: {
      STAND_IN_APP_PATH: app,
      APPIMAGE: appImage,
      XDG_CACHE_HOME: join(folder, 'cache'),
      VITRINE_ALLOW_PRIVATE_SOURCES: '1',
    },
  }
}

/** Chooses the item of the Help menu, answers its dialogs by these buttons, and returns what they said. */
function chooseUpdates(shell: ShellApp, responses: readonly number[]): Promise<DialogText[]> {
  return shell.evaluate(async ({ answers, chooseMenuItem, menuItems, record, until }, given) => {
    const before = record.dialogs.length
    answers['message'] = given.map((response) => ({ response }))
    await until(() => menuItems().some(({ id }) => id === 'check-for-updates'), 'the menu')
    chooseMenuItem('check-for-updates')
    await until(() => record.dialogs.length === before + given.length, `${given.length} dialogs`)
    await until(
      () => menuItems().find(({ id }) => id === 'check-for-updates')?.enabled === true,
      'the end of it',
    )
    return record.dialogs.slice(before).map(({ options }) => options as DialogText)
  }, responses)
}

interface DialogText {
  readonly message: string
  readonly detail: string
  readonly buttons: readonly string[]
}

test('a version is taken from the feed only when it is newer, signed by the builder, and all that it was said to be', async ({
  folder,
  startShell,
}) => {
  test.skip(process.platform !== 'linux', 'The installer of this test is an AppImage.')
  const feed = await Feed.start()
  const shell = startShell([], installed(folder, feed))
  const host = new URL(feed.url).host
  const check = async (): Promise<string> => {
    const [said] = await chooseUpdates(shell, [0])
    return `${said?.message} ${said?.detail}`
  }
  await shell.evaluate(({ page }) => page())
  expect(feed.asked, 'nothing is asked before somebody says so').toEqual([])

  await test.step('the list of versions', async () => {
    expect(await check()).toContain(`${host} has no versions for this computer.`)
    feed.offer(current)
    expect(await check()).toContain(`This is the newest version, ${current}.`)
    feed.offer('0.1.0')
    expect(await check(), 'an older one is no update').toContain(`This is the newest version, ${current}.`)
    feed.offer('99.0.0')
    feed.sign(feed.files.get(listName)!, generateKeyPairSync('ed25519').privateKey)
    expect(await check()).toContain('is not signed by the makers of this Vitrine. Nothing was downloaded.')
    feed.offer('99.0.0', { url: 'https://example.invalid/Vitrine.AppImage' })
    expect(await check()).toContain(`names a file that is not at ${host}`)
    feed.offer('99.0.0', { size: 2 ** 40 })
    expect(await check()).toContain('larger than 1 GB')
    feed.offer('99.0.0', { notes: 'x'.repeat(300_000) })
    expect(await check()).toContain('larger than announced')
    feed.files.set(listName, '}')
    expect(await check()).toContain('is not signed')
    feed.redirects.set(listName, 'https://example.invalid/latest.yml')
    expect(await check()).toContain(`${host} sends to another address. Vitrine does not follow`)
    feed.redirects.clear()
  })

  const load = async (): Promise<string> => {
    const [offer, said] = await chooseUpdates(shell, [0, 0])
    expect(offer?.message).toBe('Vitrine 99.0.0 is there.')
    return `${said?.message} ${said?.detail}`
  }
  await test.step('the file', async () => {
    feed.offer('99.0.0', { digestOf: 'another file' })
    expect(await load()).toContain('is not signed by the makers of this Vitrine. Nothing was installed.')
    feed.offer('99.0.0', { size: 10 })
    expect(await load()).toContain('larger than announced')
    feed.offer('99.0.0')
    feed.redirects.set('Vitrine-99.0.0.AppImage', 'https://example.invalid/x')
    expect(await load()).toContain('sends to another address')
    feed.redirects.clear()
    feed.files.delete('Vitrine-99.0.0.AppImage')
    expect(await load()).toContain('Nothing was installed.')
    const loaded = readdirSync(join(folder, 'cache'), { recursive: true, encoding: 'utf8' })
    expect(loaded.filter((name) => name.endsWith('AppImage'))).toEqual([])
  })

  expect(feed.asked.flatMap(({ headers }) => headers['x-user-staging-id'] ?? [])).toEqual([])
  await feed[Symbol.asyncDispose]()
  expect(await check()).toContain(`${host} does not answer. Check the connection to the internet`)
  expect(await shell.quit()).toBe(0)
  expect(readFileSync(join(folder, 'Vitrine.AppImage'), 'utf8')).toBe(program(current))
})

test('a new version is found at the start where that is wanted, loaded after a yes, and installed at the end; then what is new is shown once', async ({
  folder,
  startShell,
}) => {
  test.skip(process.platform !== 'linux', 'The installer of this test is an AppImage.')
  await using feed = await Feed.start()
  feed.offer('99.0.0', { notes: '<b>Kanban</b>\u0000\u202e and calendar' })
  mkdirSync(join(folder, 'data/desktop'), { recursive: true })
  writeFileSync(join(folder, 'data/desktop/settings.json'), JSON.stringify({ lookForUpdates: true }))
  const options = installed(folder, feed)
  const shell = startShell(['--stand-in-away'], options)
  const notice = await shell.evaluate(async ({ record, until }) => {
    await until(() => record.notifications.length > 0, 'the notification')
    return record.notifications[0]
  })
  expect(notice?.title).toBe('Vitrine 99.0.0 is there.')
  expect(feed.asked.map(({ path }) => path)).toEqual([listName, `${listName}.sig`])

  const [declined] = await chooseUpdates(shell, [1])
  expect(declined?.detail).toBe(
    `Kanban and calendar\n\nYou have ${current}. It is downloaded from ${new URL(feed.url).host} after you say so.`,
  )
  expect(feed.asked.map(({ path }) => path)).not.toContain('Vitrine-99.0.0.AppImage')

  const [, ready] = await chooseUpdates(shell, [0, 1])
  expect(ready).toMatchObject({
    message: 'Vitrine 99.0.0 is ready to be installed.',
    buttons: ['Install Now', 'Install When I Quit', 'Not Now'],
  })
  expect(readFileSync(join(folder, 'Vitrine.AppImage'), 'utf8'), 'not while it runs').toBe(program(current))
  expect(await shell.quit()).toBe(0)
  expect(readFileSync(join(folder, 'Vitrine.AppImage'), 'utf8')).toBe(program('99.0.0'))
  // electron-updater runs the new file once to see that it can be run; it ends by itself.
  expect(readFileSync(join(folder, 'ran'), 'utf8')).toBe('99.0.0 true\n')

  writeFileSync(
    join(folder, 'app/package.json'),
    JSON.stringify({ ...packageJson, version: '99.0.0', updates: { url: feed.url, key: feed.key } }),
  )
  const addressOf = (app: ShellApp): Promise<string> =>
    app.evaluate(async ({ page }) => {
      const window = await page()
      await window.getByRole('main').waitFor()
      return window.url()
    })
  const updated = startShell([], options)
  expect(await addressOf(updated)).toContain('&view=news')
  await updated.evaluate(async ({ page }) =>
    (await page()).getByRole('heading', { level: 1, name: 'What is new' }).waitFor(),
  )
  expect(await updated.quit()).toBe(0)
  expect(await addressOf(startShell([], options))).not.toContain('view=news')
})

test(
  'while jobs run, installing now is asked for as such; the app then starts again from the new file',
  { tag: '@long' },
  async ({ folder, startShell }) => {
    test.skip(process.platform !== 'linux', 'The installer of this test is an AppImage.')
    await using feed = await Feed.start()
    feed.offer('99.0.0')
    const site = createServer(() => undefined).listen(0, '127.0.0.1')
    await once(site, 'listening')
    const asked = new Promise((resolve) => site.once('request', resolve))
    const shell = startShell([`--data=${join(folder, 'data')}`], installed(folder, feed))
    await shell.evaluate(
      async ({ page }, url) => {
        const window = await page()
        await window.evaluate(async (address) => {
          const workspace = new URL(location.href).searchParams.get('workspace')!
          const headers = { 'vitrine-workspace': workspace, 'content-type': 'application/json' }
          const body = JSON.stringify({ url: address })
          await fetch('/api/v1/sources', { method: 'POST', headers, body })
        }, url)
      },
      `http://127.0.0.1:${portOf(site)}/`,
    )
    await asked
    const [, ready] = await chooseUpdates(shell, [0, 2])
    expect(ready).toMatchObject({
      detail: expect.stringContaining('Jobs are running.'),
      buttons: ['Install When I Quit', 'Install Now Anyway', 'Not Now'],
    })
    await shell
      .evaluate(({ answers, chooseMenuItem }) => {
        answers['message'] = [{ response: 1 }]
        chooseMenuItem('check-for-updates')
      })
      .catch(() => undefined)
    expect(await shell.exitCode).toBe(0)
    site.closeAllConnections()
    site.close()
    expect(readFileSync(join(folder, 'Vitrine.AppImage'), 'utf8')).toBe(program('99.0.0'))
    expect(shell.output).toContain(`stand-in relaunch of: ${join(folder, 'Vitrine.AppImage')}`)
    expect(/stand-in relaunch: (.*)/.exec(shell.output)?.[1]).toContain(`--data=${join(folder, 'data')}`)
    expect(existsSync(join(folder, 'cache'))).toBe(true)
  },
)
