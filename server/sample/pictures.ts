interface Drawing {
  readonly shadow?: { y: number; width: number }
  readonly draw: (palette: Palette) => string
}

const chair: Drawing = {
  shadow: { y: 414, width: 112 },
  draw: ({ base, dark, light }) =>
    [
      line('M178 268 L158 410', wood.dark, 13),
      line('M302 268 L322 410', wood.dark, 13),
      line('M196 276 L186 400', wood.base, 12),
      line('M284 276 L294 400', wood.base, 12),
      line('M182 100 L176 262', wood.base, 12),
      line('M298 100 L304 262', wood.base, 12),
      shape('M168 92 Q240 70 312 92 Q318 150 302 182 Q240 196 178 182 Q162 150 168 92Z', base),
      shape('M180 102 Q240 84 300 102 Q302 118 300 128 Q240 112 180 128 Q178 116 180 102Z', light),
      shape('M150 250 Q240 226 330 250 L322 282 Q240 296 158 282Z', base),
      shape('M158 280 Q240 296 322 280 L318 294 Q240 310 162 294Z', dark),
    ].join(''),
}

const armchair: Drawing = {
  shadow: { y: 412, width: 150 },
  draw: ({ base, dark, deep, light }) =>
    [
      line('M150 372 L138 408', wood.dark, 13),
      line('M330 372 L342 408', wood.dark, 13),
      shape('M134 250 Q122 96 240 92 Q358 96 346 250 L346 330 L134 330Z', dark),
      shape('M156 250 Q148 120 240 116 Q332 120 324 250Z', base),
      line('M240 122 L240 246', dark, 3),
      shape('M156 252 Q240 232 324 252 L324 312 L156 312Z', light),
      box(112, 222, 52, 150, { r: 26, fill: base }),
      box(316, 222, 52, 150, { r: 26, fill: base }),
      box(150, 306, 180, 66, { r: 10, fill: dark }),
      line('M156 308 L324 308', deep, 3),
    ].join(''),
}

const sofa: Drawing = {
  shadow: { y: 396, width: 200 },
  draw: ({ base, dark, deep, light }) =>
    [
      ...[84, 396].map((x) => line(`M${x} 356 L${x} 392`, wood.dark, 12)),
      box(72, 168, 336, 150, { r: 30, fill: dark }),
      box(92, 184, 142, 120, { r: 20, fill: base }),
      box(246, 184, 142, 120, { r: 20, fill: base }),
      box(92, 262, 148, 62, { r: 14, fill: light }),
      box(240, 262, 148, 62, { r: 14, fill: light }),
      box(44, 220, 56, 138, { r: 26, fill: base }),
      box(380, 220, 56, 138, { r: 26, fill: base }),
      box(84, 318, 312, 40, { r: 8, fill: dark }),
      line('M88 320 L392 320', deep, 3),
      shape('M118 226 L176 214 L186 270 L128 278Z', mix(base, '#fff3d8', 0.7)),
    ].join(''),
}

const diningTable: Drawing = {
  shadow: { y: 406, width: 190 },
  draw: ({ base, dark, light }) =>
    [
      line('M110 214 L84 402', dark, 17),
      line('M370 214 L396 402', dark, 17),
      line('M150 214 L142 380', mix(dark, '#000000', 0.18), 14),
      line('M330 214 L338 380', mix(dark, '#000000', 0.18), 14),
      shape('M36 196 L92 160 L388 160 L444 196Z', light),
      box(34, 194, 412, 24, { r: 8, fill: base }),
      shape('M216 172 L224 124 L258 124 L266 172Z', '#b98f72'),
      line('M240 126 Q232 90 216 78', '#6f8f6a', 4),
      line('M240 126 Q248 88 262 70', '#6f8f6a', 4),
      disc(214, 78, 13, 8, '#88a982'),
      disc(264, 70, 13, 8, '#88a982'),
    ].join(''),
}

const sideTable: Drawing = {
  shadow: { y: 408, width: 104 },
  draw: ({ base, dark, light }) =>
    [
      line('M190 236 L158 404', wood.dark, 12),
      line('M290 236 L322 404', wood.dark, 12),
      line('M240 240 L240 410', wood.base, 12),
      line('M182 336 Q240 350 298 336', wood.base, 8),
      disc(240, 232, 124, 27, dark),
      disc(240, 222, 124, 27, base),
      disc(240, 218, 108, 21, light),
      box(216, 158, 50, 58, { r: 8, fill: '#f7f2ea' }),
      line('M266 170 Q290 176 266 198', '#f7f2ea', 8),
      disc(241, 160, 23, 6, '#7b5640'),
    ].join(''),
}

