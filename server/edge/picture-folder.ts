import { realpath, stat } from 'node:fs/promises'
import { isAbsolute, resolve } from 'node:path'
import { isWithin } from '../workspaces/file-places.ts'
import { CatalogError, validationFailed } from '../catalog/errors.ts'
import type { Caller } from './caller.ts'
import { message, type Sentence, asMessage } from '#shared/messages/message.ts'
import { issueSentence } from '#shared/describe-fault.ts'
import { parseUuid } from '#shared/entities.ts'
import { resolveLinkedPath } from '../jobs/assets/library-files.ts'
import type { MatchedLibrary } from '../jobs/job-files.ts'
import { callerOf, workspaceIdOf } from './request-context.ts'
import type { Call } from './call.ts'
import type { Route } from '#shared/routes/route.ts'

const field = 'images_folder'

/**
 * Resolves the picture folder of an import, including symbolic links. The owner of a desktop and
 * administrators may name any folder, others those that the server was started with and folders below.
 * Rejects with forbidden or validation_failed, without revealing whether a forbidden folder exists.
 */
export async function resolvePictureFolder(
  folder: string,
  caller: Caller,
  allowed: readonly string[] = [],
): Promise<string> {
  if (!isAbsolute(folder)) throw fault(message('folder.path_not_whole'))
  const mayName = mayNameAny(caller) ? () => true : (path: string) => isBelowAny(path, allowed)
  if (!mayName(resolve(folder))) throw notAllowed(allowed)
  const path = await realpath(folder).catch(() => undefined)
  if (path === undefined) throw noFolder()
  // The target of a symbolic link below an allowed folder is not part of it.
  if (!mayName(path)) throw notAllowed(allowed)
  const found = await stat(path).catch(() => undefined)
  if (!found?.isDirectory()) throw noFolder()
  return path
}

/** Whether a caller may have any folder of this computer read. */
function mayNameAny(caller: Caller): boolean {
  return caller.kind === 'owner' || (caller.kind === 'person' && caller.person.isAdministrator)
}

function isBelowAny(path: string, folders: readonly string[]): boolean {
  return folders.some((folder) => isWithin(folder, path))
}

function fault(sentence: Sentence): CatalogError {
  return validationFailed([{ field, ...issueSentence(sentence) }])
}

function noFolder(): CatalogError {
  return fault(message('folder.not_found'))
}

function notAllowed(allowed: readonly string[]): CatalogError {
  const remedy =
    allowed.length > 0
      ? message('picture.folders_allowed', { folders: allowed.join(', ') })
      : message('picture.no_folder_allowed')
  const sentence = message('picture.folder_not_allowed', { remedy })
  const fieldErrors = [{ field, ...issueSentence(sentence) }]
  return new CatalogError('forbidden', sentence, { fieldErrors })
}

/** The linked library of a match: which of its files are looked at. */

interface NamedLibrary {
  readonly library: string
  readonly folder?: string | undefined
}

/** Throws `forbidden` for all but the owner and administrators, and faults on what is not there. */
export async function resolveMatchedLibrary(
  { request, services }: Pick<Call<string, Route>, 'request' | 'services'>,
  { library: sent, folder = '' }: NamedLibrary,
): Promise<MatchedLibrary> {
  if (!mayNameAny(callerOf(request))) throw new CatalogError('forbidden', message('asset.folder_of_owner'))
  const id = parseUuid(sent)
  const root = id && services.assetLibraries.folderOf(workspaceIdOf(request), id)
  if (!id || root === undefined) throw faultOfLibrary('files.library', message('library.not_known'))
  const path = folder.replace(/\/$/, '')
  if (path === '') return { id, root, below: '' }
  const whole = await resolveLinkedPath(root, path)
  const found = whole === undefined ? undefined : await stat(whole).catch(() => undefined)
  if (!found?.isDirectory()) throw faultOfLibrary('files.folder', message('folder.not_found'))
  return { id, root, below: `${path}/` }
}

function faultOfLibrary(field: string, sentence: Sentence): CatalogError {
  return validationFailed([{ field, issue: 'invalid_value', ...asMessage(sentence) }])
}
