/** Bytes for the socket that no HTTP client would send. */
import type { Random } from '../../random.ts'

export interface RawRequest {
  readonly name: string
  readonly bytes: Buffer
  /** How many answers have to come; fewer are allowed only where the request never ended. */
  readonly answers: number
  readonly hangsUp?: boolean
}

interface FuzzTarget {
  readonly host: string
  readonly key: string
}

type Make = (random: Random, target: FuzzTarget) => Omit<RawRequest, 'name'>

const root = '/api/v1'

function head({ host, key }: FuzzTarget, start: string, ...headers: readonly string[]): string {
  return [start, `Host: ${host}`, `Authorization: Bearer ${key}`, ...headers, '', ''].join('\r\n')
}

function one(text: string | Buffer, answers = 1): Omit<RawRequest, 'name'> {
  return { bytes: typeof text === 'string' ? Buffer.from(text, 'latin1') : text, answers }
}

const close = 'Connection: close'

function post(target: FuzzTarget, body: string | Buffer, ...headers: readonly string[]): Buffer {
  const bytes = Buffer.from(body as string)
  const length = `Content-Length: ${bytes.length}`
  const start = head(
    target,
    `POST ${root}/products HTTP/1.1`,
    'Content-Type: application/json',
    length,
    close,
    ...headers,
  )
  return Buffer.concat([Buffer.from(start), bytes])
}

