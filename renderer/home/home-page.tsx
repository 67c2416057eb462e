import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { attributesQuery } from '../api/attributes-queries.ts'
import { countQuery } from '../query/list-queries.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { Skeleton } from '../ui/progress.tsx'
import { t } from '../ui/text.ts'
import { ChannelProgress } from './channel-progress.tsx'
import { ContinueLinks, type PageTitles } from './continue-links.tsx'
import { Notices } from './notices.tsx'
import { LastJobs } from './last-jobs.tsx'
import { RecentActions } from './recent-actions.tsx'
import { StartHere } from './start-here.tsx'
import { Waiting } from './waiting.tsx'
import '../ui/page.css'
import './home.css'

interface HomePageProps {
  /** Messages to the person from others of the team. */
  readonly news: ReactNode
  readonly titleOf: PageTitles
}

/** The first page of a workspace: what waits, how far the channels are, and what has changed. */
export function HomePage({ news, titleOf }: HomePageProps) {
  const isEmpty = useIsEmpty()
  return (
    <div className="api-page home-page">
      <header>
        <h1 className="catalog-title">{t('Home')}</h1>
      </header>
      {isEmpty === undefined ? (
        <Skeleton height={240} />
      ) : isEmpty ? (
        <StartHere />
      ) : (
        <Overview titleOf={titleOf} />
      )}
      {news}
    </div>
  )
}

/** Whether there is nothing to have an overview of: neither products nor attributes of them. */
function useIsEmpty(): boolean | undefined {
  const { api } = useWorkspace()
  const { data: attributes } = useQuery(attributesQuery(api, 'product'))
  const { data: count } = useQuery(countQuery(api, 'product'))
  if (attributes === undefined || count === undefined) return undefined
  return attributes.length === 0 && count === 0
}

function Overview({ titleOf }: { readonly titleOf: PageTitles }) {
  return (
    <>
      <Waiting />
      <Notices />
      <div className="home-columns">
        <div>
          <ChannelProgress />
          <ContinueLinks titleOf={titleOf} />
        </div>
        <div>
          <RecentActions />
          <LastJobs />
        </div>
      </div>
    </>
  )
}
