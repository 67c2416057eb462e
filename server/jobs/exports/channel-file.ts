import type { ChannelExportResult } from '#shared/exports.ts'
import { message } from '#shared/messages/message.ts'
import { join } from 'node:path'
import { type Additions, beginLayout, channelLayout } from '../../catalog/channel-files/layouts.ts'
import type {
  ChannelContext,
  ChannelLayout,
  CheckListing,
} from '../../catalog/channel-files/channel-layout.ts'
import {
  type ProductGroup,
  type ProductGroupIds,
  withRootValues,
} from '../../catalog/channel-files/channel-product.ts'
import { ProductReader, readGroups } from '../../catalog/channel-files/product-reader.ts'
import { withoutDrafts } from '../../catalog/channel-files/shop-products.ts'
import { withKnownCategories } from '../../catalog/channel-files/known-categories.ts'
import { UnsentValues } from '../../catalog/channel-files/check-item.ts'
import { type WorkspaceChannel, workspaceChannel } from '../../catalog/channels/channels.ts'
import { CatalogError } from '../../catalog/errors.ts'
import type { CatalogReadTransaction } from '../../catalog/connections/reader.ts'
import type { ChannelRequest } from '../../catalog/exports/plan-export.ts'
import { CategoryLists } from './category-lists.ts'
import type { LeftOutReport } from './channel-result.ts'
import type { PartFile } from './part-file.ts'
import { findRecipeLook } from '../../catalog/renditions/plan-rendition.ts'
import { ChannelPictures } from './channel-pictures.ts'
import { readdir, readFile, stat } from 'node:fs/promises'
import type { Ajv2019 as AjvClass, ErrorObject, ValidateFunction } from 'ajv/dist/2019.js'

interface Output {
  readonly part: PartFile
  readonly report: LeftOutReport
  readonly additions: string
}

export class ChannelFile {
  readonly pictures: ChannelPictures
  readonly name: string
  readonly #db: CatalogReadTransaction['db']
  readonly #request: ChannelRequest
  readonly #output: Output
  readonly #layout: ChannelLayout
  readonly #context: ChannelContext
  readonly #reader: ProductReader
  readonly #unsentValues: UnsentValues
  #exported = 0

  static async begin(
    db: CatalogReadTransaction['db'],
    request: ChannelRequest,
    output: Output,
  ): Promise<ChannelFile> {
    const isListings = request.channel === 'amazon' && request.format === 'json'
    const { additions: folder } = output
    const file = new ChannelFile(db, request, output, {
      checkListing: isListings ? await loadListingChecks(join(folder, 'product-types')) : undefined,
      knownCategories: await new CategoryLists(folder).read(request.channel),
    })
    await file.#append(file.#layout.begin(file.#context))
    return file
  }

  private constructor(
    db: CatalogReadTransaction['db'],
    request: ChannelRequest,
    output: Output,
    additions: Additions,
  ) {
    const channel = findChannel(db, request)
    this.#db = db
    this.#request = request
    this.#output = output
    this.#layout = layoutOf(channel, request)
    this.name = channel.name
    this.#context = beginLayout(db, channel, additions)
    this.#reader = new ProductReader(db, channel, request.currency)
    for (const key of this.#reader.leadKeys) this.#context.sentBeside.add(key)
    this.#unsentValues = new UnsentValues(this.#context)
    const { recipe = channel.settings.recipe, pattern } = request
    const look = recipe === undefined ? undefined : findRecipeLook(db, recipe)
    this.pictures = new ChannelPictures(this.#reader.pictureAddress, {
      look,
      pattern,
      stepsOf: (hash) => this.#reader.stepsOf(hash),
    })
  }

  get mediaType(): string {
    return this.#layout.mediaType
  }

  get exported(): number {
    return this.#exported
  }

  get notSent(): NonNullable<ChannelExportResult['not_sent']> {
    return this.#unsentValues.list(this.#db)
  }

