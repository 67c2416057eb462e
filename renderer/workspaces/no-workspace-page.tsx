import { Boxes } from 'lucide-react'
import { useState } from 'react'
import { goTo } from '../navigation/use-place.ts'
import { startOf } from '../navigation/place.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { NewWorkspaceDialog } from './new-workspace-dialog.tsx'
import { openWorkspaceFile } from './desktop-files.ts'

/** The very first page of a data folder that holds nothing. */
export function NoWorkspacePage() {
  const [isCreating, setIsCreating] = useState(false)
  return (
    <main className="session-page">
      <EmptyState
        isPage
        icon={Boxes}
        title="Create your first workspace"
        actions={
          <>
            {window.desktop !== undefined && (
              <Button onClick={() => void openWorkspaceFile()}>Open a workspace file…</Button>
            )}
            <Button variant="primary" onClick={() => setIsCreating(true)}>
              Create a workspace
            </Button>
          </>
        }
      >
        <p>
          A workspace is one catalog: products, images, vendors and categories, kept in one file that you own.
        </p>
      </EmptyState>
      <NewWorkspaceDialog
        open={isCreating}
        onClose={() => setIsCreating(false)}
        onCreated={({ id }) => goTo(startOf(id))}
      />
    </main>
  )
}
