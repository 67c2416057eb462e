export interface Palette {
  readonly base: string
  readonly dark: string
  readonly deep: string
  readonly light: string
}

const oak = '#c99b68'
export const wood = { base: oak, dark: mix(oak, '#000000', 0.22), light: mix(oak, '#ffffff', 0.3) } as const

export function paletteOf(color: string): Palette {
  return {
    base: color,
    dark: mix(color, '#1d1a2b', 0.22),
    deep: mix(color, '#1d1a2b', 0.42),
    light: mix(color, '#ffffff', 0.28),
  }
}

export function mix(from: string, to: string, share: number): string {
  const channels = [1, 3, 5].map((at) => {
    const channel = (color: string) => Number.parseInt(color.slice(at, at + 2), 16)
    const [a, b] = [channel(from), channel(to)]
    return Math.round(a + (b - a) * share)
      .toString(16)
      .padStart(2, '0')
  })
  return `#${channels.join('')}`
}

export function box(
  x: number,
  y: number,
  width: number,
  height: number,
  style: { r?: number; fill: string },
): string {
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${style.r ?? 6}" fill="${style.fill}"/>`
}

export function shape(path: string, fill: string): string {
  return `<path d="${path}" fill="${fill}"/>`
}

export function line(path: string, stroke: string, width: number): string {
  return `<path d="${path}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`
}

export function disc(x: number, y: number, rx: number, ry: number, fill: string): string {
  return `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="${fill}"/>`
}

export function scene(
  drawing: string,
  palette: Palette,
  shadow: { y: number; width: number } | undefined,
): string {
  const wall = mix(palette.base, '#f7f4ef', 0.84)
  const floor = mix(palette.base, '#efe9e1', 0.74)
  const contact = shadow
    ? disc(240, shadow.y, shadow.width, 15, mix(floor, '#3a3344', 0.26)) +
      disc(240, shadow.y, shadow.width * 0.75, 9, mix(floor, '#3a3344', 0.38))
    : ''
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 480 480" width="480" height="480">
<defs><radialGradient id="w" cx="0.5" cy="0.38" r="0.75"><stop offset="0" stop-color="${mix(wall, '#ffffff', 0.65)}"/><stop offset="1" stop-color="${wall}"/></radialGradient></defs>
<rect width="480" height="480" fill="url(#w)"/><rect y="352" width="480" height="128" fill="${floor}"/>
${contact}${drawing}</svg>`
}
