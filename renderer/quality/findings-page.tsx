import { useQuery } from '@tanstack/react-query'
import type { Severity } from '#shared/quality.ts'
import { severities } from '#shared/quality.ts'
import { attributesQuery } from '../api/attributes-queries.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import type { QualityPlace } from '../query/quality-place.ts'
import { Notice } from '../ui/notice.tsx'
import { Select } from '../ui/select.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { t } from '../ui/text.ts'
import { CheckNow } from './check-now.tsx'
import { Findings } from './findings.tsx'
import type { FindingWording } from './finding-wording.ts'
import { FirstRules, isAnyChosen, NoFindings } from './no-findings.tsx'
import { severityTexts } from '../state/severity-texts.ts'
import { RuleList } from './rule-list.tsx'
import { worklistOf, type CountedRule } from './rule-groups.ts'
import { TypeSelect } from './type-select.tsx'
import { useCountedRules, useQualityPlace } from './use-quality.ts'
import './quality.css'

/** The findings as a worklist: the rules that find something, and what the chosen one finds. */
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

/** What narrows the findings: type, severity, attribute, and whether they were accepted. */
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
  { severity, attribute, accepted }: QualityPlace,
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
