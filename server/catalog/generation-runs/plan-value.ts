import type { AttributeConfig } from '#shared/attributes.ts'
import type { OverwriteMode, SkipReason } from '#shared/generations.ts'
import { type Attribute, attributesOf, isReference } from '../../store/tables/attributes.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { parseJson } from '../../store/database/json.ts'
import { type EntityRow, listEntityRows } from '../../store/tables/entities.ts'
import { type GenerationState, listGenerationStates, hasOpenProposal } from '../../store/tables/proposals.ts'
import { isSameValue, ownValues } from '../entities/current-values.ts'
import { type GenerationInputs, inputDigest } from '../generation/generation-context.ts'
import { gatherInputs } from '../generation/gather-inputs.ts'
import { type GeneratedValue, generatedOf } from './generated-values.ts'
import { type RunRequest, checkRun, listRunIds, type SentRun } from './run-request.ts'
import { type Answer, dataAnswer } from '../answer.ts'
import { buildPrompt } from '../generation/build-prompt.ts'
import { gatherContext } from '../generation/gather-context.ts'
import { outputSchema } from '../generation/read-output.ts'
import { mediumOf } from './value-models.ts'

export interface ValuePlanner {
  readonly overwrite: OverwriteMode
  readonly canSearchWeb: boolean
}

export type PlannedValue =
  | { readonly digest: string; readonly inputs: GenerationInputs }
  | { readonly skip: SkipReason }

export interface PlannedEntity {
  readonly row: EntityRow
  readonly state: GenerationState
  readonly proposed: Readonly<Record<string, unknown>>
}

export function planValue(
  db: ReadableDb,
  { overwrite, canSearchWeb }: ValuePlanner,
  { attribute, definition }: GeneratedValue,
  entity: PlannedEntity,
): PlannedValue {
  const { row, state, proposed } = entity
  const own = ownValueOf(db, row, attribute)
  const has = !isSameValue(attribute, own, null)
  const reason = has && skipReasonOf(overwrite, attribute, state, own)
  if (reason) return { skip: reason }
  const inputs = gatherInputs(db, definition, row.uuid, { proposed })
  if (!inputs) return { skip: 'dependency_missing' }
  const digest = inputDigest(definition, inputs)
  if (overwrite !== 'all' && isKnown(state, has, digest)) return { skip: 'up_to_date' }
  if (inputs.missing.length > 0) return { skip: 'dependency_missing' }
  return needsSearch(definition) && !canSearchWeb ? { skip: 'web_search_not_supported' } : { digest, inputs }
}

function isKnown(
  { accepted, openDigests = [], notStated }: GenerationState,
  has: boolean,
  digest: string,
): boolean {
  return openDigests.includes(digest) || (has ? accepted?.digest === digest : notStated === digest)
}

function needsSearch({ selected_tools: tools }: AttributeConfig): boolean {
  return tools.includes('includeWebSearch')
}

function skipReasonOf(
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

export function proposedValues(
  generated: readonly GeneratedValue[],
  stateOf: (attribute: number) => GenerationState,
): Record<string, unknown> {
  return Object.fromEntries(
    generated.flatMap(({ attribute: { id, key } }) => {
      const { openValue } = stateOf(id)
      return openValue === undefined ? [] : [[key, parseJson(openValue)]]
    }),
  )
}

export interface RunValue {
  readonly one: GeneratedValue
  readonly row: EntityRow
  readonly state: GenerationState
  readonly proposed: Record<string, unknown>
}

const rowsAtOnce = 500

export function* valuesOf(
  db: ReadableDb,
  ids: readonly number[],
  generated: readonly GeneratedValue[],
): Generator<RunValue> {
  const attributes = generated.map(({ attribute }) => attribute.id)
  for (let start = 0; start < ids.length; start += rowsAtOnce) {
    const rows = listEntityRows(db, ids.slice(start, start + rowsAtOnce))
    const entities = rows.map(({ id }) => id)
    const stateOf = listGenerationStates(db, entities, attributes)
    for (const row of rows) {
      const proposed = proposedValues(generated, (attribute) => stateOf(row.id, attribute))
      for (const one of generated) yield { one, row, state: stateOf(row.id, one.attribute.id), proposed }
    }
  }
}

interface NextWork extends SentRun {
  readonly limit: number
}

interface Work {
  readonly id: string
  readonly label: string | null
  readonly attribute: string
  readonly system: string
  readonly prompt: string
  readonly output_schema: object
  readonly images: readonly string[]
}

export function nextGenerationWork(db: ReadableDb, { limit, ...sent }: NextWork): Answer {
  const run = checkRun(db, { ...sent, body: { ...sent.body, overwrite: 'empty', mode: 'review' } })
  const planner = { overwrite: 'empty' as const, canSearchWeb: true }
  const work: Work[] = []
  for (const value of valuesOf(db, listRunIds(db, run, 0), writtenOf(db, run))) {
    if (work.length >= limit) break
    const { one, row } = value
    if (hasOpenProposal(db, row.id, one.attribute.id)) continue
    const planned = planValue(db, planner, one, value)
    if ('inputs' in planned) work.push(toWork(db, one.definition, row, planned.inputs))
  }
  return dataAnswer(200, JSON.stringify(work))
}

function writtenOf(db: ReadableDb, run: RunRequest): GeneratedValue[] {
  return generatedOf(db, run).filter(({ definition }) => mediumOf(definition) === 'text')
}

function toWork(
  db: ReadableDb,
  definition: AttributeConfig,
  { uuid: id, label }: EntityRow,
  inputs: GenerationInputs,
): Work {
  const context = gatherContext(db, definition, inputs)
  const { system, prompt } = buildPrompt(definition, context)
  return {
    id,
    label,
    attribute: definition.key,
    system,
    prompt,
    output_schema: outputSchema(definition, context),
    images: context.images.map(({ place }) => place),
  }
}
