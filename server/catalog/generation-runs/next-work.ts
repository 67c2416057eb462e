import type { AttributeConfig } from '#shared/attributes.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { type EntityRow, listEntityRows } from '../../store/tables/entities.ts'
import { hasOpenProposal, listGenerationStates } from '../../store/tables/proposals.ts'
import { type Answer, dataAnswer } from '../answer.ts'
import { buildPrompt } from '../generation/build-prompt.ts'
import { gatherContext } from '../generation/gather-context.ts'
import { outputSchema } from '../generation/output-schema.ts'
import { generatedOf, planValue, proposedValues } from './plan-value.ts'
import { checkRun, listRunIds, type SentRun } from './run-request.ts'

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

const rowsAtOnce = 200

/** The first values that are blank and that nobody has proposed yet, for an agent that thinks of them itself. */
export function nextGenerationWork(db: ReadableDb, { limit, ...sent }: NextWork): Answer {
  const run = checkRun(db, { ...sent, body: { ...sent.body, overwrite: 'empty', mode: 'review' } })
  const generated = generatedOf(db, run)
  const planner = { overwrite: 'empty' as const, canSearchWeb: true }
  const ids = listRunIds(db, run, 0)
  const work: Work[] = []
  for (let start = 0; start < ids.length && work.length < limit; start += rowsAtOnce) {
    const rows = listEntityRows(db, ids.slice(start, start + rowsAtOnce))
    const attributes = generated.map(({ attribute }) => attribute.id)
    const entities = rows.map(({ id }) => id)
    const stateOf = listGenerationStates(db, entities, attributes)
    for (const row of rows) {
      const proposed = proposedValues(generated, (attribute) => stateOf(row.id, attribute))
      for (const one of generated) {
        if (work.length >= limit) break
        const { id } = one.attribute
        if (hasOpenProposal(db, row.id, id)) continue
        const planned = planValue(db, planner, one, { row, state: stateOf(row.id, id), proposed })
        if ('digest' in planned) work.push(...toWork(db, one.definition, row, proposed))
      }
    }
  }
  return dataAnswer(200, JSON.stringify(work))
}

function toWork(
  db: ReadableDb,
  definition: AttributeConfig,
  row: EntityRow,
  proposed: Readonly<Record<string, unknown>>,
): Work[] {
  const context = gatherContext(db, definition, row.uuid, { proposed })
  if (!context) return []
  const { system, prompt } = buildPrompt(definition, context)
  const { uuid: id, label } = row
  const images = context.images.map(({ place }) => place)
  return [
    {
      id,
      label,
      attribute: definition.key,
      system,
      prompt,
      output_schema: outputSchema(definition, context),
      images,
    },
  ]
}
