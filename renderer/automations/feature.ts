import { automationsKey } from '../api/automation-queries.ts'
import { settleMs, type Feature } from '../state/feature.tsx'

/** The list of automations is a tab of the page of connections. */
export const automations = {
  stale: [
    {
      after: ['automation.created', 'automation.updated', 'automation.deleted'],
      waitMs: settleMs,
      key: automationsKey,
    },
  ],
} satisfies Feature
