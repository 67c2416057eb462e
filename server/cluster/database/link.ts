/**
 * The writer's link to its cluster. A write is one synchronous transaction, so the writer's thread sleeps
 * until the cluster has answered; a small thread of its own sends and receives.
 */
import { MessageChannel, type MessagePort, receiveMessageOnPort } from 'node:worker_threads'
import { WorkspaceFileError, type WorkspaceFileErrorKind } from '#shared/workspace-file-error.ts'
import type { LinkStart as SeamLinkStart } from '../../catalog/connections/cluster-seam.ts'
import type { DatabaseCluster } from './cluster-file.ts'
import type { LinkOperations } from './serve-link.ts'

export interface LinkStart extends SeamLinkStart {
  readonly cluster: DatabaseCluster
}

export type StartLink = (start: LinkStart) => void

export type LinkAnswer =
  | { readonly value: unknown }
  | { readonly error: Error }
  | { readonly fileError: WorkspaceFileErrorKind; readonly message: string }

// A long transfer (a copy of a large workspace) is cut off by the network, if at all.
const patienceMs = 30 * 60_000

export class Link {
  readonly #port: MessagePort
  readonly #answered = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))

  constructor(cluster: DatabaseCluster, startLink: StartLink) {
    const { port1, port2 } = new MessageChannel()
    this.#port = port1
    // Answers are read synchronously; no event listener waits for them.
    port1.unref()
    startLink({ cluster, port: port2, answered: this.#answered })
  }

  call<Name extends keyof LinkOperations>(
    name: Name,
    input: Parameters<LinkOperations[Name]>[0],
  ): Awaited<ReturnType<LinkOperations[Name]>> {
    const seen = Atomics.load(this.#answered, 0)
    // A port of Node's, not a window.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    this.#port.postMessage({ name, input })
    Atomics.wait(this.#answered, 0, seen, patienceMs)
    const received = receiveMessageOnPort(this.#port)
    if (!received) throw new Error('The thread that talks to the cluster does not answer.')
    const message: LinkAnswer = received.message
    if ('fileError' in message) throw new WorkspaceFileError(message.fileError, message.message)
    if ('error' in message) throw message.error
    return message.value as Awaited<ReturnType<LinkOperations[Name]>>
  }

  close(): void {
    // The event loop of this thread may close the port late, and another server may be waiting for the lease.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    this.#port.postMessage({ name: 'release' })
    this.#port.close()
  }
}
