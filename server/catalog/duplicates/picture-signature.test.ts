import sharp, { type Sharp } from 'sharp'
import { expect, test } from 'vitest'
import { areAlike, signatureKeys, signatureOf, signatureSide } from './picture-signature.ts'

const side = 400

function drawing(body: string): Sharp {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}">${body}</svg>`
  return sharp(Buffer.from(svg)).flatten({ background: '#fff' })
}

const gradient = (turn: number, from: string, to: string) =>
  `<defs><linearGradient id="g" gradientTransform="rotate(${turn})"><stop stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient></defs><rect width="100%" height="100%" fill="url(#g)"/>`

async function look(picture: Buffer): Promise<Uint8Array> {
  const { width, height } = await sharp(picture).metadata()
  const pixels = await sharp(picture)
    .resize(signatureSide, signatureSide, { fit: 'fill' })
    .removeAlpha()
    .raw()
    .toBuffer()
  return signatureOf(pixels, width / height)
}

function shareKey(one: Uint8Array, other: Uint8Array): boolean {
  const keys = new Set(signatureKeys(one))
  return [...signatureKeys(other)].some((key) => keys.has(key))
}

// Gradients have hardly an edge, and some of them change by just the noise threshold.
const drawings: readonly [what: string, body: string][] = [
  ['an edge', `<circle cx="180" cy="200" r="90" fill="#a33"/><rect x="60" y="300" width="200" height="60"/>`],
  ...[0, 20, 45, 70, 90, 130].map((turn): [string, string] => [
    `a gradient turned by ${turn}`,
    gradient(turn, '#445', '#696e80'),
  ]),
  ['a gradient that gets darker', gradient(45, '#fff', '#223')],
]

test.each(drawings)('%s looks the same in other bytes and another size [DUPLICATE-04]', async (_, body) => {
  const original = await look(await drawing(body).png().toBuffer())
  const copies = [
    drawing(body).jpeg({ quality: 30 }),
    drawing(body).webp({ quality: 50 }),
    drawing(body).resize(150).jpeg({ quality: 60 }),
    drawing(body).resize(900).png(),
  ]
  for (const copy of copies) {
    const signature = await look(await copy.toBuffer())
    expect(areAlike(original, signature)).toBe(true)
    expect(shareKey(original, signature)).toBe(true)
  }
})

test('other drawings and other colours look different [DUPLICATE-04]', async () => {
  const signatures = await Promise.all(
    [...drawings.map(([, body]) => body), gradient(45, '#fff', '#522')].map(async (body) =>
      look(await drawing(body).png().toBuffer()),
    ),
  )
  for (const [index, one] of signatures.entries())
    for (const other of signatures.slice(index + 1)) expect(areAlike(one, other)).toBe(false)
})
