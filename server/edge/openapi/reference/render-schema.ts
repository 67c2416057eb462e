import { escapeHtml, toHtml } from '../../page-shell.ts'
import type { JsonObject } from './sections.ts'

export function renderType(schema: JsonObject): string {
  const name = nameOf(schema)
  if (name !== undefined) return `<a class="type" href="#schema-${name}">${name}</a>`
  const choices = schema['anyOf'] ?? schema['oneOf']
  if (Array.isArray(choices)) return choices.map(renderType).join(' or ')
  const parts = schema['allOf']
  if (Array.isArray(parts) && isNode(parts[0])) return renderType(parts[0])
  if (isNode(schema['items'])) return `array of ${renderType(schema['items'])}`
  if (Array.isArray(schema['enum'])) return schema['enum'].map(toCode).join(' ')
  if (isNode(schema['additionalProperties'])) return `map of ${renderType(schema['additionalProperties'])}`
  return `${escapeHtml(textOf(schema, 'type') || 'anything')}${renderBounds(schema)}`
}

const bounds = ['format', 'pattern', 'minimum', 'maximum', 'minLength', 'maxLength', 'default']

function renderBounds(schema: JsonObject): string {
  const limits = bounds.filter((bound) => schema[bound] !== undefined)
  return limits.map((bound) => ` · ${bound} ${toCode(schema[bound])}`).join('')
}

/** An answer in one line: `{ data: Entity }`. */
export function renderShape(schema: JsonObject): string {
  const { properties } = schema
  if (!isNode(properties)) return renderType(schema)
  const members = Object.entries(properties).map(
    ([name, one]) => `${escapeHtml(name)}: ${isNode(one) ? renderType(one) : ''}`,
  )
  return `{ ${members.join(', ')} }`
}

export function renderFields(schema: JsonObject): string {
  const { properties, required } = schema
  if (!isNode(properties)) return ''
  const needed = Array.isArray(required) ? required : []
  const fields = Object.entries(properties).map(([name, property]) => {
    if (!isNode(property)) return ''
    const inner = innerOf(property)
    return renderField(
      name,
      `${renderType(property)}${needed.includes(name) ? '' : ' · optional'}`,
      `${toHtml(textOf(property, 'description'))}${inner === undefined ? '' : renderFields(inner)}`,
    )
  })
  return `<dl>${fields.join('')}</dl>`
}

export function renderField(name: string, type: string, limits: string): string {
  return `<div><dt><code>${escapeHtml(name)}</code> <small>${type}</small></dt>${limits === '' ? '' : `<dd>${limits}</dd>`}</div>`
}

function innerOf(schema: JsonObject): JsonObject | undefined {
  if (nameOf(schema) !== undefined) return undefined
  return isNode(schema['items']) ? innerOf(schema['items']) : schema
}

function nameOf(schema: JsonObject): string | undefined {
  const reference = schema['$ref']
  return typeof reference === 'string' ? reference.split('/').at(-1) : undefined
}

function toCode(value: unknown): string {
  return `<code>${escapeHtml(typeof value === 'string' ? value : JSON.stringify(value))}</code>`
}

function isNode(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null
}

export function textOf(node: JsonObject, key: string): string {
  const value = node[key]
  return typeof value === 'string' ? value : ''
}
