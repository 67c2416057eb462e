import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { Check, CircleCheck } from 'lucide-react'
import { useState, useId, useEffect, useEffectEvent, type FormEvent } from 'react'
import { type QualityFinding, type QualityRule, maxAcceptReason } from '#shared/quality.ts'
import { rowsOf } from '../api/entities-queries.ts'
import { fetchFindingsOf, findingsQuery, type FindingsFilter } from '../api/quality-queries.ts'
import { openGrid, useWorkspace } from '../state/workspace-context.ts'
import { Button } from '../ui/button.tsx'
import { Notice, EmptyState } from '../ui/notice.tsx'
import { Skeleton } from '../ui/progress.tsx'
import { showError, errorText } from '../ui/toast.tsx'
import { Kbd } from '../ui/kbd.tsx'
import { t, tNodes } from '../ui/text.ts'
import { FindingTable, type FindingWording, openFinding } from './finding-table.tsx'
import { type CountedRule, describeRule } from './rule-groups.ts'
import { useReopen, useAccept } from './use-quality.ts'
import { useMay, Allowed } from '../state/rights.tsx'
import { FixPanel, offeredFixes, type OfferedFix } from './fix-panel.tsx'
import { SeverityMark } from '../state/feature.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'

interface AcceptedFindingsProps {
  readonly asked: FindingsFilter
  readonly rules: readonly CountedRule[]
  readonly wording: FindingWording
}

/** The findings that somebody has accepted as right, with the reason, until the value changes. */
export function AcceptedFindings({ asked, rules, wording }: AcceptedFindingsProps) {
  const { findings, total, error, more } = useFindings(asked)
  const open = useOpenFinding()
  const reopen = useReopen()
  const may = useMay()
  if (error !== null) return <Notice tone="danger">{error.message}</Notice>
  if (findings === undefined) return <Skeleton height={240} />
  if (findings.length === 0) return <NothingAccepted />
  return (
    <section className="quality-findings" aria-label={t('Findings')}>
      <div className="quality-summary">
        <span role="status">{t('{total, plural, one {# finding} other {# findings}}', { total })}</span>
        <span className="quality-keys">
          {t('Arrow keys move, Enter opens the cell, R reopens the finding')}
        </span>
      </div>
      <FindingTable
        {...{ findings, rules, wording }}
        onOpen={open}
        onReopen={may('findings') ? (finding) => reopen.mutate([finding]) : undefined}
      />
      {more}
    </section>
  )
}

const maxAccepted = 50

/** Accepts what a rule finds in the selected rows as right. */
export function AcceptRows({ rule }: { readonly rule: QualityRule }) {
  const { api } = useWorkspace()
  const [accepting, setAccepting] = useState<readonly QualityFinding[]>()
  const find = useMutation({
    mutationFn: async () => {
      const ids = (await openGrid.get()?.selectedRows().ids()) ?? []
      const type = rule.entity_type
      const all = await Promise.all(ids.slice(0, maxAccepted).map((id) => fetchFindingsOf(api, type, id)))
      return all.flat().filter((finding) => finding.rule === rule.key && !finding.accepted)
    },
    onSuccess: setAccepting,
    onError: (error) => showError(t('The finding could not be shown'), { description: errorText(error) }),
  })
  const mayAccept = useMay()('findings')
  useAcceptKey(() => mayAccept && !find.isPending && find.mutate())
  return (
    <Allowed to="findings">
      <Button variant="ghost" busy={find.isPending} aria-keyshortcuts="Alt+A" onClick={() => find.mutate()}>
        <Check aria-hidden />
        {tNodes('These are right… {kbd}', { kbd: <Kbd keys="Alt A" /> })}
      </Button>
      <AcceptDialog
        findings={accepting?.length === 0 ? undefined : accepting}
        onClose={() => setAccepting(undefined)}
      />
    </Allowed>
  )
}

/**
 * A accepts as in the review wherever no cell has the focus: in a cell a letter begins to edit it, so there it
 * is Alt with A.
 */
