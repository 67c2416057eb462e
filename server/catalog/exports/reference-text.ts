import { type EntityType, parseUuid } from '#shared/entities.ts'
import type { ExportReferences } from '#shared/exports.ts'
import { foldText } from '#shared/text.ts'
import { attributesOf } from '../../store/tables/attributes.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { findByNorm } from '../../store/tables/values.ts'

/** An entity that is referred to. */
export interface ReferenceTarget {
  readonly id: number
  readonly uuid: string
  readonly type: EntityType
  readonly label: string | null
}

const maxKnown = 50_000

/**
 * How references are written. A label stands for an entity only where it finds that entity again and no other: it is the
 * entity's own primary value, nobody else has it, and it cannot be taken for an id or for several labels.
 */
export class ReferenceTexts {
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
    const text = this.#isTelling(target) ? (target.label ?? '') : target.uuid
    this.#known.set(target.id, text)
    return text
  }

  #isTelling({ id, type, label }: ReferenceTarget): boolean {
    if (label === null || !isPlain(label)) return false
    const { primary } = attributesOf(this.#db, type)
    if (primary?.traits.shape !== 'scalar') return false
    const [found, ...others] = findByNorm(this.#db, primary.id, foldText(label), 2)
    return found === id && others.length === 0
  }
}

/** Tells whether a label cannot be taken for several ones, for an id or for a list in JSON. */
function isPlain(label: string): boolean {
  if (label === '' || label !== label.trim() || label.startsWith('[')) return false
  return !/[,\r\n\0]/.test(label) && parseUuid(label) === undefined
}
