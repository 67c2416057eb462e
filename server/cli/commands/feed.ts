import { resolve } from 'node:path'
import { type ConnectionKind, connectionKinds } from '#shared/connections.ts'
import { isTerminal, type Job } from '#shared/jobs.ts'
import { isObject } from '#shared/exact-json.ts'
import { isOneOf } from '#shared/text.ts'
import type { CatalogClient } from '../client.ts'
import { findOnlyWorkspace, onlyWorkspaceOption } from '../chosen-workspace.ts'
import {
  type Command,
  CommandError,
  type Invocation,
  type OptionValues,
  requireOption,
  textOption,
  UsageError,
} from '../command.ts'
import { reasonOf } from '../follow-job.ts'
import { withCatalog } from '../nearest-server.ts'
import { readInput, standardName } from '../standard-input.ts'

const waitsCode = 3
const pollMs = 150
const maxSecretBytes = 20_000

export const feedList: Command = {
  name: 'feed list',
  summary: 'List the feeds of a workspace, with their last and next runs',
  arguments: '[--workspace NAME]',
  positionals: 0,
  options: { ...onlyWorkspaceOption },
  async run(invocation) {
    const { output } = invocation
    return inWorkspace(invocation, async (client) => {
      const { data } = await client.call('GET /api/v1/feeds')
      const rows = data.map((feed) => ({
        object: feed,
        cells: [
          feed.name,
          feed.direction,
          feed.off_reason ?? (feed.is_on ? 'on' : 'off'),
          feed.last_run?.outcome ?? '',
          feed.next_run ?? '',
        ],
      }))
      output.printRows(['Name', 'Direction', 'State', 'Last run', 'Next run'], rows, 'There are no feeds.')
      return 0
    })
  },
}