const floorLamp: Drawing = {
  shadow: { y: 418, width: 84 },
  draw: ({ base, dark, light }) =>
    [
      shape('M180 176 L300 176 L356 352 L124 352Z', mix(light, '#fff7df', 0.86)),
      line('M240 176 L240 404', '#4a4550', 9),
      disc(240, 410, 64, 13, '#4a4550'),
      disc(240, 405, 64, 12, '#615b69'),
      shape('M196 66 L284 66 L322 178 L158 178Z', base),
      shape('M196 66 L216 66 L190 178 L158 178Z', light),
      shape('M268 66 L284 66 L322 178 L296 178Z', dark),
      disc(240, 178, 82, 11, '#fff1c4'),
      line('M268 186 L268 226', '#4a4550', 3),
      disc(268, 230, 6, 6, base),
    ].join(''),
}

const pendantLamp: Drawing = {
  draw: ({ base, dark, light }) =>
    [
      shape('M134 262 L346 262 L420 480 L60 480Z', mix(light, '#fff7df', 0.9)),
      line('M240 0 L240 118', '#4a4550', 6),
      box(222, 104, 36, 30, { r: 8, fill: '#c8a45d' }),
      shape('M106 264 Q112 134 240 130 Q368 134 374 264Z', base),
      shape('M106 264 Q112 134 214 131 Q146 160 142 264Z', light),
      shape('M374 264 Q370 160 300 138 Q336 172 340 264Z', dark),
      disc(240, 264, 134, 20, dark),
      disc(240, 266, 118, 15, '#fff1c4'),
      disc(240, 272, 30, 20, '#fffaf0'),
    ].join(''),
}

const mug: Drawing = {
  shadow: { y: 376, width: 130 },
  draw: ({ base, dark, light }) =>
    [
      line('M326 214 Q404 210 396 272 Q388 326 318 322', dark, 24),
      line('M326 214 Q404 210 396 272 Q388 326 318 322', base, 15),
      shape('M134 168 L330 168 L320 340 Q316 376 280 376 L184 376 Q148 376 144 340Z', base),
      shape('M134 168 L172 168 L180 376 Q148 376 144 340Z', light),
      shape('M292 168 L330 168 L320 340 Q316 376 280 376 L276 376Z', dark),
      shape('M138 250 L326 250 L324 282 L140 282Z', mix(base, '#fffaf0', 0.78)),
      disc(232, 168, 98, 21, dark),
      disc(232, 171, 86, 16, '#6b4a38'),
      line('M204 138 Q192 116 206 98 Q220 80 208 62', '#ffffffb0', 7),
      line('M252 134 Q240 112 254 94 Q268 76 256 56', '#ffffffb0', 7),
    ].join(''),
}

const leaves = ['M240 206 Q190 150 176 84', 'M240 206 Q244 130 250 58', 'M240 206 Q292 150 312 92']

const vase: Drawing = {
  shadow: { y: 414, width: 96 },
  draw: ({ base, dark, light }) =>
    [
      ...leaves.map((stem) => line(stem, '#7d8f63', 5)),
      ...[
        [176, 84],
        [196, 124],
        [250, 58],
        [236, 112],
        [312, 92],
        [290, 132],
      ].map(([x = 0, y = 0]) => disc(x, y, 17, 12, '#9db57f') + disc(x - 5, y - 3, 8, 6, '#bccf9f')),
      shape(
        'M214 196 L266 196 Q262 226 298 262 Q332 304 312 360 Q300 414 240 414 Q180 414 168 360 Q148 304 182 262 Q218 226 214 196Z',
        base,
      ),
      shape(
        'M214 196 L232 196 Q228 232 206 268 Q176 318 194 400 Q174 386 168 360 Q148 304 182 262 Q218 226 214 196Z',
        light,
      ),
      shape(
        'M298 262 Q332 304 312 360 Q304 396 276 408 Q306 344 284 268 Q270 240 262 222 Q274 240 298 262Z',
        dark,
      ),
      disc(240, 196, 27, 7, dark),
    ].join(''),
}

const books = ['#b5654a', '#d8b26a', '#5f7f8c', '#8a6f8f', '#7f9a6b', '#c98b8b']

const shelf: Drawing = {
  shadow: { y: 420, width: 140 },
  draw: ({ base, dark, light }) =>
    [
      box(112, 52, 256, 364, { r: 8, fill: dark }),
      box(126, 66, 228, 336, { r: 4, fill: mix(base, '#fbf7f0', 0.62) }),
      ...[148, 232, 316].map((y) => box(120, y, 240, 14, { r: 3, fill: base })),
      ...books.map((color, index) =>
        box(138 + index * 17, 96 - (index % 3) * 8, 15, 52 + (index % 3) * 8, { r: 2, fill: color }),
      ),
      box(284, 112, 40, 36, { r: 6, fill: '#e9dfd0' }),
      line('M304 112 Q296 90 286 84 M304 112 Q308 88 322 82', '#7d9a6b', 5),
      ...books
        .slice(0, 4)
        .map((color, index) =>
          box(262 + index * 18, 180 - (index % 2) * 7, 15, 52 + (index % 2) * 7, { r: 2, fill: color }),
        ),
      box(144, 196, 70, 36, { r: 6, fill: light }),
      disc(180, 292, 26, 24, '#efe6d8'),
      box(230, 262, 92, 54, { r: 4, fill: mix(base, '#ffffff', 0.5) }),
      box(142, 346, 96, 56, { r: 6, fill: wood.light }),
      box(250, 346, 92, 56, { r: 6, fill: wood.light }),
    ].join(''),
}

