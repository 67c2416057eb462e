import type { Creation } from '#shared/imports.ts'
import { conflict } from '../../catalog/errors.ts'
import type { ImportRequest, ImportState } from '../../catalog/imports/plan/import-state.ts'
import { uploadGone } from '../../catalog/imports/read/detect-format.ts'
import type { FileRows, ReadOptions } from '../../catalog/imports/read/file-rows.ts'
import { openPictureFolder } from '../../catalog/imports/read/picture-files.ts'
import { withSteps } from '../../catalog/imports/read/stepped-rows.ts'
import { withCorrections } from '../../catalog/imports/write/repeated-keys.ts'
import { message } from '#shared/messages/message.ts'
import type { JobContext } from '../job-context.ts'
import { liesInFolder } from '../job-files.ts'
import { openRows, withPictures, withSections, withTiers } from '../open-rows.ts'

/** The rows of the file with the corrections of people, and the pictures that come with it. */
export interface SentFile {
  readonly rows: FileRows
  readonly pictureFiles: FileRows['pictures']
}

/** Opens the file as the request says that it is to be read; throws where it or its pictures are gone. */
export async function openSent(
  context: JobContext,
  file: string,
  { asked, begun }: { readonly asked: ImportRequest; readonly begun: ImportState | undefined },
): Promise<SentFile> {
  const { signal } = context
  const folder = chosenFolder(context, asked)
  const chosen = folder === undefined ? undefined : await openPictureFolder(folder, signal)
  if (!(await liesInFolder(file))) throw uploadGone()
  const options = { ...howToRead(asked), hasFolder: chosen !== undefined, signal }
  const opened = await openRows(file, options, context.parseApart)
  const pictureFiles = chosen ?? opened.pictures
  const titled = withSections(withPictures(opened, pictureFiles), context.read, { ...asked, begun })
  const read = await withTiers(titled, context.read, asked)
  const rows = await withSteps(withCorrections(read, asked.corrections), asked.mapping)
  return { rows, pictureFiles }
}

/** Whoever sends pictures wants images of them. */
export function pictureCreations(files: FileRows['pictures']): { readonly creations: readonly Creation[] } {
  return { creations: files === undefined ? [] : ['create_missing_images'] }
}

function howToRead(request: ImportRequest): Omit<ReadOptions, 'signal'> {
  const { format, type, delimiter, quote, encoding, sheet, language, shape, header_row } = request
  return { format, type, delimiter, quote, encoding, sheet, language, shape, header_row }
}

/**
 * The folder of pictures that cells name. A job whose folder is no longer known fails, since it would leave
 * all out.
 */
function chosenFolder({ chosen }: JobContext, asked: ImportRequest): string | undefined {
  if (asked.has_images_folder !== true) return undefined
  if (chosen.images_folder === undefined) throw conflict(message('import.picture_folder_unknown'))
  return chosen.images_folder
}
