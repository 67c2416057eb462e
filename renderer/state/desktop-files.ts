import type { CustomFile } from '#shared/desktop-bridge.ts'
import { showError, showSuccess, toMessage } from '../ui/toast.tsx'
import { t } from '../ui/text.ts'

/** Asks for a workspace file by the dialog of the desktop and opens it in its own window. A refusal is shown. */
export async function openWorkspaceFile(): Promise<void> {
  await showFault(t('The workspace could not be opened'), () => window.desktop?.openWorkspace())
}

/** Asks where to put a new workspace file and opens it in its own window. A refusal is shown. */
export async function createWorkspaceFile(): Promise<void> {
  await showFault(t('The workspace could not be created'), () => window.desktop?.createWorkspace())
}

/** Opens a workspace file that was dropped on the window. A refusal is shown. */
export async function openDroppedFile(file: File): Promise<void> {
  await showFault(t('The workspace could not be opened'), () => window.desktop?.openDropped(file))
}

/** Shows a workspace file or a backup of it in the file manager. A refusal is shown. */
export async function showInFolder(file: CustomFile): Promise<void> {
  await showFault(t('The file could not be shown'), () => window.desktop?.showInFolder(file))
}

/** Tells of each file that this page has saved, with the way to it; does nothing in a browser, which tells that itself. */
export function announceSavedFiles(): () => void {
  const { desktop } = window
  if (!desktop) return () => undefined
  const show = (name: string) => showFault(t('The file could not be shown'), () => desktop.showSaved(name))
  return desktop.onSaved((name) => {
    const action = { label: t('Show in folder'), onPress: () => void show(name) }
    showSuccess(t('{name} is saved', { name }), { action })
  })
}

async function showFault(failure: string, act: () => Promise<unknown> | undefined): Promise<void> {
  try {
    await act()
  } catch (error) {
    showError(failure, { description: messageOf(error) })
  }
}

function messageOf(error: unknown): string {
  return toMessage(error).replace(/^Error invoking remote method '[^']*': (Error: )?/, '')
}

/** A file that was chosen before there was a workspace to import it into; it outlives the change of page, not a reload. */
let pending: File | undefined

export function handOverImport(file: File): void {
  pending = file
}

/** The file that waits, once. */
export function takePendingImport(): File | undefined {
  const file = pending
  pending = undefined
  return file
}

/** What a file dialog offers to choose. The content of a file decides how it is read. */
export const importableFiles = '.csv,.tsv,.txt,.xlsx,.json,.jsonl,.ndjson,.jsonld,.html,.htm,.xml'

/** Tells by its name whether a file may be a table. */
export function isImportable({ name }: Pick<File, 'name'>): boolean {
  return importableFiles.split(',').some((ending) => name.toLowerCase().endsWith(ending))
}
