import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type QualityScores, scoreKey } from '#shared/quality.ts'
import { qualityScoresQuery } from '../api/quality-queries.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { Notice } from '../ui/notice.tsx'
import { Select } from '../ui/select.tsx'
import { levelOf, Progress, Skeleton } from '../ui/progress.tsx'
import { t } from '../ui/text.ts'
import { isAnyChosen, NothingChecked } from './no-findings.tsx'
import { TypeSelect } from './check-now.tsx'
import { useCountedRules, useQualityPlace } from './use-quality.ts'
import './quality.css'
import { useState } from 'react'
import type { EntityType } from '#shared/entities.ts'
import { LocationLink } from '../query/location-link.tsx'
import { type PageLocation } from '../query/location.ts'
import { formatEntityCount } from '../state/entity-types.ts'
import { gridLayoutOf } from '../state/grid-layout.ts'
import { Pages, PageTable } from '../ui/pages.tsx'
import { placeOfClause } from './finding-table.tsx'
import { formatCalendarDay } from '../ui/format-count.ts'

export function ScorePage() {
  const { api } = useWorkspace()
  const { type, quality, change } = useQualityPlace()
  const { rules } = useCountedRules(type)
  const { data, error } = useQuery({
    ...qualityScoresQuery(api, type, quality.by),
    placeholderData: keepPreviousData,
  })
  const isScored = rules && isAnyChosen(rules)
  return (
    <>
      <div className="quality-bar">
        <TypeSelect type={type} onChange={(next) => change({ tab: 'score', type: next })} />
      </div>
      {error !== null && <Notice tone="danger">{error.message}</Notice>}
      {rules !== undefined && isScored === false && <NothingChecked rules={rules} />}
      {isScored === true && data === undefined && error === null && <Skeleton height={240} />}
      {isScored === true && data !== undefined && <Scores key={type} scores={data} />}
    </>
  )
}

type Group = QualityScores['groups'][number]

interface ScoreGroupsProps {
  readonly type: EntityType
  readonly by: string
  readonly name: string
  readonly groups: readonly Group[]
}

const aPage = 25

const room = { width: 640, height: 140 }
const margin = { left: 34, right: 12, top: 10, bottom: 22 }
const size = {
  width: room.width + margin.left + margin.right,
  height: room.height + margin.top + margin.bottom,
}

function ScoreChart({ history }: { history: QualityScores['course'] }) {
  const [first] = history
  const last = history.at(-1)
  if (first === undefined || last === undefined || history.length < 2)
    return (
      <p className="ui-field-hint">
        {t('From now on the score is recorded once a day: its history shows here from tomorrow.')}
      </p>
    )
  const summary = t('From {before} on {since} to {score} on {day}', {
    before: first.score,
    since: formatCalendarDay(first.day),
    score: last.score,
    day: formatCalendarDay(last.day),
  })
  return (
    <figure className="quality-course">
      <Line history={history} label={summary} />
      <figcaption className="ui-field-hint">{summary}</figcaption>
      <details>
        <summary>{t('As a table')}</summary>
        <PageTable label={t('Score by day')} columns={[t('Day'), t('Score'), t('Entries')]}>
          {history.toReversed().map(({ day, score, entities }) => (
            <tr key={day}>
              <th scope="row">{formatCalendarDay(day)}</th>
              <td>{score}</td>
              <td>{entities}</td>
            </tr>
          ))}
        </PageTable>
      </details>
    </figure>
  )
}

interface ScorePoint {
  readonly day: string
  readonly score: number
}

interface ChartPoint extends ScorePoint {
  readonly x: number
  readonly y: number
}

interface ScoreChartShape {
  readonly points: readonly ChartPoint[]
  readonly line: string
  readonly grid: readonly { readonly score: number; readonly y: number }[]
}

interface Room {
  readonly width: number
  readonly height: number
}

const dayMs = 86_400_000
const steps = [5, 10, 25] as const

