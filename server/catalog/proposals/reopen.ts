import { type EntityType, parseUuid } from '#shared/entities.ts'
import type { Change } from '#shared/events.ts'
import type { FieldError } from '#shared/errors.ts'
import { maxProposals } from '#shared/proposals.ts'
import type { ReopenedProposal, ReopenProposals } from '#shared/schemas/proposals.ts'
import { asMessage } from '#shared/messages/message.ts'
import { attributesOf } from '../../store/tables/attributes.ts'
import { viewFor } from '../../store/computed/hidden-attributes.ts'
import type { WritableDb } from '../../store/database/database.ts'
import { type EditEvent, listEditEvents } from '../../store/tables/edits.ts'
import { nextIdentity } from '../../store/tables/entities.ts'
import { listProposalRows, type ProposalRow, openAgain } from '../../store/tables/proposals.ts'
import { type Answer, dataAnswer } from '../answer.ts'
import { parseType } from '../edits/edit-outcome.ts'
import { undoEvent } from '../edits/undo-event.ts'
import { Faults } from '../errors.ts'
import type { WriteContext } from '../events/record-event.ts'

export interface ReopenRequest {
  readonly body: Partial<ReopenProposals>
  readonly faults: readonly FieldError[]
  readonly context: WriteContext
}

/**
 * Reverts decisions one by one, independent of others in the same call: a rejected proposal is reopened,
 * and an accepted one gets its old value back unless the value has changed since.
 */
export function reopenProposals(
  tx: WritableDb,
  { body, faults: structural, context }: ReopenRequest,
): Answer {
  const faults = new Faults(structural)
  const type = parseType(body.type, faults)
  const ids = body.ids ?? []
  if (ids.length > maxProposals) faults.addExpected('ids', 'too_many_values', { max_items: maxProposals })
  const reopening = new Reopening(tx, faults.settled(type), { ...context, edit_id: nextIdentity(tx).uuid })
  const data = ids.map((id): ReopenedProposal => {
    const uuid = parseUuid(id)
    const [row] = uuid === undefined ? [] : listProposalRows(viewFor(tx, context.role), [uuid])
    return { id, ...(row ? reopening.reopen(row) : gone) }
  })
  return dataAnswer(200, JSON.stringify(data))
}

type Outcome = Omit<ReopenedProposal, 'id'>

const gone: Outcome = { status: 'refused', message: 'This proposal is not there any more.' }
const replaced: Outcome = {
  status: 'refused',
  message: 'A newer proposal has taken the place of this one.',
}
const changedSince: Outcome = {
  status: 'changed_meanwhile',
  message: 'Somebody has changed the value since it was accepted, so it stays as it is.',
}

class Reopening {
  readonly #tx: WritableDb
  readonly #type: EntityType
  readonly #context: WriteContext
  readonly #events = new Map<string, readonly EditEvent[]>()

  constructor(tx: WritableDb, type: EntityType, context: WriteContext) {
    this.#tx = tx
    this.#type = type
    this.#context = context
  }

  reopen(row: ProposalRow): Outcome {
    if (row.status === 'open') return { status: 'open' }
    if (row.status === 'superseded') return replaced
    if (row.status === 'accepted' && row.edit !== null) return this.#takeBack(row, row.edit)
    return openAgain(this.#tx, row.id) ? { status: 'open' } : replaced
  }

  #takeBack(row: ProposalRow, edit: string): Outcome {
    const event = this.#eventOf(row, edit)
    if (!event) return gone
    const undo = { type: this.#type, accepted: edit, context: this.#context }
    const [outcome] = undoEvent(this.#tx, undo, event, 0)
    if (outcome?.status === 'refused') return { status: 'refused', ...asMessage(outcome.error.sentence) }
    if (outcome?.status !== 'applied') return changedSince
    return this.#isOpen(row) ? { status: 'open' } : replaced
  }

  #isOpen({ uuid }: ProposalRow): boolean {
    return listProposalRows(this.#tx, [uuid]).some(({ status }) => status === 'open')
  }

  #eventOf({ attribute, entity }: ProposalRow, edit: string): EditEvent | undefined {
    const key = attributesOf(this.#tx, this.#type).byId.get(attribute)?.key
    const isMeant = (change: Change): boolean => change.attribute === key
    const event = this.#eventsOf(edit).find((each) => each.entity === entity && each.changes.some(isMeant))
    return event && { ...event, changes: event.changes.filter(isMeant) }
  }

  #eventsOf(edit: string): readonly EditEvent[] {
    const window = { before: Number.MAX_SAFE_INTEGER, limit: maxEditEvents }
    const events = this.#events.get(edit) ?? listEditEvents(this.#tx, edit, window)
    this.#events.set(edit, events)
    return events
  }
}

const maxEditEvents = 100_000
