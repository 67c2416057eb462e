import { pictureUrl } from '../api/client.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { Dialog } from '../ui/dialog.tsx'
import { t } from '../ui/text.ts'
import type { Picture } from './picture-source.ts'

interface LargePictureProps {
  readonly picture: Picture | undefined
  readonly onClose: () => void
}

export function LargePicture({ picture, onClose }: LargePictureProps) {
  const { workspace } = useWorkspace()
  const value = picture?.value
  return (
    <Dialog title={picture?.name ?? t('Picture')} open={picture !== undefined} onClose={onClose} size="wide">
      {value === undefined ? (
        <p>{t('This image has no picture. Show its row to add one.')}</p>
      ) : (
        <img
          className="gallery-large"
          src={pictureUrl(workspace.id, value)}
          alt={picture?.name ?? t('Picture')}
        />
      )}
    </Dialog>
  )
}

export function CompareDialog({
  pictures,
  onClose,
}: {
  readonly pictures: readonly Picture[]
  readonly onClose: () => void
}) {
  const { workspace } = useWorkspace()
  return (
    <Dialog title={t('Compare pictures')} open={pictures.length === 2} onClose={onClose} size="wide">
      <div className="gallery-compare">
        {pictures.map(({ id, name, value }) => (
          <figure key={id}>
            {value !== undefined && <img src={pictureUrl(workspace.id, value)} alt={name ?? t('Picture')} />}
            <figcaption>{name ?? t('Without a name')}</figcaption>
          </figure>
        ))}
      </div>
    </Dialog>
  )
}
