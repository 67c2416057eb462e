import { readFile } from 'node:fs/promises'
import type { Channel, ChannelSetup, ChannelSummary } from '#shared/channels.ts'
import { type NewChannel, customTemplateKeys } from '#shared/custom-channels.ts'
import { isOneOf } from '#shared/text.ts'
import {
  type Command,
  CommandError,
  type OptionValues,
  textOption,
  UsageError,
  type Output,
} from '../command.ts'
import { withCatalog } from '../nearest-server.ts'
import { openAsBlob } from 'node:fs'
import { basename } from 'node:path'
import { type CategoryName, listCategoryNames } from '#shared/category-names.ts'
import { type LookedUpCategory, maxLookUps } from '#shared/schemas/channels.ts'
import type { CatalogClient } from '../client.ts'
import { findWorkspace, workspaceOption } from '../chosen-workspace.ts'

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
      for (const channel of data) output.print(channel, describeSummary(channel))
      return 0
    })
  },
}

function describeSummary({ key, name, enabled, own }: ChannelSummary): string {
  return `${key}  ${name}  (${enabled ? 'on' : 'off'}${own === true ? ', your own' : ''})`
}

export const channelShow: Command = {
  name: 'channel show',
  summary: 'Print a channel as JSON: its fields, what fills them, and how its file is written',
  arguments: 'KEY --workspace NAME',
  positionals: 1,
  options: workspaceOption,
  async run({ dataDir, output, options, positionals: [key = ''] }) {
    return withCatalog(dataDir, async (owner) => {
      const client = owner.in(await findWorkspace(owner, options))
      const { data } = await client.call('GET /api/v1/channels/{channel}', { path: { channel: key } })
      output.print(data, JSON.stringify(data, null, 2))
      return 0
    })
  },
}

export const channelCategories: Command = {
  name: 'channel categories',
  summary: 'List what a channel calls the categories, and search or add its official list',
  arguments: 'KEY --workspace NAME [--add-list FILE] [--find WORDS] [--take-suggested]',
  positionals: 1,
  options: {
    ...workspaceOption,
    'add-list': { type: 'string', help: 'A text file with the categories of the channel, one a line' },
    find: { type: 'string', help: 'Search the official list instead: words in any order, or a number' },
    'take-suggested': {
      type: 'boolean',
      help: 'Map every category that is not mapped to the one that is called the same',
    },
  },
  async run({ dataDir, output, options, positionals: [key = ''] }) {
    return withCatalog(dataDir, async (owner) => {
      const client = owner.in(await findWorkspace(owner, options))
      const file = textOption(options, 'add-list')
      const words = textOption(options, 'find')
      if (file !== undefined) await addList(client, key, file)
      if (words !== undefined) await find(client, key, words, output)
      else await list(client, key, { output, isTaking: options['take-suggested'] === true })
      return 0
    })
  },
}

async function addList(client: CatalogClient, channel: string, file: string): Promise<void> {
  const blob = await openAsBlob(file).catch(() => {
    throw new CommandError(`There is no file ${file}.`)
  })
  const body = new FormData()
  body.set('file', blob, basename(file))
  await client.call('POST /app/v1/channels/{channel}/category-list', { path: { channel }, body })
}

async function find(client: CatalogClient, channel: string, q: string, output: Output): Promise<void> {
  const { data } = await client.call('GET /app/v1/channels/{channel}/category-list', {
    path: { channel },
    query: { q, limit: 50 },
  })
  if (data.list === null) throw new CommandError(`${noList} Add it with --add-list FILE.`)
  for (const category of data.found)
    output.print(category, category.number === null ? category.path : `${category.number}  ${category.path}`)
  if (!output.isJson) output.printLine(`${data.total} found.`)
}

const noList = 'The official list of this channel is not there.'

interface Listing {
  readonly output: Output
  readonly isTaking: boolean
}

async function list(client: CatalogClient, channel: string, { output, isTaking }: Listing): Promise<void> {
  const path = { channel }
  const { data: setUp } = await client.call('GET /api/v1/channels/{channel}', { path })
  const { data: tree } = await client.call('GET /app/v1/grid/tree', { query: { type: 'category' } })
  const names = listCategoryNames(tree.nodes, setUp.categories)
  const open = names.filter(isOpen)
  const suggested = await lookUp(client, channel, open)
  const taken = isTaking ? suggested : new Map<string, string>()
  await take(client, channel, taken)
  for (const name of names) {
    const value = taken.get(name.id) ?? name.own
    const proposal = isOpen(name) && value === '' ? (suggested.get(name.id) ?? null) : null
    output.print(
      { id: name.id, category: name.path, value: value === '' ? null : value, suggested: proposal },
      `${name.path}  →  ${value || describeOpen(name.inherited, proposal)}`,
    )
  }
  const mapped = names.filter(({ own }) => own !== '').length + taken.size
  if (!output.isJson) output.printLine(`${mapped} of ${names.length} mapped.`)
}

async function take(
  client: CatalogClient,
  channel: string,
  taken: ReadonlyMap<string, string>,
): Promise<void> {
  if (taken.size === 0) return
  const body = { categories: Object.fromEntries(taken) }
  await client.call('PATCH /app/v1/channels/{channel}', { path: { channel }, body })
}

function isOpen({ own, inherited }: CategoryName): boolean {
  return own === '' && inherited === ''
}

function describeOpen(inherited: string, suggested: string | null): string {
  if (inherited !== '') return `(${inherited}, by the category above)`
  return suggested === null ? '(not mapped)' : `(not mapped; called the same: ${suggested})`
}

