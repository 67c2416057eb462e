import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { generate } from 'selfsigned'

export interface CertificateFiles {
  readonly cert: string
  readonly key: string
  readonly pem: string
}

export async function makeCertificate(
  folder: string,
  names: readonly string[],
  { name = 'tls', validUntil = new Date(Date.now() + 86_400_000) }: { name?: string; validUntil?: Date } = {},
): Promise<CertificateFiles> {
  const notBeforeDate = new Date(Math.min(Date.now(), validUntil.getTime()) - 86_400_000)
  const altNames = names.map((one) =>
    /^[\d.]+$/.test(one) ? ({ type: 7, ip: one } as const) : ({ type: 2, value: one } as const),
  )
  const made = await generate([{ name: 'commonName', value: names[0] ?? 'vitrine' }], {
    keyType: 'ec',
    notBeforeDate,
    notAfterDate: validUntil,
    extensions: [{ name: 'subjectAltName', altNames }],
  })
  const files = { cert: join(folder, `${name}.crt`), key: join(folder, `${name}.key`) }
  writeFileSync(files.cert, made.cert)
  writeFileSync(files.key, made.private)
  return { ...files, pem: made.cert }
}
