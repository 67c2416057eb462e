import { useQuery } from '@tanstack/react-query'
import { backupsQuery } from '../api/backups-queries.ts'
import { startOf } from '../query/place.ts'
import { goTo } from '../query/use-place.ts'
import { formatAgo } from '../ui/format-time.ts'
import { Button } from '../ui/button.tsx'
import { useWorkspace } from '../state/workspace-context.ts'

/** When the workspace was last backed up, and the way to its backups. */
export function BackupsLink() {
  const { workspace } = useWorkspace()
  const { data } = useQuery(backupsQuery(workspace.id))
  const [newest] = data?.data ?? []
  return (
    <section className="api-section" aria-labelledby="settings-backups">
      <h2 id="settings-backups">Backups</h2>
      {data !== undefined && (
        <p>
          {newest === undefined
            ? `“${workspace.name}” has no backup yet.`
            : `“${workspace.name}” was last backed up ${formatAgo(newest.created_at)}.`}
        </p>
      )}
      <div>
        <Button onClick={() => goTo(startOf(workspace.id, 'backups'))}>Backups and their schedule</Button>
      </div>
    </section>
  )
}
