/** Checks that every answer must pass; each function returns the faults in words. */
import { errorCodes, type ErrorCode } from '#shared/errors.ts'
import {
  createAnswerCheck,
  type OpenApiDocument,
  operationsOf,
} from '../../../server/testing/document-calls.ts'
import type { Call, ReceivedAnswer, Surface } from './call.ts'

const envelopeKeys = [
  'code',
  'message',
  'documentation_url',
  'is_retriable',
  'retry_after_seconds',
  'request_id',
  'field_errors',
]

const optionalKeys: readonly string[] = ['message_code', 'values', 'alternative_action', 'current']

/** Internal words that no request of the trial contains. */
const leaks: readonly RegExp[] = [
  /\n\s+at \S/,
  /node_modules/,
  /\.(ts|mjs|js|sqlite|vitrine):\d/,
  /\bSQLITE_|\bsqlite3?\b/i,
  /\b(SELECT|INSERT INTO|UPDATE|DELETE FROM)\s+\w+/,
  /value_\d+|no such (table|column)|syntax error near/,
  /vitrine-trial-fuzz|\/(home|Users|tmp|work)\//,
  /root:x:0/,
  /\[object Object\]|\bundefined is not (a function|iterable|an object)\b|Cannot read propert/,
]

export function checkRefusal({ status, headers, text }: ReceivedAnswer, call?: Pick<Call, 'body'>): string[] {
  const foreign = pathsIn(call?.body).reduce((rest, path) => rest.replaceAll(path, ''), text)
  const faults = leaks.filter((leak) => leak.test(foreign)).map((leak) => `the answer tells ${leak}`)
  const error = parseError(text)
  if (error === undefined) return [...faults, `status ${status} without an envelope`]
  const keys = Object.keys(error).filter((key) => !optionalKeys.includes(key))
  if (keys.join() !== envelopeKeys.join()) faults.push(`the envelope has ${keys.join()}`)
  const traits = errorCodes[error['code'] as ErrorCode]
  if (traits?.status !== status) faults.push(`code ${String(error['code'])} with status ${status}`)
  if (traits?.retriable !== error['is_retriable']) faults.push('is_retriable does not fit the code')
  if (error['request_id'] !== headers['x-request-id']) faults.push('request_id is not X-Request-Id')
  if (!String(error['documentation_url']).endsWith(`/docs/developers/errors#${String(error['code'])}`))
    faults.push(`documentation_url is ${String(error['documentation_url'])}`)
  if (status === 400 && (error['field_errors'] as unknown[]).length === 0) faults.push('400 names no field')
  for (const one of error['field_errors'] as Record<string, unknown>[]) {
    if (typeof one['field'] !== 'string' || one['field'] === '' || typeof one['issue'] !== 'string')
      faults.push(`a field error is ${JSON.stringify(one)}`)
  }
  return faults
}

/** The paths that a request names itself, which its refusal may repeat. */
function pathsIn(body: unknown): string[] {
  if (typeof body === 'string') return body.startsWith('/') ? [body] : []
  return typeof body === 'object' && body !== null && !(body instanceof Uint8Array)
    ? Object.values(body).flatMap(pathsIn)
    : []
}

function parseError(text: string): Record<string, unknown> | undefined {
  try {
    return (JSON.parse(text) as { error: Record<string, unknown> }).error
  } catch {
    return undefined
  }
}

export function checkAnswer({ status, headers }: ReceivedAnswer): string[] {
  const faults: string[] = []
  if (typeof headers['x-request-id'] !== 'string') faults.push('no X-Request-Id')
  if (headers['x-injected'] !== undefined) faults.push('a header was injected')
  if (headers['x-powered-by'] !== undefined) faults.push('X-Powered-By')
  const isOptions = status === 204 && headers['allow'] !== undefined
  // A client that tries passwords too often is refused with the time to wait.
  const isLimited = status === 429 && headers['retry-after'] !== undefined
  if (!isOptions && !isLimited && ![200, 201, 202, 204, 304, 400, 401, 403, 404, 409].includes(status))
    faults.push(`status ${status}`)
  return faults
}

const checksPerKind = 40

/** Checks the first answers of each operation and status against the document. */
export function createShapeCheck(
  surface: Surface,
  document: OpenApiDocument,
): (call: Call, received: ReceivedAnswer) => string[] {
  const check = createAnswerCheck(document)
  const placed = new Map(operationsOf(document).map((one) => [`${one.method} ${one.path}`, one]))
  const done = new Map<string, number>()
  return function checkShape(call, { status, text, headers }) {
    if ((call.surface ?? 'api') !== surface) return []
    const operation = placed.get(call.route)
    const kind = `${call.route} ${status}`
    const count = done.get(kind) ?? 0
    const isJson = String(headers['content-type']).startsWith('application/json')
    if (operation === undefined || count >= checksPerKind || !isJson) return []
    done.set(kind, count + 1)
    return check(operation, status, JSON.parse(text)).map((fault) => `not as documented: ${fault}`)
  }
}
