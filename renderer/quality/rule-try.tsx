import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { checkKinds } from '#shared/quality.ts'
import { tryRule } from '../api/quality-queries.ts'
import { countOfType } from '../state/entity-types.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { Notice } from '../ui/notice.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { useSettled } from '../ui/use-settled.ts'
import { t } from '../ui/text.ts'
import { columnOf, formatFinding, type FindingWording } from './finding-wording.ts'
import { checkCheck, toRule, type RuleDraft } from './rule-draft.ts'
import { retell } from '../ui/heard.ts'

const settlingMs = 300
const shown = 10

interface RuleTryProps {
  readonly draft: RuleDraft
  readonly wording: FindingWording
}

/** What the rule would find as it is now, while it is being written; a newer question ends the older one. */
export function RuleTry({ draft, wording }: RuleTryProps) {
  const lacks = Object.keys(checkCheck(draft)).length > 0
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
      ) : lacks ? (
        <p className="ui-field-hint">{t('As soon as the check is complete, it is tried out here.')}</p>
      ) : (
        <Tried draft={draft} wording={wording} />
      )}
    </section>
  )
}

function useTry(draft: RuleDraft) {
  const { api } = useWorkspace()
  const { entity_type, applies_to, check, message } = toRule(draft)
  const asked = useSettled(
    JSON.stringify({ entity_type, applies_to, check, message, sample: shown }),
    settlingMs,
  )
  return useQuery({
    queryKey: ['quality-try', api.workspaceId, asked],
    queryFn: ({ signal }) => tryRule(api, JSON.parse(asked), signal),
    gcTime: 0,
    retry: false,
    placeholderData: keepPreviousData,
  })
}

function Tried({ draft, wording }: RuleTryProps) {
  const { data, error } = useTry(draft)
  if (error !== null) return <Notice tone="warning">{error.message}</Notice>
  if (data === undefined) return <Skeleton height={120} />
  const { failing, checked, findings } = data
  return (
    <>
      <p role="status" className="quality-tried">
        {failing === 0
          ? t('No findings in {all}.', { all: countOfType(checked, draft.type) })
          : t('{failing} of {all}.', { failing, all: countOfType(checked, draft.type) })}
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
            {finding.message !== '' && <span>{retell(finding.message)}</span>}
          </li>
        ))}
      </ul>
    </>
  )
}