export const feedRun: Command = {
  name: 'feed run',
  summary: 'Run a feed now; ends with 3 where it waits for a person',
  arguments: 'NAME [--workspace NAME] [--dry-run] [--once]',
  positionals: 1,
  options: {
    ...onlyWorkspaceOption,
    'dry-run': { type: 'boolean', help: 'Only say what an import would change' },
    once: { type: 'boolean', help: 'Also where the feed is off' },
  },
  examples: ['feed run "Prices of Beta" --dry-run'],
  async run(invocation) {
    const {
      output,
      options,
      positionals: [name = ''],
    } = invocation
    return inWorkspace(invocation, async (client) => {
      const { data: feeds } = await client.call('GET /api/v1/feeds')
      const { id } = findNamed(feeds, name, 'feed')
      const body = {
        ...(options['dry-run'] === true && { dry_run: true }),
        ...(options['once'] === true && { once: true }),
      }
      const begun = await client.call('POST /app/v1/feeds/{id}/run', { path: { id }, body })
      const job = await untilSettled(client, begun.data, invocation)
      output.print(job, describeRun(job))
      if (!isTerminal(job.status)) return waitsCode
      return job.status === 'completed' ? 0 : 1
    })
  },
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** The job once it has ended or waits for a person. */
async function untilSettled(client: CatalogClient, { id }: Job, { interrupted }: Invocation): Promise<Job> {
  for (;;) {
    const { data: job } = await client.call('GET /api/v1/jobs/{id}', { path: { id } })
    if (isTerminal(job.status) || job.metadata['paused'] !== undefined || interrupted.aborted) return job
    await new Promise((resolve) => setTimeout(resolve, pollMs))
  }
}

function describeRun(job: Job): string {
  const { metadata, result, status } = job
  const paused = metadata['paused']
  if (isObject(paused)) return `It waits: ${textOf(paused['message'])} Its job is ${job.id}.`
  if (status === 'failed') return `It failed: ${reasonOf(job)}`
  if (result === null || !('created' in result) || !('unchanged' in result))
    return result !== null && 'outcome' in result ? `Its outcome: ${result.outcome}.` : `It is ${status}.`
  const { created, updated, unchanged, failed } = result
  const remark = metadata['dry_run'] === true ? ' Nothing was written.' : ''
  return `${created} created, ${updated} changed, ${unchanged} unchanged, ${failed} refused.${remark}`
}

const settingOptions = {
  path: 'settings of a folder or SFTP: where the files are',
  url: 'settings of https: the address, which ends with /',
  auth: 'https: none, basic or bearer; SFTP: password or key',
  host: 'SFTP: the name of the server',
  port: 'SFTP: its port; 22 where none is given',
  user: 'SFTP: the name of the user',
  endpoint: 'S3: the address of the service',
  region: 'S3: the region',
  bucket: 'S3: the bucket',
  prefix: 'S3: what the keys begin with',
} as const

export const connectionAdd: Command = {
  name: 'connection add',
  summary: 'Add a place that files come from or go to, with its secret',
  arguments:
    'NAME --kind K [--workspace NAME] [--path P] [--url U] [--auth A] [--host H] [--port N] [--user U] [--endpoint U] [--region R] [--bucket B] [--prefix P] [--path-style] [--move] [--in-my-network] [--secret-env NAME | --secret-stdin]',
  positionals: 1,
  options: {
    ...onlyWorkspaceOption,
    kind: { type: 'string', help: `What it is: ${connectionKinds.join(', ')}` },
    ...Object.fromEntries(
      Object.entries(settingOptions).map(([name, help]) => [
        name,
        { type: 'string', help: `Of ${help}` } as const,
      ]),
    ),
    'path-style': { type: 'boolean', help: 'S3: the bucket is in the path, not in the name of the server' },
    move: { type: 'boolean', help: 'Folder and SFTP: move files that were taken to done or failed' },
    'in-my-network': {
      type: 'boolean',
      help: 'The address may be of this computer or its network, or without https',
    },
    'secret-env': { type: 'string', help: 'The variable that holds the secret' },
    'secret-stdin': { type: 'boolean', help: 'Read the secret from standard input' },
  },
  examples: [
    'connection add Beta --kind https --url https://files.beta.example/ --auth basic --secret-env BETA',
  ],
  async run(invocation) {
    const {
      output,
      options,
      positionals: [name = ''],
    } = invocation
    const kind = requireOption(options, 'kind', 'folder')
    if (!isOneOf(connectionKinds, kind))
      throw new UsageError(`There is no kind ${kind}. The kinds are ${connectionKinds.join(', ')}.`)
    const secret = await readSecret(invocation)
    const body = {
      name,
      kind,
      settings: readSettings(kind, options),
      ...(secret !== undefined && { secret }),
      ...(options['in-my-network'] === true && { in_my_network: true }),
    }
    return inWorkspace(invocation, async (client) => {
      const { data } = await client.call('POST /app/v1/connections', { body })
      output.print(data, `Added ${data.name}. Try it with: vitrine connection test "${data.name}"`)
      return 0
    })
  },
}

export const connectionList: Command = {
  name: 'connection list',
  summary: 'List the connections of a workspace, and what stands in their way',
  arguments: '[--workspace NAME]',
  positionals: 0,
  options: { ...onlyWorkspaceOption },
  async run(invocation) {
    const { output } = invocation
    return inWorkspace(invocation, async (client) => {
      const { data } = await client.call('GET /app/v1/connections')
      const rows = data.map((connection) => ({
        object: connection,
        cells: [connection.name, connection.kind, connection.problem ?? '', connection.last_used_at ?? ''],
      }))
      output.printRows(['Name', 'Kind', 'Problem', 'Last used'], rows, 'There are no connections.')
      return 0
    })
  },
}

export const connectionTest: Command = {
  name: 'connection test',
  summary: 'Try a connection; ends with 1 where it cannot be used',
  arguments: 'NAME [--workspace NAME] [--accept FINGERPRINT]',
  positionals: 1,
  options: {
    ...onlyWorkspaceOption,
    accept: { type: 'string', help: 'Accept this host key of an SFTP server, which a test has shown' },
  },
  async run(invocation) {
    const { output, options } = invocation
    return withConnection(invocation, async (client, id) => {
      const fingerprint = textOption(options, 'accept')
      const path = { id }
      if (fingerprint !== undefined)
        await client.call('PATCH /app/v1/connections/{id}', { path, body: { fingerprint } })
      const { data } = await client.call('POST /app/v1/connections/{id}/test', { path })
      output.print(data, data.message ?? 'It works.')
      return data.ok ? 0 : 1
    })
  },
}

export const connectionRemove: Command = {
  name: 'connection remove',
  summary: 'Remove a connection and its secret; feeds that use it are off from then on',
  arguments: 'NAME [--workspace NAME]',
  positionals: 1,
  options: { ...onlyWorkspaceOption },
  async run(invocation) {
    const { output } = invocation
    return withConnection(invocation, async (client, id) => {
      const { data } = await client.call('DELETE /app/v1/connections/{id}', { path: { id } })
      output.print(data, `Removed ${data.name} and its secret.`)
      return 0
    })
  },
}

/** Reads a secret from a variable or from standard input: on the command line it would stay in the history. */
async function readSecret(invocation: Invocation): Promise<string | undefined> {
  const { options } = invocation
  const variable = textOption(options, 'secret-env')
  if (variable !== undefined && options['secret-stdin'] === true)
    throw new UsageError('Give the secret by --secret-env or by --secret-stdin, not by both.')
  if (options['secret-stdin'] === true)
    return (await readInput(standardName, invocation, maxSecretBytes)).replace(/\r?\n$/, '')
  if (variable === undefined) return undefined
  const secret = process.env[variable]
  if (!secret) throw new CommandError(`The variable ${variable} is empty or not set.`)
  return secret
}

function readSettings(
  kind: ConnectionKind,
  options: OptionValues,
): Record<string, string | number | boolean> {
  const texts = Object.keys(settingOptions).flatMap((name) => {
    const value = textOption(options, name)
    return value === undefined ? [] : [[name, settingOf(kind, name, value)] as const]
  })
  return {
    ...Object.fromEntries(texts),
    ...(options['path-style'] === true && { path_style: true }),
    ...(options['move'] === true && { move: true }),
  }
}

/** A folder is named from where the command runs, which the server cannot know. */
function settingOf(kind: ConnectionKind, name: string, value: string): string | number {
  if (name === 'port') return Number(value)
  return kind === 'folder' && name === 'path' ? resolve(value) : value
}

function withConnection(
  invocation: Invocation,
  run: (client: CatalogClient, id: string) => Promise<number>,
): Promise<number> {
  const {
    positionals: [name = ''],
  } = invocation
  return inWorkspace(invocation, async (client) => {
    const { data } = await client.call('GET /app/v1/connections')
    return run(client, findNamed(data, name, 'connection').id)
  })
}

function inWorkspace(
  { dataDir, options }: Invocation,
  run: (client: CatalogClient) => Promise<number>,
): Promise<number> {
  return withCatalog(dataDir, async (owner) => run(owner.in(await findOnlyWorkspace(owner, options))))
}

function findNamed<Thing extends { readonly id: string; readonly name: string }>(
  things: readonly Thing[],
  name: string,
  what: string,
): Thing {
  const wanted = name.toLowerCase()
  const found = things.find((thing) => thing.id === wanted || thing.name.toLowerCase() === wanted)
  if (found) return found
  throw new CommandError(`There is no ${what} ${name}. vitrine ${what} list shows them.`)
}