async function lookUp(
  client: CatalogClient,
  channel: string,
  categories: readonly CategoryName[],
): Promise<Map<string, string>> {
  const found: LookedUpCategory[] = []
  for (let start = 0; start < categories.length; start += maxLookUps) {
    const names = categories.slice(start, start + maxLookUps).map(({ path }) => path)
    const path = { channel }
    found.push(
      ...(
        await client.call('POST /app/v1/channels/{channel}/category-list/look-up', { path, body: { names } })
      ).data,
    )
  }
  return new Map(
    categories.flatMap(({ id }, index) => {
      const { suggested } = found[index] ?? { suggested: null }
      return suggested === null ? [] : [[id, suggested.path] as const]
    }),
  )
}

export const channelCreate: Command = {
  name: 'channel create',
  summary: 'Make a channel of your own: by a template, as a copy of another, or by a file with its fields',
  arguments: 'NAME --workspace NAME [--template KEY | --copy-of KEY] [--setup FILE]',
  positionals: 1,
  options: {
    ...workspaceOption,
    template: { type: 'string', help: `What it begins as: ${customTemplateKeys.join(', ')}` },
    'copy-of': { type: 'string', help: 'The key of a channel whose fields it takes' },
    setup: { type: 'string', help: 'JSON with fields and file, as channel show prints them' },
  },
  async run({ dataDir, output, options, positionals: [name = ''] }) {
    const file = textOption(options, 'setup')
    const copied = textOption(options, 'copy-of')
    const { fields, file: format }: ChannelSetup = file === undefined ? {} : await readSetup(file)
    const body: NewChannel = {
      name,
      ...templateOf(options),
      ...(copied !== undefined && { copy_of: copied }),
      ...(fields && { fields }),
      ...(format && { file: format }),
    }
    return withCatalog(dataDir, async (owner) => {
      const client = owner.in(await findWorkspace(owner, options))
      const { data, unmapped } = await client.call('POST /app/v1/channels', { body })
      output.print({ ...data, unmapped }, describeChannel(data, unmapped))
      return 0
    })
  },
}

function templateOf(options: OptionValues): Pick<NewChannel, 'template'> {
  const template = textOption(options, 'template')
  if (template === undefined) return {}
  if (isOneOf(customTemplateKeys, template)) return { template }
  throw new UsageError(
    `There is no template ${template}. Name one of these: ${customTemplateKeys.join(', ')}.`,
  )
}

export const channelDelete: Command = {
  name: 'channel delete',
  summary: 'Delete a channel of your own; what it says is printed with --json and can make it again',
  arguments: 'KEY --workspace NAME',
  positionals: 1,
  options: workspaceOption,
  async run({ dataDir, output, options, positionals: [key = ''] }) {
    return withCatalog(dataDir, async (owner) => {
      const client = owner.in(await findWorkspace(owner, options))
      const { data } = await client.call('DELETE /app/v1/channels/{channel}', { path: { channel: key } })
      output.print(data, `${data.name} is deleted.`)
      return 0
    })
  },
}

export const channelSet: Command = {
  name: 'channel set',
  summary: 'Turn a channel on or off, and say what fills its fields and where its pictures lie',
  arguments:
    'KEY --workspace NAME [--off] [--pictures-at URL] [--currency EUR] [--shop-address URL] [--setup FILE]',
  positionals: 1,
  options: {
    ...workspaceOption,
    off: { type: 'boolean', help: 'Turn it off; what was said of it is kept' },
    'pictures-at': {
      type: 'string',
      help: 'The public address below which shops fetch the pictures of the workspace',
    },
    currency: { type: 'string', help: 'Of prices that name none, such as EUR' },
    'shop-address': {
      type: 'string',
      help: 'Where the shop shows products, such as https://shop.example/products/; links end with the handle',
    },
    setup: {
      type: 'string',
      help: 'JSON with mapping (field to attribute key), values (field to text), formulas (field to formula) and categories (id to name); of a channel of your own also name, fields and file',
    },
  },
  async run({ dataDir, output, options, positionals: [key = ''] }) {
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
      output.print({ ...data, unmapped }, describeChannel(data, unmapped))
      return 0
    })
  },
}

async function toBody(options: OptionValues): Promise<ChannelSetup> {
  const file = textOption(options, 'setup')
  const address = textOption(options, 'pictures-at')
  const currency = textOption(options, 'currency')
  const shop = textOption(options, 'shop-address')
  return {
    ...(file !== undefined && (await readSetup(file))),
    ...(address !== undefined && { picture_address: address }),
    ...(currency !== undefined && { currency }),
    ...(shop !== undefined && { shop_address: shop }),
  }
}

async function readSetup(file: string): Promise<ChannelSetup> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new CommandError(`There is no file ${file}.`)
  })
  try {
    return JSON.parse(text)
  } catch {
    throw new CommandError(
      `${file} is no JSON. It says for example {"mapping":{"Vendor":"brand"},"values":{"Tags":"New"}}.`,
    )
  }
}

function describeChannel({ name, enabled, key }: Channel, unmapped: readonly string[]): string {
  const open =
    unmapped.length === 0 ? 'Every field it asks for is filled.' : `Nothing fills ${unmapped.join(', ')} yet.`
  return enabled
    ? `${name} is on. ${open} Export with --channel ${key}.`
    : `${name} is off; what was said of it is kept.`
}
