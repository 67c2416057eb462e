/** The requests that a page shows for an operation, made of the examples of the document. */
import type { JsonObject, Parameter, PathOperation } from './sections.ts'

export interface Sample {
  readonly name: string
  readonly method: string
  readonly origin: string
  /** The path below the root of the API, with values in the place of its variables. */
  readonly path: string
  readonly template: string
  readonly id: string
  readonly query: readonly (readonly [string, string])[]
  readonly body?: unknown
  readonly form?: Readonly<Record<string, string>>
  readonly answer: 'json' | 'file' | 'stream'
}

const shownParameters = new Set(['filter', 'sort', 'fields', 'limit', 'after', 'type', 'status'])

export function samplesOf({ method, path, operation, parameters }: PathOperation, root: string): Sample[] {
  const inPath = parameters.filter((parameter) => parameter.in === 'path')
  const request = {
    method,
    origin: new URL(root).origin,
    path: fillPath(path, parameters),
    template: path,
    id: textOf(inPath[0]?.example),
    query: parameters.filter(isShown).flatMap(toPairs),
    answer: answerOf(placedAnswer(operation.responses)),
  } as const
  const [[mediaType, { examples = {} }] = ['', {}]] = Object.entries(operation.requestBody?.content ?? {})
  if (mediaType === '') return [{ name: '', ...request }]
  return Object.entries(examples).map(([name, { value }]) => ({
    name: Object.keys(examples).length === 1 ? '' : name,
    ...request,
    ...(mediaType === 'multipart/form-data' ? { form: value as Record<string, string> } : { body: value }),
  }))
}

function textOf(example: unknown): string {
  return typeof example === 'string' ? example : ''
}

function isShown({ in: location, name, required, example }: Parameter): boolean {
  if (location !== 'query' || example === undefined || (Array.isArray(example) && example.length === 0))
    return false
  return required === true || shownParameters.has(name)
}

export function fillPath(path: string, parameters: readonly Parameter[]): string {
  return path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => {
    const parameter = parameters.find((one) => one.in === 'path' && one.name === name)
    return encodeURIComponent(String(parameter?.example))
  })
}

export function toPairs({ name, style, example }: Parameter): [string, string][] {
  if (style !== 'deepObject') return [[name, Array.isArray(example) ? example.join(',') : String(example)]]
  return Object.entries(example as JsonObject).flatMap(([key, value]): [string, string][] =>
    typeof value === 'object' && value !== null
      ? Object.entries(value).map(([operator, one]) => [`${name}[${key}][${operator}]`, String(one)])
      : [[`${name}[${key}]`, String(value)]],
  )
}

function placedAnswer(responses: PathOperation['operation']['responses']): string {
  const [status = ''] = Object.keys(responses).filter((one) => one.startsWith('2'))
  return Object.keys(responses[status]?.content ?? {})[0] ?? ''
}

function answerOf(mediaType: string): Sample['answer'] {
  if (mediaType === 'text/event-stream') return 'stream'
  return mediaType === 'application/json' ? 'json' : 'file'
}

export function fileNameOf({ form }: Sample): string {
  return form?.['file']?.startsWith('<svg') === true ? 'drawing.svg' : 'products.csv'
}
