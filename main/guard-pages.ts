import type { WebContents } from 'electron'
import { contextMenuTemplate } from './context-menu.ts'
import type { Electron } from './electron.ts'
import { guardNavigation, safeOpenExternal } from './security.ts'

/** Keeps every page with its server, and gives each the context menu. */
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
