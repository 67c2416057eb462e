/** The linked library of a match: which of its files are looked at. */
import { stat } from 'node:fs/promises'
import { parseUuid } from '#shared/entities.ts'
import { asMessage, message, type Sentence } from '#shared/messages/message.ts'
import { CatalogError, validationFailed } from '../catalog/errors.ts'
import { resolveLinkedPath } from '../jobs/assets/library-files.ts'
import type { MatchedLibrary } from '../jobs/job-files.ts'
import { mayNameAny } from './picture-folder.ts'
import { callerOf, workspaceIdOf } from './request-context.ts'
import type { Call } from './call.ts'
import type { Route } from '#shared/routes/route.ts'

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
  if (!id || root === undefined) throw fault('files.library', message('library.not_known'))
  const path = folder.replace(/\/$/, '')
  if (path === '') return { id, root, below: '' }
  const whole = await resolveLinkedPath(root, path)
  const found = whole === undefined ? undefined : await stat(whole).catch(() => undefined)
  if (!found?.isDirectory()) throw fault('files.folder', message('folder.not_found'))
  return { id, root, below: `${path}/` }
}

function fault(field: string, sentence: Sentence): CatalogError {
  return validationFailed([{ field, issue: 'invalid_value', ...asMessage(sentence) }])
}
