import type { ReadableDb } from '../../store/database/database.ts'
import { parseJson } from '../../store/database/json.ts'
import type { AttributeSet } from '../../store/tables/attributes.ts'
import type { EntityRow } from '../../store/tables/entities.ts'
import { entitiesJson } from '../entities/entity-json.ts'
import { valueText } from './value-text.ts'

/** An entity whose values are read once, effective ones as reads show them. */
export class EntityValues {
  readonly db: ReadableDb
  readonly attributes: AttributeSet
  readonly #row: EntityRow
  readonly #proposed: Readonly<Record<string, unknown>>
  #values: Readonly<Record<string, unknown>> | undefined

  constructor(
    db: ReadableDb,
    row: EntityRow,
    attributes: AttributeSet,
    proposed: Readonly<Record<string, unknown>>,
  ) {
    this.db = db
    this.attributes = attributes
    this.#row = row
    this.#proposed = proposed
  }

  value(key: string): unknown {
    if (Object.hasOwn(this.#proposed, key)) return this.#proposed[key]
    this.#values ??= this.#read()
    return Object.hasOwn(this.#values, key) ? this.#values[key] : null
  }

  text(key: string): string | null {
    const attribute = this.attributes.byKey.get(key)
    return attribute ? valueText(this.db, attribute, this.value(key)) : null
  }

  #read(): Readonly<Record<string, unknown>> {
    const [json] = entitiesJson(this.db, [this.#row])
    return json === undefined ? {} : parseJson(json).attributes
  }
}
