/**
 * Workers that have loaded the code of a role and wait to be told what to work on. A server that may have to take the place of another one
 * keeps some: most of what opening takes is starting threads and loading code, and a busy machine makes that several times as long.
 */
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads'
import type { LinkStart } from '../cluster/link.ts'
import type { SpareStart, ThreadRole, ThreadStart } from './protocol.ts'
import { workerEntry } from './worker-entry.ts'

interface Spare {
  readonly worker: Worker
  readonly begin: MessagePort
}

/** Spare workers of the thread that started them. */
const spares = new Map<ThreadRole, Spare[]>()

/** Starts a worker for each of these roles. It keeps no process alive until it is taken. */
export function keepSpares(
  roles: readonly ThreadRole[],
  options: (role: ThreadRole) => ConstructorParameters<typeof Worker>[1] = () => ({}),
): void {
  for (const role of roles) {
    const { port1: begin, port2 } = new MessageChannel()
    const start: SpareStart = { role, begin: port2 }
    const worker = new Worker(workerEntry, { ...options(role), workerData: start, transferList: [port2] })
    worker.unref()
    begin.unref()
    const spare = { worker, begin }
    spares.set(role, [...(spares.get(role) ?? []), spare])
    // One that has ended is not handed out; a new worker is started in its place.
    const drop = () => {
      spares.set(
        role,
        (spares.get(role) ?? []).filter((other) => other !== spare),
      )
    }
    worker.once('error', drop)
    worker.once('exit', drop)
  }
}

/** A worker that begins with this: a spare one of its role where there is one, else a new one. A copy that follows takes no spare one: those are for taking over. */
export function beginWorker(
  start: ThreadStart,
  options: NonNullable<ConstructorParameters<typeof Worker>[1]>,
  entry: URL = workerEntry,
): Worker {
  const spare = entry === workerEntry && !start.follows ? spares.get(start.role)?.shift() : undefined
  if (!spare) return new Worker(entry, { ...options, workerData: start })
  // A port of Node's, not a window.
  spare.begin.postMessage(start, options.transferList ?? [])
  spare.begin.close()
  spare.worker.ref()
  return spare.worker
}

/** The writer sleeps while its cluster is asked, so another thread does the asking. */
export function startLink(link: LinkStart): void {
  beginWorker({ role: 'link', file: '', link }, { transferList: [link.port] }).unref()
}

/** How many wait. */
export function countSpares(): number {
  return [...spares.values()].reduce((sum, { length }) => sum + length, 0)
}

/** Ends those that wait. */
export async function endSpares(): Promise<void> {
  const ending = [...spares.values()].flat()
  spares.clear()
  for (const { begin } of ending) begin.close()
  await Promise.all(ending.map(({ worker }) => worker.terminate()))
}
