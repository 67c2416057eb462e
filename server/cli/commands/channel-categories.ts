import { openAsBlob } from 'node:fs'
import { basename } from 'node:path'
import { type CategoryName, listCategoryNames } from '#shared/category-names.ts'
import { type LookedUpCategory, maxLookUps } from '#shared/schemas/category-lists.ts'
import type { CatalogClient } from '../client.ts'
import { type Command, CommandError, type Output, textOption } from '../command.ts'
import { findWorkspace, workspaceOption } from '../find-workspace.ts'
import { withCatalog } from '../nearest-server.ts'

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

/** By the id of a category, what is called the same. */
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
