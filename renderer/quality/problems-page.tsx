import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { CircleCheck, CopyCheck, SpellCheck } from 'lucide-react'
import { useState, type ComponentType, type KeyboardEvent, type ReactNode } from 'react'
import type { EntityType } from '#shared/entities.ts'
import { maxInValues } from '#shared/filters.ts'
import { type QualityRule, ruleFilterKey, type Severity, severities } from '#shared/quality.ts'
import { foldText } from '#shared/text.ts'
import { attributesQuery } from '../api/attributes-queries.ts'
import { duplicatesQuery } from '../api/duplicates-queries.ts'
import { emptyGridQuery, type GridQuery } from '../query/grid-query.ts'
import { LocationLink } from '../query/location-link.tsx'
import { createPageLocation } from '../query/location.ts'
import type { QualityLocation } from '../query/page-filters.ts'
import { formatEntityCount } from '../state/entity-types.ts'
import { severityTexts, SeverityMark } from '../state/feature.tsx'
import { gridLayoutOf } from '../state/grid-layout.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { TextInput } from '../ui/field.tsx'
import { formatCount } from '../ui/format-count.ts'
import { EmptyState, Notice } from '../ui/notice.tsx'
import { Select } from '../ui/select.tsx'
import { Skeleton } from '../ui/progress.tsx'
import { t } from '../ui/text.ts'
import { CheckNow, TypeSelect } from './check-now.tsx'
import type { FindingWording } from './finding-table.tsx'
import { AcceptedFindings, AcceptRows, RuleHead } from './findings.tsx'
import { FirstRules, isAnyChosen, NoFindings } from './no-findings.tsx'
import { worklistOf, type CountedRule } from './rule-groups.ts'
import { useCountedRules, useQualityPlace } from './use-quality.ts'
import './quality.css'

export interface ProblemRowsProps {
  readonly type: EntityType
  readonly query: GridQuery
  readonly onQueryChange: (query: GridQuery) => void
  readonly surface: string
  readonly whenEmpty: ReactNode
  /** The commands for the rows, beside undo. */
  readonly actions: ReactNode
}

interface ProblemsPageProps {
  readonly wording: FindingWording
  /** The grid of rows, which the shell hands down. */
  readonly Rows: ComponentType<ProblemRowsProps>
  readonly similarValues: ReactNode
  readonly duplicates: ReactNode
}

/** All problems as one list, most damage first, and the rows of the chosen one. */
export function ProblemsPage(props: ProblemsPageProps) {
  const { type, quality } = useQualityPlace()
  const { rules, error } = useCountedRules(type)
  return (
    <>
      <div className="quality-bar">
        {isOfRules(quality) ? <FindingFilters /> : <TypeFilter />}
        {rules !== undefined && quality.accepted === undefined && isOfRules(quality) && (
          <CheckNow key={type} type={type} rules={rules} />
        )}
      </div>
      {error !== null && <Notice tone="danger">{error.message}</Notice>}
      {rules === undefined && error === null && <Skeleton height={240} />}
      {rules !== undefined && <Problems rules={rules} {...props} />}
    </>
  )
}

/** Whether the problems shown are those of rules; duplicates and spellings are filtered in their own ways. */
function isOfRules({ tab }: QualityLocation): boolean {
  return tab !== 'clusters' && tab !== 'duplicates'
}

const any = 'any'

function TypeFilter() {
  const { quality, type, change } = useQualityPlace()
  return (
    <div className="quality-filters">
      <TypeSelect
        type={type}
        onChange={(next) => change({ ...(quality.tab && { tab: quality.tab }), type: next })}
      />
    </div>
  )
}

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

const searchedFrom = 9

interface ProblemListProps {
  readonly found: readonly CountedRule[]
  readonly chosen: string | undefined
}

function ProblemList({ found, chosen }: ProblemListProps) {
  const { type, quality } = useQualityPlace()
  const [text, setText] = useState('')
  const shown = found.filter(({ rule }) => foldText(rule.name).includes(foldText(text)))
  return (
    <nav className="quality-rules" aria-label={t('Problems')} onKeyDown={walkLinks}>
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
          <ProblemLink target={{}} isChosen={chosen === undefined && isOfRules(quality)}>
            <span className="quality-rule-name">{t('All problems')}</span>
            <span className="quality-count">{formatCount(found.length)}</span>
          </ProblemLink>
        </li>
        {shown.map(({ rule, failing }) => (
          <li key={rule.key}>
            <ProblemLink target={{ rule: rule.key }} isChosen={rule.key === chosen}>
              <SeverityMark severity={rule.severity} isUnseen />
              <span className="quality-rule-name">{rule.name}</span>
              <span className="quality-count">{formatEntityCount(failing, type)}</span>
            </ProblemLink>
          </li>
        ))}
        <OtherProblems />
      </ul>
    </nav>
  )
}

