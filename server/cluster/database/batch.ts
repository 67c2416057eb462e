/**
 * How a transaction travels to rqlite: one list of statements with their values, in JSON, that is carried out whole or not at all.
 * It begins with a compare-and-set on the state that it was made on, and leaves the id under which it can be asked for.
 */
import { createHash } from 'node:crypto'
import type { CollectedStatement } from '../../store/database/database.ts'
import { type HeadStatement, maxRequests } from './cluster-state.ts'
import type { ClusterState } from '../../store/file/cluster-tables.ts'

export interface Batch {
  readonly requestId: string
  readonly from: ClusterState
  readonly to: ClusterState
  readonly body: string
  readonly statements: readonly CollectedStatement[]
}

export const headLength = 3

/** The answer of a cluster to a compare-and-set on a state that is not its own. */
export const staleError = 'NOT NULL constraint failed: cluster_state.sequence'

/** Makes the transaction that leads from a state of the cluster to the next by these statements. */
export function makeBatch(
  from: ClusterState,
  requestId: string,
  statements: readonly CollectedStatement[],
): Batch {
  const texts = statements.map(({ text, params }) => encodeStatement(text, params))
  const to = {
    ...from,
    sequence: from.sequence + 1,
    digest: digestOf(from.digest, [requestId, ...texts]),
  }
  const head = headStatements({ from, to, requestId }).map(([text, ...params]) =>
    encodeStatement(text, params),
  )
  return { requestId, from, to, statements, body: `[${[...head, ...texts].join(',')}]` }
}

/** Two copies with the same digest have taken the same steps from the same beginning. */
function digestOf(before: string, texts: readonly string[]): string {
  const hash = createHash('sha256').update(before)
  for (const text of texts) hash.update(text)
  return hash.digest('hex')
}

/** The texts and values of the head, which the writer's own copy runs as well. */
export function headStatements({
  from,
  to,
  requestId,
}: Pick<Batch, 'from' | 'to' | 'requestId'>): readonly HeadStatement[] {
  return [
    [
      // NULL where the state is another: the column refuses it, and the whole transaction is rolled back.
      'UPDATE cluster_state SET sequence = CASE WHEN sequence = ? AND digest = ? THEN sequence + 1 END, digest = ?',
      from.sequence,
      from.digest,
      to.digest,
    ],
    ['INSERT INTO cluster_request (id, sequence) VALUES (?, ?)', requestId, to.sequence],
    ['DELETE FROM cluster_request WHERE sequence <= ?', to.sequence - maxRequests],
  ]
}

/** One statement with its values, as rqlite takes it. */
export function encodeStatement(text: string, params: readonly unknown[]): string {
  if (params.length === 0) return JSON.stringify([text])
  const hasBytes = params.some((param) => param instanceof Uint8Array)
  const sent = hasBytes ? decodingBytes(text, params) : text
  return `[${JSON.stringify(sent)},${params.map(encodeValue).join(',')}]`
}

/** JSON has no bytes: they travel in hexadecimal digits, and the statement turns them back. */
function decodingBytes(text: string, params: readonly unknown[]): string {
  let index = 0
  return text.replaceAll(literalOrMark, (found) => {
    if (found !== '?') return found
    const param = params[index]
    index += 1
    return param instanceof Uint8Array ? 'unhex(?)' : '?'
  })
}

// A question mark within a text, a name or a comment is no placeholder.
const literalOrMark = /'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|\/\*[\s\S]*?\*\/|\?/g

export function encodeValue(value: unknown): string {
  if (typeof value === 'number') return encodeNumber(value)
  if (typeof value === 'bigint') return String(value)
  if (value instanceof Uint8Array)
    return `"${Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('hex')}"`
  if (value === null || typeof value === 'string') return JSON.stringify(value)
  throw new TypeError(`A value of type ${typeof value} cannot be sent to a cluster.`)
}

/** better-sqlite3 binds every number as a floating point number; rqlite does where there is a fraction. */
function encodeNumber(value: number): string {
  if (Number.isNaN(value)) return 'null'
  if (!Number.isFinite(value)) throw new TypeError('An infinite number cannot be sent to a cluster.')
  if (Object.is(value, -0)) return '-0.0'
  const text = String(value)
  return /[.e]/.test(text) ? text : `${text}.0`
}
