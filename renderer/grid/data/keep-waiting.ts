import type { EntityResource } from '#shared/entities.ts'
import type { CommandQueue } from './command-queue.ts'
import type { DraftRows } from './draft-rows.ts'
import type { WaitingStore } from './waiting-store.ts'

/** What of a grid may wait, and where its rows stand. */
interface WaitingGrid {
  readonly queue: CommandQueue
  readonly drafts: DraftRows
  readonly rowOf: (entityId: string) => number | undefined
  readonly rowAt: (row: number) => EntityResource | undefined
}

/** Keeps what waits to be sent for the page that comes after this one. */
export function keepWaiting(grid: WaitingGrid, store: WaitingStore): void {
  const { queue, drafts } = grid
  store.write({ commands: queue.waiting, rows: drafts.waiting }, (entityId, key) => {
    const row = grid.rowOf(entityId)
    const entity = row === undefined ? undefined : grid.rowAt(row)
    return entity && (entity.attributes[key] ?? null)
  })
}

/** Takes up what waited when the page before was left. */
export function resumeWaiting({ queue, drafts }: WaitingGrid, store: WaitingStore): void {
  const waiting = store.read()
  if (!waiting) return
  queue.resume(waiting.commands)
  drafts.resume(waiting.rows)
}
