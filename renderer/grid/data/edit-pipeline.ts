import type { EntityResource } from '#shared/entities.ts'
import { ApiError } from '../../api/client.ts'
import type { CellWrite, EditOverlay } from './edit-overlay.ts'

export type Writes = ReadonlyMap<string, CellWrite>

export interface PipelinePorts {
  readonly overlay: EditOverlay
  /** Sends one PATCH and returns the whole updated entity. */
  readonly patch: (entityId: string, attributes: Record<string, unknown>) => Promise<EntityResource>
  readonly onSaved: (entity: EntityResource) => void
  /** The reason to show on the cell, or undefined where the answer blames other cells of the write. */
  readonly explain: (error: unknown, key: string) => string | undefined
  readonly pause: (milliseconds: number) => Promise<void>
}

const longestPauseMs = 8_000
const maxAttempts = 6

/**
 * Sends edits in order, one request at a time per entity. Edits that wait for the same entity go together; the last one of
 * a cell wins. A refused cell keeps its text and its reason; the others of the request are sent again without it.
 */
export class EditPipeline {
  readonly #ports: PipelinePorts
  readonly #waiting = new Map<string, Map<string, CellWrite>>()
  readonly #running = new Set<string>()

  constructor(ports: PipelinePorts) {
    this.#ports = ports
  }

  /** Shows the values at once and sends them. */
  commit(entityId: string, writes: Writes): void {
    this.#ports.overlay.pend(entityId, writes)
    this.#wait(entityId, writes)
    if (!this.#running.has(entityId)) void this.#run(entityId)
  }

  #wait(entityId: string, writes: Writes): void {
    const waiting = this.#waiting.get(entityId) ?? new Map<string, CellWrite>()
    for (const [key, write] of writes) waiting.set(key, write)
    this.#waiting.set(entityId, waiting)
  }

  async #run(entityId: string): Promise<void> {
    this.#running.add(entityId)
    for (let writes = this.#take(entityId); writes; writes = this.#take(entityId)) {
      await this.#send(entityId, writes)
    }
    this.#running.delete(entityId)
  }

  #take(entityId: string): Map<string, CellWrite> | undefined {
    const writes = this.#waiting.get(entityId)
    this.#waiting.delete(entityId)
    return writes
  }

  async #send(entityId: string, writes: Writes): Promise<void> {
    const { patch, onSaved, overlay } = this.#ports
    const body = Object.fromEntries([...writes].map(([key, { wire }]) => [key, wire]))
    try {
      const entity = await this.#withRetries(() => patch(entityId, body))
      // The row first, then the overlay: the other way round the old value would flash up.
      onSaved(entity)
      overlay.clear(entityId, this.#settled(entityId, writes))
    } catch (error) {
      this.#refuse(entityId, writes, error)
    }
  }

  #refuse(entityId: string, writes: Writes, error: unknown): void {
    const { explain, overlay } = this.#ports
    const blameless = new Map<string, CellWrite>()
    for (const [key, write] of writes) {
      const reason = explain(error, key)
      if (this.#isWaiting(entityId, key)) continue
      if (reason === undefined) blameless.set(key, write)
      else overlay.refuse(entityId, key, write, reason)
    }
    if (blameless.size === 0) return
    if (blameless.size < writes.size) return this.#wait(entityId, blameless)
    for (const [key, write] of blameless) {
      overlay.refuse(entityId, key, write, 'The change could not be saved. Try again.')
    }
  }

  /** A cell that was edited again meanwhile stays pending. */
  #settled(entityId: string, writes: Writes): string[] {
    return [...writes.keys()].filter((key) => !this.#isWaiting(entityId, key))
  }

  #isWaiting(entityId: string, key: string): boolean {
    return this.#waiting.get(entityId)?.has(key) ?? false
  }

  async #withRetries<T>(send: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await send()
      } catch (error) {
        const mayRetry = error instanceof ApiError && error.isRetriable && attempt < maxAttempts
        if (!mayRetry) throw error
        await this.#ports.pause(Math.min(250 * 2 ** attempt, longestPauseMs))
      }
    }
  }
}
