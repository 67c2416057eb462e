import type { EntityResource } from '#shared/entities.ts'
import { pictureUrl } from '../api/client.ts'
import { emptyGridQuery } from '../query/grid-query.ts'
import { everything } from '../query/place.ts'
import { goTo } from '../query/use-place.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useWorkspace } from '../state/workspace-context.ts'
import { t } from '../ui/text.ts'

interface PictureDialogProps {
  readonly image: EntityResource | undefined
  readonly pictureKey: string
  readonly onClose: () => void
}

/** One picture large, with the way to its row in the grid. */
export function PictureDialog({ image, pictureKey, onClose }: PictureDialogProps) {
  const { workspace } = useWorkspace()
  const value = image?.attributes[pictureKey]
  const showRow = (): void => {
    const clauses = [{ key: 'id', operator: 'eq', value: image?.id ?? '' }]
    goTo({
      workspaceId: workspace.id,
      view: 'image',
      savedView: everything,
      query: { ...emptyGridQuery, clauses },
    })
  }
  return (
    <Dialog
      title={image?.label ?? t('Picture')}
      open={image !== undefined}
      onClose={onClose}
      size="large"
      footer={
        <Button variant="primary" onClick={showRow}>
          {t('Show its row in the grid')}
        </Button>
      }
    >
      {typeof value === 'string' ? (
        <img
          className="gallery-large"
          src={pictureUrl(workspace.id, value)}
          alt={image?.label ?? t('Picture')}
        />
      ) : (
        <p>{t('This image has no picture. Show its row to add one.')}</p>
      )}
    </Dialog>
  )
}
