import { useMutation, useQueryClient, keepPreviousData, useQuery } from '@tanstack/react-query'
import { useId, useState, type FormEvent } from 'react'
import type { EntityType } from '#shared/entities.ts'
import { type QualityRule, checkKinds } from '#shared/quality.ts'
import { explainRefusal } from '../api/api-error.ts'
import { createRule, qualityKey, updateRule, tryRule } from '../api/quality-queries.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import { showSuccess } from '../ui/toast.tsx'
import { t, tMessage } from '../ui/text.ts'
import { type FindingWording, columnOf, formatFinding } from './finding-table.tsx'
import {
  checkRule,
  newRule,
  ruleParts,
  toRule,
  toRuleDraft,
  type RuleDraft,
  type RuleFaults,
  checkCheck,
} from './rule-draft.ts'
import { RuleForm } from './rule-form.tsx'
import { formatEntityCount } from '../state/entity-types.ts'
import { Skeleton } from '../ui/progress.tsx'
import { useDebouncedValue } from '../ui/focus.ts'

interface RuleDialogProps {
  readonly type: EntityType
  readonly rule: QualityRule | undefined
  readonly wording: FindingWording
  readonly onClose: () => void
}

const debounceMs = 300
const maxSampleFindings = 10

interface RuleTryProps {
  readonly draft: RuleDraft
  readonly wording: FindingWording
}

function RulePreview({ draft, wording }: RuleTryProps) {
  const isIncomplete = Object.keys(checkCheck(draft)).length > 0
  const isJob = checkKinds[draft.kind].isMadeByJob
  return (
    <section className="quality-try" aria-label={t('What it finds now')}>
      <h3>{t('What it finds now')}</h3>
      {isJob ? (
        <p className="ui-field-hint">
          {t(
            'This check takes a while: it runs with “Check now” once the rule is saved, and only on what has changed since.',
          )}
        </p>
      ) : isIncomplete ? (
        <p className="ui-field-hint">{t('As soon as the check is complete, it is tried out here.')}</p>
      ) : (
        <PreviewFindings draft={draft} wording={wording} />
      )}
    </section>
  )
}

function useRulePreview(draft: RuleDraft) {
  const { api } = useWorkspace()
  const { entity_type, applies_to, check, message } = toRule(draft)
  const debouncedRequest = useDebouncedValue(
    JSON.stringify({ entity_type, applies_to, check, message, sample: maxSampleFindings }),
    debounceMs,
  )
  return useQuery({
    queryKey: ['quality-try', api.workspaceId, debouncedRequest],
    queryFn: ({ signal }) => tryRule(api, JSON.parse(debouncedRequest), signal),
    gcTime: 0,
    retry: false,
    placeholderData: keepPreviousData,
  })
}

function PreviewFindings({ draft, wording }: RuleTryProps) {
  const { data, error } = useRulePreview(draft)
  if (error !== null) return <Notice tone="warning">{error.message}</Notice>
  if (data === undefined) return <Skeleton height={120} />
  const { failing, checked, findings } = data
  return (
    <>
      <p role="status" className="quality-tried">
        {failing === 0
          ? t('No findings in {all}.', { all: formatEntityCount(checked, draft.type) })
          : t('{failing} of {all}.', { failing, all: formatEntityCount(checked, draft.type) })}
      </p>
      <ul className="quality-tried-list" aria-label={t('The first findings')}>
        {findings.map((finding) => (
          <li key={`${finding.entity.id} ${finding.attribute ?? ''}`}>
            <strong>{finding.entity.label ?? t('(no name)')}</strong>
            <span className="quality-value">
              {[columnOf(finding, wording)?.name, formatFinding(finding, wording) || t('empty')]
                .filter(Boolean)
                .join(': ')}
            </span>
            {finding.message !== '' && <span>{tMessage(finding.message, finding)}</span>}
          </li>
        ))}
      </ul>
    </>
  )
}

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
              setFaults(withoutErrorsOf(faults, part))
            }}
          />
        </form>
        <RulePreview draft={draft} wording={wording} />
      </div>
    </Dialog>
  )
}

function withoutErrorsOf({ general: _general, ...faults }: RuleFaults, part: Partial<RuleDraft>): RuleFaults {
  const isEdited = (name: string): boolean =>
    name in part || 'kind' in part || ('members' in part && name in (part.members ?? {}))
  return Object.fromEntries(Object.entries(faults).filter(([name]) => !isEdited(name)))
}

interface SaveCallbacks {
  readonly onSaved: () => void
  readonly onRefused: (faults: RuleFaults) => void
}

function useSaveRule(rule: QualityRule | undefined, { onSaved, onRefused }: SaveCallbacks) {
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
