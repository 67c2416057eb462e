import { keepPreviousData, useQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { WandSparkles } from 'lucide-react'
import { useState } from 'react'
import {
  ruleFilterKey,
  type FixResult,
  type QualityFixName,
  type QualityRule,
  type QualityFix,
  type CheckKindName,
} from '#shared/quality.ts'
import { fixValues, qualityKey } from '../api/quality-queries.ts'
import { Shown } from '../jobs/differences-grid.tsx'
import { useWorkspace } from '../state/workspace-context.ts'
import { formatEntityCount } from '../state/entity-types.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { Skeleton } from '../ui/progress.tsx'
import { Select } from '../ui/select.tsx'
import { t } from '../ui/text.ts'
import { fixTexts } from './quality-texts.ts'
import { isTerminal, type Job } from '#shared/jobs.ts'
import { describeAllChangedSince } from '../state/event-texts.ts'
import { resultError } from '../jobs/outcome-texts.ts'
import { undoEdit } from '../api/changes-queries.ts'
import type { Api } from '../api/client.ts'
import { showError, showSuccess, errorText } from '../ui/toast.tsx'
import type { GridColumn } from '../query/columns.ts'

const pollMs = 400

async function awaitFix(api: Api, answer: FixResult | Job, signal?: AbortSignal): Promise<FixResult> {
  if (!('status' in answer)) return answer
  let job = answer
  while (!isTerminal(job.status)) {
    await new Promise((resolve) => setTimeout(resolve, pollMs))
    const input = { path: { id: job.id }, ...(signal && { signal }) }
    job = (await api.call('GET /jobs/{id}', input)).data
  }
  if (job.status !== 'completed') throw new Error(resultError(job.result) ?? t('The fix was stopped.'))
  return job.result as unknown as FixResult
}

function useFix() {
  const { api } = useWorkspace()
  const queryClient = useQueryClient()
  const refresh = () => queryClient.invalidateQueries({ queryKey: qualityKey(api.workspaceId) })
  const undo = async (editId: string): Promise<void> => {
    try {
      const left = describeAllChangedSince(await undoEdit(api, editId))
      showSuccess(t('The fix was undone'), left === undefined ? {} : { description: left })
    } catch (error) {
      showError(t('The fix was not undone'), { description: errorText(error) })
    }
    await refresh()
  }
  return useMutation({
    mutationFn: async (body: QualityFix) => awaitFix(api, await fixValues(api, body)),
    onSuccess: ({ changed, edit_id: editId }) => {
      showSuccess(
        t('{count, plural, one {# value} other {# values}} changed', { count: changed }),
        editId === null ? {} : { action: { label: t('Undo'), onPress: () => void undo(editId) } },
      )
    },
    onSettled: refresh,
  })
}

interface FixPanelProps {
  readonly rule: QualityRule
  readonly offered: readonly OfferedFix[]
}

/** A fix with what it would change, before it changes all rows of a rule as one step. */
export function FixPanel({ rule, offered }: FixPanelProps) {
  const { choice, fields, skip } = useFixChoice(offered)
  const body = bodyOf(rule, choice.attribute, choice.fix)
  const preview = useFixPreview(body)
  if (preview.data?.changed === 0 && !preview.isPlaceholderData) skip()
  const run = useFix()
  const changed = preview.data?.changed ?? 0
  return (
    <section className="quality-fix" aria-label={t('Fix all: {name}', { name: rule.name })}>
      <div className="quality-fix-bar">
        {fields}
        {changed > 0 && (
          <Button
            variant="primary"
            busy={run.isPending}
            disabled={preview.isPlaceholderData}
            onClick={() => run.mutate(body)}
          >
            <WandSparkles aria-hidden />
            {t('Change {count, plural, one {# value} other {# values}}', { count: changed })}
          </Button>
        )}
      </div>
      <Preview rule={rule} {...preview} />
      {run.error !== null && (
        <Notice tone="danger" title={t('Nothing was changed')}>
          {run.error.message}
        </Notice>
      )}
    </section>
  )
}

function useFixChoice(offered: readonly OfferedFix[]) {
  const [key, setKey] = useState<string>()
  const [wanted, setWanted] = useState<QualityFixName>()
  const [idle, setIdle] = useState<readonly string[]>([])
  const { column, fixes } = offered.find((each) => each.column.id === key) ?? offered[0] ?? noFix
  const untried = fixes.find((each) => !idle.includes(`${column?.id} ${each}`))
  const fix = fixes.find((each) => each === wanted) ?? untried ?? fixes[0] ?? 'trim'
  const attribute = column?.id ?? ''
  const choices = fixes.map((value) => ({ value, label: fixTexts()[value].name }))
  const fields = (
    <>
      {offered.length > 1 && (
        <Select
          label={t('Attribute')}
          value={attribute}
          options={offered.map((each) => ({ value: each.column.id, label: each.column.name }))}
          onChange={setKey}
        />
      )}
      <Select label={t('What to do')} value={fix} options={choices} onChange={setWanted} />
    </>
  )
  /** Goes on to the next fix, as one that changes nothing is only shown to who has chosen it. */
  const skip = (): void => {
    if (wanted === undefined && fix === untried) setIdle([...idle, `${attribute} ${fix}`])
  }
  return { choice: { attribute, fix }, fields, skip }
}

const noFix = { column: undefined, fixes: [] as readonly QualityFixName[] }

function bodyOf({ entity_type: type, key: rule }: QualityRule, attribute: string, fix: QualityFixName) {
  return {
    type,
    attribute,
    fix,
    filter: new URLSearchParams({ [`filter[${ruleFilterKey}]`]: rule }).toString(),
  }
}

function useFixPreview(body: ReturnType<typeof bodyOf>) {
  const { api } = useWorkspace()
  return useQuery({
    queryKey: ['quality-fix', api.workspaceId, body],
    queryFn: async ({ signal }) =>
      awaitFix(api, await fixValues(api, { ...body, dry_run: true }, signal), signal),
    gcTime: 0,
    retry: false,
    placeholderData: keepPreviousData,
  })
}

interface PreviewProps {
  readonly rule: QualityRule
  readonly data: FixResult | undefined
  readonly error: Error | null
}

function Preview({ rule, data, error }: PreviewProps) {
  if (error !== null) return <Notice tone="danger">{error.message}</Notice>
  if (data === undefined) return <Skeleton height={20} />
  const { changed, matching, sample } = data
  const all = formatEntityCount(matching, rule.entity_type)
  return (
    <div className="quality-fix-preview">
      <p role="status" className="ui-field-hint">
        {changed === 0
          ? t('This changes nothing here: it needs another fix, or a look at each.')
          : t('{changed} of {all} would change.', { changed, all })}
      </p>
      {sample.length > 0 && (
        <ul aria-label={t('Before and after')}>
          {sample.slice(0, shownSamples).map(({ id, label, old, new: value }) => (
            <li key={id} title={label ?? t('(no name)')}>
              <del>
                <Sample value={old} />
              </del>{' '}
              <ins>
                <Sample value={value} />
              </ins>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

const shownSamples = 3

function Sample({ value }: { value: unknown }) {
  return typeof value === 'string' && value !== '' ? showSpaces(value) : <Shown value={value} />
}

function showSpaces(text: string): string {
  return text.replaceAll(/^ +| +$| {2,}/g, (spaces) => '·'.repeat(spaces.length)).replaceAll('\n', '⏎')
}

const spaces: readonly QualityFixName[] = ['trim', 'collapse_spaces']

/** Fixes without a loss of meaning for each kind of check, the likeliest first. */
const fixesOf: Readonly<Record<CheckKindName, readonly QualityFixName[]>> = {
  filter: spaces,
  required: [],
  length: ['trim', 'collapse_spaces', 'strip_html'],
  pattern: ['trim', 'collapse_spaces', 'units'],
  one_of: ['trim', 'collapse_spaces'],
  unique_together: [],
  gtin: ['gtin_check_digit', 'trim'],
  banned_words: [],
  no_html: ['strip_html'],
  valid_html: ['strip_html'],
  no_upper_case_text: ['case'],
  no_placeholder: [],
  same_unit: ['units'],
  outlier: [],
  parent_differs: [],
  picture: [],
  file_problem: [],
  link_answers: ['trim'],
  spelling: [],
  same_language: [],
}

/** The fixes for findings in one attribute; none where it is read-only or no text. */
export function offeredFixes(kind: string, column: GridColumn | undefined): readonly QualityFixName[] {
  const isText = column?.traits.isFreeText === true && column.readOnlyReason === undefined
  if (!isText) return []
  return Object.hasOwn(fixesOf, kind) ? fixesOf[kind as CheckKindName] : spaces
}

export interface OfferedFix {
  readonly column: GridColumn
  readonly fixes: readonly QualityFixName[]
}
