import type { Clipboard, Dialog, Shell } from 'electron'
import type { Like } from './like.ts'

/** The program's requests to the system, in order; the system itself is absent. */
export const record = {
  opened: [] as string[],
  dialogs: [] as { kind: string; options: unknown }[],
  recentDocuments: [] as string[],
  copied: [] as string[],
  notifications: [] as { title?: string; body?: string }[],
  loginItems: [] as object[],
  downloads: [] as { url: string; isPrevented: boolean }[],
  contextMenus: [] as string[][],
}

/**
 * The wall-clock times when the program began to load, listened, and requested its first page; for
 * measurements.
 */
export const moments = { programBegins: 0, listening: 0, asked: 0 }

export const about: Record<string, unknown> = {}

export const dialogMark = 'stand-in dialog: '

/** The answers of the dialogs, first in first out; a dialog without an answer is cancelled. */
export const answers: Record<string, unknown[]> = {}

async function ask(kind: string, args: unknown[]): Promise<never> {
  const dialog = { kind, options: args.at(-1) }
  record.dialogs.push(dialog)
  // Also printed, since after the last dialog of a failed start no process can be queried.
  console.log(dialogMark + JSON.stringify(dialog))
  return (answers[kind]?.shift() ?? { canceled: true, filePaths: [], filePath: '', response: 0 }) as never
}

export const dialog = {
  showOpenDialog: (...args: unknown[]) => ask('open', args),
  showSaveDialog: (...args: unknown[]) => ask('save', args),
  showMessageBox: (...args: unknown[]) => ask('message', args),
} satisfies Like<Dialog>

export const clipboard = {
  writeText: async (text: string) => void record.copied.push(text),
} satisfies Like<Clipboard>

export const shell = {
  openExternal: async (url: string) => void record.opened.push(url),
  showItemInFolder: (path: string) => void record.opened.push(path),
  openPath: async (path: string) => {
    record.opened.push(path)
    return ''
  },
} satisfies Like<Shell>
