/** The OpenAPI document as the reference page reads it. */
export type Node = Readonly<Record<string, unknown>>

export interface Operation {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary: string
  readonly description?: string
  readonly parameters?: readonly Node[]
  readonly requestBody?: { readonly content: Readonly<Record<string, MediaType>> }
  readonly responses: Readonly<Record<string, Answer>>
}

export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly description: string
  readonly required?: boolean
  readonly style?: string
  readonly schema: Node
  readonly example?: unknown
}

export interface Answer {
  readonly $ref?: string
  readonly description?: string
  readonly content?: Readonly<Record<string, MediaType>>
  readonly 'x-issue-places'?: Readonly<Record<string, readonly string[]>>
}

export interface MediaType {
  readonly schema: Node
  readonly example?: unknown
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>
}

/** An operation with its place and its parameters. */
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
  readonly components: Readonly<Record<string, Readonly<Record<string, Node>>>>
}

/** Every operation in the order of the document. */
export function placeOperations(document: ReferenceDocument): PathOperation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      path,
      method: method.toUpperCase(),
      operation,
      parameters: (operation.parameters ?? []).map((one) => resolve(document, one) as Node & Parameter),
    })),
  )
}

/** What a reference of the document stands for. */
function resolve({ components }: ReferenceDocument, node: Node): Node {
  const [, kind = '', name = ''] = /^#\/components\/(\w+)\/([\w-]+)$/.exec(String(node['$ref'])) ?? []
  return components[kind]?.[name] ?? node
}
