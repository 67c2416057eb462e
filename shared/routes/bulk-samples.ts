import { BulkEdit, BulkSample } from '../schemas/edits.ts'
import { dataOf } from './answers.ts'
import { exampleId } from './examples.ts'
import type { AppRouteTable } from './route.ts'

/** What the dialog of bulk edits asks while one is being written. */
export const bulkSampleRoutes = {
  'POST /bulk-edit-sample': {
    id: 'sampleBulkEdit',
    role: 'editor',
    summary: 'Try a bulk edit out on ten entities',
    body: BulkEdit,
    answers: { 200: dataOf(BulkSample) },
    issues: { type: ['invalid_value'] },
    docs: () => ({
      description: `Takes the body of \`POST /bulk-edits\` with its faults, and tells what the first ten entities would become. Nothing is stored, and no job
is made; a dry run tells the same of all of them.`,
      body: {
        examples: { raise: { type: 'product', filter: {}, set: { price: { percent: 4, round: 'x.99' } } } },
      },
      answers: {
        200: [
          'How many entities are meant, and the first of them.',
          {
            data: {
              matched: 200,
              rows: [
                {
                  id: exampleId,
                  label: 'CH-100',
                  changes: [{ attribute: 'price', old: 129, new: 133.99 }],
                  faults: [],
                },
              ],
            },
          },
        ],
      },
    }),
  },
} satisfies AppRouteTable
