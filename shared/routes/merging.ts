import { maxMerged } from '../duplicates.ts'
import { EntityTypeSchema } from '../schemas/entities.ts'
import { Job } from '../schemas/jobs.ts'
import { MergeEntities, MergeResult } from '../schemas/duplicates.ts'
import { dataOf, type AppRouteTable } from './route.ts'
import { exampleId, exampleMergedId, exampleProduct, startedJob } from './examples.ts'

const exampleEditId = '01989f6e-9e31-7c22-9d4e-6f708192a3b7'

export const mergeRoutes = {
  'POST /entities/merge': {
    id: 'mergeEntities',
    role: 'manager',
    tag: 'Duplicates',
    summary: 'Merge entities into one of them',
    typeScope: 'write',
    body: MergeEntities,
    mayWait: true,
    answers: { 200: dataOf(MergeResult), 202: dataOf(Job) },
    issues: {
      keep: ['expected_uuid', 'referenced_entity_not_found'],
      type: ['invalid_value'],
      merge: ['expected_values', 'too_many_values'],
      'merge[<n>]': ['expected_uuid', 'referenced_entity_not_found', 'self_reference'],
      'values.<key>': ['not_a_defined_attribute', 'read_only_attribute', 'invalid_value', 'required'],
    },
    docs: () => ({
      description: `Keeps one entity and sends up to ${maxMerged.toLocaleString('en')} others to the trash. What refers to them refers to the kept one then: in a list it stands where
the first of them stood, once, and a reference of the kept one to itself is dropped. What lay below them lies below it; where it lay below
one of them it takes the place of that one. Their notes become its notes, and classes of attributes, views, saved actions and channels that name
them name it. \`values\` says of which entity a value is taken; a blank one clears, and every other value of the kept one stays.
Proposals and the texts of sources stay with what was merged.

All of it has one \`edit_id\`, by which \`POST /edits/{edit_id}/undo\` takes it back. With \`dry_run\` nothing is changed, and \`moved\` tells what would be.
Where more than 10,000 other entities have to change a job does it, with the same result.`,
      access:
        'The owner may. A key needs `write:<type>` and `delete:<type>`, and the setting `keys_may_merge` of the owner; without the setting it is refused with `forbidden`. To undo a merge takes the same.',
      body: {
        properties: { type: EntityTypeSchema },
        examples: {
          tried: {
            type: 'product',
            keep: exampleId,
            merge: [exampleMergedId],
            values: { price: exampleMergedId },
            dry_run: true,
          },
        },
      },
      answers: {
        200: [
          'What was kept, and what moved.',
          {
            data: {
              edit_id: exampleEditId,
              entity: exampleProduct,
              merged: [exampleMergedId],
              moved: { references: 3, variants: 1 },
            },
          },
        ],
        202: [
          'The job that merges what much refers to.',
          { data: startedJob('merge_entities', { type: 'product', edit_id: exampleEditId }) },
          { location: true },
        ],
      },
      conflicts: 'A value that is taken must be unique, and another entity has it.',
    }),
  },
} satisfies AppRouteTable
