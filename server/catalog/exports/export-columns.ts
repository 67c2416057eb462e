import { systemFields } from '#shared/entities.ts'
import type { Family } from '#shared/attributes.ts'
import { type Attribute, type AttributeSet, attributesOf, isComputed } from '../../store/tables/attributes.ts'
import { getValuePlan } from '../../store/computed/value-plan.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import type { Faults } from '../errors.ts'
import type { ExportRequest } from './plan-export.ts'

export type SystemField = (typeof systemFields)[number]

export type ExportCellKind = 'text' | 'number' | 'boolean' | 'date' | 'timestamp' | 'references'

export interface ExportColumn {
  readonly key: string
  readonly header: string
  readonly kind: ExportCellKind
  readonly attribute: Attribute | undefined
}

export function toExportColumns(db: ReadableDb, request: ExportRequest, faults: Faults): ExportColumn[] {
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
