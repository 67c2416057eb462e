import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { EntityResource } from '#shared/entities.ts'
import type { Api } from '../../api/client.ts'
import { entityChoicesQuery } from '../../api/entities-queries.ts'
import { pictureKeyQuery } from '../../api/pictures-queries.ts'
import { useSettled } from '../../ui/use-settled.ts'
import { labelOf } from './stubs.ts'
import { byLanguage, t } from '../../ui/text.ts'

interface FoundPicture {
  readonly id: string
  readonly label: string
  /** As a cell holds it: a web address, or a stored file. */
  readonly picture: string
}

interface Pictures {
  readonly pictures: readonly FoundPicture[]
  /** False while they still answer an earlier text. */
  readonly isSettled: boolean
  readonly note: string | undefined
}

const debounceMs = 150

/** The pictures of the workspace's images that a text finds, each once. */
export function usePictures(api: Api, text: string): Pictures {
  const search = useSettled(text, debounceMs)
  const { data: key = null } = useQuery(pictureKeyQuery(api))
  const { data, isError, isPlaceholderData } = useQuery({
    ...entityChoicesQuery(api, 'image', search),
    placeholderData: keepPreviousData,
  })
  const pictures = key === null || !data ? [] : picturesOf(data, key)
  const isSettled = search === text && !isPlaceholderData
  return { pictures, isSettled, note: isError ? notLoaded() : noteOf(data && pictures, search) }
}

const notLoaded = byLanguage(() => t('The pictures could not be loaded. Check that Vitrine is running.'))

function noteOf(pictures: readonly FoundPicture[] | undefined, search: string): string | undefined {
  if (!pictures) return t('Loading…')
  if (pictures.length > 0) return undefined
  return search === ''
    ? t('There are no pictures here yet.')
    : t('No picture is called “{search}”.', { search })
}

function picturesOf(images: readonly EntityResource[], key: string): FoundPicture[] {
  const byPicture = new Map<string, FoundPicture>()
  for (const image of images) {
    const picture = image.attributes[key]
    if (typeof picture !== 'string' || byPicture.has(picture)) continue
    byPicture.set(picture, { id: image.id, label: labelOf(image), picture })
  }
  return [...byPicture.values()]
}
