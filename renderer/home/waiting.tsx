import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import {
  ArrowLeftRight,
  ClipboardCheck,
  ImagePlus,
  Inbox,
  ListTodo,
  PackageX,
  ShieldCheck,
  type LucideIcon,
} from 'lucide-react'
import type { Job } from '#shared/jobs.ts'
import { unplacedQuery } from '../api/assets-queries.ts'
import { reviewSummaryQuery } from '../api/generations-queries.ts'
import { jobsQuery } from '../api/jobs-queries.ts'
import { openNoteCountQuery } from '../api/notes-queries.ts'
import { qualitySummaryQuery } from '../api/quality-queries.ts'
import { missingPictures, waitingForPictures } from '../jobs/missing-pictures.tsx'
import { waitsForPerson } from '../jobs/describe-job.ts'
import { createLocation, type PageLocation } from '../query/location.ts'
import { LocationLink } from '../query/location-link.tsx'
import { useOpenDialog } from '../state/dialogs.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { formatCount } from '../ui/format-count.ts'
import { t } from '../ui/text.ts'
import { HomeSection, NothingYet } from './home-section.tsx'

interface WaitingItem {
  readonly key: string
  readonly icon: LucideIcon
  readonly count: number
  readonly text: string
  readonly to: PageLocation | Job
}

/** Counts of things that wait for somebody; each leads to its rows. */
export function Waiting() {
  const items = useWaiting()
  return (
    <HomeSection title={t('Waiting for you')}>
      {items === undefined ? (
        <div className="home-tiles" aria-busy="true" />
      ) : items.length === 0 ? (
        <NothingYet>{t('Nothing waits. Proposals, to-dos, held rows and problems appear here.')}</NothingYet>
      ) : (
        <ul className="home-tiles">
          {items.map((item) => (
            <li key={item.key}>
              <Tile item={item} />
            </li>
          ))}
        </ul>
      )}
    </HomeSection>
  )
}

function Tile({ item: { icon: Icon, count, text, to } }: { readonly item: WaitingItem }) {
  const openDialog = useOpenDialog()
  const content = (
    <>
      <Icon aria-hidden />
      <strong>{formatCount(count)}</strong>
      <span>{text}</span>
    </>
  )
  if ('view' in to)
    return (
      <LocationLink to={to} className="home-tile">
        {content}
      </LocationLink>
    )
  return (
    <button type="button" className="home-tile" onClick={() => openDialog({ kind: 'job-report', job: to })}>
      {content}
    </button>
  )
}

/** Undefined while the counts that are quick to get are on their way; findings join when they are counted. */
function useWaiting(): readonly WaitingItem[] | undefined {
  const { api, workspace } = useWorkspace()
  const { data: review } = useQuery(reviewSummaryQuery(api))
  const { data: todos } = useQuery(openNoteCountQuery(api))
  const { data: jobs } = useQuery(jobsQuery(api))
  const { data: quality } = useQuery({ ...qualitySummaryQuery(api, 'product'), staleTime: Infinity })
  const { data: unplaced } = useInfiniteQuery(unplacedQuery(api))
  if (!review || todos === undefined || !jobs) return undefined
  const proposals = Object.values(review.open).reduce((total, each) => total + each, 0)
  const problems = quality?.rules.filter(({ failing }) => failing > 0) ?? []
  const items: WaitingItem[] = [
    proposalsItem(workspace.id, proposals),
    todosItem(workspace.id, todos),
    runsItem(workspace.id, jobs.filter(waitsForPerson).length),
    ...jobs.map(heldItem),
    ...waitingForPictures(jobs).map(picturesItem),
    problemsItem(workspace.id, problems.length),
    filesItem(workspace.id, unplaced?.pages[0]?.pagination.total ?? 0),
  ]
  return items.filter(({ count }) => count > 0)
}

const proposalsItem = (workspaceId: string, count: number): WaitingItem => ({
  key: 'proposals',
  icon: ClipboardCheck,
  count,
  text: t('{count, plural, one {proposal to review} other {proposals to review}}', { count }),
  to: createLocation(workspaceId, 'review'),
})

const todosItem = (workspaceId: string, count: number): WaitingItem => ({
  key: 'todos',
  icon: ListTodo,
  count,
  text: t('{count, plural, one {open to-do} other {open to-dos}}', { count }),
  to: createLocation(workspaceId, 'notes'),
})

const problemsItem = (workspaceId: string, count: number): WaitingItem => ({
  key: 'problems',
  icon: ShieldCheck,
  count,
  text: t('{count, plural, one {problem of products} other {problems of products}}', { count }),
  to: createLocation(workspaceId, 'quality'),
})

const filesItem = (workspaceId: string, count: number): WaitingItem => ({
  key: 'files',
  icon: Inbox,
  count,
  text: t('{count, plural, one {picture without a product} other {pictures without a product}}', { count }),
  to: createLocation(workspaceId, 'product'),
})

/** The pictures that an import named and that are to be added to it. */
function picturesItem(job: Job): WaitingItem {
  const file = typeof job.metadata['file'] === 'string' ? job.metadata['file'] : ''
  const count = missingPictures(job).length
  return {
    key: `pictures ${job.id}`,
    icon: ImagePlus,
    count,
    text: t('{count, plural, one {picture to add to {file}} other {pictures to add to {file}}}', {
      count,
      file,
    }),
    to: job,
  }
}

const runsItem = (workspaceId: string, count: number): WaitingItem => ({
  key: 'runs',
  icon: ArrowLeftRight,
  count,
  text: t('{count, plural, one {run to let go} other {runs to let go}}', { count }),
  to: createLocation(workspaceId, 'connections'),
})

/** The rows that an import holds for somebody to look at. */
function heldItem(job: Job): WaitingItem {
  const { id, name, result, metadata } = job
  const count = name === 'import' && result !== null && 'held' in result ? (result.held ?? 0) : 0
  const file = typeof metadata['file'] === 'string' ? metadata['file'] : ''
  return {
    key: id,
    icon: PackageX,
    count,
    text: t('{count, plural, one {row of {file} held} other {rows of {file} held}}', { count, file }),
    to: job,
  }
}
