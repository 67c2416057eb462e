import { type EntityType, parseUuid } from '#shared/entities.ts'
import type { FieldError } from '#shared/errors.ts'
import { maxDecisions, type ProposalDecisions, type ProposalOutcome } from '#shared/proposals.ts'
import { viewFor } from '../../store/computed/hidden-attributes.ts'
import { attributesOf } from '../../store/tables/attributes.ts'
import type { ReadableDb, WritableDb } from '../../store/database/database.ts'
import { parseJson } from '../../store/database/json.ts'
import { listEntityRows, nextIdentity } from '../../store/tables/entities.ts'
import {
  decideProposal,
  listProposalPage,
  listProposalRows,
  type ProposalRow,
  takeAlternative,
} from '../../store/tables/proposals.ts'
import { type Answer, jsonAnswer } from '../answer.ts'
import { type Editor, runEdit } from '../edits/apply-edits.ts'
import { parseType } from '../edits/edit-outcome.ts'
import { Faults } from '../errors.ts'
import type { WriteContext } from '../events/record-event.ts'
import { checkProposalFilter, type EntityFilter } from './list-proposals.ts'
import { isObject } from '#shared/exact-json.ts'
import { unknownFieldIssue } from '#shared/describe-fault.ts'
import { asMessage, type MessageReference } from '#shared/messages/message.ts'

export interface DecideRequest {
  readonly body: Partial<ProposalDecisions>
  readonly list?: EntityFilter | undefined
  readonly faults: readonly FieldError[]
  readonly context: WriteContext
}

const actions = ['accept', 'reject'] as const
export type Action = (typeof actions)[number]

interface Decision {
  readonly id: string | null
  readonly action: Action
  readonly value?: unknown
  /** The shown value at the time of the decision, where it differs from that of the proposal. */
  readonly if?: unknown
  readonly faults: readonly FieldError[]
}

interface DecisionOutcome extends Partial<MessageReference> {
  readonly index: number
  readonly id: string | null
  readonly status: ProposalOutcome
  readonly current?: unknown
  readonly message?: string
  readonly field_errors?: readonly FieldError[]
}

/**
 * Accepts or rejects open proposals of one type, by id or the first 10,000 that match: 200 with an outcome
 * for each. An accepted one is written if the attribute still shows the value at proposal time; all writes
 * share an `edit_id`, whose undo reopens them.
 */
export function decideProposals(
  tx: WritableDb,
  { body, list, faults: structural, context }: DecideRequest,
): Answer {
  const faults = new Faults(structural)
  const type = parseType(body.type, faults)
  const view = viewFor(tx, context.role)
  const decisions = type === undefined ? [] : readDecisions(view, type, { ...body, list }, faults)
  const settled = faults.settled(type)
  const editId = nextIdentity(tx).uuid
  const editor: Editor = { type: settled, context: { ...context, edit_id: editId } }
  const { data, isChanged } = decideAll(tx, editor, decisions)
  const summary = { total: data.length, accepted: 0, rejected: 0, changed_meanwhile: 0, refused: 0 }
  for (const { status } of data) summary[status] += 1
  return jsonAnswer(200, JSON.stringify({ data, edit_id: isChanged ? editId : null, summary }))
}

/** The decision for a job where too many proposals match; undefined otherwise. */
export function findManyDecisions(
  db: ReadableDb,
  { body: { type: sent, decisions, action, where }, list, faults: structural }: DecideRequest,
): { readonly type: EntityType; readonly action: Action } | undefined {
  if (where === undefined || decisions !== undefined) return undefined
  const faults = new Faults(structural)
  const type = parseType(sent, faults)
  const chosen = checkAction('action', action, faults)
  if (!type || !chosen) return undefined
  const filter = checkProposalFilter(db, { type, ...where, list }, faults, 'where.')
  if (!faults.isEmpty) return undefined
  const { total } = listProposalPage(db, filter, { limit: 0, offset: 0, behind: undefined })
  return total > maxDecisions ? { type, action: chosen } : undefined
}

function readDecisions(
  db: ReadableDb,
  type: EntityType,
  { decisions, action, where, list }: Pick<DecideRequest, 'list'> & Partial<ProposalDecisions>,
  faults: Faults,
): Decision[] {
  if ((decisions === undefined) === (where === undefined)) {
    faults.addSentence('decisions', 'Send either decisions, or action and where.')
    return []
  }
  if (decisions) {
    if (decisions.length === 0) faults.add('decisions', 'expected_values')
    if (decisions.length > maxDecisions)
      faults.addExpected('decisions', 'too_many_values', { max_items: maxDecisions })
    return decisions.map(readDecision)
  }
  const chosen = checkAction('action', action, faults)
  const filter = checkProposalFilter(db, { type, ...where, list }, faults, 'where.')
  faults.throwIfAny()
  const { rows } = listProposalPage(db, filter, { limit: maxDecisions, offset: 0, behind: undefined })
  return rows.map(({ uuid }) => ({ id: uuid, action: chosen ?? 'reject', faults: [] }))
}