const makers: Readonly<Record<string, Make>> = {
  'huge header': (random, target) =>
    one(
      head(
        target,
        `GET ${root}/products HTTP/1.1`,
        `X: ${'a'.repeat(random.pick([60_000, 66_000, 200_000]))}`,
        close,
      ),
    ),
  'many headers': (random, target) =>
    one(
      head(
        target,
        `GET ${root}/products HTTP/1.1`,
        ...Array.from({ length: random.pick([100, 1500, 5000]) }, (_, i) => `X-${i}: 1`),
        close,
      ),
    ),
  'long url': (random, target) =>
    one(
      head(
        target,
        `GET ${root}/products?q=${'a'.repeat(random.pick([8000, 50_000, 70_000]))} HTTP/1.1`,
        close,
      ),
    ),
  'odd url': (random, target) => {
    const url = random.pick([
      '*',
      '/',
      '//',
      '/\\',
      'http://evil.example/api/v1/products',
      `${root}/products?`,
      `${root}/products?&&&=`,
      `${root}/products#x`,
      `${root}/products/%`,
      `${root}/products/%c0%ae%c0%ae`,
      `${root}/products/..%5c..`,
      `${root}/./products`,
      `${root}/files/..%2f..%2f..%2fetc%2fpasswd`,
      `/docs/..%2f..%2fpackage.json`,
      `/docs/../package.json`,
      `/assets/../../package.json`,
      `/%2e%2e/%2e%2e/etc/passwd`,
      `${root}/products;x=1`,
      `${root}/products/\u00e9`,
      `${root}/products?filter[sku]=\u00e9`,
    ])
    return one(head(target, `GET ${url} HTTP/1.1`, close))
  },
  'odd method': (random, target) => {
    const method = random.pick(['get', 'G\u0000T', 'BREW', 'GET,POST', '', 'A'.repeat(500), 'PRI', 'CONNECT'])
    return one(head(target, `${method} ${root}/products HTTP/1.1`, close))
  },
  'odd version': (random, target) =>
    one(
      head(
        target,
        `GET ${root}/products ${random.pick(['HTTP/0.9', 'HTTP/2.0', 'HTTP/1.1.1', 'HTTPS/1.1', ''])}`,
        close,
      ),
    ),
  'odd header line': (random, target) =>
    one(
      head(
        target,
        `GET ${root}/products HTTP/1.1`,
        random.pick(['no colon', ': no name', 'X : y', 'X: a\u0000b', ' folded', 'X: a\nY: b', '\u00e9: x']),
        close,
      ),
    ),
  'nul in the request line': (_random, target) =>
    one(head(target, `GET ${root}/pro\u0000ducts HTTP/1.1`, close)),
  'no host': (_random, { key }) =>
    one(`GET ${root}/products HTTP/1.1\r\nAuthorization: Bearer ${key}\r\n${close}\r\n\r\n`),
  'too long a length': (_random, target) => ({
    ...one(
      `${head(target, `POST ${root}/products HTTP/1.1`, 'Content-Type: application/json', 'Content-Length: 1000')}{"a"`,
      0,
    ),
    hangsUp: true,
  }),
  'too short a length': (_random, target) =>
    one(
      `${head(target, `POST ${root}/products HTTP/1.1`, 'Content-Type: application/json', 'Content-Length: 3')}{"attributes":{}}`,
    ),
  'odd length': (random, target) =>
    one(
      head(
        target,
        `POST ${root}/products HTTP/1.1`,
        `Content-Length: ${random.pick(['-1', 'x', '1e3', '+5', '99999999999999999999', '1, 2', ''])}`,
        close,
      ),
    ),
  'length and chunks': (_random, target) =>
    one(
      `${head(target, `POST ${root}/products HTTP/1.1`, 'Content-Length: 5', 'Transfer-Encoding: chunked', close)}0\r\n\r\n`,
    ),
  'odd transfer encoding': (random, target) =>
    one(
      `${head(target, `POST ${root}/products HTTP/1.1`, `Transfer-Encoding: ${random.pick(['gzip', 'chunked, gzip', 'xchunked', 'identity'])}`, close)}0\r\n\r\n`,
    ),
  'garbage chunks': (random, target) =>
    one(
      `${head(target, `POST ${root}/products HTTP/1.1`, 'Content-Type: application/json', 'Transfer-Encoding: chunked', close)}${random.pick(['zz\r\nabc\r\n', '-1\r\n', 'ffffffffffffffffff\r\n', '5\r\nabcdefgh\r\n0\r\n\r\n'])}`,
    ),
  'good chunks': (_random, target) =>
    one(
      `${head(target, `POST ${root}/products HTTP/1.1`, 'Content-Type: application/json', 'Transfer-Encoding: chunked', close)}2;ext=1\r\n{}\r\n0\r\nTrailer: x\r\n\r\n`,
    ),
  pipelining: (random, target) => {
    const count = random.between(2, 5)
    const requests = Array.from({ length: count }, (_, index) =>
      head(
        target,
        `GET ${root}/products?limit=${index} HTTP/1.1`,
        index === count - 1 ? close : 'Connection: keep-alive',
      ),
    )
    return one(requests.join(''), count)
  },
  'invalid UTF-8 in the body': (_random, target) =>
    one(
      post(
        target,
        Buffer.concat([
          Buffer.from('{"attributes":{"sku":"'),
          Buffer.from([0xff, 0xfe, 0xc3]),
          Buffer.from('"}}'),
        ]),
      ),
    ),
  'NUL in the body': (_random, target) => one(post(target, '{"attributes":{"sku":"a\u0000b"}}')),
  'deep JSON': (random, target) =>
    one(
      post(target, `{"attributes":{"specs":${'['.repeat(random.pick([30, 40, 100_000]))}${']'.repeat(40)}}}`),
    ),
  'deep closed JSON': (random, target) => {
    const depth = random.pick([30, 33, 50_000])
    return one(post(target, `{"attributes":{"specs":${'['.repeat(depth)}${']'.repeat(depth)}}}`))
  },
  'huge numbers': (random, target) =>
    one(
      post(
        target,
        `{"attributes":{"product_name":"n","price":${random.pick(['1e999', '-1e999', '9'.repeat(400), '1e-400', '-0'])}}}`,
      ),
    ),
  'duplicate keys': (_random, target) =>
    one(post(target, '{"attributes":{"sku":"a"},"attributes":{"__proto__":{"x":1}},"parent_id":1}')),
  'prototype keys': (random, target) =>
    one(
      post(
        target,
        `{"attributes":{"${random.pick(['__proto__', 'constructor', 'prototype', 'toString'])}":{"polluted":"yes"}},"__proto__":{"polluted":"yes"}}`,
      ),
    ),
  'many faults': (_random, target) =>
    one(
      post(
        target,
        JSON.stringify({
          attributes: Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`k${i}`, i])),
        }),
      ),
    ),
  'hang up in the head': (_random, target) => ({
    ...one(head(target, `GET ${root}/products HTTP/1.1`).slice(0, 40), 0),
    hangsUp: true,
  }),
  'hang up in the body': (_random, target) => ({
    ...one(
      `${head(target, `POST ${root}/sources HTTP/1.1`, 'Content-Type: multipart/form-data; boundary=x', 'Content-Length: 5000')}--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nabc`,
      0,
    ),
    hangsUp: true,
  }),
  'a form without end': (random, target) => {
    const body =
      '--x\r\nContent-Disposition: form-data; name="file"; filename="../../a\u0000.csv"\r\n\r\nsku\r\n1\r\n'
    const path = random.pick(['/imports', '/sources', '/files'])
    return one(
      `${head(target, `POST ${root}${path} HTTP/1.1`, 'Content-Type: multipart/form-data; boundary=x', `Content-Length: ${body.length}`, close)}${body}`,
    )
  },
  'random bytes': (random) =>
    one(
      Buffer.concat([
        Buffer.from(Array.from({ length: random.between(1, 300) }, () => random.below(256))),
        Buffer.from('\r\n\r\n'),
      ]),
    ),
  TLS: () => one(Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01, 0xfc, 0x03, 0x03, 0x0d, 0x0a])),
  upgrade: (random, target) =>
    one(
      head(
        target,
        `GET ${root}/products?limit=1 HTTP/1.1`,
        'Connection: Upgrade, close',
        `Upgrade: ${random.pick(['websocket', 'h2c'])}`,
      ),
    ),
}

const names = Object.keys(makers)

export function rawRequest(random: Random, target: FuzzTarget): RawRequest {
  const name = random.pick(names)
  return { name, ...(makers[name] as Make)(random, target) }
}
