/**
 * The message queue to a thread that serves one call after another (a reader). Waking an event loop would cost more than the small
 * calls that a reader answers, so its thread sleeps in Atomics.wait and reads its messages itself.
 */
import { MessageChannel, type MessagePort, receiveMessageOnPort } from 'node:worker_threads'
import type { HostMessage } from './protocol.ts'

export interface QueueEnd {
  readonly port: MessagePort
  /** How many messages were sent to the thread; shared, and what the thread waits on. */
  readonly sent: Int32Array
  /** The id of the call whose answer nobody waits for any more; shared. */
  readonly abandoned: Int32Array
}

/** A new queue: one end stays here, the other's port is to be transferred to the thread. */
export function openQueue(): { near: QueueEnd; far: QueueEnd } {
  const { port1, port2 } = new MessageChannel()
  const [sent, abandoned] = [sharedCounter(), sharedCounter()]
  return { near: { port: port1, sent, abandoned }, far: { port: port2, sent, abandoned } }
}

/** Sends a message to the far end and wakes its thread. */
export function send({ port, sent }: QueueEnd, message: HostMessage): void {
  port.postMessage(message)
  Atomics.add(sent, 0, 1)
  Atomics.notify(sent, 0)
}

/** Hands over messages as they come, sleeping in between, until `take` answers false; it can ask whether more are waiting. */
export function receiveMessages(
  { port, sent }: QueueEnd,
  take: (message: HostMessage, hasMore: () => boolean) => boolean,
): void {
  let taken = 0
  const hasMore = () => Atomics.load(sent, 0) !== taken
  for (;;) {
    // Read before the port is emptied: a message that comes later changes the count, and the wait below returns at once.
    const seen = Atomics.load(sent, 0)
    for (let next = receiveMessageOnPort(port); next; next = receiveMessageOnPort(port)) {
      taken += 1
      if (!take(next.message, hasMore)) return
    }
    Atomics.wait(sent, 0, seen)
  }
}

/** A number that several threads see and change, with Atomics only. */
export function sharedCounter(): Int32Array {
  return new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
}
