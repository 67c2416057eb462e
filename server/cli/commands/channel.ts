import { readFile } from 'node:fs/promises'
import {
  type Channel,
  type ChannelKey,
  channelKeys,
  type ChannelSetup,
  type ChannelSummary,
} from '#shared/channels.ts'
import { isOneOf } from '#shared/text.ts'
import { type Command, CommandError, type OptionValues, textOption, UsageError } from '../command.ts'
import { findWorkspace, workspaceOption } from '../find-workspace.ts'
import { withCatalog } from '../nearest-server.ts'

export const channelList: Command = {
  name: 'channel list',
  summary: 'List the channels, and which of them a workspace uses',
  arguments: '--workspace NAME',
  positionals: 0,
  options: workspaceOption,
  async run({ dataDir, output, options }) {
    return withCatalog(dataDir, async (owner) => {
      const client = owner.in(await findWorkspace(owner, options))
      const { data } = await client.call('GET /api/v1/channels', { query: { enabled: 'all' } })
      for (const channel of data) output.print(channel, tellSummary(channel))
      return 0
    })
  },
}

function tellSummary({ key, name, enabled }: ChannelSummary): string {
  return `${key}  ${name}  (${enabled ? 'on' : 'off'})`
}

export const channelSet: Command = {
  name: 'channel set',
  summary: 'Turn a channel on or off, and say what fills its fields and where its pictures lie',
  arguments: 'KEY --workspace NAME [--off] [--pictures-at URL] [--currency EUR] [--setup FILE]',
  positionals: 1,
  options: {
    ...workspaceOption,
    off: { type: 'boolean', help: 'Turn it off; what was said of it is kept' },
    'pictures-at': {
      type: 'string',
      help: 'The public address below which shops fetch the pictures of the workspace',
    },
    currency: { type: 'string', help: 'Of prices that name none, such as EUR' },
    setup: {
      type: 'string',
      help: 'JSON with mapping (field to attribute key), values (field to text) and categories (id to name)',
    },
  },
  async run({ dataDir, output, options, positionals: [key = ''] }) {
    if (!isOneOf(channelKeys, key))
      throw new UsageError(`There is no channel ${key}. Name one of these: ${channelKeys.join(', ')}.`)
    const body = await toBody(options)
    return withCatalog(dataDir, async (owner) => {
      const client = owner.in(await findWorkspace(owner, options))
      const path = { channel: key }
      const turn = options['off'] === true ? 'disable' : 'enable'
      const turned = await client.call(`POST /app/v1/channels/{channel}/${turn}`, { path })
      const isSaid = Object.keys(body).length > 0
      const { data, unmapped } = isSaid
        ? await client.call('PATCH /app/v1/channels/{channel}', { path, body })
        : turned
      output.print({ ...data, unmapped }, tellChannel(data, unmapped))
      return 0
    })
  },
}

async function toBody(options: OptionValues): Promise<ChannelSetup> {
  const file = textOption(options, 'setup')
  const address = textOption(options, 'pictures-at')
  const currency = textOption(options, 'currency')
  return {
    ...(file !== undefined && (await readSetup(file))),
    ...(address !== undefined && { picture_address: address }),
    ...(currency !== undefined && { currency }),
  }
}

async function readSetup(file: string): Promise<ChannelSetup> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new CommandError(`There is no file ${file}.`)
  })
  try {
    return JSON.parse(text) as ChannelSetup
  } catch {
    throw new CommandError(
      `${file} is no JSON. It says for example {"mapping":{"Vendor":"brand"},"values":{"Tags":"New"}}.`,
    )
  }
}

function tellChannel({ name, enabled, key }: Channel, unmapped: readonly string[]): string {
  const open =
    unmapped.length === 0 ? 'Every field it asks for is filled.' : `Nothing fills ${unmapped.join(', ')} yet.`
  return enabled
    ? `${name} is on. ${open} Export with --channel ${key satisfies ChannelKey}.`
    : `${name} is off; what was said of it is kept.`
}
