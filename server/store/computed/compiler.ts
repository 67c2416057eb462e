import type { ReadableDb } from '../database/database.ts'
import { type Fragment, raw } from '../database/fragment.ts'

/** Compiles one query: it names what the query joins, and knows whose indexes the query may use. */
export class Compiler {
  /** The connection whose complete indexes the query may use. */
  readonly indexes: ReadableDb | undefined
  readonly #names: { last: number }

  constructor(indexes?: ReadableDb, names = { last: 0 }) {
    this.indexes = indexes
    this.#names = names
  }

  /** Compiles an expression about one entity that stands inside another query. */
  static around({ text }: Fragment, indexes?: ReadableDb): Compiler {
    const names = Array.from(text.matchAll(/\bc(\d+)\b/g), ([, number]) => Number(number))
    return new Compiler(indexes, { last: Math.max(0, ...names) })
  }

  alias(): Fragment {
    this.#names.last += 1
    return raw(`c${this.#names.last}`)
  }

  /** For a part of the query that looks each row up by its entity, which an index by value cannot do. */
  withoutIndexes(): Compiler {
    return new Compiler(undefined, this.#names)
  }
}
