import { type EntityResource, type EntityType, parseUuid, pluralOf, systemFields } from '#shared/entities.ts'
import { guardCell } from '#shared/cell-guard.ts'
import { isObject } from '#shared/exact-json.ts'
import { splitList } from '#shared/text.ts'
import { type QueryFilter, toQueryFilter } from '../clauses.ts'
import type { CatalogClient } from '../client.ts'
import { findOnlyWorkspace, onlyWorkspaceOption } from '../chosen-workspace.ts'
import {
  type Command,
  CommandError,
  countOption,
  type OptionValues,
  type Output,
  requireChoice,
  textOption,
  toType,
  UsageError,
} from '../command.ts'
import { withCatalog } from '../nearest-server.ts'
import { plainText, Table } from '../table.ts'

const formats = ['table', 'csv', 'jsonl', 'json'] as const
type Format = (typeof formats)[number]

const maxClauses = 100
const pageSize = 200

export const listCommand: Command = {
  name: 'list',
  summary: 'List entities: those that the clauses choose, or all',
  arguments: `TYPE [CLAUSE…] [--workspace NAME] [--sort=-price,sku] [--fields sku,price] [--limit N | --all] [--format ${formats.join('|')}]`,
  positionals: maxClauses + 1,
  optionalPositionals: maxClauses,
  options: {
    ...onlyWorkspaceOption,
    q: { type: 'string', help: 'Only entities whose texts have all these words' },
    sort: { type: 'string', help: 'Keys to sort by, as in --sort=-price,sku' },
    fields: { type: 'string', help: 'The columns, such as id,sku,price' },
    limit: { type: 'string', help: 'How many at most; without it 50' },
    all: { type: 'boolean', help: 'All of them, page by page' },
    format: { type: 'string', help: `${formats.join(', ')}; without it table, with --json jsonl` },
  },
  examples: [
    "list product status=Published 'price>=100' name~chair --fields sku,price",
    "list product 'price?' '!description' --all --json | jq -r .id",
    "list vendors 'filter[name][starts_with]=N' --format csv > vendors.csv",
  ],
  async run({ dataDir, output, options, positionals: [name = '', ...clauses] }) {
    const type = toType(name)
    const format = formatOf(options, output)
    const limit = limitOf(options)
    const fields = splitList(textOption(options, 'fields') ?? '')
    const query = { ...toQueryFilter(clauses), ...orderOf(options), ...attributesOf(fields) }
    return withCatalog(dataDir, async (owner) => {
      const client = owner.in(await findOnlyWorkspace(owner, options))
      const columns = format === 'table' || format === 'csv' ? await columnsOf(client, type, fields) : []
      const printer = new Printer(output, format, { columns, isChosen: fields.length > 0 })
      for await (const page of readPages(client, type, { query, limit })) {
        await printer.add(page)
        if (output.isClosed) return 0
      }
      printer.end()
      return 0
    })
  },
}

export const getCommand: Command = {
  name: 'get',
  summary: 'Print one entity, by its id or by a value that it alone has',
  arguments: 'TYPE ID|KEY=VALUE [--workspace NAME] [--fields sku,price]',
  positionals: 2,
  options: {
    ...onlyWorkspaceOption,
    fields: { type: 'string', help: 'Only these attributes, such as sku,price' },
  },
  examples: ['get product sku=CH-100', 'get product sku=CH-100 --json | jq .attributes.price'],
  async run({ dataDir, output, options, positionals: [name = '', which = ''] }) {
    const type = toType(name)
    const id = parseUuid(which)
    const filter = id === undefined ? toQueryFilter([which]) : { filter: { id } }
    const query = { ...filter, ...attributesOf(splitList(textOption(options, 'fields') ?? '')) }
    return withCatalog(dataDir, async (owner) => {
      const client = owner.in(await findOnlyWorkspace(owner, options))
      const found: EntityResource[] = []
      for await (const page of readPages(client, type, { query, limit: 3 })) found.push(...page)
      const [entity, ...others] = found
      if (!entity) throw new CommandError(`No ${type} has ${id === undefined ? which : `the id ${id}`}.`)
      if (others.length > 0)
        throw new CommandError(
          `${which} is true of more than one ${type}: ${found.map(({ id }) => id).join(', ')}${found.length > 2 ? ' …' : ''}. Name one by its id.`,
        )
      output.print(entity, describeEntity(entity))
      return 0
    })
  },
}

type ReadQuery = QueryFilter & { readonly sort?: string; readonly fields?: readonly string[] }

async function* readPages(
  client: CatalogClient,
  type: EntityType,
  { query, limit }: { readonly query: ReadQuery; readonly limit: number },
): AsyncGenerator<readonly EntityResource[]> {
  let cursor: string | undefined
  for (let left = limit; left > 0;) {
    const page = { ...query, limit: Math.min(left, pageSize), ...(cursor !== undefined && { cursor }) }
    const { data, pagination } = await readPage(client, type, page)
    yield data
    left -= data.length
    if (!pagination.has_more || data.length === 0) return
    cursor = pagination.next_cursor
  }
}

// A server takes addresses of this length, with room for its name and path.
const maxAddress = 16_000