  get notes(): string[] {
    const { channel, format } = this.#request
    if (channel !== 'amazon') return []
    if (format === 'tsv') return [manualUploadNote]
    const types = [...this.#context.unchecked]
    return types.length === 0 ? [] : [`${uncheckedTypesNote} ${types.join(', ')}.`]
  }

  get newNames(): [product: string, name: string][] {
    return [...this.#context.newNames]
  }

  async write(groups: readonly ProductGroupIds[]): Promise<void> {
    const written = readGroups(this.#db, this.#reader, groups).map((read) => {
      this.pictures.rename(read)
      const { group: exportedGroup, leftOut } = withoutDrafts(read, this.#context)
      if (!exportedGroup) return { text: '', items: 0, leftOut }
      const formatGroup = withKnownCategories(withRootValues(exportedGroup, this.#context), this.#context)
      const formatted = this.#layout.group(formatGroup, this.#context)
      if (formatted.items > 0) this.#note(formatGroup)
      return { ...formatted, leftOut: [...leftOut, ...formatted.leftOut] }
    })
    await this.#append(written.map(({ text }) => text).join(''))
    await this.#output.report.add(written.flatMap(({ leftOut }) => leftOut))
    this.#exported += written.reduce((sum, { items }) => sum + items, 0)
  }

  async end(): Promise<void> {
    await this.#append(this.#layout.end())
  }

  async #append(text: string): Promise<void> {
    await this.#output.part.append(this.#layout.encode?.(text) ?? Buffer.from(text))
  }

  #note(group: ProductGroup): void {
    this.#unsentValues.note(group)
    for (const { values } of [group.root, ...group.items]) this.pictures.collect(values.values())
  }
}

const manualUploadNote =
  'This flat file is for uploading by hand in Seller Central. Programs send the listings feed: export with format json.'
const uncheckedTypesNote =
  'No schema was there to check these product types by; put what the Product Type Definitions API gives into the folder product-types of the data folder, named after the type:'

/** WooCommerce finds uploaded pictures by file name, so their address prefix is empty. */
function findChannel(
  db: CatalogReadTransaction['db'],
  { channel: key, pictures }: ChannelRequest,
): WorkspaceChannel {
  const channel = workspaceChannel(db, key)
  if (!channel) throw new CatalogError('not_found', message('export.channel_gone', { key }))
  const { settings } = channel
  if (key !== 'woocommerce' || !pictures || settings.picture_address !== undefined) return channel
  return { ...channel, settings: { ...settings, picture_address: '' } }
}

function layoutOf(channel: WorkspaceChannel, { format }: ChannelRequest): ChannelLayout {
  const layout = channelLayout(channel, format)
  if (layout) return layout
  throw new CatalogError('conflict', message('export.format_gone', { name: channel.name, format }))
}

const maxBytes = 16 * 2 ** 20
const shownFaults = 5

/**
 * Checks listings by Amazon's schemas of product types, which the owner puts into a folder as `CHAIR.json`.
 * The validator costs 9 MB and loads only with a schema; each compiles with the first product of its type.
 */
async function loadListingChecks(folder: string): Promise<CheckListing | undefined> {
  const schemas = await readSchemas(folder)
  if (schemas.size === 0) return undefined
  const { Ajv2019 } = await import('ajv/dist/2019.js')
  const checks = new Map<string, ValidateFunction>()
  return (productType, attributes) => {
    const schema = schemas.get(productType)
    if (!schema) return undefined
    const check =
      checks.get(productType) ??
      compile(new Ajv2019({ strict: false, allErrors: true, verbose: true }), schema, productType)
    checks.set(productType, check)
    return check(attributes) ? [] : describeFaults(check.errors ?? [])
  }
}

async function readSchemas(folder: string): Promise<Map<string, object>> {
  const names = await readdir(folder).catch(() => [])
  const schemas = new Map<string, object>()
  for (const name of names.filter((one) => one.endsWith('.json'))) {
    const file = join(folder, name)
    const { size } = await stat(file)
    if (size > maxBytes) throw refusal(name, 'It is larger than 16 MiB.')
    schemas.set(name.slice(0, -'.json'.length), parseSchema(await readFile(file, 'utf8'), name))
  }
  return schemas
}

function parseSchema(text: string, name: string): object {
  try {
    const schema: unknown = JSON.parse(text)
    if (typeof schema === 'object' && schema !== null && !Array.isArray(schema)) return schema
  } catch {
    // A text that is no JSON is refused below.
  }
  throw refusal(name, 'It is no JSON object.')
}

function refusal(name: string, why: string): CatalogError {
  const remedy = 'Put the schema there that the Product Type Definitions API gives, or take the file away.'
  return new CatalogError(
    'validation_failed',
    `product-types/${name} is no schema of a product type. ${why} ${remedy}`,
  )
}

/** Adds Amazon's vocabulary to the standard one: lengths in bytes, and the number of entries of a kind. */
function compile(ajv: AjvClass, schema: object, productType: string): ValidateFunction {
  ajv.addKeyword({
    keyword: 'maxUtf8ByteLength',
    type: 'string',
    validate: (max: number, text: string) => Buffer.byteLength(text) <= max,
  })
  ajv.addKeyword({
    keyword: 'minUtf8ByteLength',
    type: 'string',
    validate: (min: number, text: string) => Buffer.byteLength(text) >= min,
  })
  ajv.addKeyword({
    keyword: 'maxUniqueItems',
    type: 'array',
    validate: (max: number, list: unknown[]) => list.length <= max,
  })
  ajv.addKeyword({
    keyword: 'minUniqueItems',
    type: 'array',
    validate: (min: number, list: unknown[]) => list.length >= min,
  })
  // Amazon's dialect is 2019-09 with the keywords above, so its meta-schema need not be fetched.
  const { $schema: _dialect, $id: _id, ...plain } = schema as Record<string, unknown>
  try {
    return ajv.compile(plain)
  } catch (error) {
    throw refusal(`${productType}.json`, error instanceof Error ? `${error.message}.` : '')
  }
}

const words: Readonly<Record<string, (limit: unknown) => string>> = {
  maxUtf8ByteLength: (limit) => `has more than ${String(limit)} bytes`,
  minUtf8ByteLength: (limit) => `has fewer than ${String(limit)} bytes`,
  maxUniqueItems: (limit) => `has more than ${String(limit)} values`,
  minUniqueItems: (limit) => `has fewer than ${String(limit)} values`,
  additionalProperties: () => 'has a member that the schema does not know',
}

function describeFaults(errors: readonly ErrorObject[]): string[] {
  const problems = errors
    // An `if` fails only because of another fault in the list.
    .filter(({ keyword }) => keyword !== 'if')
    .map(({ instancePath, keyword, schema, message = 'is not sound' }) => {
      const place = instancePath.split('/').filter((part) => part !== '' && !/^(\d+|value)$/.test(part))
      return `${place.join(' ')} ${words[keyword]?.(schema) ?? message}`.trim()
    })
  return [...new Set(problems)].slice(0, shownFaults)
}
