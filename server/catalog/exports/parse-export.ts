import { maxListedEntities } from '#shared/bulk-operations.ts'
import { entityTypes, type EntityType, parseUuid, findEntityType } from '#shared/entities.ts'
import {
  exportDelimiters,
  exportFormats,
  exportHeaders,
  exportReferences,
  exportValues,
  type NewExport,
} from '#shared/exports.ts'
import { filterJoins } from '#shared/filters.ts'
import { decimalMarks } from '#shared/imports.ts'
import { foldText } from '#shared/text.ts'
import type { GridView } from '#shared/views.ts'
import { attributesOf } from '../../store/tables/attributes.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { listViewRows } from '../../store/tables/views.ts'
import type { ChannelFormat } from '#shared/channels.ts'
import { message } from '#shared/messages/message.ts'
import { listWorkspaceChannels, type WorkspaceChannel } from '../channels/channels.ts'
import type { Faults } from '../errors.ts'
import { parseFilterObject, joinTrees, parseFilter } from '../query/filter-tree.ts'
import type { SortKey } from '../query/list-request.ts'
import { findRecipeLook } from '../renditions/plan-rendition.ts'
import { toView } from '../views/view-json.ts'
import { checkNamePattern } from './name-pattern.ts'
import type { ChannelRequest, ExportRequest, ExportSelection } from './plan-export.ts'

/** Reads the body of `POST /exports`; `planExport` checks keys and values. */
export function parseExport(db: ReadableDb, body: Partial<NewExport>, faults: Faults): ExportRequest {
  const type = parseType(body.type, faults)
  const view = type && findView(db, type, body.view, faults)
  if (body.currency !== undefined)
    faults.addSentence('currency', 'Only the export to a channel has a currency.')
  if (body.pictures === true) faults.addSentence('pictures', message('export.pictures_apart'))
  for (const name of ofPictures.filter((name) => body[name] !== undefined))
    faults.addSentence(name, message('export.pictures_apart'))
  return {
    ...parseSelection(body, type, view, faults),
    ...parseStyle(body, faults),
    ...parseColumns(db, body, view, faults),
  }
}

/** Reads what is exported: a list, a view or ids. */
export function parseSelection(
  body: Partial<NewExport>,
  type: EntityType | undefined,
  view: GridView | undefined,
  faults: Faults,
): ExportSelection {
  const ids = body.ids && parseIds(body, body.ids, faults)
  return { type: type ?? 'product', ...parseList(body, view, faults), ids }
}

const ofPictures = ['recipe', 'pattern'] as const
const ofTables = ['fields', 'values', 'references', 'headers', 'delimiter', 'decimal', 'bom'] as const

interface ChannelExport {
  readonly selection: ExportSelection
  readonly file: Omit<ChannelRequest, keyof ExportSelection> | undefined
  readonly name: string | undefined
}

export function parseChannelExport(db: ReadableDb, body: Partial<NewExport>, faults: Faults): ChannelExport {
  const type = parseType(body.type ?? 'product', faults)
  if (type && type !== 'product')
    faults.explain('type', 'invalid_value', 'Channels take products only. Leave type out.', ['product'])
  for (const name of ofTables.filter((name) => body[name] !== undefined))
    faults.addSentence(name, 'A channel says itself how its file looks.')
  const channels = listWorkspaceChannels(db)
  const channel = channels.find(({ template }) => template.key === body.channel)
  if (!channel?.enabled) refuseChannel(channels, body.channel, faults)
  const currency = parseCurrency(body.currency, faults)
  const pictures = parsePictures(db, body, channel, faults)
  const view = findView(db, 'product', body.view, faults)
  return {
    selection: parseSelection(body, 'product', view, faults),
    name: channel?.name,
    file: channel && {
      channel: channel.template.key,
      format: parseChannelFormat(channel, body.format, faults),
      currency,
      ...pictures,
    },
  }
}

