import { Tabs } from '@base-ui/react/tabs'
import { Suspense, type ComponentType } from 'react'
import { qualityTabs, type QualityTab } from '../query/quality-place.ts'
import { usePlace } from '../query/use-place.ts'
import { t } from '../ui/text.ts'
import '../ui/page.css'
import './quality-page.css'

interface QualityPart {
  readonly name: () => string
  readonly Part: ComponentType
}

/** What stands in each tab, by the feature that makes it; a tab without a part is not offered. */
const parts: Readonly<Partial<Record<QualityTab, QualityPart>>> = {}

/** What is wrong with the catalog, what is missing and what is there twice, in tabs that stand in the address. */
export function QualityPage() {
  const { place, change } = usePlace()
  const offered = qualityTabs.filter((tab) => parts[tab] !== undefined)
  const shown = offered.find((tab) => tab === place.quality?.tab) ?? offered[0]
  const type = place.quality?.type
  return (
    <div className="api-page quality-page">
      <header>
        <h1 className="catalog-title">{t('Quality')}</h1>
        <p className="ui-field-hint">
          {t(
            'What is wrong in the catalog, what is missing and what is there twice, and the way to mend it.',
          )}
        </p>
      </header>
      <Tabs.Root
        className="quality-tabs"
        value={shown ?? null}
        onValueChange={(tab: QualityTab) => change({ quality: { tab, ...(type && { type }) } })}
      >
        <Tabs.List className="page-tab-list" aria-label={t('Parts of the quality page')}>
          {offered.map((tab) => (
            <Tabs.Tab key={tab} value={tab} className="page-tab">
              {parts[tab]?.name()}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {offered.map((tab) => (
          <Tabs.Panel key={tab} value={tab} className="page-tab-panel">
            <Shown Part={parts[tab]?.Part} />
          </Tabs.Panel>
        ))}
      </Tabs.Root>
    </div>
  )
}

function Shown({ Part }: { Part: ComponentType | undefined }) {
  return <Suspense>{Part && <Part />}</Suspense>
}
