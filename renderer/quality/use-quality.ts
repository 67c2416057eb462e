import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { EntityType } from '#shared/entities.ts'
import { qualityRulesQuery, qualitySummaryQuery } from '../api/quality-queries.ts'
import { readQualityPlace } from '../query/quality-place.ts'
import { usePageParams } from '../query/use-place.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { countRules, type CountedRule } from './rule-groups.ts'
import { inWords } from '../query/rule-names.ts'

/** What the address says of the quality page, and the function that changes a part of it; `replace` leaves no step for Back. */
export function useQualityPlace() {
  const [quality, change] = usePageParams(readQualityPlace)
  const type: EntityType = quality.type ?? 'product'
  return { quality, type, change }
}

interface CountedRules {
  /** Undefined until they are known. */
  readonly rules: readonly CountedRule[] | undefined
  readonly score: number | undefined
  readonly error: Error | null
}

/** The rules of a type with what they find. */
export function useCountedRules(type: EntityType): CountedRules {
  const { api } = useWorkspace()
  const { data: rules, error: ruleError } = useQuery(qualityRulesQuery(api, type))
  const { data: summary, error: summaryError } = useQuery(qualitySummaryQuery(api, type))
  return useMemo(
    () => ({
      rules: rules && (summary || summaryError) ? countRules(rules.map(inWords), summary) : undefined,
      score: summary?.score,
      error: ruleError ?? summaryError,
    }),
    [rules, summary, ruleError, summaryError],
  )
}
