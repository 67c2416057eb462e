import type { Faults } from '../../errors.ts'
import type { ImportColumn } from '../recognise/column-request.ts'
import { ReferencedEntities, PictureAddresses, type ReferenceLookup, describeMissing } from './references.ts'
import { viewFor } from '../../../store/computed/hidden-attributes.ts'
import type { WritableDb, ReadableDb } from '../../../store/database/database.ts'
import type { EntityType } from '#shared/entities.ts'
import type { ImportRequest } from '../plan/import-state.ts'
import type { WriteContext } from '../../events/record-event.ts'
import { fetchesPictures, type ColumnRule } from '#shared/imports.ts'
import { attributesOf, type Attribute } from '../../../store/tables/attributes.ts'
import { listValueAliases } from '../../../store/tables/aliases.ts'
import { FollowedAliases } from './followed-aliases.ts'
import type { ImportRow } from '../read/file-rows.ts'
import type { ReadRow } from '../recognise/identity.ts'
import {
  readCell,
  toPreparer,
  emptyValue,
  isEmpty,
  readMembers,
  readPictures,
  ruledReader,
  Unreadable,
} from '../recognise/cell-values.ts'
import { isReferenceType, dataTypeTraits, type DataType } from '#shared/attributes.ts'
import { foldText, splitList } from '#shared/text.ts'
import { findEntity } from '../../../store/tables/entities.ts'
import { readStored, readValue } from '../../entities/current-values.ts'

function ownNameOf(columns: readonly ImportColumn[]): number | undefined {
  const parent = columns.find(({ key, reason }) => key === 'parent_id' && reason === 'content')
  return parent && columns.find(({ key }) => key === parent.rule?.by)?.index
}

interface Note {
  readonly faults: Faults
  readonly row: number
  isNumber: boolean
  readonly ownName: string | undefined
  readonly markLate: () => void
}

interface CellReader {
  readonly column: ImportColumn
  /** Whether the link target of a cell is used instead of its text. */
  readonly takesAddresses: boolean
  readonly read: (cell: string, note: Note) => unknown
  /** The value of a cell that a step clears. */
  readonly clear: unknown
}

type Values = Record<string, unknown>

/** The value that is written of a cell; undefined where it is left alone or refused. */
function valueOf(
  { column: { index, key }, read, takesAddresses, clear }: CellReader,
  { cells, numbers, refused, links, cleared }: ImportRow,
  note: Note,
): unknown {
  const refusal = refused?.get(index)
  if (refusal !== undefined) return note.faults.addSentence(`attributes.${key}`, refusal)
  if (cleared?.has(index)) return clear
  if (numbers) note.isNumber = numbers.has(index)
  return read(cellOf(index, cells, takesAddresses ? links : undefined), note)
}

function placeOf(
  { key, rule }: ImportColumn,
  { given, system, added }: Readonly<Record<'given' | 'system' | 'added', Values>>,
): Values {
  if (key === 'parent_id' || key === 'id') return system
  return rule?.adds_to_parent ? added : given
}

export class RowReader {
  readonly referenced: ReferencedEntities
  readonly aliases = new FollowedAliases()
  readonly mergedRows: ImportRequest['merged_rows']
  readonly columns: readonly ImportColumn[]
  readonly mayStore: boolean
  readonly #pictures: PictureAddresses
  readonly #readers: readonly CellReader[]
  readonly #db: WritableDb
  readonly #type: EntityType
  readonly #ownName: number | undefined

