import { parseJson } from '../../store/database/json.ts'
import { toEntityType, type EntityType, parseUuid } from '#shared/entities.ts'
import type { AttributeValue, ReferenceStub } from '#shared/entities.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { type EntityRow, listEntityRows, listIdsByUuid, listStubRows } from '../../store/tables/entities.ts'
import { listReferences } from '../../store/tables/references.ts'
import { entitiesJson } from '../entities/entity-json.ts'
import { readStored, readValue } from '../entities/current-values.ts'
import type { ExportColumn, SystemField, ExportPlan } from './plan-export.ts'
import type { ExportReferences } from '#shared/exports.ts'
import { currencyDecimals } from '#shared/currencies.ts'
import { formatPriceTiers } from '#shared/price-tiers.ts'
import { foldText } from '#shared/text.ts'
import { attributesOf } from '../../store/tables/attributes.ts'
import { findByComparable } from '../../store/tables/values.ts'
import { toIso } from '#shared/iso-times.ts'

export type ExportCell = string | number | boolean | readonly string[] | null

/** Price tiers as people write them; an import reads them back. */
function toTableText(cell: ExportCell, { attribute }: ExportColumn): ExportCell {
  const { kind, currency = 'EUR' } = attribute?.extras.constraints ?? {}
  if (kind !== 'price_tiers' || typeof cell !== 'string') return cell
  return formatPriceTiers(cell, currencyDecimals(currency)) ?? cell
}

export class ExportReader {
  readonly #db: ReadableDb
  readonly #plan: ExportPlan
  readonly #references: ReferenceTexts

  constructor(db: ReadableDb, plan: ExportPlan) {
    this.#db = db
    this.#plan = plan
    this.#references = new ReferenceTexts(db, plan.request.references)
  }

  rows(ids: readonly number[]): ExportCell[][] {
    const rows = listEntityRows(this.#db, ids)
    const values = this.#plan.request.values === 'own' ? this.#own(rows) : this.#effective(rows)
    return rows.map((row, index) => {
      const of = values[index] as CellReader
      return this.#plan.columns.map((column) => toTableText(readColumn(row, column, of), column))
    })
  }

  #own(rows: readonly EntityRow[]): CellReader[] {
    const references = this.#ownReferences(rows)
    return rows.map((row) => {
      const { document } = readStored(row)
      const links = references.get(row.id)
      return ({ key, attribute }) => {
        if (!attribute) return null
        if (attribute.traits.shape === 'scalar') return readValue(document, key) ?? null
        const texts = links?.get(attribute.id)
        if (!texts) return null
        return attribute.traits.shape === 'reference' ? (texts[0] ?? null) : texts
      }
    })
  }

  #ownReferences(rows: readonly EntityRow[]): Map<number, Map<number, string[]>> {
    const found = new Map<number, Map<number, string[]>>()
    if (!this.#plan.columns.some(({ kind }) => kind === 'references')) return found
    const references = listReferences(
      this.#db,
      rows.map(({ id }) => id),
    )
    const targets = this.#targets(references.map(([, , target]) => target))
    for (const [source, attribute, target] of references) {
      const text = targets.get(target)
      if (text === undefined) continue
      const links = found.get(source) ?? new Map<number, string[]>()
      found.set(source, links)
      links.set(attribute, [...(links.get(attribute) ?? []), text])
    }
    return found
  }

  #targets(ids: readonly number[]): Map<number, string> {
    const stubs = listStubRows(this.#db, [...new Set(ids)])
    return new Map(
      stubs.map(([id, uuid, type, label]) => {
        const target: ReferenceTarget = { id, uuid, type: toEntityType(type), label }
        return [id, this.#references.textOf(target)]
      }),
    )
  }

  #effective(rows: readonly EntityRow[]): CellReader[] {
    const keys = this.#plan.columns.flatMap(({ attribute }) => attribute?.key ?? [])
    return entitiesJson(this.#db, rows, new Set(keys)).map((json) => {
      const { attributes } = parseJson(json)
      return ({ key }) => this.#shown(Object.hasOwn(attributes, key) ? attributes[key] : undefined)
    })
  }

  #shown(value: AttributeValue | undefined): ExportCell {
    if (value === undefined || value === null) return null
    if (Array.isArray(value)) return value.map((stub) => this.#stubText(stub))
    return typeof value === 'object' ? this.#stubText(value) : value
  }

  #stubText({ id: uuid, type, label }: ReferenceStub): string {
    const [id = 0] = this.#plan.request.references === 'ids' ? [] : listIdsByUuid(this.#db, type, [uuid])
    return this.#references.textOf({ id, uuid, type, label })
  }
}

type CellReader = (column: ExportColumn) => ExportCell

function readColumn(row: EntityRow, column: ExportColumn, values: CellReader): ExportCell {
  return column.attribute ? values(column) : systemCells[column.key as SystemField](row)
}

const systemCells: Record<SystemField, (row: EntityRow) => ExportCell> = {
  id: ({ uuid }) => uuid,
  type: ({ type }) => toEntityType(type),
  label: ({ label }) => label,
  parent_id: ({ parent_uuid: parent }) => parent,
  created_at: ({ created_at: at }) => toIso(at),
  updated_at: ({ updated_at: at }) => toIso(at),
}

interface ReferenceTarget {
  readonly id: number
  readonly uuid: string
  readonly type: EntityType
  readonly label: string | null
}

const maxKnown = 50_000

/**
 * The text of references. A label is written only where it finds the same entity again: it is a stored,
 * unique primary value that reads neither as an id nor as a list.
 */
class ReferenceTexts {
  readonly #db: ReadableDb
  readonly #style: ExportReferences
  readonly #known = new Map<number, string>()

  constructor(db: ReadableDb, style: ExportReferences) {
    this.#db = db
    this.#style = style
  }

  textOf(target: ReferenceTarget): string {
    if (this.#style === 'ids') return target.uuid
    const known = this.#known.get(target.id)
    if (known !== undefined) return known
    if (this.#known.size >= maxKnown) this.#known.clear()
    const text = this.#isLabelUnique(target) ? (target.label ?? '') : target.uuid
    this.#known.set(target.id, text)
    return text
  }

  #isLabelUnique({ id, type, label }: ReferenceTarget): boolean {
    if (label === null || !isPlain(label)) return false
    const { primary } = attributesOf(this.#db, type)
    if (primary?.traits.shape !== 'scalar') return false
    const [found, ...others] = findByComparable(this.#db, primary.id, foldText(label), 2)
    return found === id && others.length === 0
  }
}

function isPlain(label: string): boolean {
  if (label === '' || label !== label.trim() || label.startsWith('[')) return false
  return !/[,\r\n\0]/.test(label) && parseUuid(label) === undefined
}
