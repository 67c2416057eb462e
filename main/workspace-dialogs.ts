import { basename, extname, join } from 'node:path'
import type { BaseWindow, OpenDialogOptions } from 'electron'
import type { Electron } from './electron.ts'
import { workspaceExtension } from './saved-files.ts'
import { t } from './app-language.ts'

const filters = () => [{ name: t('Vitrine workspace'), extensions: [workspaceExtension.slice(1)] }]

export async function chooseWorkspaceFile(
  electron: Electron,
  window: BaseWindow | undefined,
): Promise<string | undefined> {
  return choosePath(electron, window, {
    title: t('Open a workspace'),
    defaultPath: electron.app.getPath('documents'),
    filters: filters(),
    properties: ['openFile'],
  })
}

/** Asks for an existing or new folder; null when the dialog was cancelled. */
export async function chooseFolder(
  electron: Electron,
  window: BaseWindow | undefined,
  title: string,
): Promise<string | null> {
  const properties: OpenDialogOptions['properties'] = ['openDirectory', 'createDirectory']
  return (await choosePath(electron, window, { title, properties })) ?? null
}

async function choosePath(
  { dialog }: Electron,
  window: BaseWindow | undefined,
  options: OpenDialogOptions,
): Promise<string | undefined> {
  const { canceled, filePaths } = await (window
    ? dialog.showOpenDialog(window, options)
    : dialog.showOpenDialog(options))
  return canceled ? undefined : filePaths[0]
}

/** Asks where a new workspace goes; undefined when the dialog was cancelled. The workspace is named after its file. */
export async function chooseNewWorkspaceFile(
  { dialog, app }: Electron,
  window: BaseWindow | undefined,
): Promise<{ file: string; name: string } | undefined> {
  const options = {
    title: t('Create a workspace'),
    defaultPath: join(app.getPath('documents'), t('My catalog') + workspaceExtension),
    filters: filters(),
  }
  const { canceled, filePath } = await (window
    ? dialog.showSaveDialog(window, options)
    : dialog.showSaveDialog(options))
  return canceled || !filePath ? undefined : newWorkspace(filePath)
}

/** Adds the extension by which the system knows the file, whatever was typed. */
export function newWorkspace(path: string): { file: string; name: string } {
  const file = extname(path).toLowerCase() === workspaceExtension ? path : path + workspaceExtension
  return { file, name: basename(file, extname(file)) }
}
