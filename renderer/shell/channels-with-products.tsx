import { ChannelsPage } from '../channels/channels-page.tsx'
import { BulkEditButton } from '../grid/panels/bulk-edit-dialog.tsx'
import { GridPage } from '../grid/grid-page.tsx'
import { HistoryButtons } from '../grid/view/selection-summary.tsx'
import { useOpenAttribute } from '../state/attribute-page.ts'
import { Allowed } from '../state/rights.tsx'
import { useWorkspace } from '../state/workspace-context.ts'

/** The channels, with the products of each in the grid. */
export function ChannelsWithProducts() {
  const { workspace } = useWorkspace()
  const openAttribute = useOpenAttribute()
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
          onAddAttribute={() => openAttribute({ type: 'product' })}
        />
      )}
    />
  )
}
