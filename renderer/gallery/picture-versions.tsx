import { useQuery } from '@tanstack/react-query'
import type { EntityResource } from '#shared/entities.ts'
import { thumbnailUrl } from '../api/client.ts'
import { imageVersionsQuery } from '../api/pictures-queries.ts'
import { Allowed } from '../state/rights.tsx'
import { useWorkspace } from '../state/workspace-context.ts'
import { Button } from '../ui/button.tsx'
import { formatAgo, formatBytes } from '../ui/format-count.ts'
import { t } from '../ui/text.ts'
import type { PictureEdits } from './picture-edits.ts'

interface PictureVersionsProps {
  readonly image: EntityResource
  readonly pictureKey: string
  readonly edits: PictureEdits
}

const pictureSide = 40

/** The files that an image had before, each of which can be its file again. */
export function PictureVersions({ image, pictureKey, edits }: PictureVersionsProps) {
  const { api, workspace } = useWorkspace()
  const { data: versions = [] } = useQuery(imageVersionsQuery(api, image))
  if (versions.length === 0) return null
  return (
    <section className="picture-panel-uses">
      <h3>{t('Earlier files')}</h3>
      <ul aria-label={t('Earlier files')}>
        {versions.map(({ file, replaced_at: when, by }) => (
          <li key={`${file.hash} ${when}`} className="picture-version">
            <img src={thumbnailUrl(workspace.id, file.path, pictureSide)} alt="" />
            <span>{[formatAgo(when), formatBytes(file.size), by.name].filter(Boolean).join(' · ')}</span>
            <Allowed to="rows">
              <Button
                variant="ghost"
                onClick={() => void edits.write({ image, key: pictureKey, value: file.path })}
              >
                {t('Restore')}
              </Button>
            </Allowed>
          </li>
        ))}
      </ul>
    </section>
  )
}
