import { type EntityType, systemFields } from '#shared/entities.ts'
import { attributesOf, type Attribute, type AttributeSet, isComputed } from '../../store/tables/attributes.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { listIdsByUuid } from '../../store/tables/entities.ts'
import { allRows, listIds } from '../../store/plan/list-ids.ts'
import type { Faults } from '../errors.ts'
import { checkFilter } from '../query/check-filter.ts'
import { checkSearch, checkSort } from '../query/check-sort.ts'
import type { ChannelFormat } from '#shared/channels.ts'
import type { ExportFormat, ExportHeaders, ExportReferences, ExportValues } from '#shared/exports.ts'
import type { DecimalMark } from '#shared/imports.ts'
import type { FilterJoin } from '#shared/filters.ts'
import type { ClauseGroup } from '../../store/query/clause.ts'
import type { FeedOfJob } from '#shared/schemas/feeds.ts'
import type { WriteContext } from '../events/record-event.ts'
import type { FilterClause, SortKey } from '../query/list-request.ts'
import type { Family } from '#shared/attributes.ts'
import { getValuePlan } from '../../store/computed/value-plan.ts'

export interface ExportPlan {
  readonly request: ExportRequest
  readonly columns: readonly ExportColumn[]
  readonly list: () => { readonly ids: readonly number[]; readonly notFound: number }
}

/** Checks an export, for its request and again for its job, because definitions may change in between. */
export function planExport(db: ReadableDb, request: ExportRequest, faults: Faults): ExportPlan {
  const list = planList(db, request, faults)
  return { request, columns: toExportColumns(db, request, faults), list }
}

export function planList(db: ReadableDb, selection: ExportSelection, faults: Faults): ExportPlan['list'] {
  const { type, sort, q, ids } = selection
  const attributes = attributesOf(db, type)
  const filter = checkFilter(db, attributes, selection, faults)
  const search = checkSearch(db, attributes, q)
  const terms = checkSort(db, attributes, sort, faults, { type, search })
  const window = { limit: allRows, offset: 0, after: undefined }
  return () =>
    ids
      ? named(db, type, ids)
      : { ids: listIds(db, { type, ...filter, search, terms, ...window }).ids, notFound: 0 }
}

function named(db: ReadableDb, type: EntityType, uuids: readonly string[]) {
  const ids = listIdsByUuid(db, type, [...new Set(uuids)])
  return { ids, notFound: new Set(uuids).size - ids.length }
}

export interface ExportSelection {
  readonly type: EntityType
  readonly clauses: readonly FilterClause[]
  readonly join: FilterJoin
  readonly tree?: ClauseGroup<FilterClause> | undefined
  readonly sort: readonly SortKey[]
  readonly q?: string | undefined
  readonly ids?: readonly string[] | undefined
}

export interface ExportRequest extends ExportSelection {
  readonly format: ExportFormat
  readonly fields?: readonly string[] | undefined
  readonly values: ExportValues
  readonly references: ExportReferences
  readonly headers: ExportHeaders
  readonly delimiter: string
  readonly decimal?: DecimalMark | undefined
  readonly bom: boolean
  readonly left_out_columns: readonly string[]
}

export interface ChannelRequest extends ExportSelection {
  readonly channel: string
  readonly format: ChannelFormat
  readonly currency?: string | undefined
  readonly pictures?: boolean | undefined
  readonly recipe?: string | undefined
  readonly pattern?: string | undefined
}

/** Pictures that are written to an archive: images, or those of products. */
export interface AssetExportRequest extends ExportSelection {
  readonly format: 'zip'
  readonly attribute?: string | undefined
  readonly recipe?: string | undefined
  readonly pattern: string
}

export interface ExportJob<Request extends ExportSelection = ExportRequest> {
  readonly request: Request
  readonly context: Omit<WriteContext, 'job_id'>
  readonly feed?: FeedOfJob
}

export type SystemField = (typeof systemFields)[number]

export type ExportCellKind = 'text' | 'number' | 'boolean' | 'date' | 'timestamp' | 'references'

export interface ExportColumn {
  readonly key: string
  readonly header: string
  readonly kind: ExportCellKind
  readonly attribute: Attribute | undefined
}

function toExportColumns(db: ReadableDb, request: ExportRequest, faults: Faults): ExportColumn[] {
  const attributes = attributesOf(db, request.type)
  const keys = request.fields ?? defaultKeys(attributes, request)
  const columns = keys.flatMap((key) => toColumn(db, key, attributes, faults) ?? [])
  return request.headers === 'names' ? withNames(columns) : columns
}

/**
 * Only the columns by which an import finds and writes each entity; an import could not write computed
 * values.
 */
function defaultKeys({ list }: AttributeSet, { values }: ExportRequest): string[] {
  const held = list.filter(
    ({ traits }) => traits.shape !== 'inverse' && (traits.writable || values === 'effective'),
  )
  return ['id', 'parent_id', ...held.map(({ key }) => key)]
}

function toColumn(
  db: ReadableDb,
  key: string,
  { byKey }: AttributeSet,
  faults: Faults,
): ExportColumn | undefined {
  const attribute = byKey.get(key)
  if (attribute?.traits.shape === 'inverse') return faults.add('fields', 'not_selectable_inverse_reference')
  if (attribute) return { key, header: key, kind: toCellKind(db, attribute), attribute }
  const field = systemFields.find((name) => name === key)
  if (field) return { key, header: key, kind: systemKinds[field], attribute: undefined }
  return faults.addUnknown('fields', 'not_a_defined_attribute', key, byKey)
}

const systemKinds: Record<SystemField, ExportCellKind> = {
  id: 'text',
  type: 'text',
  label: 'text',
  parent_id: 'text',
  created_at: 'timestamp',
  updated_at: 'timestamp',
}

const kindsByFamily: Record<Family, ExportCellKind> = {
  text: 'text',
  number: 'number',
  date: 'date',
  timestamp: 'timestamp',
  boolean: 'boolean',
  id: 'references',
}

function toCellKind(db: ReadableDb, attribute: Attribute): ExportCellKind {
  if (!isComputed(attribute)) return kindsByFamily[attribute.traits.family]
  const { isReference, family } = getValuePlan(db, attribute)
  return isReference ? 'references' : kindsByFamily[family]
}

function withNames(columns: readonly ExportColumn[]): ExportColumn[] {
  const names = Map.groupBy(columns, ({ attribute, key }) => attribute?.name ?? key)
  const keys = new Set(columns.map(({ key }) => key))
  return columns.map((column) => {
    const { name } = column.attribute ?? {}
    const isOwn =
      name !== undefined && name === name.trim() && names.get(name)?.length === 1 && !keys.has(name)
    return isOwn ? { ...column, header: name } : column
  })
}
