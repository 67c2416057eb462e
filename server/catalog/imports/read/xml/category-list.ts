import { refusal } from '../file-rows.ts'
import { groupOf, type JsonObject } from '../nested/json-tree.ts'
import { lettersOf } from '../shapes/shape.ts'
import type { RecordElements } from './record-elements.ts'
import { textIn, type XmlElement } from './xml-elements.ts'

interface CategoryEntry {
  readonly name: string
  readonly parent: string
}

const entryNames = new Set(['category', 'cat', 'group', 'kategoria', 'kategorie', 'категория', 'группа'])
const maxEntries = 200_000
const deepest = 20

/** The categories that a file lists beside its records, which name them by their ids. */
export class CategoryList {
  readonly #holdsRecords: RecordElements['holdsRecords']
  readonly #isRecord: RecordElements['isRecord']
  readonly #entries = new Map<string, CategoryEntry>()

  constructor({ holdsRecords, isRecord }: RecordElements) {
    this.#holdsRecords = holdsRecords
    this.#isRecord = isRecord
  }

  isEntry(path: readonly string[]): boolean {
    return isCategoryName(path.at(-1) ?? '') && !this.#isRecord(path) && !this.#holdsRecords(path)
  }

  takes({ name }: XmlElement): boolean {
    return isCategoryName(name)
  }

  add(element: XmlElement): void {
    const id = memberOf(element, 'id')
    const name =
      textIn(element, 'name', 'title', 'Name', 'NAME') || element.attributes['name'] || element.text
    if (id === '' || name === '') return
    if (this.#entries.size >= maxEntries)
      throw refusal('The file lists more than 200,000 categories. Import it in several parts.')
    const parent =
      memberOf(element, 'parentId') || memberOf(element, 'parent_id') || memberOf(element, 'parent')
    this.#entries.set(id, { name, parent })
  }

  /** The record with the paths of the categories that it names by their ids, all of which are listed. */
  resolve(record: JsonObject): JsonObject {
    const group = record[groupOf]
    const resolved = this.#entries.size === 0 ? record : this.#resolveOne(record)
    return group ? { ...resolved, [groupOf]: this.#resolveOne(group) } : resolved
  }

  #resolveOne(record: JsonObject): JsonObject {
    for (const [name, value] of Object.entries(record)) {
      const ids = [value].flat()
      if (!namesIds(name) || !ids.every((id) => typeof id === 'string' && this.#entries.has(id))) continue
      const { [name]: _, ...others } = record
      return { ...others, categories: ids.map((id) => this.#pathOf(String(id))) }
    }
    return record
  }

  #pathOf(id: string): JsonObject {
    const names: string[] = []
    let at = this.#entries.get(id)
    while (at && names.length < deepest) {
      names.unshift(at.name)
      at = this.#entries.get(at.parent)
    }
    return { name: names.at(-1) ?? '', path: names.slice(0, -1).map((name) => ({ name })) }
  }
}

export function isCategoryName(name: string): boolean {
  return entryNames.has(name.toLowerCase())
}

function memberOf({ attributes, children }: XmlElement, name: string): string {
  const isSame = (other: string) => other.toLowerCase() === name.toLowerCase()
  const [, attribute] = Object.entries(attributes).find(([key]) => isSame(key)) ?? []
  return attribute ?? children.find((child) => isSame(child.name))?.text ?? ''
}

function namesIds(name: string): boolean {
  const letters = lettersOf(name)
  return [...entryNames].some(
    (entry) => letters === `${entry}id` || letters === `${entry}ids` || letters === entry,
  )
}
