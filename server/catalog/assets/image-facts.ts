/** Images with what is known of their files, and the recipes of channels that they are measured by. */
import type { EditStep } from '#shared/renditions.ts'
import { parseLinked } from '#shared/files.ts'
import type { FileFacts, FileFault } from './file-facts.ts'
import { editStepsKey, parseEditSteps } from '../attributes/edit-steps.ts'
import { pictureAttribute } from '../attributes/image-attributes.ts'
import { readLinkedFile } from '../files/linked-files.ts'
import { listWorkspaceChannels } from '../channels/channels.ts'
import { findRecipe } from '../renditions/recipes.ts'
import { getValuePlan } from '../../store/computed/value-plan.ts'
import { readEffective } from '../../store/computed/reads.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { listFileDetails } from '../../store/tables/assets.ts'
import { attributesOf } from '../../store/tables/attributes.ts'

/** The known facts of a file: those that its bytes show, or why they show none. */
export type KnownFacts = Partial<FileFacts> & { readonly fault?: FileFault }

export interface ImageFacts {
  readonly id: number
  /** The value of the file: a path or an address. */
  readonly place: string | undefined
  readonly hash: string | undefined
  readonly isMissing: boolean
  readonly facts: KnownFacts | undefined
  readonly name: string | undefined
  readonly altText: string | undefined
  readonly steps: readonly EditStep[]
}

const stored = /^files\/([0-9a-f]{64})\./

/** The file that a value names: a stored or a linked one, or none of the workspace. */
export function resolveFile(
  db: ReadableDb,
  place: string,
): { readonly hash: string | undefined; readonly isMissing: boolean } {
  const [, hash] = stored.exec(place) ?? []
  const linked = hash === undefined ? parseLinked(place) : undefined
  if (!linked) return { hash, isMissing: false }
  const file = readLinkedFile(db, linked)
  return { hash: file?.hash, isMissing: file?.isThere === false }
}

export function readImageFacts(db: ReadableDb, ids: readonly number[]): ImageFacts[] {
  const { primary, byKey } = attributesOf(db, 'image')
  const named = [pictureAttribute(db), primary, byKey.get('alt_text'), byKey.get(editStepsKey)]
  const known = named.filter((attribute) => attribute !== undefined)
  const rows = readEffective(
    db,
    known.map((attribute) => getValuePlan(db, attribute)),
    ids,
  )
  const found = ids.map((id) => {
    const [place, name, altText, steps] = named.map((attribute) => {
      const value = attribute && rows.get(id)?.[known.indexOf(attribute)]
      return typeof value === 'string' && value.trim() !== '' ? value : undefined
    })
    const file = place === undefined ? { hash: undefined, isMissing: false } : resolveFile(db, place)
    return { id, place, name, altText, ...file, steps: parseEditSteps(steps) ?? [] }
  })
  const details = listFileDetails<KnownFacts>(
    db,
    found.flatMap(({ hash }) => hash ?? []),
  )
  return found.map((image) => ({ ...image, facts: details.get(image.hash ?? '') }))
}

/** The stored files of images that nobody has looked at yet. */
export function listUnseenFiles(db: ReadableDb, images: readonly number[]): string[] {
  const unseen = readImageFacts(db, images).flatMap(({ hash, facts, place = '' }) =>
    hash !== undefined && !facts && stored.test(place) ? [hash] : [],
  )
  return [...new Set(unseen)]
}

/** The renditions that enabled channels make of pictures, as their recipes say. */
export function readChannelLooks(db: ReadableDb) {
  return listWorkspaceChannels(db).flatMap(({ enabled, settings: { recipe } }) => {
    const look = enabled && recipe !== undefined ? findRecipe(db, recipe) : undefined
    return look ? [look] : []
  })
}

export type ChannelLook = ReturnType<typeof readChannelLooks>[number]
