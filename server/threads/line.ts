/**
 * The line to a thread that answers only one thing after another. Waking its event loop would cost more than the small
 * things it is asked for, so it sleeps by a bell (Atomics.wait) and fetches its messages itself.
 */
import { MessageChannel, type MessagePort, receiveMessageOnPort } from 'node:worker_threads'
import type { HostMessage } from './protocol.ts'
import { sharedCounter } from './shared-counter.ts'

export interface LineEnd {
  readonly port: MessagePort
  /** Counts the messages that were sent to the thread; shared between both threads. */
  readonly bell: Int32Array
}

/** A new line: one end stays here, the other's port is to be transferred to the thread. */
export function openLine(): { near: LineEnd; far: LineEnd } {
  const { port1, port2 } = new MessageChannel()
  const bell = sharedCounter()
  return { near: { port: port1, bell }, far: { port: port2, bell } }
}

/** Sends a message to the far end and rings. */
export function ring({ port, bell }: LineEnd, message: HostMessage): void {
  port.postMessage(message)
  Atomics.add(bell, 0, 1)
  Atomics.notify(bell, 0)
}

/** Hands over messages as they come, sleeping in between, until `take` answers that there is nothing more to wait for. */
export function takeMessages({ port, bell }: LineEnd, take: (message: HostMessage) => boolean): void {
  for (;;) {
    const rung = Atomics.load(bell, 0)
    for (let next = receiveMessageOnPort(port); next; next = receiveMessageOnPort(port)) {
      if (!take(next.message as HostMessage)) return
    }
    Atomics.wait(bell, 0, rung)
  }
}
