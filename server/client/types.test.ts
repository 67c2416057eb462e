import { expect, test } from 'vitest'
import type { EntityResource } from '../../shared/entities.ts'
import { operators } from '../../shared/filters.ts'
import type { EventRecord } from '../../shared/schemas/events.ts'
import type { Static } from 'typebox'
import type { BatchAnswer, StoredFile as StoredFileSchema } from '../../shared/schemas/entities.ts'
import type { Job as JobSchema } from '../../shared/schemas/jobs.ts'
import type {
  MadeVariants as MadeVariantsSchema,
  PlannedVariant as PlannedSchema,
} from '../../shared/variants.ts'
import type {
  BatchResult,
  ChangeEvent,
  Entity,
  Job,
  MadeVariants,
  Operator,
  PlannedVariant,
  StoredFile,
} from './types.ts'

/** Does not compile where the API answers something else than the client says. */
const answers = {
  entity: (entity: EntityResource): Entity => entity,
  event: (event: Static<typeof EventRecord>): ChangeEvent => event,
  job: (job: Static<typeof JobSchema>): Omit<Job, 'result' | 'metadata'> => job,
  batch: ({ data }: BatchAnswer): readonly Omit<BatchResult<object>, 'data'>[] => data,
  planned: (row: PlannedSchema): PlannedVariant => row,
  variants: (made: MadeVariantsSchema): MadeVariants => made,
  file: (file: Static<typeof StoredFileSchema>): StoredFile => file,
}

test('the types of the client are those of the table of routes [surfaces.7.1]', () => {
  const all: readonly Operator[] = Object.keys(operators) as Operator[]
  const said: Record<Operator, true> = Object.fromEntries(all.map((name) => [name, true])) as never
  const named: Record<keyof typeof operators, true> = said
  expect(Object.keys(named)).toEqual(Object.keys(operators))
  expect(Object.keys(answers)).toHaveLength(7)
})
