import { realpath, stat } from 'node:fs/promises'
import { isAbsolute, relative, resolve, sep } from 'node:path'
import { CatalogError, validationFailed } from '../catalog/errors.ts'
import type { Caller } from './caller.ts'

const field = 'images_folder'

/**
 * The folder of pictures that an import names, with symbolic links resolved. The owner of a desktop and administrators of a
 * server name any folder of the computer, others those that the server was started with and what is below them. Rejects with
 * forbidden or validation_failed; whether there is a folder that the caller may not name is not told.
 */
export async function resolvePictureFolder(
  folder: string,
  caller: Caller,
  allowed: readonly string[] = [],
): Promise<string> {
  if (!isAbsolute(folder)) throw fault('Give the whole path of the folder.')
  const mayName = mayNameAny(caller) ? () => true : (path: string) => isBelowAny(path, allowed)
  if (!mayName(resolve(folder))) throw notAllowed(allowed)
  const path = await realpath(folder).catch(() => undefined)
  if (path === undefined) throw noFolder()
  // What a symbolic link below an allowed folder leads to is not part of it.
  if (!mayName(path)) throw notAllowed(allowed)
  const found = await stat(path).catch(() => undefined)
  if (!found?.isDirectory()) throw noFolder()
  return path
}

function mayNameAny(caller: Caller): boolean {
  return caller.kind === 'owner' || (caller.kind === 'person' && caller.person.isAdministrator)
}

function isBelowAny(path: string, folders: readonly string[]): boolean {
  return folders.some((folder) => isWithin(path, folder))
}

/** Whether a path is that of a folder or lies below it; both are absolute and normal. */
function isWithin(path: string, folder: string): boolean {
  const below = relative(folder, path)
  return below === '' || (!isAbsolute(below) && below !== '..' && !below.startsWith(`..${sep}`))
}

function fault(issue: string): CatalogError {
  return validationFailed([{ field, issue }])
}

function noFolder(): CatalogError {
  return fault('There is no folder of this path.')
}

function notAllowed(allowed: readonly string[]): CatalogError {
  const remedy =
    allowed.length > 0
      ? `Pictures are taken from ${allowed.join(', ')} and what is below.`
      : 'No folder of this server is open for pictures. Ask an administrator of the server, who can name any folder or start the server with --picture-folder.'
  const message = `This folder may not be named here. ${remedy}`
  return new CatalogError('forbidden', message, { fieldErrors: [{ field, issue: message }] })
}
