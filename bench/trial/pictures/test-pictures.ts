/** Pictures that trials make: each the same at every run. */
import sharp, { type Sharp } from 'sharp'

/** A drawing like no other, which costs nothing to make. */
export function smallPicture(seed: number): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="60" height="40"><rect width="60" height="40" fill="hsl(${seed % 360} 50% 50%)"/><!-- ${seed} --></svg>`
}

/** A generator whose numbers depend on a seed alone. */
export function numbersOf(seed: number): () => number {
  let state = (seed * 2654435761) >>> 0
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

const side = 600

/** A thing of some coloured parts on white, as shops show products of one style. */
export function drawProduct(seed: number): string {
  const next = numbersOf(seed + 1)
  for (let skipped = 0; skipped < 5; skipped += 1) next()
  const hue = Math.floor(next() * 360)
  const parts = Array.from({ length: 4 + Math.floor(next() * 5) }, () => {
    const shade = (hue + Math.floor(next() * 50)) % 360
    const colour = `hsl(${shade} ${30 + Math.floor(next() * 60)}% ${25 + Math.floor(next() * 45)}%)`
    const [x, y, width, height] = [
      140 + next() * 300,
      140 + next() * 300,
      60 + next() * 200,
      60 + next() * 200,
    ]
    return next() < 0.5
      ? `<rect x="${x - width / 2}" y="${y - height / 2}" width="${width}" height="${height}" rx="${next() * 30}" fill="${colour}"/>`
      : `<ellipse cx="${x}" cy="${y}" rx="${width / 2}" ry="${height / 2}" fill="${colour}"/>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}"><rect width="${side}" height="${side}" fill="#fff"/>${parts.join('')}</svg>`
}

export function productPicture(seed: number, size = 240): Sharp {
  return sharp(Buffer.from(drawProduct(seed))).resize(size)
}

/** A scene with soft shades, edges and fine lines, in which a wrong scale, turn or colour shows. */
export function scene(seed: number, width: number, height: number): Sharp {
  const next = numbersOf(seed + 77)
  const shapes = Array.from({ length: 12 }, (_, at) => {
    const colour = `hsl(${Math.floor(next() * 360)} ${40 + next() * 50}% ${20 + next() * 60}%)`
    const [x, y, size] = [next() * width, next() * height, (0.05 + next() * 0.2) * width]
    return at % 3 === 0
      ? `<circle cx="${x}" cy="${y}" r="${size}" fill="${colour}"/>`
      : at % 3 === 1
        ? `<path d="M${x} ${y}l${size} ${size / 3}l${-size / 2} ${size}z" fill="${colour}"/>`
        : `<rect x="${x}" y="${y}" width="${size}" height="${size / 2}" fill="${colour}" opacity="0.7"/>`
  })
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs><linearGradient id="g" x2="1" y2="1"><stop stop-color="hsl(${Math.floor(next() * 360)} 60% 80%)"/><stop offset="1" stop-color="hsl(${Math.floor(next() * 360)} 60% 30%)"/></linearGradient></defs><rect width="${width}" height="${height}" fill="url(#g)"/>${shapes.join('')}</svg>`
  return sharp(Buffer.from(svg))
}

/** A file of about so many bytes that is a whole photograph: noise does not compress. */
export async function photograph(seed: number, width: number, height: number): Promise<Buffer> {
  return sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 40 + (seed % 20) },
    },
  })
    .jpeg({ quality: 80 })
    .toBuffer()
}
