import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { X } from 'lucide-react'
import type { Notice } from '#shared/schemas/automations.ts'
import { dismissNotice, noticesKey, noticesQuery } from '../api/automation-queries.ts'
import { Allowed } from '../state/rights.tsx'
import { useWorkspace } from '../state/workspace-context.ts'
import { IconButton } from '../ui/button.tsx'
import { formatAgo, formatMoment } from '../ui/format-count.ts'
import { t, tMessage } from '../ui/text.ts'
import { showError } from '../ui/toast.tsx'
import { HomeSection } from './home-section.tsx'

const shownNotices = 10

/** Notices of things that happened by themselves, such as an automation that turned itself off. */
export function Notices() {
  const { api } = useWorkspace()
  const { data: notices = [] } = useQuery(noticesQuery(api))
  if (notices.length === 0) return null
  return (
    <HomeSection title={t('Notices')}>
      <ul className="home-list">
        {notices.slice(0, shownNotices).map((notice) => (
          <NoticeLine key={notice.id} notice={notice} />
        ))}
      </ul>
    </HomeSection>
  )
}

function NoticeLine({ notice }: { readonly notice: Notice }) {
  const { api } = useWorkspace()
  const queryClient = useQueryClient()
  const dismissal = useMutation({
    mutationFn: () => dismissNotice(api, notice.id),
    onError: (error: Error) => showError(error.message),
    onSettled: () => queryClient.invalidateQueries({ queryKey: noticesKey(api.workspaceId) }),
  })
  const { text, at, subject } = notice
  return (
    <li className="home-notice">
      <span className="home-notice-text">
        {subject !== null && !text.includes(subject.name) && <strong>{subject.name}: </strong>}
        {tMessage(text, notice)}
      </span>
      <time dateTime={at} title={formatMoment(at)}>
        {formatAgo(at)}
      </time>
      <Allowed to="notices">
        <IconButton label={t('Take this notice off the list')} onClick={() => dismissal.mutate()}>
          <X aria-hidden />
        </IconButton>
      </Allowed>
    </li>
  )
}
