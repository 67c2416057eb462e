import { entityTypes, type EntityType, findEntityType } from '#shared/entities.ts'
import { foldText } from '#shared/text.ts'
import { message } from '#shared/messages/message.ts'
import { conflict, type Faults } from './errors.ts'

export const maxNameLength = 200

/** The trimmed name; notes `required` for an empty name, `too_long`, and control characters. */
export function checkName(name: string | undefined, faults: Faults, maxLength = maxNameLength): string {
  const text = name?.trim() ?? ''
  if (name !== undefined && text === '') faults.add('name', 'required')
  if (text.length > maxLength) faults.addExpected('name', 'too_long', { max_length: maxLength })
  if (control.test(text)) faults.explain('name', 'invalid_value', message('name.control_characters'))
  return text
}

const control = /\p{Cc}/u

export function checkEntityType(name: string | undefined, faults: Faults): EntityType | undefined {
  const type = findEntityType(name)
  if (!type && name !== undefined) faults.add('entity_type', 'invalid_value', entityTypes, name)
  return type
}

export const keyForm = message('attribute.key_not_valid')

export function describeFixed(member: string, value: string | boolean): string {
  return `${member} is ${value} and cannot be changed. Leave it out.`
}

interface NamedRow {
  readonly uuid: string
  readonly name: string
}

/** Throws `conflict` where another row has the name, in any case; `what` is the kind of row. */
export function requireFreeName({ uuid, name }: NamedRow, rows: readonly NamedRow[], what: string): void {
  const isTaken = rows.some((other) => other.uuid !== uuid && foldText(other.name) === foldText(name))
  if (isTaken) throw conflict(message('name.taken', { what, name }), [{ field: 'name', issue: 'not_unique' }])
}
