import type { ContextMenuParams, MenuItemConstructorOptions } from 'electron'

export interface ContextActions {
  readonly copy: (text: string) => void
  readonly openExternal: (url: string) => void
}

/** The menu under the right button where the page has none of its own: for texts, selections and links. Empty: no menu. */
export function contextMenuTemplate(
  { isEditable, selectionText, linkURL, editFlags }: ContextMenuParams,
  { copy, openExternal }: ContextActions,
): MenuItemConstructorOptions[] {
  const link: MenuItemConstructorOptions[] = /^https?:/.test(linkURL)
    ? [
        { label: 'Open Link in the Browser', click: () => openExternal(linkURL) },
        { label: 'Copy Link', click: () => copy(linkURL) },
      ]
    : []
  const text: MenuItemConstructorOptions[] = isEditable
    ? [
        { role: 'undo', enabled: editFlags.canUndo },
        { role: 'redo', enabled: editFlags.canRedo },
        { type: 'separator' },
        { role: 'cut', enabled: editFlags.canCut },
        { role: 'copy', enabled: editFlags.canCopy },
        { role: 'paste', enabled: editFlags.canPaste },
        { role: 'selectAll' },
      ]
    : selectionText.trim() === ''
      ? []
      : [{ role: 'copy' }]
  const isBoth = link.length > 0 && text.length > 0
  return [...link, ...(isBoth ? [{ type: 'separator' as const }] : []), ...text]
}
