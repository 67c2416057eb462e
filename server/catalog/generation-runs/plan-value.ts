import type { AttributeConfig } from '#shared/attributes.ts'
import type { OverwriteMode, SkipReason } from '#shared/generations.ts'
import { type Attribute, attributesOf, isReference } from '../../store/tables/attributes.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { parseJson } from '../../store/database/json.ts'
import type { EntityRow } from '../../store/tables/entities.ts'
import type { GenerationState } from '../../store/tables/proposals.ts'
import { toConfig } from '../attributes/attribute-config.ts'
import { isSameValue, ownValues } from '../entities/current-values.ts'
import { gatherInputs } from '../generation/gather-inputs.ts'
import { generationOrder } from '../generation/generation-order.ts'
import { inputDigest } from '../generation/input-digest.ts'
import type { RunRequest } from './run-request.ts'

/** An attribute that a run generates. */
export interface Generated {
  readonly attribute: Attribute
  readonly definition: AttributeConfig
}

/** The attributes of a run in the order in which they are generated; what is no longer generated is left out. */
export function generatedOf(db: ReadableDb, { type, attributes: keys }: RunRequest): Generated[] {
  const { list, byKey } = attributesOf(db, type)
  return generationOrder(list.map(toConfig), keys).flatMap((key) => {
    const attribute = byKey.get(key)
    return attribute?.extras.ai_generated ? [{ attribute, definition: toConfig(attribute) }] : []
  })
}

/** What decides whether a value is generated. */
export interface ValuePlanner {
  readonly overwrite: OverwriteMode
  /** Whether the provider can search the web. */
  readonly canSearchWeb: boolean
}

/** The digest of what a value will be made of, or why it is not generated. */
export type PlannedValue = { readonly digest: string } | { readonly skip: SkipReason }

/** Decides about one value of an entity; `proposed` are values that count in the place of those it holds. */
export function planValue(
  db: ReadableDb,
  { overwrite, canSearchWeb }: ValuePlanner,
  { attribute, definition }: Generated,
  entity: {
    readonly row: EntityRow
    readonly state: GenerationState
    readonly proposed: Readonly<Record<string, unknown>>
  },
): PlannedValue {
  const { row, state, proposed } = entity
  const own = ownValueOf(db, row, attribute)
  const has = !isSameValue(attribute, own, null)
  const kept = has && whyKept(overwrite, attribute, state, own)
  if (kept) return { skip: kept }
  const inputs = gatherInputs(db, definition, row.uuid, { proposed })
  // It was there a moment ago.
  if (!inputs) return { skip: 'dependency_missing' }
  const digest = inputDigest(definition, inputs)
  if (overwrite !== 'all' && isKnown(state, has, digest)) return { skip: 'up_to_date' }
  if (inputs.missing.length > 0) return { skip: 'dependency_missing' }
  return needsSearch(definition) && !canSearchWeb ? { skip: 'web_search_not_supported' } : { digest }
}

/** Whether the same inputs have given a value, or none, before. */
function isKnown({ accepted, open, notStated }: GenerationState, has: boolean, digest: string): boolean {
  return open === digest || (has ? accepted?.digest === digest : notStated === digest)
}

function needsSearch({ selected_tools: tools }: AttributeConfig): boolean {
  return tools.includes('includeWebSearch')
}

/** Why a value that is there is not written over; whoever writes over everything has no reason. */
function whyKept(
  overwrite: OverwriteMode,
  attribute: Attribute,
  { accepted }: GenerationState,
  own: unknown,
): SkipReason | undefined {
  if (overwrite !== 'stale') return overwrite === 'empty' ? 'has_value' : undefined
  const isGenerated = accepted !== undefined && isSameValue(attribute, parseJson(accepted.value), own)
  return isGenerated ? undefined : 'edited_by_hand'
}

function ownValueOf(db: ReadableDb, row: EntityRow, attribute: Attribute): unknown {
  if (!isReference(attribute)) return parseJson(row.attributes)[attribute.key] ?? null
  return ownValues(db, row, attributesOf(db, attribute.entityType), [attribute.key])[attribute.key]
}

/** The values of open proposals of runs, which later prompts are filled with. */
export function proposedValues(
  generated: readonly Generated[],
  stateOf: (attribute: number) => GenerationState,
): Record<string, unknown> {
  return Object.fromEntries(
    generated.flatMap(({ attribute: { id, key } }) => {
      const { openValue } = stateOf(id)
      return openValue === undefined ? [] : [[key, parseJson(openValue)]]
    }),
  )
}
