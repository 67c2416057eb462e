import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { EntityType } from '#shared/entities.ts'
import type { QualityRule } from '#shared/quality.ts'
import { deleteRule, qualityKey, qualityRulesQuery, updateRule } from '../api/quality-queries.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { showError, showSuccess } from '../ui/toast.tsx'
import { t } from '../ui/text.ts'

/** What is changed of a rule where it stands in the list. */
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

/** Changes a part of a rule where it stands in the list; it shows at once, and goes back where it is refused. */
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

/** Switches the rules on that ship with Vitrine; those whose attributes are missing stay off, which is told. */
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

/** Deletes a rule with what was accepted of it. */
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
