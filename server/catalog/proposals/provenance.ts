import type { EntityType } from '#shared/entities.ts'
import type { FieldError } from '#shared/errors.ts'
import type { Provenance, ProvenanceState } from '#shared/proposals.ts'
import { type Attribute, attributesOf, type AttributeSet } from '../../store/tables/attributes.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { parseJson } from '../../store/database/json.ts'
import { type EntityRow, listEntityRows } from '../../store/tables/entities.ts'
import {
  listAccepted,
  type ProposalRow,
  countOpenFor,
  listMade,
  type MadeRow,
} from '../../store/tables/proposals.ts'
import { type Answer, dataAnswer } from '../answer.ts'
import { toConfig } from '../attributes/attribute-config.ts'
import { gatherInputs } from '../generation/gather-inputs.ts'
import { inputDigest } from '../generation/generation-context.ts'
import { isSameValue, ownValues } from '../entities/current-values.ts'
import { getEntity } from '../entities/update-entity.ts'
import { Faults } from '../errors.ts'
import type { CellMark, CellMarks } from '#shared/schemas/grid.ts'
import { findAlive } from '../../store/tables/trash.ts'
import { checkRowIds } from '../grid/cell-origins.ts'
import { toIso } from '#shared/iso-times.ts'

export interface ReadProvenance {
  readonly type: EntityType
  readonly id: string
  readonly faults: readonly FieldError[]
}

/** The origin of an entity's generated values, by attribute; others are left out. 404 comes before faults. */
export function readProvenance(db: ReadableDb, { type, id, faults }: ReadProvenance): Answer {
  const row = getEntity(db, type, id)
  new Faults(faults).throwIfAny()
  return dataAnswer(200, JSON.stringify(provenanceOf(db, type, row)))
}

export function provenanceOf(db: ReadableDb, type: EntityType, row: EntityRow): Provenance[] {
  const attributes = attributesOf(db, type)
  const generated = lastGenerated(db, row)
  const keys = [...generated.keys()].flatMap((attribute) => attributes.byId.get(attribute)?.key ?? [])
  const values = ownValues(db, row, attributes, keys)
  return attributes.list.flatMap((attribute) => {
    const proposal = generated.get(attribute.id)
    if (!proposal) return []
    return {
      attribute: attribute.key,
      state: stateOf(db, row, { attribute, proposal, current: values[attribute.key] }),
      proposal_id: proposal.uuid,
      model: proposal.model,
      created_at: toIso(proposal.created_at),
      evidence: readableEvidence(db, type, parseJson(proposal.evidence)),
    }
  })
}

/** The evidence without quotes of values that the reader may not read. */
export function readableEvidence<Quote extends { readonly source: string }>(
  { hidden }: ReadableDb,
  type: EntityType,
  evidence: readonly Quote[],
): Quote[] {
  const prefix = 'attribute:'
  const isHidden = ({ source }: Quote) =>
    source.startsWith(prefix) && hidden?.keys[type].has(source.slice(prefix.length)) === true
  return evidence.filter((quote) => !isHidden(quote))
}

function lastGenerated(db: ReadableDb, { id }: EntityRow): ReadonlyMap<number, ProposalRow> {
  const last = new Map<number, ProposalRow>()
  for (const proposal of listAccepted(db, id))
    if (proposal.origin !== 'person' && proposal.digest !== null && !last.has(proposal.attribute))
      last.set(proposal.attribute, proposal)
  return last
}

interface GeneratedValue {
  readonly attribute: Attribute
  readonly proposal: Pick<ProposalRow, 'value' | 'digest'>
  readonly current: unknown
}

function stateOf(
  db: ReadableDb,
  row: Pick<EntityRow, 'uuid'>,
  { attribute, proposal, current }: GeneratedValue,
): ProvenanceState {
  if (!isSameValue(attribute, parseJson(proposal.value), current)) return 'edited'
  return isStale(db, attribute, row.uuid, proposal.digest) ? 'stale' : 'generated'
}

export function isStale(
  db: ReadableDb,
  attribute: Attribute,
  entity: string,
  digest: string | null,
): boolean {
  if (digest === null || !attribute.extras.ai_generated) return false
  const definition = toConfig(attribute)
  const inputs = gatherInputs(db, definition, entity)
  return inputs !== undefined && inputDigest(definition, inputs) !== digest
}

interface MarkCells {
  readonly type: EntityType
  readonly ids: readonly string[]
  readonly faults: readonly FieldError[]
}

/**
 * The cells of some entities that were generated or have a proposed value: 200 with marks by id and key.
 * An unknown id is left out.
 */
export function cellMarks(db: ReadableDb, { type, ids, faults: structural }: MarkCells): Answer {
  const faults = new Faults(structural)
  const uuids = checkRowIds(ids, faults)
  faults.throwIfAny()
  const found = findAlive(db, type, uuids).map(({ id }) => id)
  const rows = new Map(listEntityRows(db, found).map((row) => [row.id, row]))
  const marks = new Map(found.map((id) => [id, new Map<string, CellMark>()]))
  const attributes = attributesOf(db, type)
  const put = (entity: number, key: string, mark: Partial<CellMark>): void => {
    const cells = marks.get(entity)
    cells?.set(key, { ...(cells.get(key) ?? unmarked), ...mark })
  }
  for (const { entity, attribute, open } of countOpenFor(db, found)) {
    const key = attributes.byId.get(attribute)?.key
    if (key !== undefined) put(entity, key, { open })
  }
  for (const { row, key, made } of lastMade(rows, attributes, listMade(db, found)))
    put(row.id, key, toMark(db, { type, row, key, made }))
  const named: CellMarks = Object.fromEntries(
    [...rows.values()].map(({ id, uuid }) => [uuid, Object.fromEntries(marks.get(id) ?? [])]),
  )
  return dataAnswer(200, JSON.stringify(named))
}

const unmarked: CellMark = { state: null, model: null, made_at: null, open: 0 }

interface MadeCell {
  readonly row: EntityRow
  readonly key: string
  readonly made: MadeRow
}

function lastMade(
  rows: ReadonlyMap<number, EntityRow>,
  { byId }: AttributeSet,
  made: readonly MadeRow[],
): Iterable<MadeCell> {
  const last = new Map<string, MadeCell>()
  for (const each of made) {
    const row = rows.get(each.entity)
    const key = byId.get(each.attribute)?.key
    if (row && key !== undefined) last.set(`${row.id} ${key}`, { row, key, made: each })
  }
  return last.values()
}

function toMark(
  db: ReadableDb,
  { type, row, key, made }: MadeCell & { readonly type: EntityType },
): Partial<CellMark> {
  const attributes = attributesOf(db, type)
  const attribute = attributes.byKey.get(key)
  if (!attribute) return {}
  const current = ownValues(db, row, attributes, [key])[key]
  return {
    state: stateOf(db, row, { attribute, proposal: made, current }),
    model: made.model,
    made_at: toIso(made.created_at),
  }
}
