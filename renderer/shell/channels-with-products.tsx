import { ChannelsPage } from '../channels/channels-page.tsx'
import { BulkEditButton } from '../grid/panels/bulk-edit-dialog.tsx'
import { GridPage } from '../grid/grid-page.tsx'
import { HistoryButtons } from '../grid/view/selection-summary.tsx'
import { useOpenDialog } from '../state/dialogs.ts'
import { Allowed } from '../state/rights.tsx'
import { useWorkspace } from '../state/workspace-context.ts'

/** The channels, with the products of each in the grid. */
export function ChannelsWithProducts() {
  const { workspace } = useWorkspace()
  const openDialog = useOpenDialog()
  return (
    <ChannelsPage
      bar={
        <Allowed to="rows">
          <HistoryButtons />
          <BulkEditButton type="product" />
        </Allowed>
      }
      renderProducts={(props) => (
        <GridPage
          {...props}
          workspaceId={workspace.id}
          entityType="product"
          onAddAttribute={() => openDialog({ kind: 'add-attribute', type: 'product' })}
        />
      )}
    />
  )
}
