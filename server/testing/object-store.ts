import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** An object store with the subset of S3 that Litestream and leases use, in memory. */
export interface ObjectStore extends AsyncDisposable {
  readonly endpoint: string
  readonly objects: ReadonlyMap<string, Buffer>
  readonly keysSeen: ReadonlySet<string>
}

interface StoredObjects {
  readonly objects: Map<string, Buffer>
  readonly times: Map<string, Date>
  /** The parts of uploads that are under way, by the name of the upload and of the part. */
  readonly parts: Map<string, Map<number, Buffer>>
}

export async function objectStore(): Promise<ObjectStore> {
  const stored: StoredObjects = { objects: new Map(), times: new Map(), parts: new Map() }
  const keysSeen = new Set<string>()
  const server = createServer((request, response) => {
    const [, key = ''] = /Credential=([^/]+)\//.exec(request.headers.authorization ?? '') ?? []
    keysSeen.add(key)
    // A client that is killed while it sends has no answer to get.
    answer(request, response, stored).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    endpoint: `http://127.0.0.1:${port}`,
    objects: stored.objects,
    keysSeen,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  stored: StoredObjects,
): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://store')
  const name = decodeURIComponent(url.pathname.slice(1))
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const upload = url.searchParams.get('uploadId')
  if (request.method === 'POST') {
    response.setHeader('content-type', 'application/xml').end(moveUpload(name, upload, stored))
  } else if (request.method === 'PUT' && upload !== null) {
    stored.parts.get(upload)?.set(Number(url.searchParams.get('partNumber')), Buffer.concat(chunks))
    response.setHeader('etag', '"part"').end()
  } else if (request.method === 'PUT') {
    const known = etagOf(stored, name)
    const { 'if-match': match, 'if-none-match': noMatch } = request.headers
    if ((noMatch === '*' && known !== undefined) || (match !== undefined && match !== known))
      return void response.writeHead(412).end()
    put(stored, name, Buffer.concat(chunks))
    response.setHeader('etag', etagOf(stored, name) ?? '').end()
  } else if (request.method === 'DELETE') {
    stored.objects.delete(name)
    response.writeHead(204).end()
  } else if (
    request.method === 'GET' &&
    (url.searchParams.has('delimiter') || url.searchParams.has('prefix'))
  ) {
    response.setHeader('content-type', 'application/xml').end(list(name.replace(/\/$/, ''), url, stored))
  } else if (request.method === 'GET' && stored.objects.has(name)) {
    response.setHeader('etag', etagOf(stored, name) ?? '').end(stored.objects.get(name))
  } else {
    response.writeHead(request.method === 'GET' ? 404 : 204).end()
  }
}

/** Begins an upload in parts, as it is used from 5 MB on, or ends it. */
function moveUpload(name: string, upload: string | null, stored: StoredObjects): string {
  if (upload === null) {
    const id = `upload-${stored.parts.size}`
    stored.parts.set(id, new Map())
    return `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`
  }
  const parts = [...(stored.parts.get(upload) ?? [])].sort(([one], [other]) => one - other)
  put(stored, name, Buffer.concat(parts.map(([, part]) => part)))
  stored.parts.set(upload, new Map())
  return '<CompleteMultipartUploadResult></CompleteMultipartUploadResult>'
}

function put({ objects, times }: StoredObjects, name: string, content: Buffer): void {
  objects.set(name, content)
  times.set(name, new Date())
}

function etagOf({ objects }: StoredObjects, name: string): string | undefined {
  const content = objects.get(name)
  return content && `"${createHash('md5').update(content).digest('hex')}"`
}

function list(bucket: string, url: URL, { objects, times }: StoredObjects): string {
  const [prefix, delimiter] = [url.searchParams.get('prefix') ?? '', url.searchParams.get('delimiter') ?? '']
  const folders = new Set<string>()
  const contents: string[] = []
  for (const [name, { length }] of objects) {
    const key = name.slice(bucket.length + 1)
    if (!name.startsWith(`${bucket}/`) || !key.startsWith(prefix)) continue
    const end = delimiter === '' ? -1 : key.indexOf(delimiter, prefix.length)
    const time = times.get(name)?.toISOString()
    if (end >= 0) folders.add(key.slice(0, end + 1))
    else
      contents.push(
        `<Contents><Key>${key}</Key><LastModified>${time}</LastModified><Size>${length}</Size></Contents>`,
      )
  }
  const prefixes = [...folders].map((folder) => `<CommonPrefixes><Prefix>${folder}</Prefix></CommonPrefixes>`)
  return `<?xml version="1.0"?><ListBucketResult><Name>${bucket}</Name><IsTruncated>false</IsTruncated>${contents.join('')}${prefixes.join('')}</ListBucketResult>`
}
