import type { Session } from 'electron'
import { isWorkspaceFile } from './open-file.ts'
import { isAppUrl, limitSession } from './security.ts'
import type { KnownTeamCatalog } from './team-catalogs.ts'

/** What a certificate check may answer: take it, refuse it, or as Chromium found. */
const verdicts = { take: 0, refuse: -2, asFound: -3 } as const

interface AskedCertificate {
  readonly hostname: string
  readonly certificate: { readonly fingerprint: string }
}

/**
 * What is said of a certificate: one that the invitation names is taken from its host and no other is; without such a name
 * it is as Chromium found, and what it refuses is never waved through.
 */
export function judgeCertificate({ origin, certificate }: KnownTeamCatalog, asked: AskedCertificate): number {
  if (certificate === undefined) return verdicts.asFound
  const isOurs = asked.hostname === hostOf(origin) && digestOf(asked.certificate.fingerprint) === certificate
  return isOurs ? verdicts.take : verdicts.refuse
}

/** Electron writes `sha256/` and the digest in base64. */
function digestOf(fingerprint: string): string {
  const [algorithm, digest = ''] = fingerprint.split(/\/(.*)/s)
  return algorithm === 'sha256' ? Buffer.from(digest, 'base64').toString('base64url') : ''
}

function hostOf(origin: string): string {
  return new URL(origin).hostname.replace(/^\[|\]$/g, '')
}

/**
 * Sets up the session of a team catalog: its certificate, the few permissions, and saving by the dialog of the system only. `onCopySaved`
 * hears where somebody has saved a workspace that they take home.
 */
export function protectTeamSession(
  session: Session,
  catalog: KnownTeamCatalog,
  onCopySaved: (file: string) => void,
): void {
  session.setCertificateVerifyProc((asked, respond) => respond(judgeCertificate(catalog, asked)))
  limitSession(session, catalog.origin)
  session.on('will-download', (_event, item) => {
    if (!isAppUrl(item.getURL(), catalog.origin)) return
    item.once('done', (_doneEvent, state) => {
      const file = item.getSavePath()
      if (state === 'completed' && isWorkspaceFile(file)) onCopySaved(file)
    })
  })
}
