import type { AttributeConfig, AttributeCreate } from '#shared/attributes.ts'
import { parseUuid } from '#shared/entities.ts'
import type { FieldError } from '#shared/errors.ts'
import type { TriesEstimate } from '#shared/schemas/generations.ts'
import { message } from '#shared/messages/message.ts'
import { attributesOf } from '../../store/tables/attributes.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { findEntity } from '../../store/tables/entities.ts'
import { type Answer, dataAnswer } from '../answer.ts'
import { requiredOf } from '../attributes/check-definition.ts'
import { type DraftBody, readDraft } from '../attributes/draft-definition.ts'
import { Faults, notFound } from '../errors.ts'
import { findAnswerForm } from '../generation/answer-forms.ts'
import { buildPrompt, type Prompt } from '../generation/build-prompt.ts'
import { gatherContext, readStoredPicture } from '../generation/gather-context.ts'
import { gatherInputs } from '../generation/gather-inputs.ts'
import { outputSchema } from '../generation/read-output.ts'
import type { GenerationContext } from '../generation/generation-context.ts'
import { costOf, costRange, likelyOutput, likelyTokens, maxOutput, maxTokens } from './call-cost.ts'
import { generatedOf } from './generated-values.ts'
import { proposedValues } from './plan-value.ts'
import { readRunRow } from './run-state.ts'
import type { ValueModel } from './value-models.ts'

export interface TriedDefinition {
  readonly body: DraftBody
  readonly faults: readonly FieldError[]
  readonly canSearchWeb: boolean
}

export interface PlannedTry {
  readonly id: string
  readonly label: string | null
  readonly skip: TriesEstimate['rows'][number]['skip']
  readonly definition: AttributeConfig
  readonly context: GenerationContext
  readonly prompt: Prompt
}

export interface AskableTry extends PlannedTry {
  readonly files: readonly Uint8Array[]
  readonly most: { readonly input: number; readonly output: number }
}

const maxPictureBytes = 32 * 1024 * 1024

/** Plans a trial of a definition on one entity. Throws the same faults as storing the definition. */
export function planTry(
  db: ReadableDb,
  { id, ...tried }: TriedDefinition & { readonly id: string },
): AskableTry {
  const faults = new Faults(tried.faults)
  const uuid = readId(id, 'id', faults)
  const planned = planOn(db, readDefinition(db, tried, faults), { ...tried, uuid, faults })
  const files = planned.context.images.flatMap(({ place }) => readStoredPicture(db, place) ?? [])
  return {
    ...planned,
    files: files.filter(({ byteLength }) => byteLength <= maxPictureBytes),
    most: maxOf(planned),
  }
}

export interface EstimateTries extends TriedDefinition {
  readonly ids: readonly string[]
  readonly provider: string
  readonly model: Pick<ValueModel, 'model' | 'price'> | undefined
}

export function estimateTries(db: ReadableDb, { ids, provider, model, ...tried }: EstimateTries): Answer {
  const faults = new Faults(tried.faults)
  const uuids = ids.map((id, index) => readId(id, `ids[${index}]`, faults))
  const definition = readDefinition(db, tried, faults)
  const planned = uuids.map((uuid) => planOn(db, definition, { ...tried, uuid, faults }))
  const asked = planned.filter(({ skip }) => skip === null)
  const tokens = {
    input: asked.reduce((sum, { prompt, context }) => sum + inputOf(prompt, context), 0),
    output: asked.length * likelyOutput(definition),
  }
  const estimate: TriesEstimate = {
    provider,
    model: model?.model ?? '',
    tokens,
    cost: costRange(costOf(model?.price ?? null, 'text', tokens)),
    rows: planned.map(({ id, label, skip, prompt }) => ({ id, label, skip, prompt: prompt.prompt })),
  }
  return dataAnswer(200, JSON.stringify(estimate))
}

function inputOf({ system, prompt }: Prompt, { images }: GenerationContext): number {
  return likelyTokens([system, prompt], images.length)
}

function maxOf({ definition, context, prompt: { system, prompt } }: PlannedTry): AskableTry['most'] {
  const schema = JSON.stringify(outputSchema(definition, context))
  const input = maxTokens([system, prompt, schema], context.images.length)
  return { input, output: maxOutput(definition) }
}

function readId(id: string, field: string, faults: Faults): string | undefined {
  return parseUuid(id) ?? faults.add(field, 'expected_uuid')
}

function readDefinition(db: ReadableDb, { body }: TriedDefinition, faults: Faults): AttributeConfig {
  const generated = { ...body, definition: { ...body.definition, ai_generated: true } }
  return readDraft(db, generated, faults, refuseMedia).config
}

function refuseMedia(draft: AttributeCreate, faults: Faults): void {
  if (faults.isEmpty && !findAnswerForm(requiredOf(draft).dataType))
    faults.explain('data_type', 'invalid_value', notTried)
}

const notTried =
  'Pictures and videos cannot be tried here. Save the attribute and generate it for a few rows.'

interface On {
  readonly uuid: string | undefined
  readonly faults: Faults
  readonly canSearchWeb: boolean
}

function planOn(db: ReadableDb, definition: AttributeConfig, { uuid, faults, canSearchWeb }: On): PlannedTry {
  const row = findEntity(db, definition.entity_type, faults.settled(uuid))
  const inputs =
    row && gatherInputs(db, definition, row.uuid, { proposed: proposedFor(db, definition, row.id) })
  if (!inputs) throw notFound(message(`not_found.${definition.entity_type}`, { id: String(uuid) }))
  const context = gatherContext(db, definition, inputs)
  const needsSearch = definition.selected_tools.includes('includeWebSearch') && !canSearchWeb
  const skip =
    inputs.missing.length > 0 ? 'dependency_missing' : needsSearch ? 'web_search_not_supported' : null
  const { id, label } = inputs.entity
  return { id, label, skip, definition, context, prompt: buildPrompt(definition, context) }
}

function proposedFor(
  db: ReadableDb,
  { entity_type: type, key: self }: AttributeConfig,
  entity: number,
): Record<string, unknown> {
  const others = attributesOf(db, type).list.filter(({ key, extras }) => extras.ai_generated && key !== self)
  const generated = generatedOf(db, { type, attributes: others.map(({ key }) => key) })
  return proposedValues(generated, readRunRow(db, entity, generated).stateOf)
}
