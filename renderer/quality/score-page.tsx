import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { QualityScores } from '#shared/quality.ts'
import { qualityScoresQuery } from '../api/quality-queries.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { Notice } from '../ui/notice.tsx'
import { Select } from '../ui/select.tsx'
import { levelOf } from '../ui/progress-level.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { t } from '../ui/text.ts'
import { isAnyChosen, NothingChecked } from './no-findings.tsx'
import { ScoreChart } from './score-chart.tsx'
import { ScoreGroups } from './score-groups.tsx'
import { TypeSelect } from './type-select.tsx'
import { useCountedRules, useQualityPlace } from './use-quality.ts'
import './quality.css'

/** How good the entities of a type are: the score of all, its course, and the groups that need most. */
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

function Scores({ scores }: { scores: QualityScores }) {
  const { type, change } = useQualityPlace()
  const { score, course, attributes, by } = scores
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
        <ScoreChart course={course} />
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
