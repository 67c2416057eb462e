/** The operations of the API by the page that shows them: a page a resource. */
import { entityTypes, pluralOf } from '#shared/entities.ts'

export interface Resource {
  /** The name of its page: `imports-and-exports`. */
  readonly name: string
  readonly title: string
  readonly description: string
  readonly operations: readonly PathOperation[]
}

/** One page for each tag of the document that has operations, in the order of the tags. */
export function listResources(document: ReferenceDocument): Resource[] {
  const all = listOperations(document)
  return document.tags
    .map(({ name, description }) => ({
      name: toPageName(name),
      title: name,
      description,
      operations: all.filter(({ operation }) => operation.tags.includes(name)),
    }))
    .filter(({ operations }) => operations.length > 0)
}

export function toPageName(title: string): string {
  return title.toLowerCase().replaceAll(/\W+/g, '-')
}

const plurals: readonly string[] = entityTypes.map((type) => pluralOf[type])

/** The path with the plural of a type as a variable, where the types have one: `/{plural}/{id}`. */
export function toGenericPath(path: string): string {
  const [, first = '', ...rest] = path.split('/')
  return plurals.includes(first) ? `/${['{plural}', ...rest].join('/')}` : path
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
      operation: resolveContents(document, operation),
      parameters: (operation.parameters ?? [])
        .filter((one) => !isOfAllWrites(one))
        .map((one) => resolve(document, one) as JsonObject & Parameter),
    })),
  )
}

/** Bodies and answers are shown as what they hold; types inside them are shown by name. */
function resolveContents(document: ReferenceDocument, operation: Operation): Operation {
  const inContent = (content: Readonly<Record<string, MediaType>>) =>
    Object.fromEntries(
      Object.entries(content).map(([type, media]) => [
        type,
        { ...media, schema: resolve(document, media.schema) },
      ]),
    )
  const { requestBody, responses } = operation
  return {
    ...operation,
    ...(requestBody && { requestBody: { ...requestBody, content: inContent(requestBody.content) } }),
    responses: Object.fromEntries(
      Object.entries(responses).map(([status, answer]) => [
        status,
        answer.content === undefined ? answer : { ...answer, content: inContent(answer.content) },
      ]),
    ),
  }
}

/** The head of the page describes the parameters that every write takes. */
function isOfAllWrites(parameter: JsonObject): boolean {
  return parameter['$ref'] === '#/components/parameters/Idempotency-Key'
}

function resolve({ components }: ReferenceDocument, node: JsonObject): JsonObject {
  const [, kind = '', name = ''] = /^#\/components\/(\w+)\/([\w-]+)$/.exec(String(node['$ref'])) ?? []
  return components[kind]?.[name] ?? node
}
