/**
 * The thread side: opens the file of its role, then answers calls until it is closed. Operations are
 * synchronous on purpose: calls are answered in order.
 */
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import type { ReadGuard } from '#shared/interrupted.ts'
import { collectGarbage } from './collect-garbage.ts'
import { CatalogError } from '../catalog/errors.ts'
import {
  toFailure,
  type QueueEnd,
  receiveMessages,
  type CallMessage,
  type HostMessage,
  type ReplyMessage,
  type SpareStart,
  type ThreadMessage,
  type ThreadStart,
  type ThreadRole,
} from './channel.ts'
import { clustersOf, openRole, type OpenRole, type ThreadWork } from './roles.ts'
import { keepSpares } from './thread.ts'

export async function serveThread(work: ThreadWork): Promise<void> {
  const given: ThreadStart | SpareStart = workerData
  const start = 'begin' in given ? await begunBy(given, work) : given
  await serveRole(start, start.queue?.port ?? (parentPort as MessagePort), work)
}

async function loadRole(role: ThreadRole, work: ThreadWork): Promise<void> {
  await loaders[role]?.(work)
}

const loaders: Partial<Record<ThreadRole, (work: ThreadWork) => Promise<unknown>>> = {
  registry(work) {
    keepSpares(['link'])
    return Promise.all([
      import('../registry/registry.ts'),
      import('../registry/registry-operations.ts'),
      loadClusters('registry', work),
    ])
  },
  writer(work) {
    keepSpares(['link'])
    return Promise.all([work.operations(), loadClusters('writer', work)])
  },
  reader: (work) => Promise.all([work.operations(), import('../catalog/connections/reader.ts')]),
  models: () => import('../providers/probe.ts'),
  link: (work) => loadClusters('link', work),
}

async function loadClusters(role: ThreadRole, work: ThreadWork): Promise<void> {
  await (await clustersOf(work)).load(role)
}

async function begunBy({ role, begin }: SpareStart, work: ThreadWork): Promise<ThreadStart> {
  const { promise, resolve } = Promise.withResolvers<ThreadStart>()
  begin.once('message', resolve)
  await loadRole(role, work)
  return promise
}

/** Serves a role over a port until it is closed; a failed start is reported as refused. */
export async function serveRole(start: ThreadStart, port: MessagePort, work: ThreadWork): Promise<void> {
  try {
    const role = await openRole(start, work, (message, transfer) => port.postMessage(message, transfer))
    port.postMessage(readyMessage(role))
    if (start.queue) serveQueue(start.queue, role)
    else servePort(port, role, start.asked)
  } catch (error) {
    port.postMessage({ kind: 'refused', failure: toFailure(error) } satisfies ThreadMessage)
    port.close()
  }
}

function servePort(port: MessagePort, role: OpenRole, asked: Int32Array | undefined): void {
  const otherPorts = new Set<MessagePort>()
  const running = new Set<Promise<void>>()

  const answerOn = (to: MessagePort, call: CallMessage) => {
    const answering = answer(to, role, call).finally(() => running.delete(answering))
    running.add(answering)
  }
  const connect = (other: MessagePort) => {
    if (role.connect) return role.connect(other)
    otherPorts.add(other)
    other.on('message', (call: CallMessage) => answerOn(other, call))
    other.on('close', () => otherPorts.delete(other))
  }
  const close = async () => {
    role.cancel?.()
    await Promise.all(running)
    for (const other of otherPorts) other.close()
    role.close()
    port.close()
  }

  port.on('message', (message: HostMessage) => {
    if (message.kind === 'call') {
      if (asked) Atomics.sub(asked, 0, 1)
      answerOn(port, message)
    } else if (message.kind === 'connect') connect(message.port)
    else if (message.kind === 'cancel') role.cancel?.()
    else if (message.kind === 'collect-garbage') collectGarbage()
    else void close()
  })
}

