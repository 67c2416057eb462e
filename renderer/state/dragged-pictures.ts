import type { StoredPicture } from '../api/assets-queries.ts'

/** Under which stored pictures travel in a drag within the app. */
const draggedType = 'application/x-vitrine-pictures'

export function putDragged(data: DataTransfer, pictures: readonly StoredPicture[]): void {
  data.setData(draggedType, JSON.stringify(pictures))
  data.effectAllowed = 'copy'
}

export function carriesStored({ types }: Pick<DataTransfer, 'types'>): boolean {
  return types.includes(draggedType)
}

/** The stored pictures of a drag; another page may have put anything under this type. */
export function readDragged(data: Pick<DataTransfer, 'getData'>): readonly StoredPicture[] {
  try {
    const pictures: unknown = JSON.parse(data.getData(draggedType))
    return Array.isArray(pictures) ? pictures.filter(isStored) : []
  } catch {
    return []
  }
}

function isStored(picture: unknown): picture is StoredPicture {
  if (typeof picture !== 'object' || picture === null) return false
  return ['hash', 'value', 'name'].every((key) => typeof Reflect.get(picture, key) === 'string')
}
