import { useInfiniteQuery } from '@tanstack/react-query'
import { CircleCheck, Table2, WandSparkles } from 'lucide-react'
import { useState, useId, type FormEvent } from 'react'
import { type QualityFinding, type QualityRule, maxAcceptReason } from '#shared/quality.ts'
import { rowsOf } from '../api/entities-queries.ts'
import { findingsQuery, type FindingsFilter } from '../api/quality-queries.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { Button } from '../ui/button.tsx'
import { Notice, EmptyState } from '../ui/notice.tsx'
import { Skeleton } from '../ui/progress.tsx'
import { showError, errorText } from '../ui/toast.tsx'
import { t } from '../ui/text.ts'
import { FindingTable, idOfFinding, type FindingWording, openFinding, openRule } from './finding-table.tsx'
import { type CountedRule, describeRule } from './rule-groups.ts'
import { useReopen, useAccept } from './use-quality.ts'
import { useMay, Allowed } from '../state/rights.tsx'
import { offeredFixes, type OfferedFix, FixDialog } from './fix-dialog.tsx'
import { SeverityMark } from '../state/feature.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'

interface FindingsProps {
  readonly asked: FindingsFilter
  readonly rule?: QualityRule | undefined
  readonly rules: readonly CountedRule[]
  readonly wording: FindingWording
}

export function Findings({ asked, rule, rules, wording }: FindingsProps) {
  const { findings, total, error, more } = useFindings(asked)
  if (error !== null) return <Notice tone="danger">{error.message}</Notice>
  if (findings === undefined) return <Skeleton height={240} />
  return (
    <section className="quality-findings" aria-label={rule?.name ?? t('Findings')}>
      {rule && <RuleHead rule={rule} wording={wording} />}
      {asked.accepted === true ? (
        <AcceptedList {...{ findings, total, rules, wording }} isOfOne={false} />
      ) : (
        <OpenList {...{ findings, total, rules, wording }} isOfOne={rule !== undefined} />
      )}
      {more}
    </section>
  )
}

interface ListProps {
  readonly findings: readonly QualityFinding[]
  readonly total: number
  readonly rules: readonly CountedRule[]
  readonly isOfOne: boolean
  readonly wording: FindingWording
}

function OpenList({ findings, total, ...words }: ListProps) {
  const [chosen, setChosen] = useState<ReadonlyMap<string, QualityFinding>>(new Map())
  const [accepting, setAccepting] = useState<readonly QualityFinding[]>()
  const open = useOpenFinding()
  const may = useMay()
  const accept = (finding: QualityFinding): void =>
    setAccepting(chosen.has(idOfFinding(finding)) ? [...chosen.values()] : [finding])
  if (findings.length === 0) return <p className="api-no-keys">{t('This rule finds nothing any more.')}</p>
  return (
    <>
      <div className="quality-summary">
        <span role="status">{formatTotal(total, chosen.size)}</span>
        <span className="quality-keys">
          {t('Arrow keys move, Space chooses, Enter opens the cell, A accepts')}
        </span>
        <Allowed to="findings">
          <Button disabled={chosen.size === 0} onClick={() => setAccepting([...chosen.values()])}>
            {t('These are right…')}
          </Button>
        </Allowed>
      </div>
      <FindingTable
        {...{ ...words, findings, chosen }}
        onChoose={setChosen}
        onOpen={open}
        onDecide={may('findings') ? accept : undefined}
      />
      <AcceptDialog
        findings={accepting}
        onClose={() => setAccepting(undefined)}
        onAccepted={() => setChosen(new Map())}
      />
    </>
  )
}

const noneChosen: ReadonlyMap<string, QualityFinding> = new Map()

function AcceptedList({ findings, total, ...words }: ListProps) {
  const open = useOpenFinding()
  const reopen = useReopen()
  const may = useMay()
  if (findings.length === 0) return <NothingAccepted />
  return (
    <>
      <div className="quality-summary">
        <span role="status">{formatTotal(total, 0)}</span>
        <span className="quality-keys">
          {t('Arrow keys move, Enter opens the cell, R reopens the finding')}
        </span>
      </div>
      <FindingTable
        {...{ ...words, findings }}
        chosen={noneChosen}
        onChoose={undefined}
        onOpen={open}
        onDecide={may('findings') ? (finding) => reopen.mutate([finding]) : undefined}
      />
    </>
  )
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

function formatTotal(total: number, chosen: number): string {
  return chosen === 0
    ? t('{total, plural, one {# finding} other {# findings}}', { total })
    : t('{total, plural, one {# finding} other {# findings}}, {chosen} chosen', { total, chosen })
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

function RuleHead({ rule, wording }: RuleHeadProps) {
  const { api } = useWorkspace()
  const [isFixing, setFixing] = useState(false)
  const { entity_type: type, key, name, severity, check } = rule
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
      <div className="quality-head-actions">
        {fixes.length > 0 && (
          <Allowed to="findings">
            <Button onClick={() => setFixing(true)}>
              <WandSparkles aria-hidden />
              {t('Fix all…')}
            </Button>
          </Allowed>
        )}
        <Button onClick={() => openRule(api, { type, rule: key, attribute: check.attributes?.[0] })}>
          <Table2 aria-hidden />
          {t('Show in the grid')}
        </Button>
      </div>
      <FixDialog rule={rule} offered={fixes} open={isFixing} onClose={() => setFixing(false)} />
    </header>
  )
}

interface AcceptDialogProps {
  readonly findings: readonly QualityFinding[] | undefined
  readonly onClose: () => void
  readonly onAccepted: () => void
}

function AcceptDialog({ findings, onClose, onAccepted }: AcceptDialogProps) {
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
        onReason={(reason) =>
          findings && accept.mutate({ findings, reason }, { onSuccess: () => (onAccepted(), onClose()) })
        }
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
