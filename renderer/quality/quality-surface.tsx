import { Tabs } from '@base-ui/react/tabs'
import { Suspense, type ReactNode } from 'react'
import { usePageParams } from '../query/location.ts'
import { readQualityLocation, type QualityTab } from '../query/page-filters.ts'
import { lazyPart } from '../ui/lazy-part.tsx'
import { cachedByLanguage, t } from '../ui/text.ts'
import '../ui/page.css'
import '../ui/page-tabs.css'
import './quality-surface.css'

const LazyScore = lazyPart(async () => (await import('./score-page.tsx')).ScorePage)

const shownTabs = ['findings', 'rules', 'score'] as const
type ShownTab = (typeof shownTabs)[number]

const tabTexts = cachedByLanguage((): Readonly<Record<ShownTab, string>> => ({
  findings: t('Problems'),
  rules: t('Rules'),
  score: t('Score'),
}))

/** Similar values and duplicates are problems among the others. */
function shownTabOf(tab: QualityTab | undefined): ShownTab {
  return shownTabs.find((known) => known === tab) ?? 'findings'
}

interface QualitySurfaceProps {
  readonly problems: ReactNode
  readonly rules: ReactNode
}

export function QualitySurface({ problems, rules }: QualitySurfaceProps) {
  const [quality, change] = usePageParams(readQualityLocation)
  const { type } = quality
  const panels: Readonly<Record<Exclude<ShownTab, 'findings'>, ReactNode>> = { rules, score: <LazyScore /> }
  return (
    <Tabs.Root
      className="quality-surface"
      value={shownTabOf(quality.tab)}
      onValueChange={(tab: ShownTab) => change({ tab, ...(type && { type }) })}
    >
      <header className="quality-top">
        <h1 className="catalog-title">{t('Quality')}</h1>
        <Tabs.List className="page-tab-list" aria-label={t('Parts of the quality page')}>
          {shownTabs.map((tab) => (
            <Tabs.Tab key={tab} value={tab} className="page-tab">
              {tabTexts()[tab]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
      </header>
      <Tabs.Panel value="findings" className="quality-work">
        {problems}
      </Tabs.Panel>
      {shownTabs
        .filter((tab) => tab !== 'findings')
        .map((tab) => (
          <Tabs.Panel key={tab} value={tab} className="quality-panel">
            <div className="page-tab-panel quality-panel-content">
              <Suspense>{panels[tab]}</Suspense>
            </div>
          </Tabs.Panel>
        ))}
    </Tabs.Root>
  )
}
