import { useQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { EntityType } from '#shared/entities.ts'
import {
  qualityRulesQuery,
  qualitySummaryQuery,
  acceptFinding,
  qualityKey,
  reopenFinding,
  deleteRule,
  updateRule,
} from '../api/quality-queries.ts'
import { readQualityLocation, inWords } from '../query/page-filters.ts'
import { usePageParams } from '../query/location.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { countRules, type CountedRule } from './rule-groups.ts'
import type { QualityFinding, QualityRule } from '#shared/quality.ts'
import { showError, showSuccess } from '../ui/toast.tsx'
import { t } from '../ui/text.ts'

export function useQualityPlace() {
  const [quality, change] = usePageParams(readQualityLocation)
  const type: EntityType = quality.type ?? 'product'
  return { quality, type, change }
}

interface CountedRules {
  readonly rules: readonly CountedRule[] | undefined
  readonly score: number | undefined
  readonly error: Error | null
}

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

interface Acceptance {
  readonly findings: readonly QualityFinding[]
  readonly reason: string
}

export function useAccept() {
  const { api } = useWorkspace()
  const queryClient = useQueryClient()
  const reopen = useReopen()
  return useMutation({
    mutationFn: async ({ findings, reason }: Acceptance) => {
      for (const finding of findings) await acceptFinding(api, finding, reason)
    },
    onSuccess: (_answer, { findings }) =>
      showSuccess(
        t('{count, plural, one {# finding is} other {# findings are}} accepted as right', {
          count: findings.length,
        }),
        { action: { label: t('Undo'), onPress: () => reopen.mutate(findings) } },
      ),
    onSettled: () => queryClient.invalidateQueries({ queryKey: qualityKey(api.workspaceId) }),
  })
}

export function useReopen() {
  const { api } = useWorkspace()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (findings: readonly QualityFinding[]) => {
      for (const finding of findings) await reopenFinding(api, finding)
    },
    onSuccess: (_answer, findings) =>
      showSuccess(
        t('{count, plural, one {# finding is} other {# findings are}} open again', {
          count: findings.length,
        }),
      ),
    onError: (error) => showError(t('Not all could be reopened'), { description: error.message }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: qualityKey(api.workspaceId) }),
  })
}

export type ListedChange = Partial<Pick<QualityRule, 'enabled' | 'severity' | 'weight'>>

interface RuleChange {
  readonly rule: QualityRule
  readonly patch: ListedChange
}

function useRefresh(): () => Promise<void> {
  const { api } = useWorkspace()
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: qualityKey(api.workspaceId) })
}

/** Changes a rule in the list; the change shows at once, and is reverted if refused. */
export function useChangeRule() {
  const { api } = useWorkspace()
  const queryClient = useQueryClient()
  const refresh = useRefresh()
  return useMutation({
    mutationFn: ({ rule, patch }: RuleChange) => updateRule(api, rule.id, patch),
    onMutate: ({ rule, patch }) => {
      queryClient.setQueryData(qualityRulesQuery(api, rule.entity_type).queryKey, (rules) =>
        rules?.map((each) => (each.id === rule.id ? { ...each, ...patch } : each)),
      )
    },
    onError: (error, { rule: { name } }) =>
      showError(t('“{name}” was not changed', { name }), { description: error.message }),
    onSettled: refresh,
  })
}

/** Enables rules that ship with Vitrine; those without attributes stay disabled, and are named. */
export function useSwitchOnShipped(type: EntityType) {
  const { api } = useWorkspace()
  const refresh = useRefresh()
  return useMutation({
    mutationFn: async (rules: readonly QualityRule[]) => {
      const refused: string[] = []
      for (const { id, name } of rules)
        await updateRule(api, id, { enabled: true }).catch(() => refused.push(name))
      return { refused, on: rules.length - refused.length }
    },
    onSuccess: ({ refused, on }) => showSwitchedOn(on, refused),
    onSettled: refresh,
    mutationKey: ['quality-switch-on', type],
  })
}

function showSwitchedOn(on: number, refused: readonly string[]): void {
  const left =
    refused.length === 0
      ? {}
      : {
          description: t('These need attributes that are not there: {names}.', { names: refused.join(', ') }),
        }
  if (on === 0) showError(t('No check could be switched on'), left)
  else showSuccess(t('{on, plural, one {# check is} other {# checks are}} switched on', { on }), left)
}

export function useDeleteRule(onDeleted: () => void) {
  const { api } = useWorkspace()
  const refresh = useRefresh()
  return useMutation({
    mutationFn: ({ id }: QualityRule) => deleteRule(api, id),
    onSuccess: (_answer, { name }) => {
      onDeleted()
      showSuccess(t('“{name}” was deleted', { name }))
    },
    onSettled: refresh,
  })
}
