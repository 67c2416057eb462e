import { htmlToText } from '#shared/html-to-text.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import type { Attribute } from '../../store/tables/attributes.ts'
import { findIdentity } from '../../store/tables/entities.ts'

const maxCharacters = 8000

/** A value of the wire as a model reads it: references by their labels, HTML as text; null where there is none. */
export function valueText(
  db: ReadableDb,
  { dataType }: Pick<Attribute, 'dataType'>,
  value: unknown,
): string | null {
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
  // What is proposed for a reference is an id.
  return uuid.test(text) ? (findIdentity(db, text)?.label ?? text) : text
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
