/**
 * Gives every object of a document a name, so that generated clients have a type for it: an object inside another is
 * called after it and its member (`FieldErrorExpected`), a body after its operation (`StartBulkEditRequest`), an
 * answer after what it holds (`NotePage`). Equal objects share the first name.
 */
import { entityTypes } from '#shared/entities.ts'
import { isJson, type Json } from './to-schema.ts'

interface Operation extends Json {
  readonly operationId?: string
}

/** Returns the paths with references in the place of inline objects, and all schemas by name. */
export function nameShapes(paths: Json, named: Json): { paths: Json; schemas: Json } {
  const naming = new Naming(named)
  const ids = new Set(
    Object.values(paths).flatMap((methods) =>
      Object.values(methods as Json).map((operation) =>
        capitalize((operation as Operation).operationId ?? ''),
      ),
    ),
  )
  const turned = mapEach(paths, (methods) =>
    mapEach(methods, (operation) => nameOperation(operation, naming, ids)),
  )
  return { paths: turned, schemas: naming.schemas }
}

function nameOperation(operation: Operation, naming: Naming, ids: ReadonlySet<string>): Json {
  const id = generalize(capitalize(operation.operationId ?? ''), ids)
  const inContent = (part: Json, turn: (schema: Json) => Json) => ({
    ...part,
    ...(isJson(part['content']) && {
      content: mapEach(part['content'], (media) =>
        isJson(media['schema']) ? { ...media, schema: turn(media['schema']) } : media,
      ),
    }),
  })
  const { requestBody, responses } = operation
  return {
    ...operation,
    ...(isJson(requestBody) && {
      requestBody: inContent(requestBody, (schema) => naming.refer(schema, `${id}Request`)),
    }),
    responses: mapEach(responses, (answer) =>
      inContent(answer, (schema) => naming.refer(schema, `${id}Answer`, nameOfAnswer)),
    ),
  }
}

/** `CreateEntity` for an operation that every entity type has. */
function generalize(id: string, ids: ReadonlySet<string>): string {
  const isOfTypes = entityTypes.some(
    (type) => type !== 'product' && ids.has(id.replace('Product', capitalize(type))),
  )
  return isOfTypes ? id.replace(/Products\b/, 'Entities').replace(/Product(?=s?\b|[A-Z])/, 'Entity') : id
}

/** `NoteData`, `NotePage` or `NoteList` for an answer that holds nothing else. */
function nameOfAnswer({ properties }: Json): string | undefined {
  if (!isJson(properties)) return undefined
  const { data, pagination, ...rest } = properties
  if (!isJson(data) || Object.keys(rest).length > 0) return undefined
  const one = nameOfReference(data)
  if (one !== undefined && pagination === undefined) return `${one}Data`
  const many = isJson(data['items']) ? nameOfReference(data['items']) : undefined
  return many === undefined ? undefined : `${many}${pagination === undefined ? 'List' : 'Page'}`
}

class Naming {
  readonly schemas: Record<string, Json>
  readonly #byShape = new Map<string, string>()

  constructor(named: Json) {
    const known = named as Readonly<Record<string, Json>>
    this.schemas = { ...known }
    for (const [name, schema] of Object.entries(known)) {
      const turned = this.#inside(schema, name)
      this.schemas[name] = turned
      this.#byShape.set(JSON.stringify(turned), name)
    }
  }

  /** The schema with each object in it, and itself, replaced by a reference. */
  refer(schema: Json, base: string, toName: (turned: Json) => string | undefined = () => undefined): Json {
    const turned = this.#inside(schema, base)
    if (turned['type'] !== 'object' || !isJson(turned['properties'])) return turned
    const shape = JSON.stringify(turned)
    const name = this.#byShape.get(shape) ?? this.#free(toName(turned) ?? base)
    this.#byShape.set(shape, name)
    this.schemas[name] = turned
    return { $ref: `#/components/schemas/${name}` }
  }

  #inside(schema: Json, base: string): Json {
    const { properties, items, anyOf, additionalProperties: values } = schema
    return {
      ...schema,
      ...(isJson(properties) && {
        properties: mapEach(properties, (member, key) => this.refer(member, nameOfMember(base, key, member))),
      }),
      ...(isJson(items) && { items: this.refer(items, singular(base)) }),
      ...(Array.isArray(anyOf) && {
        anyOf: anyOf.map((one: Json) => this.refer(one, nameOfChoice(base, one, anyOf))),
      }),
      ...(isJson(values) && { additionalProperties: this.refer(values, `${base}Value`) }),
    }
  }

  #free(name: string): string {
    let free = name
    for (let count = 2; free in this.schemas; count += 1) free = `${name}${count}`
    return free
  }
}

function nameOfMember(base: string, key: string, member: Json): string {
  if (key === 'error' && base.endsWith('Error')) return `${base}Body`
  if (key !== 'data' || !base.endsWith('Answer')) return base + capitalize(toCamel(key))
  return base.replace(/Answer$/, member['type'] === 'array' ? 'Rows' : 'Result')
}

/** Alternatives are told apart by a member that has one value in each, as `status` of outcomes, or by their first. */
function nameOfChoice(base: string, choice: Json, all: readonly Json[]): string {
  const { properties } = choice
  if (!isJson(properties) || all.filter(({ type }) => type === 'object').length < 2) return base
  const [only] = Object.values(properties as Readonly<Record<string, Json>>).flatMap((member) => {
    const values = member['const'] === undefined ? member['enum'] : [member['const']]
    return Array.isArray(values) && values.length === 1 ? [String(values[0])] : []
  })
  return base + capitalize(toCamel(only ?? Object.keys(properties)[0] ?? ''))
}

function singular(name: string): string {
  if (name.endsWith('Axes')) return name.replace(/es$/, 'is')
  return name
    .replace(/ies$/, 'y')
    .replace(/(?<=ss|ias|x|ch)es$/, '')
    .replace(/(?<![su])s$/, '')
}

function toCamel(key: string): string {
  return key.replaceAll(/[_:](\w)/g, (_whole, letter: string) => letter.toUpperCase())
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function nameOfReference({ $ref }: Json): string | undefined {
  return typeof $ref === 'string' ? $ref.split('/').at(-1) : undefined
}

function mapEach(value: unknown, turn: (member: Json, key: string) => unknown): Json {
  const entries = isJson(value) ? Object.entries(value) : []
  return Object.fromEntries(
    entries.map(([key, member]) => [key, isJson(member) ? turn(member, key) : member]),
  )
}