/** Whether the pictures are packed, and how they look and are named. */
function parsePictures(
  db: ReadableDb,
  { pictures, recipe, pattern }: Partial<NewExport>,
  channel: WorkspaceChannel | undefined,
  faults: Faults,
): Pick<ChannelRequest, 'pictures' | 'recipe' | 'pattern'> {
  if (pictures === true) checkPictures(channel, faults)
  if (recipe !== undefined && !findRecipeLook(db, recipe)) faults.add('recipe', 'invalid_value')
  return { pictures, recipe, pattern: pattern && checkNamePattern(db, pattern, faults) }
}

/** Pictures are useful where the file can name them: WooCommerce by file name, other channels by address. */
function checkPictures(channel: WorkspaceChannel | undefined, faults: Faults): void {
  if (!channel?.enabled || channel.settings.picture_address !== undefined) return
  if (channel.template.key !== 'woocommerce') faults.addSentence('pictures', noAddress)
}

function refuseChannel(
  channels: readonly WorkspaceChannel[],
  sent: string | undefined,
  faults: Faults,
): void {
  const enabled = channels.filter((channel) => channel.enabled).map(({ template }) => template.key)
  const isOff = channels.some(({ template }) => template.key === sent)
  const off = `The channel ${sent} is off. The owner of the workspace turns it on in the app.`
  if (isOff) faults.explain('channel', 'invalid_value', off, enabled)
  else faults.add('channel', 'invalid_value', enabled, sent)
}

const noAddress = message('channel.needs_public_address')

function parseChannelFormat(
  { formats }: WorkspaceChannel,
  format: string | undefined,
  faults: Faults,
): ChannelFormat {
  return parseName(formats, 'format', format ?? formats[0], faults)
}

function parseCurrency(currency: string | undefined, faults: Faults): string | undefined {
  if (currency === undefined || /^[A-Z]{3}$/.test(currency)) return currency
  return faults.explain('currency', 'invalid_value', message('channel.currency_not_valid'))
}

type Style = Pick<
  ExportRequest,
  'format' | 'values' | 'references' | 'headers' | 'delimiter' | 'decimal' | 'bom'
>

const plainStyle = {
  format: 'csv',
  values: 'own',
  references: 'labels',
  headers: 'keys',
  delimiter: ',',
  decimal: 'point',
  bom: false,
} as const satisfies Style

function parseStyle(body: Partial<NewExport>, faults: Faults): Style {
  const given: Required<Pick<NewExport, keyof Style>> = { ...plainStyle, ...body }
  return {
    format: parseName(exportFormats, 'format', given.format, faults),
    values: parseName(exportValues, 'values', given.values, faults),
    references: parseName(exportReferences, 'references', given.references, faults),
    headers: parseName(exportHeaders, 'headers', given.headers, faults),
    delimiter: parseName(exportDelimiters, 'delimiter', given.delimiter, faults),
    decimal: parseName(decimalMarks, 'decimal', given.decimal, faults),
    bom: given.bom,
  }
}

function parseType(name: string | undefined, faults: Faults): EntityType | undefined {
  if (name === undefined) return faults.add('type', 'required', entityTypes)
  return findEntityType(name) ?? faults.add('type', 'invalid_value', entityTypes, name)
}

function parseName<Name extends string>(
  names: readonly Name[],
  field: string,
  given: string,
  faults: Faults,
): Name {
  const found = names.find((name) => name === given)
  if (found === undefined) faults.add(field, 'invalid_value', names, given)
  return found ?? (names[0] as Name)
}

export function findView(
  db: ReadableDb,
  type: EntityType,
  named: string | undefined,
  faults: Faults,
): GridView | undefined {
  if (named === undefined) return undefined
  const rows = listViewRows(db, type)
  const id = parseUuid(named)
  const row = rows.find(({ uuid, name }) => uuid === id || foldText(name) === foldText(named))
  if (row) return toView(db, row)
  return faults.add(
    'view',
    'invalid_value',
    rows.slice(0, 50).map(({ name }) => name),
    named,
  )
}

