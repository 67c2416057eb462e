import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState, type FormEvent } from 'react'
import type { EntityType } from '#shared/entities.ts'
import type { QualityRule } from '#shared/quality.ts'
import { explainRefusal } from '../api/explain-refusal.ts'
import { createRule, qualityKey, updateRule } from '../api/quality-queries.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import { showSuccess } from '../ui/toast.tsx'
import { t } from '../ui/text.ts'
import type { FindingWording } from './finding-wording.ts'
import {
  checkRule,
  newRule,
  ruleParts,
  toRule,
  toRuleDraft,
  type RuleDraft,
  type RuleFaults,
} from './rule-draft.ts'
import { RuleForm } from './rule-form.tsx'
import { RuleTry } from './rule-try.tsx'

interface RuleDialogProps {
  readonly type: EntityType
  /** The rule that is edited; undefined for a new one. */
  readonly rule: QualityRule | undefined
  readonly wording: FindingWording
  readonly onClose: () => void
}

/** Writes a rule; what it finds is shown beside it while it is written. */
export function RuleDialog({ type, rule, wording, onClose }: RuleDialogProps) {
  const formId = useId()
  const [draft, setDraft] = useState<RuleDraft>(() => (rule ? toRuleDraft(rule) : newRule(type)))
  const [faults, setFaults] = useState<RuleFaults>({})
  const save = useSaveRule(rule, { onSaved: onClose, onRefused: setFaults })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const found = checkRule(draft)
    setFaults(found)
    if (Object.keys(found).length === 0) save.mutate(draft)
  }
  return (
    <Dialog
      title={rule ? t('Edit the rule “{name}”', { name: rule.name }) : t('New rule')}
      open
      onClose={onClose}
      size="wide"
      keepOnOutsidePress
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button variant="primary" type="submit" form={formId} busy={save.isPending}>
            {rule ? t('Save the rule') : t('Add the rule')}
          </Button>
        </>
      }
    >
      <div className="quality-editor">
        <form id={formId} className="quality-form" onSubmit={submit} noValidate>
          {faults.general !== undefined && <Notice tone="danger">{faults.general}</Notice>}
          <RuleForm
            draft={draft}
            faults={faults}
            isStored={rule !== undefined}
            columns={wording.columns[draft.type]}
            onChange={(part) => {
              setDraft({ ...draft, ...part })
              setFaults(withoutParts(faults, part))
            }}
          />
        </form>
        <RuleTry draft={draft} wording={wording} />
      </div>
    </Dialog>
  )
}

/** What is being changed is not complained of meanwhile. */
function withoutParts({ general: _general, ...faults }: RuleFaults, part: Partial<RuleDraft>): RuleFaults {
  const isGone = (name: string): boolean =>
    name in part || 'kind' in part || ('members' in part && name in (part.members ?? {}))
  return Object.fromEntries(Object.entries(faults).filter(([name]) => !isGone(name)))
}

interface SaveCalls {
  readonly onSaved: () => void
  readonly onRefused: (faults: RuleFaults) => void
}

function useSaveRule(rule: QualityRule | undefined, { onSaved, onRefused }: SaveCalls) {
  const { api } = useWorkspace()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (draft: RuleDraft) => {
      const { entity_type: type, ...written } = toRule(draft)
      return rule ? updateRule(api, rule.id, written) : createRule(api, { entity_type: type, ...written })
    },
    onSuccess: ({ name }) => {
      showSuccess(rule ? t('“{name}” was saved', { name }) : t('“{name}” is checked from now on', { name }))
      onSaved()
    },
    onError: (error) => onRefused(explainRefusal(error, ruleParts)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: qualityKey(api.workspaceId) }),
  })
}
