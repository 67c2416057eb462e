import type { AttributeValue, EntityResource } from '#shared/entities.ts'
import type { Actor } from '#shared/events.ts'
import type { ApiError } from '../../api/api-error.ts'
import { sendAgain } from '../../api/send-again.ts'
import {
  toEdits,
  toPortions,
  toWrites,
  type CellChange,
  type Changes,
  type EditCommand,
} from './edit-command.ts'
import type { EditOverlay, RefusedCell } from './edit-overlay.ts'
import type { EditAnswer, EditOutcome, EntityEdit } from './edit-requests.ts'
import { cachedByLanguage, t } from '../../ui/text.ts'

export interface QueuePorts {
  readonly overlay: EditOverlay
  readonly post: (edits: readonly EntityEdit[]) => Promise<EditAnswer>
  readonly onSaved: (entities: readonly EntityResource[]) => void
  readonly onDone: (command: EditCommand, editIds: readonly string[], refused: readonly RefusedCell[]) => void
  /** Returns the reason for the cell, or undefined where the answer blames other cells of the entity. */
  readonly explain: (error: unknown, key: string) => string | undefined
  readonly explainConflict: (current: AttributeValue | null, key: string, by: Actor | undefined) => string
  readonly pause: (milliseconds: number) => Promise<void>
  readonly onWaiting?: () => void
  /** Called with the error of a try that is made again, and with undefined once an answer has come. */
  readonly onTried?: (error: ApiError | undefined) => void
}

const unsaved = cachedByLanguage(() => t('The change could not be saved. Try again.'))

/**
 * Sends commands one after the other, each as one request, so they can be undone in that order. A refused
 * cell keeps its text and reason; the others of its entity are sent again without it.
 */
export class CommandQueue {
  readonly #ports: QueuePorts
  #tail: Promise<unknown> = Promise.resolve()
  #waiting: EditCommand[] = []
  #tasks = 0

  constructor(ports: QueuePorts) {
    this.#ports = ports
  }

  /** Whether anything is pending: events in this time may be echoes of it. */
  get isBusy(): boolean {
    return this.#tasks > 0
  }

  get waiting(): readonly EditCommand[] {
    return this.#waiting
  }

  resume(commands: readonly EditCommand[]): void {
    for (const command of commands) void this.#enqueue(command)
  }

  /** Shows the values at once and sends them in turn. Never rejects: refusals are shown in the cells. */
  run(command: EditCommand): Promise<void> {
    return this.#enqueue({ ...command, changes: this.#chain(command.changes) })
  }

  #enqueue(command: EditCommand): Promise<void> {
    const { overlay, onWaiting } = this.#ports
    overlay.batch(() => {
      for (const [entityId, cells] of command.changes) overlay.markPending(entityId, toWrites(cells))
    })
    this.#waiting.push(command)
    onWaiting?.()
    return this.follow(() => this.#send())
  }

  follow<T>(task: () => Promise<T>): Promise<T> {
    this.#tasks += 1
    const result = this.#tail.then(task).finally(() => (this.#tasks -= 1))
    this.#tail = result.catch(() => undefined)
    return result
  }

