import type { EntityType } from '#shared/entities.ts'
import type { FieldError } from '#shared/errors.ts'
import type { Actor, EventVia } from '#shared/events.ts'
import { maxProposals, type NewProposals, type ProposalOrigin } from '#shared/proposals.ts'
import { attributesOf } from '../../store/tables/attributes.ts'
import { viewFor } from '../../store/computed/hidden-attributes.ts'
import type { Role } from '#shared/team.ts'
import type { ReadableDb, WritableDb } from '../../store/database/database.ts'
import type { EntityRow } from '../../store/tables/entities.ts'
import { insertProposal, type NewProposal } from '../../store/tables/proposals.ts'
import { type Answer, jsonAnswer } from '../answer.ts'
import { parseType } from '../edits/edit-outcome.ts'
import { isSameValue, shownValues, readStored } from '../entities/current-values.ts'
import { parseWrites } from '../entities/parse-writes.ts'
import { refuseDuplicates, resolveWrites, type ResolvedWrite } from '../entities/resolve-writes.ts'
import { getEntity } from '../entities/update-entity.ts'
import { findByMergeKey, type MergeKeyValue } from '../entities/upsert-entity.ts'
import { CatalogError, Faults, notFound, validationFailed } from '../errors.ts'
import { toConfig } from '../attributes/attribute-config.ts'
import { gatherInputs, gatherNamed } from '../generation/gather-inputs.ts'
import { inputDigest } from '../generation/generation-context.ts'
import { type Evidence as Quote, type VerifiedEvidence, verifyEvidence } from '../generation/read-output.ts'
import type { WriteContext } from '../events/record-event.ts'
import { promptOf } from './prompt-versions.ts'
import { isObject } from '#shared/exact-json.ts'
import { asMessage, message } from '#shared/messages/message.ts'
import { unknownFieldIssue } from '#shared/describe-fault.ts'

export interface ProposeRequest {
  readonly body: Partial<NewProposals>
  readonly faults: readonly FieldError[]
  readonly context: WriteContext
  readonly mayReadSources: boolean
}

interface ProposedValue {
  readonly index: number
  readonly id: string | null
  readonly status: 'proposed' | 'refused' | 'unchanged'
  readonly message?: string
  readonly field_errors?: readonly FieldError[]
}

/**
 * Proposes up to 1,000 values for entities of one type: 200 with an outcome for each. Each is checked as a write would be, and
 * nothing is written into an entity. A newer proposal of the same proposer supersedes the one that is open.
 */
export function proposeValues(tx: WritableDb, request: ProposeRequest): Answer {
  const faults = new Faults(request.faults)
  const type = parseType(request.body.type, faults)
  const proposals = request.body.proposals ?? []
  if (!faults.hasErrorFor('proposals')) {
    if (proposals.length === 0) faults.add('proposals', 'expected_values')
    if (proposals.length > maxProposals)
      faults.addExpected('proposals', 'too_many_values', { max_items: maxProposals })
  }
  const settled = faults.settled(type)
  const data = proposals.map((input, index) => proposeOne(tx, settled, request, input, index))
  const summary = { total: data.length, proposed: 0, refused: 0, unchanged: 0 }
  for (const { status } of data) summary[status] += 1
  return jsonAnswer(200, JSON.stringify({ data, summary }))
}

const origins: Readonly<Record<EventVia, ProposalOrigin>> = {
  app: 'person',
  api: 'script',
  mcp: 'agent',
  import: 'script',
  generation: 'generation',
  source: 'script',
  restore: 'person',
  automation: 'script',
  system: 'script',
}

export function proposerOf({ type, id }: Actor): string {
  return `${type}:${id ?? ''}`
}

function proposeOne(
  tx: WritableDb,
  type: EntityType,
  { context, mayReadSources }: ProposeRequest,
  input: unknown,
  index: number,
): ProposedValue {
  try {
    const view = viewFor(tx, context.role)
    const { row, key, value, quotes, note } = readProposal(tx, type, input, context.role)
    const { isSame, ...checked } = checkProposed(view, type, { row, key, value })
    if (isSame) return { index, id: null, status: 'unchanged' }
    const { uuid } = insertProposal(tx, {
      entity: row.id,
      type,
      ...checked,
      evidence: verify(view, { type, row, quotes, mayReadSources }),
      ...madeOf(tx, type, row, key),
      note,
      origin: origins[context.via],
      proposer: proposerOf(context.actor),
      by: context.actor,
    })
    return { index, id: uuid, status: 'proposed' }
  } catch (error) {
    // Everything that can be refused is refused before anything of the proposal is stored.
    if (!(error instanceof CatalogError)) throw error
    const { sentence, fieldErrors } = error
    return { index, id: null, status: 'refused', ...asMessage(sentence), field_errors: fieldErrors }
  }
}

interface QuotedSource {
  readonly type: EntityType
  readonly row: EntityRow
  readonly quotes: readonly Quote[]
  readonly mayReadSources: boolean
}

/** Verified against the present texts; the texts of sources require permission to read them. */
function verify(db: ReadableDb, { type, row, quotes, mayReadSources }: QuotedSource): VerifiedEvidence[] {
  const readable = mayReadSources ? quotes : quotes.filter(({ source }) => !source.startsWith('source:'))
  return verifyEvidence(quotes, gatherNamed(db, type, row.uuid, readable))
}