function parseList(
  body: Partial<NewExport>,
  view: GridView | undefined,
  faults: Faults,
): Pick<ExportRequest, 'clauses' | 'join' | 'tree' | 'sort' | 'q'> {
  const { filter = {}, filter_join: asked = view?.filter_join ?? 'and', q } = body
  const { clauses: own, tree } = parseFilter(filter, faults)
  const { clauses: ofView, tree: shown } = filterOf(view, faults)
  const join = parseName(filterJoins, 'filter_join', asked.toLowerCase(), faults)
  if (join === 'or' && own.length > 0 && ofView.length > 0)
    faults.addSentence('filter', 'A view that joins its filters by or cannot be narrowed by a filter.')
  return {
    clauses: [...ofView, ...own],
    join,
    tree: joinTrees(shown, tree),
    sort: parseSort(body.sort, view),
    q: q?.trim() || undefined,
  }
}

function filterOf(view: GridView | undefined, faults: Faults): Pick<ExportRequest, 'clauses' | 'tree'> {
  if (!view) return { clauses: [] }
  const { filters, filter_tree: groups } = view
  const clauses = filters.flatMap(({ attribute, operator, value }) =>
    parseFilterObject({ [attribute]: { [operator]: value } }, faults),
  )
  return { clauses, tree: groups ? parseFilter(groups, faults).tree : undefined }
}

function parseSort(sort: string | undefined, view: GridView | undefined): SortKey[] {
  if (sort === undefined)
    return (view?.sorting ?? []).map(({ key, direction }) => ({ key, descending: direction === 'desc' }))
  return sort
    .split(',')
    .map((token) => token.trim())
    .filter((token) => token !== '')
    .map((token) =>
      token.startsWith('-') ? { key: token.slice(1), descending: true } : { key: token, descending: false },
    )
}

function parseIds({ filter, q, view }: Partial<NewExport>, ids: readonly string[], faults: Faults): string[] {
  if (filter !== undefined || q !== undefined || view !== undefined)
    faults.addSentence('ids', 'Name the entities by ids, or by a filter, q or view, not by both.')
  if (ids.length === 0) faults.add('ids', 'expected_values')
  if (ids.length > maxListedEntities)
    faults.addExpected('ids', 'too_many_values', { max_items: maxListedEntities })
  return ids.slice(0, maxListedEntities).map((id, index) => {
    const uuid = parseUuid(id)
    if (uuid === undefined) faults.add(`ids[${index}]`, 'expected_uuid')
    return uuid ?? ''
  })
}

interface Columns {
  readonly fields: readonly string[] | undefined
  readonly left_out_columns: readonly string[]
}

/**
 * The columns of a view come after the id, by which an import finds rows again. Inverse references cannot
 * be imported.
 */
function parseColumns(
  db: ReadableDb,
  { fields }: Partial<NewExport>,
  view: GridView | undefined,
  faults: Faults,
): Columns {
  if (fields?.length === 0) faults.add('fields', 'expected_values')
  if (fields || !view) return { fields: fields && [...new Set(fields)], left_out_columns: [] }
  const { byKey } = attributesOf(db, view.entity_type)
  const shown = inOrder(view)
  const inverse = shown.filter((key) => byKey.get(key)?.traits.shape === 'inverse')
  return {
    fields: [...new Set(['id', ...shown.filter((key) => !inverse.includes(key))])],
    left_out_columns: inverse,
  }
}

function inOrder({ visible_columns: visible, pinned_left: left, pinned_right: right }: GridView): string[] {
  const isPinned = (key: string): boolean => left.includes(key) || right.includes(key)
  const isVisible = (key: string): boolean => visible.includes(key)
  return [...left.filter(isVisible), ...visible.filter((key) => !isPinned(key)), ...right.filter(isVisible)]
}
