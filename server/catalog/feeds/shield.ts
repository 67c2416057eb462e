import type { Change, EventRecord } from '#shared/events.ts'
import type { EntityType } from '#shared/entities.ts'
import type { Shield, ShieldCounts } from '#shared/schemas/feeds.ts'

/** Counts below it never stop a run. */
const smallestCount = 20

/** The state of the workspace against which the next run of a feed is measured. */
export interface DeliveredBefore {
  /** How many entities the last run delivered that was completed and not empty; null before the first. */
  readonly delivered: number | null
  readonly filled: Readonly<Record<string, number>>
}

/**
 * The counts that exceed the shield: a run with any waits for a person. A count of exactly the percentage
 * passes, and everything where there is no shield.
 *
 *     exceeded({ changed: 30, … }, defaultShield, { delivered: 100, filled: {} }) // ['max_changed']
 */
export function exceeded(
  counts: ShieldCounts,
  shield: Shield | null,
  { delivered, filled }: DeliveredBefore,
): (keyof Shield)[] {
  if (delivered === null || shield === null) return []
  const isOver = (count: number, percentage: number, of: number) =>
    count >= smallestCount && count * 100 > percentage * of
  const isCleared = Object.entries(counts.cleared).some(([key, count]) =>
    isOver(count, shield.max_cleared, filled[key] ?? count),
  )
  return [
    ...(isOver(counts.changed, shield.max_changed, delivered) ? (['max_changed'] as const) : []),
    ...(isOver(counts.created, shield.max_created, delivered) ? (['max_created'] as const) : []),
    ...(isOver(counts.missing, shield.max_missing, delivered) ? (['max_missing'] as const) : []),
    ...(isCleared ? (['max_cleared'] as const) : []),
  ]
}

/** Counts what a rehearsal writes: entities of the type that are created or changed, and values that go. */
export class ChangeCounter {
  readonly #type: EntityType
  readonly #changed = new Set<string>()
  readonly #created = new Set<string>()
  readonly #cleared = new Map<string, number>()

  constructor(type: EntityType) {
    this.#type = type
  }

  add(events: readonly EventRecord[]): void {
    for (const { event, entity, changes } of events) {
      if (entity?.type !== this.#type) continue
      if (event === 'entity.created') this.#created.add(entity.id)
      if (event !== 'entity.updated') continue
      if (!this.#created.has(entity.id)) this.#changed.add(entity.id)
      this.#addCleared(changes)
    }
  }

  #addCleared(changes: readonly Change[]): void {
    for (const { attribute, old, new: value } of changes)
      if (value === null && old !== null)
        this.#cleared.set(attribute, (this.#cleared.get(attribute) ?? 0) + 1)
  }

  counts(missing: number): ShieldCounts {
    const cleared = Object.fromEntries(this.#cleared)
    return { changed: this.#changed.size, created: this.#created.size, missing, cleared }
  }
}
