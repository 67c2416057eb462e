import type { WebContents, ContextMenuParams, MenuItemConstructorOptions } from 'electron'
import type { Electron } from './electron.ts'
import { guardNavigation, safeOpenExternal } from './security.ts'
import { t } from './app-language.ts'

/** Limits every page to its server, and gives each the context menu. */
export function guardPages(
  { app, shell, clipboard, Menu, BrowserWindow }: Electron,
  originOf: (contents: WebContents) => string | undefined,
): void {
  const openExternal = (url: string): void => void safeOpenExternal(shell, url)
  guardNavigation(app, originOf, openExternal)
  app.on('web-contents-created', (_event, contents) =>
    contents.on('context-menu', (_menuEvent, params) => {
      const copy = (text: string): void => void clipboard.writeText(text)
      const items = contextMenuTemplate(params, { copy, openExternal })
      const window = BrowserWindow.fromWebContents(contents)
      if (items.length > 0) Menu.buildFromTemplate(items).popup(window ? { window } : {})
    }),
  )
}

interface ContextActions {
  readonly copy: (text: string) => void
  readonly openExternal: (url: string) => void
}

/** Returns the context menu for texts, selections and links unless the page has its own. Empty: no menu. */
export function contextMenuTemplate(
  { isEditable, selectionText, linkURL, editFlags }: ContextMenuParams,
  { copy, openExternal }: ContextActions,
): MenuItemConstructorOptions[] {
  const link: MenuItemConstructorOptions[] = /^https?:/.test(linkURL)
    ? [
        { label: t('Open Link in the Browser'), click: () => openExternal(linkURL) },
        { label: t('Copy Link'), click: () => copy(linkURL) },
      ]
    : []
  const text: MenuItemConstructorOptions[] = isEditable
    ? [
        { role: 'undo', label: t('Undo'), enabled: editFlags.canUndo },
        { role: 'redo', label: t('Redo'), enabled: editFlags.canRedo },
        { type: 'separator' },
        { role: 'cut', label: t('Cut'), enabled: editFlags.canCut },
        { role: 'copy', label: t('Copy'), enabled: editFlags.canCopy },
        { role: 'paste', label: t('Paste'), enabled: editFlags.canPaste },
        { role: 'selectAll', label: t('Select All') },
      ]
    : selectionText.trim() === ''
      ? []
      : [{ role: 'copy', label: t('Copy') }]
  const isBoth = link.length > 0 && text.length > 0
  return [...link, ...(isBoth ? [{ type: 'separator' as const }] : []), ...text]
}
