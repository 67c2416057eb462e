import { Tabs } from '@base-ui/react/tabs'
import { Suspense, type ComponentType } from 'react'
import { qualityTabs, readQualityLocation, type QualityTab } from '../query/page-filters.ts'
import { usePageParams } from '../query/location.ts'
import { lazyPart } from '../ui/lazy-part.tsx'
import { cachedByLanguage, t } from '../ui/text.ts'
import '../ui/page.css'
import './quality-page.css'

/** The parts of each tab by feature; a tab without a part is not offered. */
const parts: Readonly<Partial<Record<QualityTab, ComponentType>>> = {
  findings: lazyPart(async () => (await import('./worded-quality.tsx')).WordedFindings),
  rules: lazyPart(async () => (await import('./worded-quality.tsx')).WordedRules),
  score: lazyPart(async () => (await import('../quality/score-page.tsx')).ScorePage),
  clusters: lazyPart(
    async () => (await import('../similar-values/similar-values-page.tsx')).SimilarValuesPage,
  ),
  duplicates: lazyPart(async () => (await import('./worded-duplicates.tsx')).WordedDuplicates),
}

const tabTexts = cachedByLanguage((): Readonly<Record<QualityTab, string>> => ({
  findings: t('Findings'),
  rules: t('Rules'),
  score: t('Score'),
  clusters: t('Clusters'),
  duplicates: t('Duplicates'),
}))

const offered = qualityTabs.filter((tab) => parts[tab] !== undefined)

export function QualityPage() {
  const [quality, change] = usePageParams(readQualityLocation)
  const shown = offered.find((tab) => tab === quality.tab) ?? 'findings'
  const { type } = quality
  return (
    <div className="api-page quality-page">
      <header>
        <h1 className="catalog-title">{t('Quality')}</h1>
        <p className="ui-field-hint">
          {t('What is wrong in the catalog, what is missing and what is duplicated, and how to fix it.')}
        </p>
      </header>
      <Tabs.Root
        className="quality-tabs"
        value={shown}
        onValueChange={(tab: QualityTab) => change({ tab, ...(type && { type }) })}
      >
        <Tabs.List className="page-tab-list" aria-label={t('Parts of the quality page')}>
          {offered.map((tab) => (
            <Tabs.Tab key={tab} value={tab} className="page-tab">
              {tabTexts()[tab]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {offered.map((tab) => (
          <Tabs.Panel key={tab} value={tab} className="page-tab-panel">
            <Suspense>{partOf(tab)}</Suspense>
          </Tabs.Panel>
        ))}
      </Tabs.Root>
    </div>
  )
}

function partOf(tab: QualityTab) {
  const Part = parts[tab]
  return Part && <Part />
}
