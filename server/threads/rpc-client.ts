import type { CallMessage, ReadLimits, ReplyMessage } from './protocol.ts'
import { reviveFailure } from './failures.ts'
import { asError } from '#shared/as-error.ts'

interface Pending {
  readonly resolve: (value: never) => void
  readonly reject: (error: Error) => void
}

/** One side of a conversation with a thread: sends calls and matches the replies to them. */
export class RpcClient {
  readonly #pending = new Map<number, Pending>()
  readonly #send: (message: CallMessage) => void
  #lastId = 0

  constructor(send: (message: CallMessage) => void) {
    this.#send = send
  }

  /** The number of calls that wait for their reply. */
  get waiting(): number {
    return this.#pending.size
  }

  /** The number that the last call was sent under. */
  get lastId(): number {
    return this.#lastId
  }

  /** The caller says what the operation answers with. */
  call<Value>(operation: string, input: unknown, limits?: ReadLimits): Promise<Value> {
    const id = ++this.#lastId
    return new Promise<Value>((resolve, reject) => {
      this.#pending.set(id, { resolve, reject })
      try {
        this.#send({ kind: 'call', id, operation, input, ...(limits && { limits }) })
      } catch (error) {
        // An input that cannot be cloned is the caller's fault; nothing was sent.
        this.#pending.delete(id)
        reject(asError(error))
      }
    })
  }

  settle(reply: ReplyMessage): void {
    const pending = this.#pending.get(reply.id)
    if (!pending) return
    this.#pending.delete(reply.id)
    if (reply.kind === 'answer') pending.resolve(reply.value as never)
    else pending.reject(reviveFailure(reply.failure))
  }

  /** Rejects everything that waits: the other side is gone. */
  rejectAll(error: Error): void {
    const waiting = [...this.#pending.values()]
    this.#pending.clear()
    for (const { reject } of waiting) reject(error)
  }
}
