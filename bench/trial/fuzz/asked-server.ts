/** The server of the trial, with everything that requests can name, and with their senders. */
import { randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { presenceHeader } from '#shared/team.ts'
import { workspaceHeader } from '#shared/app-surface.ts'
import { type FakeProvider, startFakeProvider } from '../../../server/providers/testing/fake-provider.ts'
import { Agent, Browser, follow } from '../../../server/testing/oauth-agent.ts'
import { headersOf } from '../team/people.ts'
import { type RunningServer, startVitrine } from '../../processes/vitrine.ts'
import { ownerAlone, type FuzzSenders } from './senders.ts'
import { ask, createFuzzTeam, type FuzzTeam } from './fuzz-team.ts'
import { FuzzClient } from './send-call.ts'
import type { FuzzFolder, World } from './world.ts'

export interface FuzzServer {
  readonly server: RunningServer
  readonly origin: string
  readonly senders: FuzzSenders
  readonly owner: FuzzClient
  /**
   * Lets an agent ask for consent, so that somebody can approve it; `isLetIn` grants it, so that somebody
   * can end it.
   */
  askForConsent(isLetIn: boolean): Promise<void>
  stop(): Promise<void>
}

export async function startFuzzServer(
  folder: FuzzFolder,
  world: World,
  isTeam: boolean,
): Promise<FuzzServer> {
  const options = isTeam ? ['--team', '--rate-limit', '0'] : []
  const server = await startVitrine(folder.dataDir, [], options).listening
  const { origin } = new URL(server.baseUrl)
  const provider = await startFakeProvider()
  const target = { origin, baseUrl: server.baseUrl, firstOwnerUrl: String(server.said['first_owner_url']) }
  const team = isTeam ? await createFuzzTeam(target, world) : undefined
  const senders = team ?? ownerAlone(server.baseUrl, await atDesktop(server, folder))
  const owner = senders.clients.get('owner and administrator') ?? senders.clients.get('owner')
  if (owner === undefined) throw new Error('Nobody owns the workspace.')
  const watching = new AbortController()
  if (team) await joinPresence(server.baseUrl, world, team, watching.signal)
  await fill({ folder, world, owner, provider, workspaceId: senders.workspaceId, isTeam })
  return {
    server,
    origin,
    senders,
    owner,
    askForConsent: (isLetIn) => askForConsent(origin, { owner, world, isLetIn, cookie: team?.ownerCookie }),
    async stop() {
      watching.abort()
      senders.close()
      await server.stop()
      await provider.close()
    },
  }
}

async function askForConsent(
  origin: string,
  {
    owner,
    world,
    isLetIn,
    cookie,
  }: { owner: FuzzClient; world: World; isLetIn: boolean; cookie?: string | undefined },
): Promise<void> {
  const browser = new Browser()
  if (cookie !== undefined) browser.setCookie(cookie)
  const agent = await Agent.connect(`${origin}/mcp`)
  const scopes = ['read:products', 'write:products']
  const page = await browser.open(await agent.authorizationUrl({ scope: scopes.join(' ') }))
  const waiting = (await ask(owner, 'GET', '/consents')) as { code: string }[]
  const { code } = waiting.at(-1) ?? {}
  if (code === undefined) return
  if (!isLetIn) return world.note('/consents', code)
  const workspaceId = world.only('/workspaces')
  await ask(owner, 'POST', `/consents/${code}/approve`, { workspace_id: workspaceId, scopes })
  await agent.tokens((await follow(browser, await browser.open(page.url))).url)
  const grants = (await ask(owner, 'GET', `/workspaces/${workspaceId}/grants`)) as { id: string }[]
  for (const { id } of grants) world.note('/workspaces/{id}/grants', id)
}

async function atDesktop({ baseUrl }: RunningServer, { dataDir }: FuzzFolder) {
  const authorization = `Bearer ${readFileSync(join(dataDir, 'session.key'), 'utf8').trim()}`
  const client = new FuzzClient(baseUrl, { authorization })
  const [workspace] = (await ask(client, 'GET', '/workspaces')) as { id: string }[]
  client.close()
  const workspaceId = workspace?.id ?? ''
  return { workspaceId, headers: { authorization, [workspaceHeader]: workspaceId } }
}

async function joinPresence(
  baseUrl: string,
  world: World,
  team: FuzzTeam,
  signal: AbortSignal,
): Promise<void> {
  const presenceId = randomUUID()
  const { origin } = new URL(baseUrl)
  const headers = headersOf(origin, team.workspaceId, { cookie: team.ownerCookie })
  const { body } = await fetch(`${baseUrl}/events/stream`, {
    headers: { ...headers, [presenceHeader]: presenceId },
    signal,
  })
  // The content is ignored, but a stream that is not read is closed.
  void body?.pipeTo(new WritableStream()).catch(() => undefined)
  world.note('seat', presenceId)
}

interface Filling {
  readonly folder: FuzzFolder
  readonly world: World
  readonly owner: FuzzClient
  readonly provider: FakeProvider
  readonly workspaceId: string
  readonly isTeam: boolean
}

async function fill({ folder, world, owner, provider, workspaceId, isTeam }: Filling) {
  for (let count = 0; count < watchedFolders; count += 1) {
    const path = join(folder.path, 'folders', String(count))
    mkdirSync(path, { recursive: true })
    world.note('folder', path)
  }
  const copies = join(folder.path, 'copies')
  mkdirSync(copies)
  world.note('folder of copies', copies)
  await ask(owner, 'POST', '/providers', {
    name: 'Fake',
    kind: 'openai_compatible',
    base_url: provider.baseUrl('openai_compatible'),
    models: { text: 'fake' },
  })
  const definition = { ai_generated: true, custom_instructions: 'Describe {{product_name}}.' }
  await write(owner, 'PATCH', '/attributes/description?type=product', definition)
  await ask(owner, 'PATCH', '/settings', { keys_may_merge: true, keys_may_spend: true, daily_budget: 50 })
  // Restores, moves and saves at a desktop use a workspace of their own.
  const made = await ask(owner, 'POST', '/workspaces', { name: 'Spare', sample: true })
  const spare = made as { id: string; file: string }
  world.note('/workspaces', isTeam ? workspaceId : spare.id)
  world.note('spare', spare.id)
  world.note('workspace file', spare.file)
  const file = join(copies, 'package.zip')
  await ask(owner, 'POST', `/workspaces/${spare.id}/package`, { file, schema_only: true })
  world.note('package', file)
  await beginJobs(owner, world)
}

/**
 * Starts the work that some routes need: findings of a rule, an export with pictures, and a job that fails
 * and can be tried again.
 */
async function beginJobs(owner: FuzzClient, world: World): Promise<void> {
  const check = { kind: 'filter', must_match: 'filter[price][gt]=1000000' }
  const rule = { name: 'Price above zero', entity_type: 'product', check }
  await write(owner, 'POST', '/quality/rules', rule)
  const listed = { channel: 'google_merchant', format: 'xml', currency: 'EUR', pictures: true }
  const { id } = await write(owner, 'POST', '/exports', listed)
  world.note('channel export', id)
  const source = { url: 'http://127.0.0.1:1/', name: 'Nobody' }
  world.note('failed job', (await write(owner, 'POST', '/sources', source)).id)
}

const watchedFolders = 6

async function write(
  client: FuzzClient,
  method: string,
  path: string,
  body: object,
): Promise<{ id: string }> {
  const { status, text } = await client.send({ route: '', method, path, body })
  if (status >= 300) throw new Error(`${method} ${path} answered ${status}: ${text}`)
  return (JSON.parse(text) as { data: { id: string } }).data
}
