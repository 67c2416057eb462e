import { X509Certificate } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A certificate that this computer has made for itself. */
export interface OwnCertificate {
  readonly cert: string
  readonly key: string
  /** The SHA-256 digest by which invitations name it, in base64url. */
  readonly digest: string
}

const dayMs = 86_400_000
const validDays = 365
/** One that ends sooner is made anew when sharing begins. */
const leastDays = 7

/** The certificate of an address in a folder: the one that is there as long as it holds, so that invitations stay good, or else a new one. */
export async function ownCertificate(
  folder: string,
  address: string,
  now = Date.now(),
): Promise<OwnCertificate> {
  const files = { cert: join(folder, 'certificate.pem'), key: join(folder, 'key.pem') }
  const known = readGood(files, address, now)
  if (known) return { ...files, digest: digestOf(known) }
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  // Loaded by those alone who share.
  const { generate } = await import('selfsigned')
  const made = await generate([{ name: 'commonName', value: 'Vitrine' }], {
    keyType: 'ec',
    notBeforeDate: new Date(now - dayMs),
    notAfterDate: new Date(now + validDays * dayMs),
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 7, ip: address }] }],
  })
  writeFileSync(files.key, made.private, { mode: 0o600 })
  writeFileSync(files.cert, made.cert, { mode: 0o600 })
  return { ...files, digest: digestOf(new X509Certificate(made.cert)) }
}

function readGood(
  { cert, key }: Pick<OwnCertificate, 'cert' | 'key'>,
  address: string,
  now: number,
): X509Certificate | undefined {
  try {
    readFileSync(key)
    const certificate = new X509Certificate(readFileSync(cert))
    const isGood =
      certificate.checkIP(address) !== undefined &&
      certificate.validToDate.getTime() > now + leastDays * dayMs
    return isGood ? certificate : undefined
  } catch {
    return undefined
  }
}

function digestOf({ fingerprint256 }: X509Certificate): string {
  return Buffer.from(fingerprint256.replaceAll(':', ''), 'hex').toString('base64url')
}