  constructor(
    tx: WritableDb,
    request: ImportRequest,
    { columns, mergeKey }: { columns: readonly ImportColumn[]; mergeKey: string | undefined },
    context: WriteContext,
  ) {
    this.columns = columns
    this.mergedRows = request.merged_rows
    this.#db = tx
    this.#ownName = ownNameOf(columns)
    this.#type = request.type
    this.#pictures = new PictureAddresses(tx, request.pictures, context.job_id)
    const creatable = listCreatable(request)
    this.mayStore = creatable.size > 0 || fetchesPictures(request.pictures)
    this.referenced = new ReferencedEntities(tx, creatable, context)
    const { byKey } = attributesOf(viewFor(tx, context.role), request.type)
    this.#readers = columns.map((column) => ({
      column,
      takesAddresses: takesAddresses(byKey.get(column.key)),
      read: this.#toReader(column, byKey.get(column.key), request, mergeKey),
      clear: emptyValue(byKey.get(column.key)?.dataType ?? 'single_line_text_field', 'clear'),
    }))
  }

  read(sent: ImportRow, faults: Faults, leftOut: ReadonlySet<string>): ReadRow {
    const { row, line, cells } = sent
    const given: Record<string, unknown> = {}
    this.#pictures.begin()
    let isLate = false
    const note: Note = {
      faults,
      row: line ?? row,
      isNumber: false,
      ownName: this.#nameIn(cells),
      markLate: () => {
        isLate = true
      },
    }
    const system: Values & { parent_id?: unknown; id?: unknown } = {}
    const added: Values = {}
    for (const reader of this.#readers) {
      if (leftOut.has(reader.column.key)) continue
      const value = valueOf(reader, sent, note)
      if (value === undefined) continue
      placeOf(reader.column, { given, system, added })[reader.column.key] = value
    }
    const { parent_id: parent, id } = system
    Object.assign(given, sumsWithParent(this.#db, { type: this.#type, parent }, added))
    return { given, parent, id, isLate }
  }

  #nameIn(cells: readonly string[]): string | undefined {
    return this.#ownName === undefined ? undefined : foldText(cells[this.#ownName] ?? '')
  }

  settle(entity: number): void {
    this.#pictures.settle(entity)
  }

  #toReader(
    { key, header, rule = { key } }: ImportColumn,
    attribute: Attribute | undefined,
    { empty_cells: emptyCells, type }: ImportRequest,
    mergeKey: string | undefined,
  ): CellReader['read'] {
    if (key === 'id') return (cell) => cell.trim() || undefined
    const column = { rule, type, emptyCells, key, header, dataType: 'entity_reference' as const }
    if (key === 'parent_id')
      return this.#referenceReader({ ...column, target: type, by: rule.by ?? mergeKey })
    // An attribute deleted meanwhile is reported row by row as undefined, as in any write.
    if (!attribute) return (cell) => readCell(cell, 'single_line_text_field', emptyCells)
    const { dataType, extras } = attribute
    if (isReferenceType(dataType)) {
      const target = extras.reference?.type ?? type
      return this.#referenceReader({ ...column, dataType, target, by: rule.by })
    }
    const read = this.#followAliases(attribute, header, valueReader(attribute, rule, emptyCells))
    return attribute.traits.media === 'image' ? this.#pictureReader(attribute, header, read) : read
  }

  /** A text that a merge or a person has made stand for another is read as that one. */
  #followAliases(attribute: Attribute, header: string, read: CellReader['read']): CellReader['read'] {
    const aliases = listValueAliases(this.#db, attribute)
    if (aliases.size === 0) return read
    const known = new Set(attribute.options.map(foldText))
    const follow = (text: string, row: number): string => {
      const alias = known.has(foldText(text)) ? undefined : aliases.get(foldText(text))
      if (alias?.option === undefined || alias.option === null || alias.option === text) return text
      this.aliases.note(alias, { text, label: alias.option, row, header })
      return alias.option
    }
    return (cell, note) => {
      const value = read(cell, note)
      if (typeof value !== 'string') return value
      return attribute.traits.hasTokens
        ? splitList(value)
            .map((token) => follow(token, note.row))
            .join(', ')
        : follow(value, note.row)
    }
  }

  #pictureReader({ id }: Attribute, header: string, read: CellReader['read']): CellReader['read'] {
    return (cell, note) => {
      const value = read(cell, note)
      return typeof value === 'string'
        ? this.#pictures.take(value, { attribute: id, row: note.row, header })
        : value
    }
  }

  #referenceReader(column: ReferenceColumn): CellReader['read'] {
    const { rule, dataType, type, emptyCells, key, header } = column
    const by = column.by === 'id' ? undefined : column.by
    const look: ReferenceLookup = { type: column.target, by, path: rule.path }
    const prepare = toPreparer(rule)
    const empty = emptyValue(dataType, rule.empty_cells ?? emptyCells)
    const place = key === 'parent_id' ? key : `attributes.${key}`
    const namesPictures = look.type === 'image' && look.by === undefined
    const findOne = (text: string, { faults, markLate, row }: Note) => {
      const found = this.referenced.find(look, text)
      if ('id' in found && namesPictures) this.#pictures.takeImage(found.id, text, { row, header })
      if ('id' in found && found.alias)
        this.aliases.note(found.alias, { text, label: found.alias.label, row, header })
      if ('id' in found) return found.id
      if (found.isMissing && look.type === type) markLate()
      if (!found.isMissing) return faults.addSentence(place, found.sentence)
      const issue = describeMissing(look, key === 'parent_id')
      return issue === undefined
        ? faults.add(place, 'referenced_entity_not_found')
        : faults.explain(place, 'referenced_entity_not_found', issue)
    }
    return (cell, note) => {
      const text = prepare(cell)
      if (isEmpty(text, dataType) || (key === 'parent_id' && foldText(text) === note.ownName)) return empty
      if (dataTypeTraits[dataType].shape === 'reference') return findOne(text, note)
      const members = namesPictures ? readPictures(text, rule.separator) : readMembers(text, rule.separator)
      const ids = members.map((member) => findOne(member, note))
      return ids.every((id) => id !== undefined) ? ids : undefined
    }
  }
}