const clock: Drawing = {
  draw: ({ base, dark, light }) =>
    [
      disc(246, 220, 158, 158, '#00000012'),
      disc(240, 210, 156, 156, dark),
      disc(240, 206, 150, 150, base),
      disc(240, 206, 126, 126, '#fdfaf4'),
      ...Array.from({ length: 12 }, (_, hour) => {
        const angle = (hour * Math.PI) / 6
        const at = (radius: number) =>
          `${(240 + radius * Math.sin(angle)).toFixed(1)} ${(206 - radius * Math.cos(angle)).toFixed(1)}`
        return line(`M${at(112)} L${at(hour % 3 === 0 ? 92 : 102)}`, hour % 3 === 0 ? dark : light, 6)
      }),
      line('M240 206 L188 160', '#3c3742', 10),
      line('M240 206 L308 148', '#3c3742', 7),
      disc(240, 206, 11, 11, base),
    ].join(''),
}

const planter: Drawing = {
  shadow: { y: 414, width: 116 },
  draw: ({ base, dark, light }) =>
    [
      ...[
        'M240 262 Q150 250 132 150 Q216 166 240 262Z',
        'M240 262 Q330 250 348 150 Q264 166 240 262Z',
        'M240 262 Q186 170 240 62 Q294 170 240 262Z',
      ].map((leaf, index) => shape(leaf, ['#6f9468', '#5f8459', '#82a878'][index] ?? '#6f9468')),
      line('M240 258 L240 96 M232 248 L152 170 M248 248 L328 170', '#4e6f4a', 4),
      line('M178 366 L160 410', wood.base, 13),
      line('M302 366 L320 410', wood.base, 13),
      shape('M142 254 L338 254 L318 366 Q312 384 292 384 L188 384 Q168 384 162 366Z', base),
      shape('M142 254 L186 254 L200 384 L188 384 Q168 384 162 366Z', light),
      shape('M306 254 L338 254 L318 366 Q312 384 292 384 L284 384Z', dark),
      disc(240, 254, 98, 15, '#5b4436'),
      line('M142 254 Q240 284 338 254', dark, 5),
    ].join(''),
}

const drawings = {
  chair,
  armchair,
  sofa,
  'dining-table': diningTable,
  'side-table': sideTable,
  'floor-lamp': floorLamp,
  'pendant-lamp': pendantLamp,
  mug,
  vase,
  shelf,
  clock,
  planter,
} as const satisfies Record<string, Drawing>

export type DrawingName = keyof typeof drawings

export function drawProduct(name: DrawingName, color: string): string {
  const drawing: Drawing = drawings[name]
  const palette = paletteOf(color)
  return scene(drawing.draw(palette), palette, drawing.shadow)
}

interface Palette {
  readonly base: string
  readonly dark: string
  readonly deep: string
  readonly light: string
}

const oak = '#c99b68'
const wood = { base: oak, dark: mix(oak, '#000000', 0.22), light: mix(oak, '#ffffff', 0.3) } as const

function paletteOf(color: string): Palette {
  return {
    base: color,
    dark: mix(color, '#1d1a2b', 0.22),
    deep: mix(color, '#1d1a2b', 0.42),
    light: mix(color, '#ffffff', 0.28),
  }
}

function mix(from: string, to: string, share: number): string {
  const channels = [1, 3, 5].map((at) => {
    const channel = (color: string) => Number.parseInt(color.slice(at, at + 2), 16)
    const [a, b] = [channel(from), channel(to)]
    return Math.round(a + (b - a) * share)
      .toString(16)
      .padStart(2, '0')
  })
  return `#${channels.join('')}`
}

function box(
  x: number,
  y: number,
  width: number,
  height: number,
  style: { r?: number; fill: string },
): string {
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${style.r ?? 6}" fill="${style.fill}"/>`
}

function shape(path: string, fill: string): string {
  return `<path d="${path}" fill="${fill}"/>`
}

function line(path: string, stroke: string, width: number): string {
  return `<path d="${path}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`
}

function disc(x: number, y: number, rx: number, ry: number, fill: string): string {
  return `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="${fill}"/>`
}

function scene(drawing: string, palette: Palette, shadow: { y: number; width: number } | undefined): string {
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
