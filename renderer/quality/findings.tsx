import { useInfiniteQuery } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import type { QualityFinding, QualityRule } from '#shared/quality.ts'
import { findingsQuery, type AskedFindings } from '../api/quality-queries.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Notice } from '../ui/notice.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { showError, toMessage } from '../ui/toast.tsx'
import { t } from '../ui/text.ts'
import { AcceptDialog } from './accept-dialog.tsx'
import { FindingTable, idOfFinding } from './finding-table.tsx'
import { openFinding } from './finding-places.ts'
import type { FindingWording } from './finding-wording.ts'
import { RuleHead } from './rule-head.tsx'
import type { CountedRule } from './rule-groups.ts'
import { useReopen } from './use-accept.ts'
import { Allowed } from '../state/allowed.tsx'
import { useMay } from '../state/rights.ts'

interface FindingsProps {
  readonly asked: AskedFindings
  /** The rule that is chosen; undefined for the findings of all. */
  readonly rule?: QualityRule | undefined
  readonly rules: readonly CountedRule[]
  readonly wording: FindingWording
}

/** The findings that are asked for, with what can be done about them. */
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

/** What is wrong; some of it can be chosen and accepted as right. */
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

/** What was accepted as right, by whom and why; any of it can be taken back. */
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
      showError(t('The finding could not be shown'), { description: toMessage(failure) }),
    )
  }
}

function useFindings(asked: AskedFindings) {
  const { api } = useWorkspace()
  const { data, error, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    findingsQuery(api, asked),
  )
  const more = hasNextPage && (
    <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
      {t('Show more findings')}
    </Button>
  )
  const findings = data?.pages.flatMap((page) => page.data)
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
