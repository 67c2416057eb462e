import { pictureUrl } from '../../api/client.ts'
import { type CellType } from './cell-type.ts'
import { textWrite } from '../data/cell-write.ts'
import { ImagePanel } from './image-panel.tsx'
import { textOf } from './stubs.ts'
import { Thumbnail } from './thumbnail.tsx'

/** The file name of a web address. A stored picture is named by its hash, which tells people nothing. */
function nameOf(value: string): string | undefined {
  if (value.startsWith('files/')) return undefined
  return value.split(/[?#]/, 1)[0]?.split('/').findLast(Boolean) ?? value
}

/** A picture by address, or one that is stored in the workspace (`files/<hash>.<ext>`). */
export const imageCell: CellType = {
  render: (value, _column, { api }) => {
    const name = nameOf(textOf(value))
    return (
      <>
        <Thumbnail
          address={pictureUrl(api.workspaceId, textOf(value))}
          name={name === undefined ? 'Picture' : ''}
        />
        <span className="grid-file-name">{name}</span>
      </>
    )
  },
  format: textOf,
  parse: textWrite,
  editor: { kind: 'inline', inputMode: 'url', Panel: ImagePanel },
}
