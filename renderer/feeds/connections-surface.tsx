import { Tabs } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'
import { usePageParams } from '../query/location.ts'
import { Allowed, useMay } from '../state/rights.tsx'
import { cachedByLanguage, t } from '../ui/text.ts'
import '../ui/page.css'
import '../ui/page-tabs.css'
import { ConnectionList } from './connection-list.tsx'
import { FeedList } from './feed-list.tsx'
import './feeds.css'
import { WaitingRuns } from './waiting-runs.tsx'
import { WatchFolder } from './watch-folder.tsx'

const tabs = ['feeds', 'automations', 'webhooks', 'places'] as const
type ConnectionsTab = (typeof tabs)[number]

const tabTexts = cachedByLanguage((): Readonly<Record<ConnectionsTab, string>> => ({
  feeds: t('Feeds'),
  automations: t('Automations'),
  webhooks: t('Webhooks'),
  places: t('Connections'),
}))

interface ConnectionsSurfaceProps {
  readonly automations?: ReactNode
  readonly webhooks: ReactNode
}

const readTab = (params: URLSearchParams) => ({ tab: params.get('tab') ?? undefined })

/** Files that come and go by themselves, what acts on changes, who is told, and where it all leads. */
export function ConnectionsSurface({ automations, webhooks }: ConnectionsSurfaceProps) {
  const may = useMay()
  const [{ tab }, change] = usePageParams(readTab)
  const panels: Readonly<Record<ConnectionsTab, ReactNode>> = {
    feeds: may('jobs') && (
      <div className="feeds-panel">
        <FeedList />
        <Allowed to="folders">
          <WatchFolder />
        </Allowed>
      </div>
    ),
    automations,
    webhooks: may('keys') && webhooks,
    places: may('feeds') && <ConnectionList />,
  }
  const shown = tabs.filter((name) => panels[name] !== undefined && panels[name] !== false)
  return (
    <Tabs.Root
      className="api-page connections-page"
      value={shown.find((name) => name === tab) ?? shown[0] ?? 'feeds'}
      onValueChange={(name: ConnectionsTab) => change({ tab: name })}
    >
      <header>
        <h1 className="catalog-title">{t('Connections')}</h1>
        <p className="ui-field-hint">
          {t('What comes and goes by itself. It happens only while Vitrine runs.')}
        </p>
      </header>
      <Allowed to="jobs">
        <WaitingRuns />
      </Allowed>
      <Tabs.List className="page-tab-list" aria-label={t('Parts of the connections page')}>
        {shown.map((name) => (
          <Tabs.Tab key={name} value={name} className="page-tab">
            {tabTexts()[name]}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {shown.map((name) => (
        <Tabs.Panel key={name} value={name} className="page-tab-panel">
          {panels[name]}
        </Tabs.Panel>
      ))}
    </Tabs.Root>
  )
}
