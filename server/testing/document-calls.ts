import { createRequire } from 'node:module'
import type { Ajv2020 as AjvClass, ValidateFunction } from 'ajv/dist/2020.js'
import type { Parameter } from '../edge/openapi/reference/sections.ts'
import { fillPath, toPairs } from '../edge/openapi/reference/samples.ts'
import type { TestRequest, TestResponse } from './http-client.ts'

type Node = Readonly<Record<string, unknown>>

interface Media {
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>
}

export interface DocumentedOperation {
  readonly operationId: string
  readonly summary?: string
  readonly tags: readonly string[]
  readonly 'x-required-scopes'?: readonly string[]
  readonly 'x-type-scope'?: 'read' | 'write'
  readonly parameters?: readonly Node[]
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> }
  readonly responses: Readonly<Record<string, Node>>
}

export interface OpenApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>
  readonly components: Readonly<Record<string, Readonly<Record<string, Node>>>>
}

export interface DocumentRoute {
  readonly method: string
  readonly path: string
  readonly operation: DocumentedOperation
}

export interface DocumentedCall extends DocumentRoute {
  readonly name: string
  readonly request: TestRequest
}

/** Replaces the ids of the examples in a text of an operation. */
export type Replace = (operation: DocumentRoute, text: string) => string

export function operationsOf({ paths }: OpenApiDocument): DocumentRoute[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  )
}

export function callsOf(
  document: OpenApiDocument,
  operation: DocumentRoute,
  replace: Replace,
): DocumentedCall[] {
  const parameters = (operation.operation.parameters ?? []).map((one) =>
    resolve(document, one),
  ) as unknown as Parameter[]
  const required = parameters.filter((one) => one.required === true && one.in !== 'path')
  const optional = parameters.filter((one) => one.required !== true && one.example !== undefined)
  const path = fillPath(operation.path, parameters)
  const build = (name: string, given: readonly Parameter[], content: object): DocumentedCall => {
    const query = given.filter((one) => one.in === 'query').flatMap(toPairs)
    const search = query.length === 0 ? '' : `?${new URLSearchParams(query).toString()}`
    const headers = given.filter((one) => one.in === 'header').map((one) => [one.name, String(one.example)])
    const request = {
      method: operation.method,
      path: replace(operation, path + search),
      headers: JSON.parse(replace(operation, JSON.stringify(Object.fromEntries(headers)))),
      ...content,
    }
    return { ...operation, name, request }
  }
  const bodies = bodiesOf(operation, replace)
  return [
    ...bodies.map(({ name, ...content }) => build(name, required, content)),
    ...optional.map((one) =>
      build(one.name, [...required, one], bodies[0]?.name === '' ? {} : { ...bodies[0] }),
    ),
  ]
}

function bodiesOf(
  operation: DocumentRoute,
  replace: Replace,
): { name: string; body?: unknown; form?: FormData }[] {
  const [entry] = Object.entries(operation.operation.requestBody?.content ?? {})
  if (entry === undefined) return [{ name: 'plain' }]
  const [mediaType, { examples = {} }] = entry
  return Object.entries(examples).map(([name, { value }]) => {
    const body = JSON.parse(replace(operation, JSON.stringify(value)))
    return mediaType === 'multipart/form-data' ? { name, form: toForm(body) } : { name, body }
  })
}

function toForm(fields: Node): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) {
    if (name === 'file' || name === 'files') form.append(name, new Blob([String(value)]), 'example')
    else form.append(name, String(value))
  }
  return form
}

interface RequestTarget {
  readonly server: { readonly origin: string }
  send(request: TestRequest): Promise<TestResponse>
}

export async function sendCall(
  asked: RequestTarget,
  root: string,
  { request, operation }: DocumentedCall,
  bearer: string,
): Promise<Pick<TestResponse, 'status' | 'body'> & Partial<TestResponse>> {
  const { form, ...rest } = request as TestRequest & { form?: FormData }
  const path = root + rest.path
  const headers = { ...rest.headers, authorization: `Bearer ${bearer}` }
  if (JSON.stringify(operation.responses).includes('text/event-stream'))
    return openStream(asked.server.origin + path, headers)
  const encoded = form && new Response(form)
  return asked.send({
    ...rest,
    path,
    headers: { ...headers, ...(encoded && { 'content-type': encoded.headers.get('content-type') ?? '' }) },
    ...(encoded && { body: new Uint8Array(await encoded.arrayBuffer()) }),
  })
}

async function openStream(url: string, headers: Record<string, string>) {
  const abort = new AbortController()
  const response = await fetch(url, { headers, signal: abort.signal })
  const body: unknown = response.ok ? {} : await response.json()
  abort.abort()
  return { status: response.status, body }
}

export function resolve({ components }: OpenApiDocument, node: Node): Node {
  const [, kind = '', name = ''] = /^#\/components\/(\w+)\/([\w-]+)$/.exec(String(node['$ref'])) ?? []
  return components[kind]?.[name] ?? node
}

const require = createRequire(import.meta.url)

/**
 * Checks answers against the schemas of the document. Members that a schema does not list are faults, so that the document
 * cannot fall behind the server.
 */
export function createAnswerCheck(document: OpenApiDocument) {
  const { Ajv2020 }: { Ajv2020: typeof AjvClass } = require('ajv/dist/2020.js')
  const addFormats: (ajv: AjvClass) => void = require('ajv-formats')
  // Every schema serves a few answers, so it has to be compiled fast, not to run fast.
  const ajv = new Ajv2020({ allErrors: true, strict: false, inlineRefs: false, code: { optimize: false } })
  addFormats(ajv)
  ajv.addSchema(closeObjects(document), 'document')
  const compiled = new Map<Node, ValidateFunction>()
  const compile = (schema: Node): ValidateFunction => {
    const reference = schema['$ref']
    const found = typeof reference === 'string' && ajv.getSchema(`document${reference}`)
    return found || ajv.compile(rebase(closeObjects(schema)))
  }
  return function check({ path, method }: DocumentRoute, status: number, body: unknown): string[] {
    const answer = document.paths[path]?.[method.toLowerCase()]?.responses[String(status)]
    if (answer === undefined) return [`status ${status} is not documented`]
    const { content = {} } = resolve(document, answer) as {
      content?: Record<string, { schema: Node }>
    }
    const media = content['application/json']
    if (media === undefined) return []
    const validate = compiled.get(media.schema) ?? compile(media.schema)
    compiled.set(media.schema, validate)
    validate(body)
    return (validate.errors ?? []).map(
      ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
    )
  }
}

function close(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(close)
  return typeof value === 'object' && value !== null ? closeObjects(value) : value
}

function closeObjects(node: object): Node {
  const closed = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, close(value)]))
  const isOpenObject =
    'properties' in node && 'type' in node && node.type === 'object' && !('additionalProperties' in node)
  return isOpenObject ? { ...closed, additionalProperties: false } : closed
}

function rebase(node: Node): Node {
  return JSON.parse(JSON.stringify(node).replaceAll('"#/components/', '"document#/components/'))
}
