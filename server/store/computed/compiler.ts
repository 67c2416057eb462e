import type { ReadableDb } from '../database/database.ts'
import { type Fragment, raw } from '../database/fragment.ts'

export class Compiler {
  readonly indexes: ReadableDb | undefined
  readonly #names: { last: number }

  constructor(indexes?: ReadableDb, names = { last: 0 }) {
    this.indexes = indexes
    this.#names = names
  }

  static around({ text }: Fragment, indexes?: ReadableDb): Compiler {
    const names = Array.from(text.matchAll(/\bc(\d+)\b/g), ([, number]) => Number(number))
    return new Compiler(indexes, { last: Math.max(0, ...names) })
  }

  alias(): Fragment {
    this.#names.last += 1
    return raw(`c${this.#names.last}`)
  }

  /** For a part of the query that finds each row by its entity, for which an index by value is useless. */
  withoutIndexes(): Compiler {
    return new Compiler(undefined, this.#names)
  }
}
