import type { Difference } from '#shared/jobs.ts'
import type { EventRecord } from '#shared/events.ts'
import { PagedFileWriter, resultPath } from './result-files.ts'

export class DifferenceFile {
  readonly #file: PagedFileWriter
  readonly #sample = new Sample()

  constructor(results: string, jobId: string) {
    this.#file = new PagedFileWriter(resultPath(results, jobId, 'differences'))
  }

  /**
   * Adds the events of a batch; `marks` maps each row to its last event. An id after `firstNewId` is new
   * and does not exist outside the dry run.
   */
  async add(
    events: readonly EventRecord[],
    marks: ReadonlyMap<number, number>,
    firstNewId: string,
  ): Promise<void> {
    const differences = toDifferences(events, marks).map((difference) =>
      difference.id !== null && difference.id > firstNewId ? { ...difference, id: null } : difference,
    )
    this.#sample.add(differences)
    await this.#file.add(differences)
  }

  async close(): Promise<{ differences: readonly Difference[]; differences_total: number }> {
    await this.#file.close()
    return { differences: this.#sample.list, differences_total: this.#file.count }
  }

  async giveUp(): Promise<void> {
    await this.#file.close({ isGivenUp: true })
  }
}

function toDifferences(events: readonly EventRecord[], marks: ReadonlyMap<number, number>): Difference[] {
  const ends = [...marks]
  let index = 0
  return events.flatMap((event) => {
    while (index < ends.length - 1 && (ends[index]?.[1] ?? 0) < event.sequence) index += 1
    return ofEvent(event, ends[index]?.[0] ?? 0)
  })
}

function ofEvent({ event, entity, changes }: EventRecord, row: number): Difference[] {
  const isNew = event === 'entity.created'
  if (!entity || !(isNew || event === 'entity.updated')) return []
  const place = { row, status: isNew ? 'created' : 'updated', ...entity } as const
  return changes.map((change) => ({
    ...place,
    attribute: change.attribute,
    old: change.old,
    new: change.new,
  }))
}

const maxSample = 100

class Sample {
  readonly #updated: Difference[] = []
  readonly #created: Difference[] = []

  add(differences: readonly Difference[]): void {
    for (const difference of differences) {
      const list = difference.status === 'updated' ? this.#updated : this.#created
      if (list.length < maxSample) list.push(difference)
    }
  }

  get list(): readonly Difference[] {
    return [...this.#updated, ...this.#created].slice(0, maxSample)
  }
}
