import type { DataTypeTraits } from '#shared/attributes.ts'
import type { AttributeValue } from '#shared/entities.ts'
import { pictureUrl, thumbnailUrl } from '../../api/client.ts'
import type { CellContext } from '../data/cell-context.ts'
import { cellTypeOf } from '../cells/registry.ts'
import { toPlainText } from '../cells/stubs.ts'
import type { GridColumn } from '../../query/columns.ts'
import { showKind } from './kind-values.tsx'
import { t } from '../../ui/text.ts'

/** What the panel has room to show in full: texts but those with markup, and addresses. */
function isShownInFull({ isFreeText, isLong, layout, media }: DataTypeTraits): boolean {
  return layout !== 'html' && (isFreeText || isLong || media === 'video')
}

const longest = 4_000

interface ShownValueProps {
  readonly column: GridColumn
  readonly value: AttributeValue | null
  readonly context: CellContext
}

/** A value as the grid draws it; texts in full, since there is room. */
export function ShownValue({ column, value, context }: ShownValueProps) {
  const type = cellTypeOf(column)
  if (value === null && column.traits.family !== 'boolean')
    return <span className="detail-empty">{t('Empty')}</span>
  const shown = value === null ? undefined : showKind(value, column, context)
  if (shown !== undefined) return shown
  if (isShownInFull(column.traits)) return <ShownText column={column} value={value} context={context} />
  if (value === null) return <span className="grid-check" data-unset />
  if (column.traits.media === 'image') return <ShownPicture value={toPlainText(value)} context={context} />
  return type.render?.(value, column, context) ?? <span>{type.format(value, column, context)}</span>
}

function ShownText({ column, value, context }: ShownValueProps) {
  if (column.traits.media === 'video' && isStored(value))
    return <ShownVideo value={value} context={context} />
  return <span className="detail-text">{toPlainText(value).slice(0, longest)}</span>
}

function isStored(value: AttributeValue | null): value is string {
  return typeof value === 'string' && value.startsWith('files/')
}

/** A video that the workspace holds, to be played where it stands. */
function ShownVideo({ value, context }: { value: string; context: CellContext }) {
  return (
    <video
      className="detail-video"
      src={pictureUrl(context.api.workspaceId, value)}
      aria-label={t('Video in the catalog')}
      controls
      muted
      preload="metadata"
    />
  )
}

function ShownPicture({ value, context }: { value: string; context: CellContext }) {
  const name = value.startsWith('files/') ? t('Stored in the catalog') : value
  return (
    <>
      <img
        className="detail-thumbnail"
        src={thumbnailUrl(context.api.workspaceId, value, 64)}
        alt=""
        loading="lazy"
        decoding="async"
      />
      <span className="detail-picture-name">{name}</span>
    </>
  )
}
