import type { EntityType } from '#shared/entities.ts'
import type { FieldError } from '#shared/errors.ts'
import type { Provenance, ProvenanceState } from '#shared/proposals.ts'
import { type Attribute, attributesOf } from '../../store/tables/attributes.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { parseJson } from '../../store/database/json.ts'
import type { EntityRow } from '../../store/tables/entities.ts'
import { listAccepted, type ProposalRow } from '../../store/tables/proposals.ts'
import { type Answer, dataAnswer } from '../answer.ts'
import { toConfig } from '../attributes/attribute-config.ts'
import { gatherInputs } from '../generation/gather-inputs.ts'
import { inputDigest } from '../generation/input-digest.ts'
import { isSameValue, ownValues } from '../entities/current-values.ts'
import { getEntity } from '../entities/update-entity.ts'
import { Faults } from '../errors.ts'

export interface ReadProvenance {
  readonly type: EntityType
  readonly id: string
  readonly faults: readonly FieldError[]
}

/** Where the generated values of an entity come from, by attribute; one that was never generated is not told. 404 comes before faults. */
export function readProvenance(db: ReadableDb, { type, id, faults }: ReadProvenance): Answer {
  const row = getEntity(db, type, id)
  new Faults(faults).throwIfAny()
  return dataAnswer(200, JSON.stringify(provenanceOf(db, type, row)))
}

/** The same, for those who have the entity. */
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
      created_at: new Date(proposal.created_at).toISOString(),
      evidence: parseJson(proposal.evidence),
    }
  })
}

/** The accepted generation that stands last, by attribute. What people propose is no generation. */
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
  /** What the entity holds now. */
  readonly current: unknown
}

/** How the value of an entity stands to what was generated for it last. */
export function stateOf(
  db: ReadableDb,
  row: Pick<EntityRow, 'uuid'>,
  { attribute, proposal, current }: GeneratedValue,
): ProvenanceState {
  if (!isSameValue(attribute, parseJson(proposal.value), current)) return 'edited'
  return isStale(db, attribute, row.uuid, proposal.digest) ? 'stale' : 'generated'
}

/** Whether a value would be made of something else by now; one that does not tell what it was made of never is. */
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