function useAcceptKey(accept: () => void): void {
  const run = useEffectEvent(accept)
  useEffect(() => {
    const onKeyDown = (event: globalThis.KeyboardEvent): void => {
      const { target, code, altKey, ctrlKey, metaKey, shiftKey } = event
      const isElsewhere =
        target instanceof Element && target.closest('input, textarea, [role="dialog"]') === null
      if (code !== 'KeyA' || ctrlKey || metaKey || shiftKey || !(altKey || isElsewhere)) return
      event.preventDefault()
      run()
    }
    document.addEventListener('keydown', onKeyDown, true)
    return () => document.removeEventListener('keydown', onKeyDown, true)
  }, [])
}

function useOpenFinding(): (finding: QualityFinding) => void {
  const { api } = useWorkspace()
  return (finding) => {
    openFinding(api, finding).catch((failure: unknown) =>
      showError(t('The finding could not be shown'), { description: errorText(failure) }),
    )
  }
}

function useFindings(asked: FindingsFilter) {
  const { api } = useWorkspace()
  const { data, error, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    findingsQuery(api, asked),
  )
  const more = hasNextPage && (
    <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
      {t('Show more findings')}
    </Button>
  )
  const findings = rowsOf(data)
  return { findings, total: data?.pages[0]?.pagination.total ?? 0, error, more }
}

function NothingAccepted() {
  return (
    <EmptyState icon={CircleCheck} title={t('Nothing was accepted yet')}>
      <p>
        {t(
          'What is right although a rule says otherwise is accepted in the list of findings, with a reason. It is listed here until its value changes.',
        )}
      </p>
    </EmptyState>
  )
}

interface RuleHeadProps {
  readonly rule: QualityRule
  readonly wording: FindingWording
}

/** The text of a rule, and the fix for all of its rows at once. */
export function RuleHead({ rule, wording }: RuleHeadProps) {
  const { entity_type: type, name, severity, check } = rule
  const columns = wording.columns[type]
  const fixes: OfferedFix[] = columns
    .filter(({ id }) => check.attributes?.includes(id))
    .map((column) => ({ column, fixes: offeredFixes(check.kind, column) }))
    .filter((offered) => offered.fixes.length > 0)
  return (
    <header className="quality-head">
      <div>
        <h2>
          <SeverityMark severity={severity} /> {name}
        </h2>
        <p className="ui-field-hint">{describeRule(rule, columns)}</p>
      </div>
      {fixes.length > 0 && (
        <Allowed to="findings">
          <FixPanel rule={rule} offered={fixes} />
        </Allowed>
      )}
    </header>
  )
}

interface AcceptDialogProps {
  readonly findings: readonly QualityFinding[] | undefined
  readonly onClose: () => void
}

function AcceptDialog({ findings, onClose }: AcceptDialogProps) {
  const formId = useId()
  const accept = useAccept()
  const close = (): void => {
    accept.reset()
    onClose()
  }
  const count = findings?.length ?? 0
  return (
    <Dialog
      title={
        count === 1
          ? t('Accept “{name}” as right', { name: findings?.[0]?.entity.label ?? '' })
          : t('Accept {count} findings as right', { count })
      }
      description={t(
        'They leave the list and count as met until their value changes. Everybody can read the reason.',
      )}
      open={findings !== undefined}
      onClose={close}
      size="small"
      footer={
        <>
          <Button onClick={close}>{t('Cancel')}</Button>
          <Button variant="primary" type="submit" form={formId} busy={accept.isPending}>
            {t('This is right')}
          </Button>
        </>
      }
    >
      <ReasonForm
        id={formId}
        onReason={(reason) => findings && accept.mutate({ findings, reason }, { onSuccess: onClose })}
      />
      {accept.error !== null && (
        <Notice tone="danger" title={t('Not all could be accepted')}>
          {accept.error.message}
        </Notice>
      )}
    </Dialog>
  )
}

function ReasonForm({ id, onReason }: { id: string; onReason: (reason: string) => void }) {
  const [reason, setReason] = useState('')
  const [fault, setFault] = useState('')
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (reason.trim() === '') setFault(t('Say in a few words why it is right.'))
    else onReason(reason.trim())
  }
  return (
    <form id={id} onSubmit={submit}>
      <TextField
        label={t('Reason')}
        placeholder={t('The maker writes it in capitals')}
        maxLength={maxAcceptReason}
        value={reason}
        error={fault}
        onChange={(next) => {
          setReason(next)
          setFault('')
        }}
      />
    </form>
  )
}
