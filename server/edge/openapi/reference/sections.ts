/** The sections of the API reference page; equal operations of several entity types share one. */
import { entityTypes, pluralOf } from '#shared/entities.ts'

export interface Section {
  readonly shown: PathOperation
  readonly all: readonly PathOperation[]
}

export interface Group {
  readonly name: string
  readonly description: string
  readonly sections: readonly Section[]
}

const entitiesGroup = {
  name: 'Entities',
  description: `Products, images, vendors, categories and sources have one shape and the same operations; \`{plural}\` is
${entityTypes.map((type) => `\`${pluralOf[type]}\``).join(', ')}.`,
}

/** Groups the sections of the page; operations shared by several entity types come first and once. */
export function groupSections(document: ReferenceDocument): Group[] {
  const byGenericForm = Map.groupBy(listOperations(document), genericFormOf)
  const sections = [...byGenericForm.values()].flatMap((all): Section[] => {
    const [shown] = all
    return shown === undefined ? [] : [{ shown, all }]
  })
  const isShared = ({ all }: Section) => all.length > 1
  return [entitiesGroup, ...document.tags]
    .map((group) => ({
      ...group,
      sections: sections.filter((section) =>
        isShared(section) ? group === entitiesGroup : section.shown.operation.tags.includes(group.name),
      ),
    }))
    .filter((group) => group.sections.length > 0)
}

const plurals: readonly string[] = Object.values(pluralOf)

/** A key equal for the same operation of all entity types: `GET /{plural}/{id}` and the request body. */
function genericFormOf({ method, path, operation }: PathOperation): string {
  const bodies = Object.values(operation.requestBody?.content ?? {}).map(({ schema }) => schema)
  return `${method} ${toGenericPath(path)} ${JSON.stringify(bodies)}`
}

function toGenericPath(path: string): string {
  const [, first = '', ...rest] = path.split('/')
  return plurals.includes(first) ? `/${['{plural}', ...rest].join('/')}` : path
}

/** Returns path and texts of a section, with the entity type's name replaced if it covers several. */
export function sectionTexts({ shown, all }: Section) {
  const { summary, description = '' } = shown.operation
  const toGenericText = (text: string) => (all.length === 1 ? text : generalize(text))
  return {
    path: all.length === 1 ? shown.path : toGenericPath(shown.path),
    summary: toGenericText(summary),
    description: toGenericText(description),
    general: toGenericText,
    plurals: all.length === 1 ? [] : all.map(({ path }) => path.split('/')[1] ?? ''),
  }
}

function generalize(text: string): string {
  return text
    .replaceAll(/`(read|write):products`/g, '`$1:{plural}`')
    .replaceAll(/\b(?<![`:/{])products\b(?!`)/g, 'entities')
    .replaceAll(/\b(?<![`:/{])product\b(?!`)/g, 'entity')
}

export type JsonObject = Readonly<Record<string, unknown>>

interface Operation {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary: string
  readonly description?: string
  readonly parameters?: readonly JsonObject[]
  readonly requestBody?: { readonly content: Readonly<Record<string, MediaType>> }
  readonly responses: Readonly<Record<string, OpenApiResponse>>
}

export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly description: string
  readonly required?: boolean
  readonly style?: string
  readonly schema: JsonObject
  readonly example?: unknown
}

export interface OpenApiResponse {
  readonly $ref?: string
  readonly description?: string
  readonly content?: Readonly<Record<string, MediaType>>
  readonly 'x-issue-places'?: Readonly<Record<string, readonly string[]>>
}

export interface MediaType {
  readonly schema: JsonObject
  readonly example?: unknown
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>
}

export interface PathOperation {
  readonly path: string
  readonly method: string
  readonly operation: Operation
  readonly parameters: readonly Parameter[]
}

export interface ReferenceDocument {
  readonly info: { readonly title: string; readonly version: string; readonly description: string }
  readonly servers: readonly { readonly url: string }[]
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: Readonly<Record<string, Readonly<Record<string, JsonObject>>>>
}

function listOperations(document: ReferenceDocument): PathOperation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      path,
      method: method.toUpperCase(),
      operation,
      parameters: (operation.parameters ?? [])
        .filter((one) => !isOfAllWrites(one))
        .map((one) => resolve(document, one) as JsonObject & Parameter),
    })),
  )
}

/** The head of the page describes the parameters that every write takes. */
function isOfAllWrites(parameter: JsonObject): boolean {
  return parameter['$ref'] === '#/components/parameters/Idempotency-Key'
}

function resolve({ components }: ReferenceDocument, node: JsonObject): JsonObject {
  const [, kind = '', name = ''] = /^#\/components\/(\w+)\/([\w-]+)$/.exec(String(node['$ref'])) ?? []
  return components[kind]?.[name] ?? node
}