const members = ['id', 'action', 'value', 'if']

function readDecision(input: unknown): Decision {
  const faults = new Faults()
  if (!isObject(input)) {
    faults.addType('decision', ['object'], input)
    return { id: null, action: 'reject', faults: faults.list }
  }
  for (const key of Object.keys(input))
    if (!members.includes(key)) faults.addUnknown(key, unknownFieldIssue, key, members)
  const { id } = input
  if (typeof id !== 'string') faults.addSentence('id', 'This field is required: the id of a proposal.')
  const action = checkAction('action', input['action'], faults) ?? 'reject'
  const value = Object.hasOwn(input, 'value') && { value: input['value'] }
  const seen = Object.hasOwn(input, 'if') && { if: input['if'] }
  return { id: typeof id === 'string' ? id : null, action, ...value, ...seen, faults: faults.list }
}

function checkAction(field: string, action: unknown, faults: Faults): Action | undefined {
  if (action === undefined) return faults.add(field, 'required')
  return actions.find((known) => known === action) ?? faults.add(field, 'invalid_value', actions, action)
}

export function decideAll(
  tx: WritableDb,
  editor: Editor,
  decisions: readonly Decision[],
): { data: DecisionOutcome[]; isChanged: boolean } {
  const ids = decisions.flatMap(({ id }) => (id === null ? [] : (parseUuid(id) ?? [])))
  const known = new Map(listProposalRows(viewFor(tx, editor.context.role), ids).map((row) => [row.uuid, row]))
  const entities = new Map(
    listEntityRows(tx, [...new Set([...known.values()].map(({ entity }) => entity))]).map(({ id, uuid }) => [
      id,
      uuid,
    ]),
  )
  const decided = new Set<string>()
  let isChanged = false
  const data = decisions.map((decision, index): DecisionOutcome => {
    const { id, faults } = decision
    if (faults.length > 0) return refused(index, id, 'The decision is malformed.', faults)
    const row = known.get(parseUuid(String(id)) ?? '')
    if (!row) return refused(index, id, `The proposal ${id} was not found in this workspace.`, [notThere])
    if (row.status !== 'open' || decided.has(row.uuid)) return refused(index, id, alreadyDecided, [notOpen])
    const outcome = decideOne(tx, editor, decision, { row, entity: entities.get(row.entity) ?? '', index })
    if (outcome.status === 'accepted' || outcome.status === 'rejected') decided.add(row.uuid)
    isChanged ||= outcome.isChanged
    return outcome.decided
  })
  return { data, isChanged }
}

const notThere: FieldError = { field: 'id', issue: 'not_found' }
const notOpen: FieldError = { field: 'id', issue: 'not_open' }
const alreadyDecided = 'This proposal has been decided already, or another one has taken its place.'

function refused(
  index: number,
  id: string | null,
  message: string,
  faults: readonly FieldError[],
): DecisionOutcome {
  return { index, id, status: 'refused', message, field_errors: faults }
}

interface OpenProposal {
  readonly row: ProposalRow
  readonly entity: string
  readonly index: number
}

interface Step {
  readonly status: ProposalOutcome
  readonly isChanged: boolean
  readonly decided: DecisionOutcome
}

function decideOne(tx: WritableDb, editor: Editor, decision: Decision, open: OpenProposal): Step {
  if (decision.action === 'accept') return acceptOne(tx, editor, decision, open)
  const { row, index } = open
  decideProposal(tx, row, { status: 'rejected', by: editor.context.actor, edit: null })
  return step(index, row.uuid, 'rejected')
}

function acceptOne(
  tx: WritableDb,
  editor: Editor,
  decision: Decision,
  { row, entity, index }: OpenProposal,
): Step {
  const { actor: by, edit_id: edit } = editor.context
  const key = attributesOf(tx, editor.type).byId.get(row.attribute)?.key ?? ''
  const { value = parseJson(row.value), if: seen = parseJson(row.basis) } = decision
  const change = { id: entity, attributes: { [key]: value }, if: { [key]: seen } }
  const outcome = runEdit(tx, editor, change, index)
  if (outcome.status === 'changed_meanwhile')
    return step(index, row.uuid, 'changed_meanwhile', { current: outcome.current[key] ?? null })
  if (outcome.status === 'refused') {
    const { sentence, fieldErrors } = outcome.error
    return step(index, row.uuid, 'refused', { ...asMessage(sentence), field_errors: fieldErrors })
  }
  takeAlternative(tx, row, value)
  decideProposal(tx, row, { status: 'accepted', by, edit: outcome.isChanged ? (edit ?? null) : null })
  return step(index, row.uuid, 'accepted', {}, outcome.isChanged)
}

function step(
  index: number,
  id: string,
  status: ProposalOutcome,
  more: Partial<DecisionOutcome> = {},
  isChanged = false,
): Step {
  return { status, isChanged, decided: { index, id, status, ...more } }
}