/** The problems that no rule finds: duplicates, and spellings of one value. */
function OtherProblems() {
  const { type, quality } = useQualityPlace()
  const { api } = useWorkspace()
  const { data } = useInfiniteQuery(duplicatesQuery(api, { type, status: 'open' }))
  const groups = data?.pages[0]?.pagination.total ?? 0
  return (
    <>
      <li>
        <ProblemLink target={{ tab: 'duplicates' }} isChosen={quality.tab === 'duplicates'}>
          <CopyCheck aria-hidden />
          <span className="quality-rule-name">{t('Duplicates')}</span>
          {groups > 0 && (
            <span className="quality-count">
              {t('{count, plural, one {# group} other {# groups}}', { count: groups })}
            </span>
          )}
        </ProblemLink>
      </li>
      <li>
        <ProblemLink target={{ tab: 'clusters' }} isChosen={quality.tab === 'clusters'}>
          <SpellCheck aria-hidden />
          <span className="quality-rule-name">{t('Spellings')}</span>
        </ProblemLink>
      </li>
    </>
  )
}

interface ProblemLinkProps {
  readonly target: Pick<QualityLocation, 'rule' | 'tab'>
  readonly isChosen: boolean
  readonly children: ReactNode
}

function ProblemLink({ target: chosen, isChosen, children }: ProblemLinkProps) {
  const { workspace } = useWorkspace()
  const { quality } = useQualityPlace()
  const { rule: _rule, tab: _tab, ...others } = quality
  return (
    <LocationLink
      className="quality-rule"
      to={createPageLocation(workspace.id, 'quality', { ...others, ...chosen })}
      aria-current={isChosen ? 'true' : undefined}
    >
      {children}
    </LocationLink>
  )
}

const steps: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }

/** The keys of the review in the list of problems; in the rows a letter edits the cell, as in every grid. */
function walkLinks(event: KeyboardEvent<HTMLElement>): void {
  const step = event.ctrlKey || event.metaKey || event.altKey ? 0 : (steps[event.key] ?? 0)
  if (step === 0 || !(event.target instanceof HTMLAnchorElement)) return
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('a')]
  const next = links[links.indexOf(event.target) + step]
  if (!next) return
  event.preventDefault()
  next.focus()
}

function Problems({ rules, ...parts }: ProblemsPageProps & { readonly rules: readonly CountedRule[] }) {
  const { quality, type } = useQualityPlace()
  const found = worklistOf(rules, quality)
  const chosen = rules.find(({ rule }) => rule.key === quality.rule)
  if (quality.accepted === 'yes')
    return (
      <div className="quality-panel">
        <AcceptedFindings rules={rules} wording={parts.wording} asked={askedOf(quality, type)} />
      </div>
    )
  return (
    <div className="quality-split">
      <ProblemList found={withChosen(found, chosen)} chosen={chosen?.rule.key} />
      <div className="quality-chosen">
        <Chosen key={JSON.stringify(quality)} {...parts} {...{ rules, found, chosen }} />
      </div>
    </div>
  )
}

/** A problem that is being worked on stays in the list when its last row is right. */
function withChosen(found: readonly CountedRule[], chosen: CountedRule | undefined): readonly CountedRule[] {
  return chosen === undefined || found.includes(chosen) ? found : [chosen, ...found]
}

interface ChosenProps extends ProblemsPageProps {
  readonly rules: readonly CountedRule[]
  readonly found: readonly CountedRule[]
  readonly chosen: CountedRule | undefined
}

function Chosen({ rules, found, chosen, ...parts }: ChosenProps) {
  const { quality } = useQualityPlace()
  if (quality.tab === 'duplicates') return <div className="quality-panel">{parts.duplicates}</div>
  if (quality.tab === 'clusters') return <div className="quality-panel">{parts.similarValues}</div>
  if (found.length === 0 && chosen === undefined) return <NoFindings rules={rules} />
  return (
    <>
      {!isAnyChosen(rules) && <FirstRules rules={rules} />}
      {chosen && <RuleHead rule={chosen.rule} wording={parts.wording} />}
      <ProblemRows rule={chosen?.rule} found={found} Rows={parts.Rows} />
    </>
  )
}

interface RowsOfProblemProps {
  readonly rule: QualityRule | undefined
  readonly found: readonly CountedRule[]
  readonly Rows: ProblemsPageProps['Rows']
}

/** The rows as they were chosen: one that is mended stays in sight until the person goes on. */
function ProblemRows({ rule, found, Rows }: RowsOfProblemProps) {
  const { api } = useWorkspace()
  const { type } = useQualityPlace()
  const surface = 'quality'
  const [query, setQuery] = useState((): GridQuery => {
    const keys = rule?.check.attributes ?? []
    const look = gridLayoutOf(api.workspaceId, type, surface)
    look.showFirst(keys)
    if (keys[0] !== undefined) look.workOn(keys[0])
    const value =
      rule?.key ??
      found
        .map((each) => each.rule.key)
        .slice(0, maxInValues)
        .join(',')
    const operator = rule === undefined ? 'in' : 'eq'
    return { ...emptyGridQuery, clauses: [{ key: ruleFilterKey, operator, value }] }
  })
  return (
    <Rows
      type={type}
      query={query}
      onQueryChange={setQuery}
      surface={surface}
      whenEmpty={<NothingWrong />}
      actions={rule && <AcceptRows rule={rule} />}
    />
  )
}

function NothingWrong() {
  return (
    <EmptyState icon={CircleCheck} title={t('Nothing is wrong here')}>
      {t('Choose another problem on the left.')}
    </EmptyState>
  )
}

function askedOf({ severity, attribute }: QualityLocation, type: EntityType) {
  return {
    type,
    ...(severity !== undefined && { severity }),
    ...(attribute !== undefined && { attribute }),
    accepted: true,
  }
}
