import { escapeHtml, toHtml } from '../page-shell.ts'

type Node = Readonly<Record<string, unknown>>

/** What a value may be, in one line; a named schema links to its section. */
export function renderType(schema: Node): string {
  const name = nameOf(schema)
  if (name !== undefined) return `<a href="#schema-${name}">${name}</a>`
  const choices = schema['anyOf'] ?? schema['oneOf']
  if (Array.isArray(choices)) return choices.map(renderType).join(' or ')
  const parts = schema['allOf']
  if (Array.isArray(parts) && isNode(parts[0])) return renderType(parts[0])
  if (isNode(schema['items'])) return `array of ${renderType(schema['items'])}`
  if (Array.isArray(schema['enum'])) return schema['enum'].map((value) => toCode(value)).join(' ')
  if (isNode(schema['additionalProperties'])) return `map of ${renderType(schema['additionalProperties'])}`
  return `${escapeHtml(textOf(schema, 'type') || 'anything')}${renderBounds(schema)}`
}

const bounds = ['format', 'pattern', 'minimum', 'maximum', 'minLength', 'maxLength', 'default']

function renderBounds(schema: Node): string {
  const told = bounds.filter((bound) => schema[bound] !== undefined)
  return told.map((bound) => ` <span class="muted">${bound} ${toCode(schema[bound])}</span>`).join('')
}

/** The members of an object, if the schema is one. */
export function renderFields(schema: Node): string {
  const { properties, required } = schema
  if (!isNode(properties)) return ''
  const needed = Array.isArray(required) ? required : []
  const rows = Object.entries(properties).map(
    ([name, property]) =>
      `<tr><td><code>${escapeHtml(name)}</code>${needed.includes(name) ? '' : '<br><span class="muted">optional</span>'}</td>
<td>${isNode(property) ? `${renderType(property)}<br>${toHtml(textOf(property, 'description'))}` : ''}</td></tr>`,
  )
  return `<table>${rows.join('')}</table>`
}

function nameOf(schema: Node): string | undefined {
  const reference = schema['$ref']
  return typeof reference === 'string' ? reference.split('/').at(-1) : undefined
}

function toCode(value: unknown): string {
  return `<code>${escapeHtml(typeof value === 'string' ? value : JSON.stringify(value))}</code>`
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null
}

/** A text of a schema, empty where there is none. */
export function textOf(node: Node, key: string): string {
  const value = node[key]
  return typeof value === 'string' ? value : ''
}
