import { AddAttributeDialog } from '../attributes/add-attribute-dialog.tsx'
import { ImportDialog } from '../imports/import-dialog.tsx'
import { startOf } from '../navigation/place.ts'
import { goTo, usePlace } from '../navigation/use-place.ts'
import { NewWorkspaceDialog } from '../workspaces/new-workspace-dialog.tsx'
import type { DialogRequest } from './dialogs.ts'

interface OpenDialogsProps {
  request: DialogRequest | undefined
  onClose: () => void
}

/** The dialogs of the window; each starts afresh when it is opened. */
export function OpenDialogs({ request, onClose }: OpenDialogsProps) {
  const { place } = usePlace()
  const type = place.view === 'api' ? 'product' : place.view
  return (
    <>
      <AddAttributeDialog open={request?.kind === 'add-attribute'} type={type} onClose={onClose} />
      <ImportDialog
        open={request?.kind === 'import'}
        file={request?.kind === 'import' ? request.file : undefined}
        type={type}
        onClose={onClose}
      />
      <NewWorkspaceDialog
        open={request?.kind === 'new-workspace'}
        onClose={onClose}
        onCreated={({ id }) => goTo(startOf(id))}
      />
    </>
  )
}
