import type { AttributeConfig } from '#shared/attributes.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import type { EntityRow } from '../../store/tables/entities.ts'
import { hasOpenProposal } from '../../store/tables/proposals.ts'
import { type Answer, dataAnswer } from '../answer.ts'
import { buildPrompt } from '../generation/build-prompt.ts'
import { gatherContext } from '../generation/gather-context.ts'
import type { GenerationInputs } from '../generation/generation-context.ts'
import { outputSchema } from '../generation/output-schema.ts'
import { type Generated, generatedOf, planValue, valuesOf } from './plan-value.ts'
import { checkRun, listRunIds, type RunRequest, type SentRun } from './run-request.ts'
import { mediumOf } from './value-models.ts'

export interface NextWork extends SentRun {
  readonly limit: number
}

/** A value that is to be thought of: what a model would be asked, and the form of the answer. */
interface Work {
  readonly id: string
  readonly label: string | null
  readonly attribute: string
  readonly system: string
  readonly prompt: string
  readonly output_schema: object
  /** Places of the pictures that belong to it. */
  readonly images: readonly string[]
}

/** The first values that are blank and that nobody has proposed yet, for an agent that thinks of them itself. */
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

/** An agent writes texts; pictures and videos are made by runs. */
function writtenOf(db: ReadableDb, run: RunRequest): Generated[] {
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
