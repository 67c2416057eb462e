import type { RowBatch } from './file-rows.ts'

// The fewer transactions, the less is written twice. An edit of the grid makes the batch end that is being written, but other jobs
// wait for it, and nobody is let in between few rows that are slow.
const wantedMs = 80
const [fewest, most] = [5, 1000]

/** How many rows make a transaction of the writer, learned from those before. */
export class BatchPace {
  #msPerRow = 0

  /** Rows that a batch should have, at most. */
  get rows(): number {
    if (this.#msPerRow === 0) return most
    return Math.min(most, Math.max(fewest, Math.round(wantedMs / this.#msPerRow)))
  }

  heed(rows: number, ms: number): void {
    if (rows === 0) return
    const known = this.#msPerRow
    this.#msPerRow = known === 0 ? ms / rows : known * 0.7 + (ms / rows) * 0.3
  }

  /** The batches, those that are too large in several of the same size: each transaction costs by itself, too. */
  async *slice(batches: AsyncIterable<RowBatch>): AsyncGenerator<RowBatch> {
    for await (const batch of batches) {
      let { rows, broken } = batch
      while (rows.length > this.rows) {
        const taken = rows.slice(0, Math.ceil(rows.length / Math.ceil(rows.length / this.rows)))
        const upTo = taken.at(-1)?.row ?? batch.upTo
        yield { rows: taken, broken: broken.filter(({ row }) => row <= upTo), upTo }
        rows = rows.slice(taken.length)
        broken = broken.filter(({ row }) => row > upTo)
      }
      yield { rows, broken, upTo: batch.upTo }
    }
  }
}
