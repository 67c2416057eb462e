import { EventEmitter } from 'node:events'
import type {
  BeforeSendResponse,
  OnBeforeSendHeadersListenerDetails,
  Session,
  WebContents,
  WebRequest,
} from 'electron'
import type { Like } from './like.ts'
import { partitionNamed } from './partitions.ts'
import { moments, record } from './record.ts'

type Details = OnBeforeSendHeadersListenerDetails
type HeaderListener = (details: Details, respond: (answer: BeforeSendResponse) => void) => void

let headerRule: { patterns: RegExp[]; listener: HeaderListener } | undefined
export const permissions: {
  request?: Parameters<Session['setPermissionRequestHandler']>[0]
  device?: Parameters<Session['setDevicePermissionHandler']>[0] | undefined
  spelling?: boolean
  check?: Parameters<Session['setPermissionCheckHandler']>[0]
} = {}

const webRequest = {
  onBeforeSendHeaders(filter: { urls: string[] }, listener: HeaderListener): void {
    if (headerRule) throw new Error('A second onBeforeSendHeaders listener would silently replace the first.')
    // The program protects the session first, once its server listens.
    moments.listening = Date.now()
    headerRule = { patterns: filter.urls.map(toPattern), listener }
  },
}

const defaultSession = {
  webRequest: webRequest as unknown as WebRequest,
  setPermissionRequestHandler: (handler) => void (permissions.request = handler),
  setPermissionCheckHandler: (handler) => void (permissions.check = handler),
  setSpellCheckerEnabled: (isEnabled: boolean) => void (permissions.spelling = isEnabled),
  setDevicePermissionHandler: (handler) => void (permissions.device = handler ?? undefined),
} satisfies Like<Session>

export const session = {
  defaultSession: Object.assign(new EventEmitter(), defaultSession),
  fromPartition: partitionNamed,
}

/** Starts a page's download; returns whether the program stops it. With a path it is saved there at once. */
export function askToDownload(url: string, saved?: { path: string; page: WebContents }): boolean {
  let isPrevented = false
  const item = Object.assign(new EventEmitter(), {
    getURL: () => url,
    getFilename: () => 'file',
    getSavePath: () => saved?.path ?? '',
    setSaveDialogOptions: () => {},
  })
  const event = { preventDefault: () => (isPrevented = true) }
  session.defaultSession.emit('will-download', event, item, saved?.page)
  if (saved && !isPrevented) item.emit('done', {}, 'completed')
  record.downloads.push({ url, isPrevented })
  return isPrevented
}

export async function headersFor(
  url: string,
  headers: Record<string, string>,
  frameUrl: string,
): Promise<Record<string, string>> {
  if (!headerRule?.patterns.some((pattern) => pattern.test(url))) return headers
  const details = { url, requestHeaders: headers, frame: { url: frameUrl } } as unknown as Details
  const { listener } = headerRule
  const answer = await new Promise<BeforeSendResponse>((resolve) => listener(details, resolve))
  return (answer.requestHeaders ?? headers) as Record<string, string>
}

function toPattern(glob: string): RegExp {
  return new RegExp(`^${glob.split('*').map(escapeRegExp).join('.*')}$`)
}

function escapeRegExp(text: string): string {
  return text.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`)
}
