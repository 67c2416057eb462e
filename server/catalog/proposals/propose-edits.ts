import type { EntityType } from '#shared/entities.ts'
import { attributesOf } from '../../store/tables/attributes.ts'
import { viewFor } from '../../store/computed/hidden-attributes.ts'
import type { ReadableDb, WritableDb } from '../../store/database/database.ts'
import type { EntityRow } from '../../store/tables/entities.ts'
import { insertProposal } from '../../store/tables/proposals.ts'
import { type Answer, jsonAnswer } from '../answer.ts'
import { type ApplyEdits, checkExpected, checkSize, findChanged, readEdit } from '../edits/apply-edits.ts'
import { type Outcome, outcomeJson, parseType } from '../edits/edit-outcome.ts'
import { rowJson } from '../entities/entity-json.ts'
import {
  checkPreconditions,
  requireExpected,
  getEntity,
  type UpdateRequest,
} from '../entities/update-entity.ts'
import { dropUnchangedComputed } from '../entities/resolve-writes.ts'
import { CatalogError, Faults } from '../errors.ts'
import type { WriteContext } from '../events/record-event.ts'
import { type CheckedValue, checkAllProposed, madeOf, proposerOf } from './propose.ts'
import { isObject } from '#shared/exact-json.ts'
import { asMessage, message } from '#shared/messages/message.ts'

const waits = 'The values wait for review: they are written once an editor accepts them.'

/**
 * Takes edits of a contributor: 200 with an outcome for each. The entities stay unchanged; the values wait
 * as proposals.
 */
export function proposeEdits(tx: WritableDb, { body, faults: structural, context }: ApplyEdits): Answer {
  const faults = new Faults(structural)
  const type = parseType(body.type, faults)
  const edits = body.edits ?? []
  checkSize(edits, faults, structural)
  const settled = faults.settled(type)
  const outcomes = edits.map((edit, index) => proposeEdit(tx, { type: settled, context }, edit, index))
  const count = (status: Outcome['status'] | 'proposed') =>
    outcomes.filter((outcome) => outcome.status === status).length
  const summary = {
    total: edits.length,
    applied: count('applied'),
    refused: count('refused'),
    changed_meanwhile: count('changed_meanwhile'),
    proposed: count('proposed'),
  }
  const view = viewFor(tx, context.role)
  const data = outcomes.map((outcome) => toJson(view, outcome)).join(',')
  return jsonAnswer(200, `{"data":[${data}],"edit_id":null,"summary":${JSON.stringify(summary)}}`)
}

interface Proposer {
  readonly type: EntityType
  readonly context: WriteContext
}

interface Waiting {
  readonly status: 'proposed' | 'applied'
  readonly index: number
  readonly row: EntityRow
  readonly proposals: readonly string[]
}

function proposeEdit(
  tx: WritableDb,
  proposer: Proposer,
  input: unknown,
  index: number,
): Waiting | Exclude<Outcome, { status: 'applied' }> {
  try {
    const { row, attributes: given, expected, faults } = readEdit(tx, proposer.type, input)
    const view = viewFor(tx, proposer.context.role)
    const attributes = attributesOf(view, proposer.type)
    if (expected) checkExpected(attributes, expected, faults)
    const values = dropUnchangedComputed(view, row, attributes, given)
    const checked = checkAllProposed(view, proposer.type, { row, values }, faults)
    const current = expected && findChanged(view, row, attributes, { expected, given })
    if (current) return { status: 'changed_meanwhile', index, id: row.uuid, current }
    const proposals = store(tx, proposer, row, checked)
    return { status: proposals.length > 0 ? 'proposed' : 'applied', index, row, proposals }
  } catch (error) {
    // Everything that can be refused is refused before anything of the edit is stored.
    if (!(error instanceof CatalogError)) throw error
    const id = isObject(input) ? input['id'] : null
    return { status: 'refused', index, id: typeof id === 'string' ? id : null, error }
  }
}

function toJson(db: ReadableDb, outcome: ReturnType<typeof proposeEdit>): string {
  if (!('row' in outcome)) return outcomeJson(outcome)
  const { status, index, row, proposals } = outcome
  const more = status === 'proposed' ? `,"proposals":${JSON.stringify(proposals)},"message":"${waits}"` : ''
  return `{"index":${index},"id":"${row.uuid}","status":"${status}","data":${rowJson(db, row)}${more}}`
}

/**
 * As `updateEntity` for a contributor: 202 with the entity, which stays unchanged until the values are
 * accepted.
 */
export function proposeUpdate(tx: WritableDb, request: UpdateRequest): Answer {
  const { type, id, body, expected, context } = request
  const row = getEntity(tx, type, id)
  const faults = new Faults(request.faults)
  checkPreconditions(expected, faults)
  const view = viewFor(tx, context.role)
  const attributes = attributesOf(view, type)
  const values = dropUnchangedComputed(view, row, attributes, body.attributes ?? {})
  const checked = checkAllProposed(view, type, { row, values }, faults)
  if (body.parent_id !== undefined && body.parent_id !== row.parent_uuid) throw moves()
  requireExpected(view, row, expected)
  const proposals = store(tx, { type, context }, row, checked)
  const outcomeText = JSON.stringify(
    proposals.length > 0 ? asMessage(waits) : message('proposal.values_already_there'),
  )
  return jsonAnswer(
    202,
    `{"data":${rowJson(view, row)},"proposals":${JSON.stringify(proposals)},${outcomeText.slice(1)}`,
  )
}

function moves(): CatalogError {
  return new CatalogError('forbidden', message('proposal.moves_refused'))
}

function store(
  tx: WritableDb,
  { type, context }: Proposer,
  row: EntityRow,
  checked: readonly CheckedValue[],
): string[] {
  const { byId } = attributesOf(tx, type)
  return checked.flatMap(({ isSame, ...value }) => {
    if (isSame) return []
    const { uuid } = insertProposal(tx, {
      entity: row.id,
      type,
      ...value,
      evidence: [],
      digest: madeOf(tx, type, row, byId.get(value.attribute)?.key ?? '').digest,
      note: null,
      origin: 'person',
      proposer: proposerOf(context.actor),
      by: context.actor,
    })
    return [uuid]
  })
}