/** The inputs and the prompt of a value that somebody else has generated; nothing for other attributes. */
export function madeOf(
  db: ReadableDb,
  type: EntityType,
  row: EntityRow,
  key: string,
): Pick<NewProposal, 'digest' | 'prompt'> {
  const attribute = attributesOf(db, type).byKey.get(key)
  if (!attribute?.extras.ai_generated) return {}
  const definition = toConfig(attribute)
  const inputs = gatherInputs(db, definition, row.uuid)
  return inputs ? { digest: inputDigest(definition, inputs), prompt: promptOf(definition) } : {}
}

export interface CheckedValue {
  readonly attribute: number
  readonly value: unknown
  readonly basis: unknown
  readonly isSame: boolean
}

export function checkProposed(
  db: ReadableDb,
  type: EntityType,
  { row, key, value }: { readonly row: EntityRow; readonly key: string; readonly value: unknown },
): CheckedValue {
  const faults = new Faults()
  const [checked] = checkAllProposed(db, type, { row, values: { [key]: value } }, faults)
  if (!checked) throw validationFailed(faults.list)
  return checked
}

export function checkAllProposed(
  db: ReadableDb,
  type: EntityType,
  { row, values }: { readonly row: EntityRow; readonly values: Readonly<Record<string, unknown>> },
  faults: Faults,
): CheckedValue[] {
  const stored = readStored(row)
  const writes = parseWrites(attributesOf(db, type), values, faults)
  const resolved = resolveWrites(db, writes, faults, stored)
  faults.throwIfAny()
  refuseDuplicates(db, resolved, stored)
  const shown = shownValues(db, row, Object.keys(values))
  return resolved.map((write) => {
    const { attribute } = write
    const basis = shown[attribute.key]
    const value = valueOf(write)
    return { attribute: attribute.id, value, basis, isSame: isSameValue(attribute, value, basis) }
  })
}

function valueOf(write: ResolvedWrite): unknown {
  if (write.kind === 'scalar') return write.value
  const ids = write.targets.map(({ uuid }) => uuid)
  return write.attribute.traits.shape === 'reference' ? (ids[0] ?? null) : ids
}

interface ReadProposal {
  readonly row: EntityRow
  readonly key: string
  readonly value: unknown
  readonly quotes: readonly Quote[]
  readonly note: string | null
}

const members = ['id', 'merge_key', 'key_value', 'attribute', 'value', 'evidence', 'note']
const maxQuotes = 50
const maxNote = 2000

function readProposal(
  tx: WritableDb,
  type: EntityType,
  input: unknown,
  role: Role | undefined,
): ReadProposal {
  const faults = new Faults()
  const proposal = isObject(input) ? input : {}
  if (!isObject(input)) faults.addType('proposal', ['object'], input)
  for (const key of Object.keys(proposal))
    if (!members.includes(key)) faults.addUnknown(key, unknownFieldIssue, key, members)
  const { attribute: key, value } = proposal
  if (typeof key !== 'string')
    if (key === undefined) faults.addSentence('attribute', message('schema.required'))
    else faults.addType('attribute', ['string'], key)
  if (value === undefined) faults.addSentence('value', 'This field is required. null clears the attribute.')
  const quotes = readQuotes(proposal['evidence'], faults)
  const note = readNote(proposal['note'], faults)
  const row = readEntity(tx, type, { ...proposal, role }, faults)
  faults.throwIfAny()
  return { row: row as EntityRow, key: key as string, value, quotes, note }
}

type SentEntity = Readonly<Record<string, unknown>> & { readonly role: Role | undefined }

function readEntity(
  tx: WritableDb,
  type: EntityType,
  { id, merge_key: mergeKey, key_value: value, role }: SentEntity,
  faults: Faults,
): EntityRow | undefined {
  if (id !== undefined && mergeKey !== undefined)
    return faults.addSentence('merge_key', 'Name the entity by id or by merge_key, not by both.')
  if (typeof mergeKey === 'string') return readByKey(tx, type, { mergeKey, value, role }, faults)
  if (id === undefined)
    return faults.addSentence('id', 'This field is required, or merge_key and key_value in its place.')
  return typeof id === 'string' ? getEntity(tx, type, id) : faults.addType('id', ['string'], id)
}

function readByKey(
  tx: WritableDb,
  type: EntityType,
  { mergeKey, value, role }: MergeKeyValue,
  faults: Faults,
): EntityRow | undefined {
  if (value === undefined) return faults.addSentence('key_value', 'This field is required with merge_key.')
  const found = findByMergeKey(tx, type, { mergeKey, value, role }, faults)
  if (!found && faults.isEmpty) throw notFound(`A ${type} whose ${mergeKey} is ${JSON.stringify(value)}`)
  return found
}

function readQuotes(evidence: unknown, faults: Faults): Quote[] {
  if (evidence === undefined) return []
  if (!Array.isArray(evidence)) return faults.addType('evidence', ['array'], evidence) ?? []
  if (evidence.length > maxQuotes) faults.addExpected('evidence', 'too_many_values', { max_items: maxQuotes })
  return evidence.flatMap((entry: unknown, index) => {
    const { source, quote } = isObject(entry) ? entry : {}
    if (typeof source === 'string' && typeof quote === 'string') return [{ source, quote }]
    faults.addSentence(
      `evidence[${index}]`,
      'Send {"source": "attribute:<key>" or "source:<id>", "quote": "…"}.',
    )
    return []
  })
}

function readNote(note: unknown, faults: Faults): string | null {
  if (note === undefined || note === null) return null
  if (typeof note !== 'string') return faults.addType('note', ['string', 'null'], note) ?? null
  if (note.length > maxNote) faults.addExpected('note', 'too_long', { max_length: maxNote })
  return note
}
