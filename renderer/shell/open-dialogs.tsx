import { useEffect, useRef } from 'react'
import { AddAttributeDialog } from '../attributes/add-attribute-dialog.tsx'
import { ImportDialog } from '../imports/import-dialog.tsx'
import { gridCommands } from '../grid/grid-commands.ts'
import { startOf, typeOf } from '../navigation/place.ts'
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
  useFocusAfter(request !== undefined)
  const type = typeOf(place.view) ?? 'product'
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

const closingMs = 250

/** A dialog that a drop or a button that has gone opened leaves the focus nowhere: then the grid takes it. */
function useFocusAfter(isOpen: boolean): void {
  const wasOpen = useRef(false)
  useEffect(() => {
    const hasClosed = wasOpen.current && !isOpen
    wasOpen.current = isOpen
    if (!hasClosed) return undefined
    const timer = setTimeout(
      () => document.activeElement === document.body && gridCommands.focus(),
      closingMs,
    )
    return () => clearTimeout(timer)
  }, [isOpen])
}