/**
 * Serves a message queue. The thread blocks in it and runs no event loop, so its operations must be
 * synchronous.
 */
function serveQueue(queue: QueueEnd, role: OpenRole): void {
  receiveMessages(queue, (message, hasMore) => {
    if (message.kind === 'call') {
      const isAbandoned = () => Atomics.load(queue.abandoned, 0) === message.id
      answerNow(queue.port, role, message, guardOf(message, { isAbandoned, hasMore }))
    }
    if (message.kind === 'collect-garbage') collectGarbage()
    return message.kind !== 'close'
  })
  role.close()
  queue.port.close()
}

interface ReadCircumstances {
  readonly isAbandoned: () => boolean
  readonly hasMore: () => boolean
}

function guardOf(
  { limits }: CallMessage,
  { isAbandoned, hasMore }: ReadCircumstances,
): ReadGuard | undefined {
  if (!limits) return undefined
  const { deadlineMs, share } = limits
  const start = performance.now()
  return () => {
    if (isAbandoned()) return 'abandoned'
    const elapsed = performance.now() - start
    if (elapsed > deadlineMs) return 'deadline'
    if (!share || elapsed <= share.busyMs) return undefined
    return elapsed > share.idleMs || hasMore() ? 'preempted' : undefined
  }
}

function readyMessage({ operations, uncleanEnd = false }: OpenRole): ThreadMessage {
  return { kind: 'ready', operations: [...operations.keys()], uncleanEnd }
}

async function answer(port: MessagePort, role: OpenRole, call: CallMessage): Promise<void> {
  try {
    const guard = guardOf(call, { isAbandoned: () => false, hasMore: () => false })
    reply(port, { kind: 'answer', id: call.id, value: await run(role, call, guard) })
  } catch (error) {
    reply(port, { kind: 'failure', id: call.id, failure: toFailure(error, countAsked(call)) })
  }
}

function answerNow(port: MessagePort, role: OpenRole, call: CallMessage, guard: ReadGuard | undefined): void {
  try {
    reply(port, { kind: 'answer', id: call.id, value: run(role, call, guard) })
  } catch (error) {
    reply(port, { kind: 'failure', id: call.id, failure: toFailure(error) })
    if (error instanceof CatalogError) collectAfter(error.madeBytes)
  }
}

function countAsked({ input }: CallMessage): number | undefined {
  const { body } = (input ?? {}) as { readonly body?: { readonly items?: unknown; readonly edits?: unknown } }
  const entries = body?.items ?? body?.edits
  return Array.isArray(entries) ? entries.length : undefined
}

function run({ operations }: OpenRole, call: CallMessage, guard?: ReadGuard): unknown {
  const { operation, input, role } = call
  const run = operations.get(operation)
  if (!run) throw new Error(`This thread has no operation ${operation}.`)
  return run(input, { guard, role })
}

function reply(port: MessagePort, message: ReplyMessage): void {
  if (message.kind === 'failure' || !hasBytes(message.value)) return port.postMessage(message)
  const { body } = message.value
  // A view into a larger buffer (Node's shared pool) must not be transferred: others use it.
  const own = body.byteLength === body.buffer.byteLength ? body : new Uint8Array(body)
  const { byteLength } = own
  port.postMessage({ ...message, value: { ...message.value, body: own } }, [own.buffer])
  collectAfter(byteLength)
}

/** Garbage of a large answer would stay until this thread has made several times as much. */
function collectAfter(byteLength: number): void {
  if (byteLength > largeBytes) largeSince += byteLength
  if (largeSince <= leavesGarbageBytes) return
  largeSince = 0
  collectGarbage()
}

const [largeBytes, leavesGarbageBytes] = [512 * 1024, 4 * 1024 * 1024]
let largeSince = 0

function hasBytes(value: unknown): value is { readonly body: Uint8Array<ArrayBuffer> } {
  return typeof value === 'object' && value !== null && 'body' in value && value.body instanceof Uint8Array
}
