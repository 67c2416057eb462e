import type { EntityResource } from '#shared/entities.ts'
import { ApiError } from '../../api/api-error.ts'

export interface RowPage {
  readonly rows: readonly (EntityResource | undefined)[]
  readonly total: number
  readonly order: string
}

export interface Window {
  readonly offset: number
  readonly limit: number
  readonly snapshot: string
}

export interface WindowAnswer {
  readonly rows: readonly EntityResource[]
  readonly total: number
  readonly snapshot: string
  readonly gone: readonly number[]
}

export type ReadWindow = (window: Window, signal?: AbortSignal) => Promise<WindowAnswer>

/**
 * Reads rows by position from a snapshot of the server: positions stay, values are current. The first
 * window freezes the order; an expired order is frozen again silently.
 */
export class SnapshotReader {
  readonly #read: ReadWindow
  #snapshot: string | undefined
  #opening: Promise<string> | undefined

  constructor(read: ReadWindow) {
    this.#read = read
  }

  renew(): void {
    this.#snapshot = undefined
    this.#opening = undefined
  }

  async read(offset: number, limit: number, signal: AbortSignal): Promise<RowPage> {
    // Only one caller freezes the order, and the first one must start at once.
    const snapshot = this.#snapshot ?? (this.#opening && (await this.#opening.catch(() => undefined)))
    if (snapshot === undefined) return this.#open({ offset, limit })
    try {
      return toPage(await this.#read({ offset, limit, snapshot }, signal), offset)
    } catch (error) {
      if (!isExpired(error)) throw error
      if (this.#snapshot === snapshot) this.renew()
      return this.read(offset, limit, signal)
    }
  }

  // Others wait for the new order, so cancelling this window must not cancel it.
  async #open(window: Omit<Window, 'snapshot'>): Promise<RowPage> {
    const answer = this.#read({ ...window, snapshot: 'new' })
    const opening = answer.then(({ snapshot }) => snapshot)
    this.#opening = opening
    opening.catch(() => undefined)
    const settled = await answer.catch((error: unknown) => {
      if (this.#opening === opening) this.#opening = undefined
      throw error
    })
    if (this.#opening === opening) this.#snapshot = settled.snapshot
    return toPage(settled, window.offset)
  }
}

function isExpired(error: unknown): boolean {
  return error instanceof ApiError && error.fieldErrors.some(({ field }) => field === 'snapshot')
}

function toPage({ rows, total, snapshot, gone }: WindowAnswer, offset: number): RowPage {
  if (gone.length === 0) return { rows, total, order: snapshot }
  const withHoles: (EntityResource | undefined)[] = [...rows]
  for (const position of [...gone].sort((a, b) => a - b)) withHoles.splice(position - offset, 0, undefined)
  return { rows: withHoles, total, order: snapshot }
}