function cellOf(index: number, cells: readonly string[], links: ImportRow['links']): string {
  return links?.get(index) ?? cells[index] ?? ''
}

function takesAddresses(attribute: Attribute | undefined): boolean {
  if (!attribute) return false
  const { dataType, traits, extras } = attribute
  return dataType === 'url' || traits.media === 'image' || extras.reference?.type === 'image'
}

function valueReader(
  attribute: Attribute,
  rule: ColumnRule,
  emptyCells: ImportRequest['empty_cells'],
): CellReader['read'] {
  const { dataType, traits, key } = attribute
  const isPlain = Object.keys(rule).length === 1
  const read = orFault(
    key,
    isPlain ? plainReader(rule, dataType, emptyCells) : ruledReader(rule, dataType, emptyCells),
  )
  return traits.options === 'none' ? read : asOption(attribute, read)
}

/** Without a rule, unreadable cells are passed to the catalog, which reads more notations of numbers. */
function plainReader(
  rule: ColumnRule,
  dataType: DataType,
  emptyCells: ImportRequest['empty_cells'],
): ReturnType<typeof ruledReader> {
  const { family } = dataTypeTraits[dataType]
  if (family !== 'number' && family !== 'date') return (cell) => readCell(cell, dataType, emptyCells)
  const read = ruledReader(rule, dataType, emptyCells)
  return (cell, isNumber) => {
    const value = read(cell, isNumber)
    return value instanceof Unreadable ? readCell(cell, dataType, emptyCells) : value
  }
}

function orFault(key: string, read: ReturnType<typeof ruledReader>): CellReader['read'] {
  return (cell, { faults, isNumber }) => {
    const value = read(cell, isNumber)
    return value instanceof Unreadable ? faults.add(`attributes.${key}`, value.issue) : value
  }
}

function asOption({ options, traits }: Attribute, read: CellReader['read']): CellReader['read'] {
  const optionsByFold = new Map(options.map((option) => [foldText(option), option]))
  const toOption = (token: string) =>
    options.includes(token) ? token : (optionsByFold.get(foldText(token)) ?? token)
  return (cell, note) => {
    const value = read(cell, note)
    if (typeof value !== 'string') return value
    return traits.hasTokens ? splitList(value).map(toOption).join(', ') : toOption(value)
  }
}

interface ReferenceColumn {
  readonly target: EntityType
  readonly by: string | undefined
  readonly rule: ColumnRule
  readonly dataType: DataType
  readonly type: EntityType
  readonly emptyCells: ImportRequest['empty_cells']
  readonly key: string
  readonly header: string
}

function listCreatable(request: ImportRequest): ReadonlySet<EntityType> {
  const types = new Set<EntityType>()
  if (request.create_missing_vendors) types.add('vendor')
  if (request.create_missing_categories) types.add('category')
  if (request.create_missing_images) types.add('image')
  return types
}

function sumsWithParent(
  db: ReadableDb,
  { type, parent }: { readonly type: EntityType; readonly parent: unknown },
  added: Readonly<Record<string, unknown>>,
): Record<string, number> {
  const numbers = Object.entries(added)
  const row = numbers.length > 0 && typeof parent === 'string' ? findEntity(db, type, parent) : undefined
  if (!row) return {}
  const { document } = readStored(row)
  const sums = numbers.flatMap(([key, value]) => {
    const [of, more] = [Number(readValue(document, key) ?? Number.NaN), Number(value)]
    // Rounds off digits that come from binary addition.
    return Number.isFinite(of + more) ? [[key, Number((of + more).toPrecision(12))] as const] : []
  })
  return Object.fromEntries(sums)
}
