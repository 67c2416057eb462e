import type { QualityScores } from '#shared/quality.ts'
import { formatCalendarDay } from '../ui/format-time.ts'
import { PageTable } from '../ui/page-table.tsx'
import { t } from '../ui/text.ts'
import { shapeScoreChart } from './score-chart-shape.ts'

const room = { width: 640, height: 140 }
const margin = { left: 34, right: 12, top: 10, bottom: 22 }
const size = {
  width: room.width + margin.left + margin.right,
  height: room.height + margin.top + margin.bottom,
}

/** The score day by day, as a line and as a table. */
export function ScoreChart({ course }: { course: QualityScores['course'] }) {
  const [first] = course
  const last = course.at(-1)
  if (first === undefined || last === undefined || course.length < 2)
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
      <Line course={course} label={summary} />
      <figcaption className="ui-field-hint">{summary}</figcaption>
      <details>
        <summary>{t('As a table')}</summary>
        <PageTable label={t('Score by day')} columns={[t('Day'), t('Score'), t('Entries')]}>
          {course.toReversed().map(({ day, score, entities }) => (
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

function Line({ course, label }: { course: QualityScores['course']; label: string }) {
  const { points, line, grid } = shapeScoreChart(course, room)
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
