import { fileShapes, type LeftOutReason, type ShapeChoice } from '#shared/imports.ts'
import { message, type Sentence } from '#shared/messages/message.ts'
import type { FileShape } from '../../../catalog/imports/file-shape.ts'
import { findOutsized } from '../json-text.ts'
import { requireColumns } from '../file-rows.ts'
import type { FileRecord, RecordReader } from '../record-reader.ts'
import { LeftOutCounts } from '../shapes/source-rows.ts'
import { createdByShops } from '../shapes/shape.ts'
import { ShapedTable } from '../shapes/shaped-table.ts'
import { type Dialect, type DialectName, dialects } from './dialects.ts'
import { JsonFacts } from './json-facts.ts'
import { cellOf, isObject, type JsonObject, type NestedProduct } from './json-tree.ts'
import { type Family, NestedRows } from './nested-rows.ts'

/** What a file of JSON holds, one after the other, as often as needed. */
export type JsonElements = () => AsyncIterable<unknown>

/** An element that is none, such as a line that is no JSON. */
export class BrokenElement {
  readonly text: string
  readonly issue: Sentence

  constructor(text: string, issue: Sentence) {
    this.text = text
    this.issue = issue
  }
}

const looked = 100

/** The way in which a file writes products with what belongs to them; undefined where its records are rows. */
export async function chooseDialect(
  elements: JsonElements,
  asked: ShapeChoice | undefined,
): Promise<DialectName | undefined> {
  if (asked === 'none') return undefined
  const first: JsonObject[] = []
  for await (const element of elements()) {
    if (isObject(element)) first.push(element)
    if (first.length >= looked) break
  }
  return fileShapes.filter(isDialect).find((name) => {
    return (asked ?? name) === name && dialects[name].recognise(first)
  })
}

function isDialect(name: string): name is DialectName {
  return name in dialects
}

type ReaderFacts = Pick<RecordReader, 'format' | 'encoding'>

/** Reads products with their variants, pictures and categories. */
export async function openNested(
  elements: JsonElements,
  name: DialectName,
  described: ReaderFacts,
): Promise<RecordReader> {
  const dialect = dialects[name]
  const facts = new JsonFacts()
  for await (const { product } of productsOf(elements, dialect)) {
    if (product) facts.add(product)
    requireColumns([...facts.headers])
  }
  const rows = new NestedRows(facts, await findFamilies(elements, dialect, facts))
  const table = new ShapedTable([], rows.headers, (header) => rows.column(header))
  let last = 0
  const leftOut = new LeftOutCounts()
  async function* records(): AsyncGenerator<FileRecord> {
    for await (const { product, line, issue, text, leftOut: reason } of productsOf(elements, dialect)) {
      last = line
      if (reason) leftOut.add(reason, line)
      else if (product && issue === undefined)
        for (const row of rows.read(product, line)) yield table.add(row)
      else yield { cells: [text], line, issue: issue ?? '' }
    }
  }
  const shape = (): FileShape => ({
    name,
    mergeKey: rows.keyHeader,
    columns: table.columns(),
    creations: createdByShops,
  })
  return {
    ...described,
    headers: table.headers,
    sheet: null,
    sheets: [],
    records,
    shaped: () => ({ shape: shape(), fileRows: last, leftOut: leftOut.list }),
  }
}

/** The records of an object that is not simply a list with something around it. */
export function unwrap(file: JsonObject): readonly unknown[] | undefined {
  const all: readonly Dialect[] = Object.values(dialects)
  for (const { unwrap: of } of all) {
    const found = of?.(file)
    if (found) return found
  }
  return undefined
}

interface NestedRecord {
  readonly line: number
  readonly product?: NestedProduct
  /** Why a record is none, and what it holds. */
  readonly issue?: Sentence
  readonly leftOut?: LeftOutReason
  readonly text: string
}

async function* productsOf(elements: JsonElements, dialect: Dialect): AsyncGenerator<NestedRecord> {
  let line = 0
  for await (const element of elements()) {
    line += 1
    if (element === undefined) continue
    if (element instanceof BrokenElement) yield { line, issue: element.issue, text: element.text }
    else if (!isObject(element))
      yield { line, issue: message('row.not_an_object'), text: JSON.stringify(element) }
    else {
      const outsized = findOutsized(element)
      const leftOut = dialect.leavesOut?.(element)
      const issue = outsized && `The number ${outsized.digits} is too large.`
      if (leftOut) yield { line, leftOut, text: '' }
      else if (issue !== undefined) yield { line, issue, text: String(cellOf(element)) }
      else for (const product of dialect.read(element)) yield { line, product, text: '' }
    }
  }
}

async function findFamilies(
  elements: JsonElements,
  dialect: Dialect,
  facts: JsonFacts,
): Promise<ReadonlyMap<string, Family>> {
  const found = new Map<string, Family>()
  if (facts.parents.size === 0) return found
  const rows = new NestedRows(facts)
  for await (const { product } of productsOf(elements, dialect)) {
    if (!product || product.parent) continue
    for (const [called, family] of rows.calledFamily(product)) found.set(called, family)
  }
  return found
}
