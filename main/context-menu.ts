import type { ContextMenuParams, MenuItemConstructorOptions } from 'electron'
import { t } from './text.ts'

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
