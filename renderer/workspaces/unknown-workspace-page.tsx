import { FileQuestion } from 'lucide-react'
import type { ListedWorkspace } from '#shared/app-surface.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/notice.tsx'
import { t } from '../ui/text.ts'

interface UnknownWorkspacePageProps {
  workspaces: readonly ListedWorkspace[]
  onOpen: (workspace: ListedWorkspace) => void
}

export function UnknownWorkspacePage({ workspaces, onOpen }: UnknownWorkspacePageProps) {
  return (
    <main className="session-page">
      <EmptyState
        isPage
        icon={FileQuestion}
        title={t('This workspace is not open')}
        actions={workspaces.map((workspace) => (
          <Button key={workspace.id} onClick={() => onOpen(workspace)}>
            {t('Open {name}', { name: workspace.name })}
          </Button>
        ))}
      >
        <p>
          {t(
            'The address names a workspace that this Vitrine does not have open. Its file may have been moved or removed.',
          )}
        </p>
      </EmptyState>
    </main>
  )
}
