import type { MutationTable } from './mutations.ts'

/** Values that models make: providers, prompts, runs, proposals. */
export const generationMutations: MutationTable = {
  'server/catalog/generation-runs/plan-value.ts': [['RUN-02', 'openDigests.includes(digest) || ', '']],
  'server/catalog/generation-runs/run-request.ts': [
    ['RUN-07', 'else if (!attribute.extras.ai_generated)', "else if (attribute.key === '')"],
  ],
  'server/catalog/attributes/check-generation.ts': [
    ['PROMPT-02', 'const way = draft.ai_generated ?', 'const way = !draft.ai_generated ?'],
    ['PROMPT-01', 'key !== self && !attributes.byKey.has(key)', 'key === self'],
    ['PROMPT-03', 'isGenerated && isDataType(type)', '!isGenerated && isDataType(type)'],
  ],
  'server/catalog/generation-runs/store-results.ts': [['RUN-03', "mode === 'apply' || isSame", 'isSame']],
  'server/catalog/generation/verify-evidence.ts': [
    ['PROMPT-10', "const verified = wanted !== '' && ", 'const verified = '],
  ],
  'server/catalog/generation/fence.ts': [['PROMPT-06', 'update(JSON.stringify(blocks))', "update('')"]],
  'server/catalog/proposals/propose.ts': [
    ['PROPOSE-01', "if (isSame) return { index, id: null, status: 'unchanged' }", ''],
    [
      'PROPOSE-02',
      "mayReadSources ? quotes : quotes.filter(({ source }) => !source.startsWith('source:'))",
      'quotes',
    ],
  ],
  'server/catalog/proposals/decide.ts': [
    ['PROPOSE-04', "row.status !== 'open' || decided.has(row.uuid)", 'decided.has(row.uuid)'],
    ['PROPOSE-08', 'return total > maxDecisions ? { type, action: chosen } : undefined', 'return undefined'],
  ],
  'server/catalog/edits/restore-changes.ts': [
    ['CHANGE-03', 'if (values > maxEditValues)', 'if (values > 2 * maxEditValues)'],
  ],
  'server/catalog/edits/saved-actions.ts': [
    ['BULK-09', "requireFreeName(row, listActionRows(tx, row.type), 'a saved action')", ''],
  ],
  'server/providers/provider-rules.ts': [
    ['PROV-03', '|| new URL(row.baseUrl).origin !== new URL(before.baseUrl).origin', ''],
    ['PROV-01', 'concurrency: 4,', 'concurrency: 1,'],
  ],
  'server/providers/base-url.ts': [
    [
      'PROV-02',
      "if (url.protocol === 'http:' && !isLocalAddress(url.href))",
      'if (isLocalAddress(url.href))',
    ],
  ],
  'server/providers/call-failure.ts': [['RUN-06', "403: 'forbidden',", "403: 'server_error',"]],
}
