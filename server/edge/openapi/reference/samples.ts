/** The requests that the page shows of an operation, with the values of its examples. */
import type { Node, Parameter, PathOperation } from './document.ts'

/** A request with the values of the examples. */
export interface Sample {
  /** Which example of the body it is; empty where there is one only. */
  readonly name: string
  readonly method: string
  readonly url: string
  readonly query: readonly (readonly [string, string])[]
  readonly body?: unknown
  readonly form?: Readonly<Record<string, string>>
  /** What comes back: JSON, a file, or a stream that stays open. */
  readonly answer: 'json' | 'file' | 'stream'
}

// The optional parameters that samples show, where an operation has them.
const shownParameters = new Set(['filter', 'sort', 'fields', 'limit', 'after', 'type', 'status'])

/** A sample for each example of the body. */
export function samplesOf({ method, path, operation, parameters }: PathOperation, root: string): Sample[] {
  const request = {
    method,
    url: root + fillPath(path, parameters),
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

function isShown({ in: place, name, required, example }: Parameter): boolean {
  if (place !== 'query' || example === undefined || (Array.isArray(example) && example.length === 0))
    return false
  return required === true || shownParameters.has(name)
}

/** A path with the values of the examples. */
export function fillPath(path: string, parameters: readonly Parameter[]): string {
  return path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => {
    const parameter = parameters.find((one) => one.in === 'path' && one.name === name)
    return encodeURIComponent(String(parameter?.example))
  })
}

/** The example of a parameter as the pairs of a query string. */
export function toPairs({ name, style, example }: Parameter): [string, string][] {
  if (style !== 'deepObject') return [[name, Array.isArray(example) ? example.join(',') : String(example)]]
  return Object.entries(example as Node).flatMap(([key, value]): [string, string][] =>
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