  // A cell written again before its answer follows the person's own value, not the stored one.
  #chain(changes: Changes): Changes {
    const { overlay } = this.#ports
    return new Map(
      [...changes].map(([entityId, cells]) => [
        entityId,
        new Map(
          [...cells].map(([key, change]): [string, CellChange] => [
            key,
            change.expected !== undefined && overlay.get(entityId, key)?.status === 'pending'
              ? { write: change.write, follows: true }
              : change,
          ]),
        ),
      ]),
    )
  }

  async #send(): Promise<void> {
    const command = this.#waiting[0]
    if (!command) return
    const editIds: string[] = []
    for (const portion of toPortions(command.changes)) await this.#sendPortion(portion, editIds)
    this.#waiting.shift()
    this.#ports.onWaiting?.()
    const refused = this.#refusedOf(command)
    if (editIds.length > 0 || refused.length > 0) this.#ports.onDone(command, editIds, refused)
  }

  #refusedOf({ changes, refused = [] }: EditCommand): RefusedCell[] {
    const sent = [...changes].flatMap(([entityId, cells]) =>
      [...cells].map(([key, { write }]) => ({ entityId, key, write })),
    )
    return [...refused, ...sent].filter((cell) => this.#ports.overlay.isRefused(cell))
  }

  async #sendPortion(portion: Changes, editIds: string[]): Promise<void> {
    for (let changes = portion; changes.size > 0;) {
      try {
        const { outcomes, editId } = await this.withRetries(() => this.#ports.post(toEdits(changes)))
        if (editId !== null) editIds.push(editId)
        changes = this.#settle(changes, outcomes)
      } catch (error) {
        this.#ports.overlay.batch(() => this.#refuseAll(changes, error))
        return
      }
    }
  }

  #settle(changes: Changes, outcomes: readonly EditOutcome[]): Changes {
    const { overlay, onSaved } = this.#ports
    const rest = new Map<string, ReadonlyMap<string, CellChange>>()
    const saved = outcomes.flatMap((outcome) => (outcome.status === 'applied' ? outcome.entity : []))
    // The rows are updated before the overlay, otherwise the old values would flash.
    if (saved.length > 0) onSaved(saved)
    overlay.batch(() => {
      const entities = [...changes]
      for (const outcome of outcomes) {
        const [entityId, cells] = entities[outcome.index] ?? []
        if (entityId === undefined || !cells) continue
        this.#handOn(entityId, cells, outcome)
        const again = this.#settleEntity(entityId, cells, outcome)
        if (again.size > 0) rest.set(entityId, again)
      }
    })
    return rest
  }

  #handOn(entityId: string, cells: ReadonlyMap<string, CellChange>, outcome: EditOutcome): void {
    if (this.#waiting.length < 2) return
    const [present, ...later] = this.#waiting
    const expectedOf = (key: string): AttributeValue | null | undefined =>
      outcome.status === 'applied' ? (outcome.entity.attributes[key] ?? null) : cells.get(key)?.expected
    this.#waiting = [
      ...(present ? [present] : []),
      ...later.map((command) => withExpected(command, entityId, (key) => cells.has(key), expectedOf)),
    ]
  }

  #settleEntity(
    entityId: string,
    cells: ReadonlyMap<string, CellChange>,
    outcome: EditOutcome,
  ): ReadonlyMap<string, CellChange> {
    const { overlay } = this.#ports
    if (outcome.status === 'refused') return this.#refuse(entityId, cells, outcome.error)
    if (outcome.status === 'changed_meanwhile') return this.#holdBack(entityId, cells, outcome)
    overlay.clear(entityId, this.#own(entityId, cells).keys())
    return new Map()
  }

  #refuse(
    entityId: string,
    cells: ReadonlyMap<string, CellChange>,
    error: unknown,
  ): ReadonlyMap<string, CellChange> {
    const reasons = new Map([...cells.keys()].map((key) => [key, this.#ports.explain(error, key)]))
    const blameless = new Map([...cells].filter(([key]) => reasons.get(key) === undefined))
    const isHopeless = blameless.size === cells.size
    for (const [key, { write }] of this.#own(entityId, cells)) {
      const reason = reasons.get(key) ?? (isHopeless ? unsaved() : undefined)
      if (reason !== undefined) this.#ports.overlay.refuse({ entityId, key }, write, reason)
    }
    return isHopeless ? new Map() : blameless
  }

  #holdBack(
    entityId: string,
    cells: ReadonlyMap<string, CellChange>,
    { current, writers }: Extract<EditOutcome, { status: 'changed_meanwhile' }>,
  ): ReadonlyMap<string, CellChange> {
    const isChanged = ([key, { expected }]: [string, CellChange]): boolean =>
      expected !== undefined && !isSame(expected, current[key])
    const { overlay } = this.#ports
    const different = [...cells].filter(isChanged)
    const changed = new Map(different.filter(([key, { write }]) => !isSame(write.shown, current[key])))
    // The server saved the edit and only its answer was lost: sent again, it changes nothing.
    if (different.length > 0 && changed.size === 0)
      return new Map([...cells].map(([key, { write }]) => [key, { write, expected: current[key] ?? null }]))
    const held = changed.size > 0 ? changed : cells
    for (const [key, { write }] of this.#own(entityId, held)) {
      const value = current[key] ?? null
      const reason = this.#ports.explainConflict(value, key, writers[key])
      overlay.refuse({ entityId, key }, write, reason, { current: value })
    }
    return new Map([...cells].filter(([key]) => !held.has(key)))
  }

  #refuseAll(changes: Changes, error: unknown): void {
    for (const [entityId, cells] of changes) {
      for (const [key, { write }] of this.#own(entityId, cells)) {
        const reason = this.#ports.explain(error, key) ?? unsaved()
        this.#ports.overlay.refuse({ entityId, key }, write, reason)
      }
    }
  }

  #own(entityId: string, cells: ReadonlyMap<string, CellChange>): ReadonlyMap<string, CellChange> {
    return new Map(
      [...cells].filter(([key, { write }]) => this.#ports.overlay.get(entityId, key)?.write === write),
    )
  }

  async withRetries<T>(send: () => Promise<T>): Promise<T> {
    const { pause, onTried } = this.#ports
    try {
      return await sendAgain(send, pause, onTried)
    } finally {
      onTried?.(undefined)
    }
  }
}

function isSame(value: AttributeValue | null, current: AttributeValue | null | undefined): boolean {
  return JSON.stringify(value) === JSON.stringify(current ?? null)
}

function withExpected(
  command: EditCommand,
  entityId: string,
  isSettled: (key: string) => boolean,
  expectedOf: (key: string) => AttributeValue | null | undefined,
): EditCommand {
  const cells = command.changes.get(entityId)
  if (!cells) return command
  const next = new Map(
    [...cells].map(([key, change]): [string, CellChange] =>
      change.follows === true && isSettled(key)
        ? [key, { write: change.write, expected: expectedOf(key), follows: true }]
        : [key, change],
    ),
  )
  return { ...command, changes: new Map(command.changes).set(entityId, next) }
}