/** Reads by GET, whose query needs no check to be compiled, unless the filter is too long for an address. */
function readPage(
  client: CatalogClient,
  type: EntityType,
  page: ReadQuery & { readonly limit: number; readonly cursor?: string },
) {
  const plural = pluralOf[type]
  const params = Object.entries(page).map(([name, value]): [string, string] => [
    name,
    typeof value === 'object' && !Array.isArray(value) ? JSON.stringify(value) : String(value),
  ])
  const isShort = encodeURIComponent(String(params)).length < maxAddress
  if (!isShort) return client.call(`POST /api/v1/${plural}/query` as const, { body: page })
  return client.call(`GET /api/v1/${plural}` as const, { params })
}

interface Columns {
  readonly columns: readonly string[]
  readonly isChosen: boolean
}

class Printer {
  readonly #output: Output
  readonly #format: Format
  readonly #columns: Columns
  #table: Table | undefined
  #count = 0

  constructor(output: Output, format: Format, columns: Columns) {
    this.#output = output
    this.#format = format
    this.#columns = columns
  }

  async add(page: readonly EntityResource[]): Promise<void> {
    for (const line of this.#linesOf(page)) this.#output.printLine(line)
    this.#count += page.length
    await this.#output.drained()
  }

  end(): void {
    if (this.#format === 'json') this.#output.printLine(this.#count > 0 ? ']' : '[]')
    if (this.#format === 'table' && this.#count === 0) this.#output.note('Nothing matches.')
  }

  #linesOf(page: readonly EntityResource[]): readonly string[] {
    if (this.#format === 'jsonl') return page.map((entity) => JSON.stringify(entity))
    if (this.#format === 'json')
      return page.map((entity, index) => `${this.#count + index === 0 ? '[' : ','}${JSON.stringify(entity)}`)
    const { columns } = this.#columns
    if (this.#format === 'csv') {
      const rows = page.map((entity) => columns.map((column) => guardCell(cellOf(entity, column))))
      return (this.#count === 0 ? [columns, ...rows] : rows).map((row) => row.map(quoteCell).join(','))
    }
    if (page.length === 0) return []
    const shown = this.#shownOf(page)
    const isFirst = this.#table === undefined
    this.#table ??= new Table(shown, this.#output.width)
    const lines = this.#table.lines(page.map((entity) => shown.map((column) => cellOf(entity, column))))
    return isFirst ? [this.#output.heading(this.#table.heading), ...lines] : lines
  }

  #shown: readonly string[] | undefined

  /** A table that nobody has chosen columns for shows those that the first page has values of. */
  #shownOf(page: readonly EntityResource[]): readonly string[] {
    const { columns, isChosen } = this.#columns
    this.#shown ??= isChosen
      ? columns
      : columns.filter((column) => page.some((entity) => cellOf(entity, column) !== '')).slice(0, maxColumns)
    return this.#shown
  }
}

const maxColumns = 8

async function columnsOf(
  client: CatalogClient,
  type: EntityType,
  fields: readonly string[],
): Promise<readonly string[]> {
  if (fields.length > 0) return fields
  const { data } = await client.call('GET /api/v1/attributes', { query: { type } })
  return ['id', ...data.map(({ key }) => key)]
}

function cellOf(entity: EntityResource, column: string): string {
  const isSystem = systemFields.some((field) => field === column)
  return textOfValue(
    new Map<string, unknown>(Object.entries(isSystem ? entity : entity.attributes)).get(column),
  )
}

function textOfValue(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.map(textOfValue).join(', ')
  if (typeof value === 'string') return value
  const name = isObject(value) ? (value['label'] ?? value['id']) : undefined
  return typeof name === 'string' ? name : JSON.stringify(value)
}

function quoteCell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

function describeEntity(entity: EntityResource): string {
  const { attributes, ...system } = entity
  const all = Object.entries({ ...system, ...attributes })
  const width = Math.max(...all.map(([key]) => key.length))
  return all
    .map(([key, value]) => `${key.padEnd(width)}  ${plainText(textOfValue(value))}`.trimEnd())
    .join('\n')
}

function formatOf(options: OptionValues, output: Output): Format {
  const named = textOption(options, 'format') ?? (output.isJson ? 'jsonl' : 'table')
  return requireChoice('--format', named, formats)
}

function limitOf(options: OptionValues): number {
  const limit = countOption(options, 'limit')
  if (options['all'] !== true) return limit ?? 50
  if (limit !== undefined) throw new UsageError('--all lists all and --limit so many. Give one of them.')
  return Infinity
}

function orderOf(options: OptionValues): { readonly sort?: string; readonly q?: string } {
  const [sort, q] = [textOption(options, 'sort'), textOption(options, 'q')]
  return { ...(sort !== undefined && { sort }), ...(q !== undefined && { q }) }
}

/** The API narrows attributes alone; what an entity has beside them is always there. */
function attributesOf(fields: readonly string[]): { readonly fields?: readonly string[] } {
  const keys = fields.filter((field) => !systemFields.some((system) => system === field))
  return keys.length > 0 ? { fields: keys } : {}
}
