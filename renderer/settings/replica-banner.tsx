import { useQuery } from '@tanstack/react-query'
import { CloudAlert } from 'lucide-react'
import type { Replication } from '#shared/schemas/backups.ts'
import { replicationQuery } from '../api/workspace-file-queries.ts'
import { goTo, createLocation } from '../query/location.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { Button } from '../ui/button.tsx'
import { formatMoment } from '../ui/format-count.ts'
import { t } from '../ui/text.ts'

const refetchMs = 20_000

/**
 * Warns that saves do not arrive at the replica, and links to its page. Nothing is fetched without a
 * replica.
 */
export function ReplicaBanner() {
  const { session } = useWorkspace()
  return session.is_replicated ? <Alarm /> : null
}

function Alarm() {
  const { workspace } = useWorkspace()
  const { data } = useQuery(replicationQuery(refetchMs))
  if (!data?.alarm) return null
  return (
    <div className="page-banner" role="alert">
      <CloudAlert aria-hidden />
      <p className="page-banner-text">{describeAlarm(data.alarm)}</p>
      <Button onClick={() => goTo(createLocation(workspace.id, 'replica'))}>{t('Show the replica')}</Button>
    </div>
  )
}

export function describeAlarm({ kind, since }: NonNullable<Replication['alarm']>): string {
  const at = formatMoment(since)
  return kind === 'stopped'
    ? t('Nothing is copied to the replica: Litestream, which does that, has not run since {at}.', { at })
    : t('What was saved since {at} is not in the replica.', { at })
}
