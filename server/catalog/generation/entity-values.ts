import type { ReadableDb } from '../../store/database/database.ts'
import { parseJson } from '../../store/database/json.ts'
import type { AttributeSet, Attribute } from '../../store/tables/attributes.ts'
import { type EntityRow, findIdentity } from '../../store/tables/entities.ts'
import { entitiesJson } from '../entities/entity-json.ts'
import { htmlToText } from '#shared/html-to-text.ts'

const maxCharacters = 8000

function valueText(db: ReadableDb, { dataType }: Pick<Attribute, 'dataType'>, value: unknown): string | null {
  const texts = [value].flat().flatMap((one) => textOf(db, one) ?? [])
  const whole = texts.join(', ')
  const text = dataType === 'rich_text_field' ? htmlToText(whole) : whole
  return text.trim() === '' ? null : text.slice(0, maxCharacters)
}

function textOf(db: ReadableDb, value: unknown): string | undefined {
  if (value === null || value === undefined) return undefined
  if (typeof value === 'object')
    return 'label' in value && typeof value.label === 'string' ? value.label : undefined
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return uuid.test(text) ? (findIdentity(db, text)?.label ?? text) : text
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

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
