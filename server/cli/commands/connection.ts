import { resolve } from 'node:path'
import { type ConnectionKind, connectionKinds } from '#shared/connections.ts'
import { isOneOf } from '#shared/text.ts'
import { onlyWorkspaceOption } from '../chosen-workspace.ts'
import type { CatalogClient } from '../client.ts'
import {
  type Command,
  CommandError,
  type Invocation,
  type OptionValues,
  requireOption,
  textOption,
  UsageError,
} from '../command.ts'
import { findNamed, inWorkspace } from '../in-workspace.ts'
import { readInput, standardName } from '../standard-input.ts'

const maxSecretBytes = 20_000

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
