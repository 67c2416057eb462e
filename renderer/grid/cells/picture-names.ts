import type { EntityResource, ReferenceStub } from '#shared/entities.ts'
import { unplacedOfName } from '../../api/assets-queries.ts'
import type { Api } from '../../api/client.ts'
import { t } from '../../ui/text.ts'
import { type CellWrite, scalarWrite } from '../data/cell-write.ts'
import { listWrite, referenceWrite, resolveReference, toStub } from './reference-search.ts'
import { toPlainText } from './stubs.ts'

/** An address, or the path of a stored or linked file: a value of pictures as it stands. */
export function isAddress(text: string): boolean {
  return /^(https?:\/\/|files\/|linked\/)/i.test(text)
}

/** The entries of a text with one picture a line, or between semicolons or bars; commas are left. */
export function splitNames(text: string): string[] {
  const entries = text.split(/[\r\n;|]/).map((entry) => entry.trim())
  return [...new Set(entries.filter((entry) => entry !== ''))]
}

/** Reads the value of a cell that holds a picture: the first picture that the text names. */
export async function resolvePicture(api: Api, text: string): Promise<CellWrite | string> {
  const keys = await keysOfImages(api)
  const found = await resolveEach(text, (name) => fileOf(api, name, keys))
  return toWrite(found, ([first = '']) => scalarWrite(first))
}

/** Reads references to images by the names of pictures: the first of them, or all. */
export async function resolveImages(api: Api, text: string, isList: boolean): Promise<CellWrite | string> {
  const keys = await keysOfImages(api)
  const found = await resolveEach(text, (name) => stubOf(api, name, keys))
  if (isList && found.values.length > 0) return withLeftOut(listWrite(found.values), found.reasons)
  return toWrite(found, ([first = null]) => referenceWrite(first))
}

interface FoundPictures<T> {
  readonly values: readonly T[]
  readonly reasons: readonly string[]
}

/** An entry with commas is one name where a picture is called so, else several. */
async function resolveEach<T>(
  text: string,
  find: (name: string) => Promise<{ readonly value: T } | string>,
): Promise<FoundPictures<T>> {
  const values: T[] = []
  const reasons: string[] = []
  const take = async (name: string, isPart: boolean): Promise<void> => {
    const found = await find(name)
    if (typeof found !== 'string') return void values.push(found.value)
    const parts = name.split(',').map((part) => part.trim())
    if (isPart || parts.length === 1) return void reasons.push(found)
    for (const part of new Set(parts)) if (part !== '') await take(part, true)
  }
  for (const name of splitNames(text)) await take(name, false)
  return { values, reasons }
}

function toWrite<T>(
  { values, reasons }: FoundPictures<T>,
  write: (values: readonly T[]) => CellWrite,
): CellWrite | string {
  if (values.length === 0) return reasons.join(' ')
  const more = values.length - 1
  const rest = t(
    '{more, plural, one {# more picture was left out} other {# more pictures were left out}}: this cell holds one.',
    { more },
  )
  return withLeftOut(write(values), more > 0 ? [...reasons, rest] : reasons)
}

function withLeftOut(write: CellWrite, leftOut: readonly string[]): CellWrite {
  return leftOut.length === 0 ? write : { ...write, leftOut }
}

interface ImageKeys {
  /** The attributes that name an image, by file name first. */
  readonly names: readonly string[]
  readonly picture: string | undefined
}

async function keysOfImages(api: Api): Promise<ImageKeys> {
  const { data } = await api.call('GET /attributes', { query: { type: 'image' } })
  const names = data
    .filter(({ key, is_primary: isPrimary }) => key === 'file_name' || isPrimary)
    .map(({ key }) => key)
  return {
    names: names.toSorted((one, other) => Number(other === 'file_name') - Number(one === 'file_name')),
    picture: data.find(({ data_type: type }) => type === 'image')?.key,
  }
}

async function fileOf(api: Api, name: string, keys: ImageKeys): Promise<{ readonly value: string } | string> {
  if (isAddress(name)) return { value: name }
  const image = await findImage(api, name, keys)
  if (typeof image === 'object') {
    const value = keys.picture === undefined ? '' : toPlainText(image.attributes[keys.picture] ?? null)
    return value === '' ? t('The image “{name}” has no file.', { name }) : { value }
  }
  const stored = await unplacedOfName(api, name)
  return stored ? { value: stored.path } : (image ?? notFound(name))
}

async function stubOf(
  api: Api,
  name: string,
  keys: ImageKeys,
): Promise<{ readonly value: ReferenceStub } | string> {
  const image = await findImage(api, name, keys)
  if (typeof image === 'object') return { value: toStub(image) }
  if (image !== undefined) return image
  if (isAddress(name)) return notFound(name)
  const found = await resolveReference(api, 'image', name)
  return typeof found === 'string' ? found : { value: found }
}

/** The image of an exact name or file; a sentence where several have it. */
async function findImage(
  api: Api,
  name: string,
  { names, picture }: ImageKeys,
): Promise<EntityResource | string | undefined> {
  const isFile = isAddress(name)
  for (const key of isFile ? [picture] : names) {
    if (key === undefined) continue
    const params = [[`filter[${key}]`, name]] as const
    const { data } = await api.call('GET /images', { query: { limit: 2 }, params })
    const [first] = data
    if (data.length > 1 && !isFile)
      return t('Several pictures are called “{name}”. Choose one from the list.', { name })
    if (first) return first
  }
  return undefined
}

function notFound(name: string): string {
  return t('No picture is called “{search}”.', { search: name })
}
