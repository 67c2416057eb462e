import type { EntityResource, ReferenceStub } from '#shared/entities.ts'
import { answerOf, type Api } from '../../api/client.ts'
import { knownPicture, storeFile } from '../../api/pictures-queries.ts'
import { createEntity } from '../../api/entities-queries.ts'

/** The image that holds a file: the one that is there already, or a new one with the name of the file. */
export async function imageOfFile(api: Api, file: File): Promise<ReferenceStub> {
  const call = api.client.GET('/attributes', { params: { query: { type: 'image' } } })
  const { data: attributes } = await answerOf(call)
  const pictureKey = attributes.find(({ data_type: type }) => type === 'image')?.key
  if (pictureKey === undefined) throw new Error('Images have no attribute of the data type Image yet.')
  const primaryKey = attributes.find(({ is_primary: isPrimary }) => isPrimary)?.key
  const value = await storeFile(api, file)
  const known = await knownPicture(api, pictureKey, value)
  if (known) return stubOf(known)
  const named = primaryKey === undefined || primaryKey === pictureKey ? {} : { [primaryKey]: file.name }
  return stubOf(await createEntity(api, 'image', { ...named, [pictureKey]: value }))
}

function stubOf({ id, type, label }: EntityResource): ReferenceStub {
  return { id, type, label }
}
