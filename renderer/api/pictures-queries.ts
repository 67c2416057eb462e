import type { EntityResource } from '#shared/entities.ts'
import { answerOf, withParams, type Api } from './client.ts'

/** Keeps a file in the workspace; the same file is kept once. Gives the value of an image attribute. */
export async function storeFile(api: Api, file: File): Promise<string> {
  const form = new FormData()
  form.set('file', file, file.name)
  const call = api.client.POST('/files', { body: { file: file.name }, bodySerializer: () => form })
  return (await answerOf(call)).data.path
}

/** The image that has this value in the attribute, if there is one. */
export async function knownPicture(
  api: Api,
  key: string,
  value: string,
): Promise<EntityResource | undefined> {
  const call = api.client.GET('/images', {
    params: { query: { limit: 1 } },
    querySerializer: withParams([[`filter[${key}]`, value]]),
  })
  return (await answerOf(call)).data[0]
}
