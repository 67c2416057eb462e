/** Describes a JSON type error for the client: the expected type, the sent type and a correction. */

import { message, type Message, type MessageCode, type Sentence, textOf } from './messages/message.ts'
import { isKeyOf } from './text.ts'

const typeNames = {
  string: 'schema.a_string',
  number: 'schema.a_number',
  integer: 'schema.an_integer',
  boolean: 'schema.true_or_false',
  object: 'schema.an_object',
  array: 'schema.an_array',
  null: 'schema.null',
} as const satisfies Record<string, MessageCode>

function nameType(type: string): Sentence {
  return isKeyOf(typeNames, type) ? message(typeNames[type]) : type
}

const expectedMembers: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  object: {
    attributes: 'an object of attribute keys and values, such as {"sku": "CH-100"}',
    set: 'an object of attribute keys and new values, such as {"price": 129}',
    append: 'an object of attribute keys and what is added to them, such as {"tags": "New"}',
    replace: 'an object such as {"find": "old", "with": "new"}',
    if: 'an object of attribute keys and the values that they should still have, such as {"price": 119}',
    filter: 'an object of attribute keys and conditions, such as {"price": {"lt": 100}}',
    item: 'an object such as {"attributes": {"sku": "CH-100"}}',
    'items[]': 'an object such as {"attributes": {"sku": "CH-100"}}',
    edit: 'an object such as {"id": "…", "attributes": {"price": 129}}',
    'edits[]': 'an object such as {"id": "…", "attributes": {"price": 129}}',
    constraints: 'an object such as {"required": true, "max_length": 80}',
    reference: 'an object such as {"type": "vendor"}',
    file: 'an object such as {"name": "sheet.pdf", "content_base64": "…"}',
    mapping: 'an object of names and attribute keys, such as {"Title": "name"}',
  },
  array: {
    items: 'a list of objects, such as [{"attributes": {"sku": "CH-100"}}]',
    edits: 'a list of edits, such as [{"id": "…", "attributes": {"price": 129}}]',
    clear: 'a list of attribute keys, such as ["price"]',
    fields: 'a list of attribute keys, such as ["sku", "price"]',
    ids: 'a list of ids',
    product_ids: 'a list of ids of products',
    scopes: 'a list of scopes, such as ["read:products"]',
  },
  string: {
    acceptable_values: 'one string with commas between the values, such as "Red, Blue", or a list of strings',
    merge_key: 'the key of one attribute as a string, such as "sku"',
    parent_id: 'the id of the parent as a string',
  },
}

export function wrongTypeMessage(all: readonly string[]): Message {
  const [first = '', ...others] = all.map(nameType)
  const types = others.reduce((before, second) => message('text.either', { first: before, second }), first)
  return message('schema.wrong_type', { types })
}

export function describeExpected(name: string, types: readonly string[]): string {
  return types.map((type) => expectedMembers[type]?.[name] ?? textOf(nameType(type))).join(', or ')
}

/** Describes the expected type and the sent value, and suggests a correction if there is one. */
export function describeType(name: string, types: readonly string[], sent: unknown): string {
  const correction = name === 'parent_id' ? undefined : suggestCorrection(types, sent)
  return `Send ${describeExpected(name, types)}. You sent ${describeSent(sent)}.${correction === undefined ? '' : ` ${correction}`}`
}

function suggestCorrection(types: readonly string[], sent: unknown): string | undefined {
  const accepts = (...some: readonly string[]) => some.some((type) => types.includes(type))
  if (typeof sent === 'string') return suggestTextCorrection(sent.trim(), accepts)
  if (accepts('string') && (typeof sent === 'number' || typeof sent === 'boolean'))
    return `Put it in quotes: "${sent}".`
  return accepts('array') && sent !== null && !accepts('object') ? bracketsHint : undefined
}

const bracketsHint = 'Put it in square brackets, also where it is the only one.'

function suggestTextCorrection(
  text: string,
  takes: (...some: readonly string[]) => boolean,
): string | undefined {
  const isNumber = takes('number', 'integer') && text !== '' && Number.isFinite(Number(text))
  if (isNumber || (takes('boolean') && /^(true|false)$/.test(text))) return `Leave out the quotes: ${text}.`
  if (takes('object', 'array') && /^[[{]/.test(text))
    return 'Send the JSON itself, not a string that holds it.'
  return takes('array') ? bracketsHint : undefined
}

const maxQuotedLength = 40

function describeSent(sent: unknown): string {
  if (sent === null) return 'null'
  if (Array.isArray(sent)) return sent.length === 0 ? 'an empty list' : 'a list'
  if (typeof sent === 'string')
    return `the string ${JSON.stringify(sent.length > maxQuotedLength ? `${sent.slice(0, maxQuotedLength)}…` : sent)}`
  return typeof sent === 'object' ? 'an object' : `the ${typeof sent} ${JSON.stringify(sent)}`
}
