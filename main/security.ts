import type {
  App,
  Session,
  Shell,
  WebContents,
  ContextMenuParams,
  MenuItemConstructorOptions,
} from 'electron'
import { t } from './app-language.ts'
import type { Electron } from './electron.ts'

/** The paths whose requests carry the session; the program's pages, scripts and pictures need none. */
const credentialPaths = ['/api/v1/*', '/app/v1/*', '/files/*']

/** Permissions of our own pages; everything else is refused, for every page. */
const allowedPermissions: ReadonlySet<string> = new Set(['clipboard-sanitized-write', 'fullscreen'])

export interface AppSession {
  readonly origin: string
  readonly sessionToken: string
}

/** Whether a URL belongs to our own server: the whole origin is compared, never a prefix. */
export function isAppUrl(url: string, origin: string): boolean {
  return URL.canParse(url) && new URL(url).origin === origin
}

/** Links by which the page of agents sets up an editor; no other address of these schemes is handed on. */
const editorLinks = ['vscode:mcp/install?', 'cursor://anysphere.cursor-deeplink/mcp/install?']

/** Whether a URL may be handed to the system: a page for its browser, or the set-up of an agent for an editor. */
export function isExternalUrl(url: string): boolean {
  if (editorLinks.some((start) => url.startsWith(start))) return true
  return URL.canParse(url) && ['http:', 'https:'].includes(new URL(url).protocol)
}

export function isPermissionAllowed(permission: string, url: string, origin: string): boolean {
  return allowedPermissions.has(permission) && isAppUrl(url, origin)
}

/** Opens an address in the system's browser; other schemes could start programs and are ignored. */
export async function safeOpenExternal(shell: Pick<Shell, 'openExternal'>, url: string): Promise<void> {
  if (isExternalUrl(url)) await shell.openExternal(url)
}

/**
 * Adds the session to requests of our own pages, so that no page, address, cookie or history ever holds it, and refuses
 * permissions. Electron keeps one listener per event: nothing else may call onBeforeSendHeaders.
 */
export function protectSession(session: Session, { origin, sessionToken }: AppSession): void {
  const urls = credentialPaths.map((path) => origin + path)
  session.webRequest.onBeforeSendHeaders({ urls }, (details, respond) => {
    const requester = details.frame?.url ?? details.initiatorOrigin ?? ''
    const authorization = isAppUrl(requester, origin) ? { Authorization: `Bearer ${sessionToken}` } : {}
    respond({ requestHeaders: { ...details.requestHeaders, ...authorization } })
  })
  restrictSession(session, origin)
}

/** Applies to the pages of every server: few permissions, and saving only by the system's dialog. */
export function restrictSession(session: Session, origin: string): void {
  session.setPermissionRequestHandler((contents, permission, respond, details) =>
    respond(isPermissionAllowed(permission, details.requestingUrl ?? contents.getURL(), origin)),
  )
  session.setPermissionCheckHandler((_contents, permission, requestingOrigin) =>
    isPermissionAllowed(permission, requestingOrigin, origin),
  )
  session.setDevicePermissionHandler(() => false)
  session.setSpellCheckerEnabled(false)
  session.on('will-download', (event, item) => {
    // Files of our own pages are saved where the user chooses; nothing else is written to disk.
    if (isAppUrl(item.getURL(), origin))
      item.setSaveDialogOptions({ title: t('Save'), defaultPath: item.getFilename() })
    else event.preventDefault()
  })
}

/** Opens new windows in the system's browser and blocks navigation to other origins. */
function guardNavigation(
  app: App,
  originOf: (contents: WebContents) => string | undefined,
  openExternal: (url: string) => void,
) {
  app.on('web-contents-created', (_event, contents) =>
    guardContents(contents, () => originOf(contents), openExternal),
  )
}

function guardContents(
  contents: WebContents,
  origin: () => string | undefined,
  openExternal: (url: string) => void,
): void {
  const blockForeignNavigation = (event: { preventDefault(): void; url: string }): void => {
    if (!isAppUrl(event.url, origin() ?? '')) event.preventDefault()
  }
  contents.setWindowOpenHandler(({ url }) => {
    openExternal(url)
    return { action: 'deny' }
  })
  contents.on('will-navigate', blockForeignNavigation)
  contents.on('will-redirect', blockForeignNavigation)
  contents.on('will-frame-navigate', blockForeignNavigation)
  contents.on('will-attach-webview', (event) => event.preventDefault())
}

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
