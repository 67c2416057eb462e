import { useQuery } from '@tanstack/react-query'
import { type Severity, severities } from '#shared/quality.ts'
import { attributesQuery } from '../api/attributes-queries.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import type { QualityLocation } from '../query/page-filters.ts'
import { Notice } from '../ui/notice.tsx'
import { Select } from '../ui/select.tsx'
import { Skeleton } from '../ui/progress.tsx'
import { t } from '../ui/text.ts'
import { CheckNow, TypeSelect } from './check-now.tsx'
import { Findings } from './findings.tsx'
import type { FindingWording } from './finding-table.tsx'
import { FirstRules, isAnyChosen, NoFindings } from './no-findings.tsx'
import { severityTexts, SeverityMark } from '../state/feature.tsx'
import { worklistOf, type CountedRule } from './rule-groups.ts'
import { useCountedRules, useQualityPlace } from './use-quality.ts'
import './quality.css'
import { useState, type MouseEvent, type KeyboardEvent } from 'react'
import { foldText } from '#shared/text.ts'
import { createPageLocation, toSearch } from '../query/location.ts'
import { formatCount } from '../ui/format-count.ts'
import { TextInput } from '../ui/field.tsx'

export function FindingsPage({ wording }: { wording: FindingWording }) {
  const { type, quality } = useQualityPlace()
  const { rules, error } = useCountedRules(type)
  return (
    <>
      <div className="quality-bar">
        <FindingFilters />
        {rules !== undefined && quality.accepted === undefined && (
          <CheckNow key={type} type={type} rules={rules} />
        )}
      </div>
      {error !== null && <Notice tone="danger">{error.message}</Notice>}
      {rules === undefined && error === null && <Skeleton height={240} />}
      {rules !== undefined && <Worklist rules={rules} wording={wording} />}
    </>
  )
}

const any = 'any'

function FindingFilters() {
  const { api } = useWorkspace()
  const { quality, type, change } = useQualityPlace()
  const { data: attributes = [] } = useQuery(attributesQuery(api, type))
  const { rule: _rule, ...others } = quality
  const narrow = (name: 'severity' | 'attribute' | 'accepted', value: string): void => {
    const { [name]: _before, ...rest } = others
    change({ ...rest, ...(value !== any && { [name]: value }) })
  }
  return (
    <div className="quality-filters" role="group" aria-label={t('Filter the findings')}>
      <TypeSelect type={type} onChange={(next) => change({ type: next })} />
      <Select<Severity | typeof any>
        label={t('Severity')}
        value={quality.severity ?? any}
        options={[
          { value: any, label: t('Any severity') },
          ...severities.map((value) => ({ value, label: severityTexts()[value] })),
        ]}
        onChange={(value) => narrow('severity', value)}
      />
      <Select
        label={t('Attribute')}
        value={quality.attribute ?? any}
        options={[
          { value: any, label: t('Any attribute') },
          ...attributes.map(({ key, name }) => ({ value: key, label: name })),
        ]}
        onChange={(value) => narrow('attribute', value)}
      />
      <Select<'yes' | typeof any>
        label={t('Show')}
        value={quality.accepted ?? any}
        options={[
          { value: any, label: t('Open findings') },
          { value: 'yes', label: t('Accepted as right') },
        ]}
        onChange={(value) => narrow('accepted', value)}
      />
    </div>
  )
}

interface WorklistProps {
  readonly rules: readonly CountedRule[]
  readonly wording: FindingWording
}

const searchedFrom = 9

interface RuleListProps {
  readonly found: readonly CountedRule[]
  readonly chosen: string | undefined
}

function RuleList({ found, chosen }: RuleListProps) {
  const [text, setText] = useState('')
  const shown = found.filter(({ rule }) => foldText(rule.name).includes(foldText(text)))
  return (
    <nav className="quality-rules" aria-label={t('Rules that find something')} onKeyDown={walkLinks}>
      {found.length >= searchedFrom && (
        <TextInput
          type="search"
          aria-label={t('Find a rule')}
          placeholder={t('Find a rule')}
          value={text}
          onChange={setText}
        />
      )}
      <ul>
        <li>
          <RuleLink rule={undefined} isChosen={chosen === undefined}>
            <span className="quality-rule-name">{t('All findings')}</span>
          </RuleLink>
        </li>
        {shown.map(({ rule, failing }) => (
          <li key={rule.key}>
            <RuleLink rule={rule.key} isChosen={rule.key === chosen}>
              <SeverityMark severity={rule.severity} isUnseen />
              <span className="quality-rule-name">{rule.name}</span>
              <span className="quality-count">{formatCount(failing)}</span>
            </RuleLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

interface RuleLinkProps {
  readonly rule: string | undefined
  readonly isChosen: boolean
  readonly children: React.ReactNode
}

function RuleLink({ rule, isChosen, children }: RuleLinkProps) {
  const { workspace } = useWorkspace()
  const { quality, change } = useQualityPlace()
  const { rule: _rule, ...others } = quality
  const target: QualityLocation = { ...others, ...(rule !== undefined && { rule }) }
  const follow = (event: MouseEvent): void => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    change(target)
  }
  return (
    <a
      className="quality-rule"
      href={toSearch(createPageLocation(workspace.id, 'quality', target))}
      aria-current={isChosen ? 'true' : undefined}
      onClick={follow}
    >
      {children}
    </a>
  )
}

function walkLinks(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (step === 0 || !(event.target instanceof HTMLAnchorElement)) return
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('a')]
  const next = links[links.indexOf(event.target) + step]
  if (!next) return
  event.preventDefault()
  next.focus()
}

function Worklist({ rules, wording }: WorklistProps) {
  const { quality, type } = useQualityPlace()
  const isAccepted = quality.accepted === 'yes'
  const found = worklistOf(rules, quality)
  if (isAccepted)
    return <Findings rules={rules} wording={wording} asked={askedOf(quality, type, undefined)} />
  if (found.length === 0) return <NoFindings rules={rules} />
  const chosen = found.find(({ rule }) => rule.key === quality.rule)
  return (
    <>
      {!isAnyChosen(rules) && <FirstRules rules={rules} />}
      <div className="quality-split">
        <RuleList found={found} chosen={chosen?.rule.key} />
        <Findings
          key={JSON.stringify(quality)}
          rules={rules}
          rule={chosen?.rule}
          wording={wording}
          asked={askedOf(quality, type, chosen?.rule.key)}
        />
      </div>
    </>
  )
}

function askedOf(
  { severity, attribute, accepted }: QualityLocation,
  type: ReturnType<typeof useQualityPlace>['type'],
  rule: string | undefined,
) {
  return {
    type,
    ...(severity !== undefined && { severity }),
    ...(attribute !== undefined && { attribute }),
    ...(rule !== undefined && { rule }),
    ...(accepted !== undefined && { accepted: true }),
  }
}
