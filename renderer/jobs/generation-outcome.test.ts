import { expect, test } from 'vitest'
import type { GenerationResult } from '#shared/generations.ts'
import { describeGeneration } from './describe-job.ts'

const result: GenerationResult = {
  proposed: 1200,
  applied: 0,
  not_stated: 3,
  failed: 1,
  skipped: {
    has_value: 30,
    up_to_date: 10,
    dependency_missing: 0,
    edited_by_hand: 0,
    web_search_not_supported: 0,
  },
  stopped: null,
  tokens: { input: 1, output: 1 },
  cost: 0.034,
  unsettled: { calls: 0, cost: 0 },
  edit_id: null,
  errors: [],
}

test('a run tells what came of it, what it cost and why it stopped', () => {
  expect(describeGeneration(result)).toBe('1,200 proposed, 3 not stated, 1 failed, 40 skipped, $0.03.')
  expect(
    describeGeneration({ ...result, stopped: 'budget_reached', unsettled: { calls: 2, cost: 0.01 } }),
  ).toMatch(/Stopped at its budget\. \$0\.01 of it for calls that were cut off\.$/)
  const none = { ...result, proposed: 0, not_stated: 0, failed: 0, cost: null }
  const skipped = { ...result.skipped, has_value: 0, up_to_date: 0 }
  expect(describeGeneration({ ...none, skipped })).toBe('Nothing was to be generated.')
})