export function shapeScoreChart(history: readonly ScorePoint[], { width, height }: Room): ScoreChartShape {
  const { low, high, step } = rangeOf(history.map(({ score }) => score))
  const yOf = (score: number): number => round(height - ((score - low) / (high - low)) * height)
  const first = dayOf(history[0])
  const days = Math.max(1, dayOf(history.at(-1)) - first)
  const points = history.map((point) => ({
    ...point,
    x: round(((dayOf(point) - first) / days) * width),
    y: yOf(point.score),
  }))
  const lines = Math.round((high - low) / step)
  return {
    points,
    line: points.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${x} ${y}`).join(' '),
    grid: Array.from({ length: lines + 1 }, (_, index) => low + index * step).map((score) => ({
      score,
      y: yOf(score),
    })),
  }
}

function dayOf(point: ScorePoint | undefined): number {
  return point === undefined ? 0 : Date.parse(point.day) / dayMs
}

function rangeOf(scores: readonly number[]): { low: number; high: number; step: number } {
  const least = Math.min(100, ...scores)
  const most = Math.max(0, ...scores)
  for (const step of steps) {
    const low = Math.min(Math.floor(least / step) * step, 100 - step)
    const high = Math.max(Math.ceil(most / step) * step, low + step)
    if ((high - low) / step <= 4) return { low, high, step }
  }
  return { low: 0, high: 100, step: 25 }
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}

function Line({ history, label }: { history: QualityScores['course']; label: string }) {
  const { points, line, grid } = shapeScoreChart(history, room)
  const first = points[0]
  const last = points.at(-1)
  return (
    <svg viewBox={`0 0 ${size.width} ${size.height}`} role="img" aria-label={label}>
      <g transform={`translate(${margin.left} ${margin.top})`}>
        {grid.map(({ score, y }) => (
          <g key={score}>
            <line className="quality-course-grid" x1={0} x2={room.width} y1={y} y2={y} />
            <text className="quality-course-text" x={-8} y={y} dy="0.32em" textAnchor="end">
              {score}
            </text>
          </g>
        ))}
        <path className="quality-course-line" d={line} />
        {points.map(({ day, score, x, y }) => (
          <circle key={day} className="quality-course-point" cx={x} cy={y} r={3}>
            <title>{`${formatCalendarDay(day)}: ${score}`}</title>
          </circle>
        ))}
        {first && last && (
          <>
            <text className="quality-course-text" x={first.x} y={room.height + 18}>
              {formatCalendarDay(first.day)}
            </text>
            <text className="quality-course-text" x={last.x} y={room.height + 18} textAnchor="end">
              {formatCalendarDay(last.day)}
            </text>
          </>
        )}
      </g>
    </svg>
  )
}

function ScoreGroups({ type, by, name, groups }: ScoreGroupsProps) {
  const [offset, setOffset] = useState(0)
  if (groups.length === 0) return <p className="api-no-keys">{t('There is nothing to group yet.')}</p>
  return (
    <>
      <PageTable label={t('Scores of groups')} columns={[name, t('Entries'), t('Score')]}>
        {groups.slice(offset, offset + aPage).map((group) => (
          <tr key={group.entity?.id ?? ''}>
            <th scope="row">
              <GroupLink type={type} by={by} group={group} />
            </th>
            <td>{formatEntityCount(group.entities, type)}</td>
            <td className="quality-bar-cell">
              <Progress
                label={t('Score')}
                percent={group.score}
                text={String(group.score)}
                level={levelOf(group.score)}
              />
            </td>
          </tr>
        ))}
      </PageTable>
      {groups.length > aPage && (
        <Pages offset={offset} size={aPage} total={groups.length} onOffset={setOffset} />
      )}
    </>
  )
}

function placeOfGroup(workspaceId: string, type: EntityType, by: string, { entity }: Group): PageLocation {
  const clause =
    entity === null
      ? { key: by, operator: 'exists', value: 'false' }
      : { key: by, operator: 'eq', value: entity.id }
  const location = placeOfClause(workspaceId, type, clause)
  return { ...location, query: { ...location.query, sort: [{ key: scoreKey, descending: false }] } }
}

function GroupLink({
  type,
  by,
  group,
}: Omit<ScoreGroupsProps, 'groups' | 'name'> & { readonly group: Group }) {
  const { workspace } = useWorkspace()
  const location = placeOfGroup(workspace.id, type, by, group)
  return (
    <LocationLink to={location} onFollow={() => gridLayoutOf(workspace.id, type).seek(scoreKey)}>
      {group.entity === null ? t('Without one') : (group.entity.label ?? t('(no name)'))}
    </LocationLink>
  )
}

function Scores({ scores }: { scores: QualityScores }) {
  const { type, change } = useQualityPlace()
  const { score, course: history, attributes, by } = scores
  return (
    <>
      <section className="quality-score" aria-label={t('Score')}>
        <div className="quality-figure" data-level={levelOf(score)}>
          <strong>{score}</strong>
          <span className="ui-field-hint">{t('of 100')}</span>
        </div>
        <p className="ui-field-hint">
          {t(
            'The share of checks that are met, each by its weight, over all that apply. What was accepted as right counts as met.',
          )}
        </p>
        <ScoreChart history={history} />
      </section>
      {by !== null && (
        <section className="api-section" aria-labelledby="quality-groups">
          <div className="api-section-head">
            <h2 id="quality-groups">{t('Where there is most to do')}</h2>
            <Select
              className="quality-by"
              label={t('Grouped by')}
              value={by}
              options={attributes.map(({ key, name }) => ({ value: key, label: t('By {name}', { name }) }))}
              onChange={(next) => change({ tab: 'score', type, by: next }, true)}
            />
          </div>
          <ScoreGroups
            key={by}
            type={type}
            by={by}
            name={scores.attributes.find(({ key }) => key === by)?.name ?? ''}
            groups={scores.groups}
          />
        </section>
      )}
    </>
  )
}
