import type { EditStep } from '#shared/renditions.ts'
import type { Channels, Sharp } from 'sharp'

/** A picture as bytes of sRGB, row by row. */
export interface Pixels {
  readonly data: Buffer
  readonly width: number
  readonly height: number
  readonly channels: Channels
}

/** The point that a crop keeps in view, in fractions of the picture. */
export interface Focus {
  readonly x: number
  readonly y: number
}

interface Size {
  readonly width: number
  readonly height: number
}

type StepOf<Step extends EditStep['step']> = Extract<EditStep, { readonly step: Step }>

interface StepRule<Step> {
  readonly size: (step: Step, size: Size) => Size
  readonly apply: (step: Step, pixels: Pixels) => Promise<Pixels>
  readonly focus: (step: Step, focus: Focus) => Focus
}

const unchanged = {
  size: (_step: unknown, size: Size): Size => size,
  apply: async (_step: unknown, pixels: Pixels): Promise<Pixels> => pixels,
  focus: (_step: unknown, focus: Focus): Focus => focus,
}

const turned: Readonly<Record<90 | 180 | 270, (focus: Focus) => Focus>> = {
  90: ({ x, y }) => ({ x: 1 - y, y: x }),
  180: ({ x, y }) => ({ x: 1 - x, y: 1 - y }),
  270: ({ x, y }) => ({ x: y, y: 1 - x }),
}

const rules: { readonly [Step in EditStep['step']]: StepRule<StepOf<Step>> } = {
  rotate: {
    size: ({ degrees }, { width, height }) =>
      degrees === 180 ? { width, height } : { width: height, height: width },
    apply: ({ degrees }, pixels) => change(pixels, (picture) => picture.rotate(degrees)),
    focus: ({ degrees }, focus) => turned[degrees](focus),
  },
  flip: {
    ...unchanged,
    apply: ({ axis }, pixels) =>
      change(pixels, (picture) => (axis === 'horizontal' ? picture.flop() : picture.flip())),
    focus: ({ axis }, { x, y }) => (axis === 'horizontal' ? { x: 1 - x, y } : { x, y: 1 - y }),
  },
  crop: {
    size: (step, { width, height }) => ({ width: width * step.width, height: height * step.height }),
    apply: (step, pixels) => change(pixels, (picture) => picture.extract(cropOf(step, pixels))),
    focus: (step, { x, y }) => ({
      x: within((x - step.x) / step.width),
      y: within((y - step.y) / step.height),
    }),
  },
  straighten: {
    ...unchanged,
    size: ({ degrees }, size) => straightSize(size, degrees),
    apply: ({ degrees }, pixels) => straighten(pixels, degrees),
  },
  focal_point: { ...unchanged, focus: ({ x, y }) => ({ x, y }) },
  white_background: {
    ...unchanged,
    apply: async ({ threshold }, pixels) => whitenBorders(pixels, threshold),
  },
}

function ruleOf(step: EditStep): StepRule<EditStep> {
  return rules[step.step] as StepRule<EditStep>
}

/** The size of a picture after its steps, in pixels, which need not be whole. */
export function sizeAfter(steps: readonly EditStep[], size: Size): Size {
  return steps.reduce((left, step) => ruleOf(step).size(step, left), size)
}

/** Applies the steps in their order and says what a crop should keep in view. */
export async function applySteps(
  pixels: Pixels,
  steps: readonly EditStep[],
): Promise<{ pixels: Pixels; focus: Focus }> {
  let [changed, focus] = [pixels, { x: 0.5, y: 0.5 }]
  for (const step of steps) {
    changed = await ruleOf(step).apply(step, changed)
    focus = ruleOf(step).focus(step, focus)
  }
  return { pixels: changed, focus }
}

async function change({ data, ...raw }: Pixels, by: (picture: Sharp) => Sharp): Promise<Pixels> {
  const { default: sharp } = await import('sharp')
  const made = await by(sharp(data, { raw })).raw().toBuffer({ resolveWithObject: true })
  const { width, height, channels } = made.info
  return { data: made.data, width, height, channels }
}

function within(fraction: number): number {
  return Math.max(0, Math.min(1, fraction))
}

function cropOf(step: StepOf<'crop'>, { width, height }: Size) {
  const left = Math.min(width - 1, Math.round(step.x * width))
  const top = Math.min(height - 1, Math.round(step.y * height))
  return {
    left,
    top,
    width: Math.max(1, Math.min(width - left, Math.round(step.width * width))),
    height: Math.max(1, Math.min(height - top, Math.round(step.height * height))),
  }
}

/** The largest upright part of a turned picture with its own aspect, which shows no corner of nothing. */
function straightSize({ width, height }: Size, degrees: number): Size {
  const angle = (Math.abs(degrees) * Math.PI) / 180
  const [sine, cosine] = [Math.sin(angle), Math.cos(angle)]
  const scale = Math.min(width / (width * cosine + height * sine), height / (width * sine + height * cosine))
  return { width: width * scale, height: height * scale }
}

async function straighten(pixels: Pixels, degrees: number): Promise<Pixels> {
  if (degrees === 0) return pixels
  const size = straightSize(pixels, degrees)
  const turnedWhole = await change(pixels, (picture) => picture.rotate(degrees, { background: '#ffffff' }))
  const [width, height] = [size.width, size.height].map((side) => Math.max(1, Math.floor(side)))
  const left = Math.floor((turnedWhole.width - (width ?? 1)) / 2)
  const top = Math.floor((turnedWhole.height - (height ?? 1)) / 2)
  return change(turnedWhole, (picture) =>
    picture.extract({ left, top, width: width ?? 1, height: height ?? 1 }),
  )
}

// A border counts as almost white where nearly all of it is; a darker one is part of the picture.
const leastWhite = 200
const whiteShare = 0.9

/**
 * Makes white what is almost white and reaches the border. `threshold` is the brightness from which a pixel
 * counts, 0 to 255; a picture whose border is not almost white stays as it is.
 */
function whitenBorders(pixels: Pixels, threshold: number): Pixels {
  const { width, height, channels } = pixels
  const data = Buffer.from(pixels.data)
  const least = Math.max(leastWhite, threshold)
  const colours = Math.min(3, channels)
  const isWhite = (at: number) => {
    for (let channel = 0; channel < colours; channel += 1)
      if ((data[at * channels + channel] ?? 0) < least) return false
    return true
  }
  const border = borderOf(width, height)
  const open = border.filter(isWhite)
  if (open.length < border.length * whiteShare) return pixels
  const seen = new Uint8Array(width * height)
  const visit = (at: number) => {
    if (seen[at] === 1 || !isWhite(at)) return
    seen[at] = 1
    open.push(at)
  }
  for (const at of open) seen[at] = 1
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const column = at % width
    if (column > 0) visit(at - 1)
    if (column < width - 1) visit(at + 1)
    if (at >= width) visit(at - width)
    if (at < width * (height - 1)) visit(at + width)
    data.fill(255, at * channels, at * channels + channels)
  }
  return { ...pixels, data }
}

function borderOf(width: number, height: number): number[] {
  const border: number[] = []
  for (let column = 0; column < width; column += 1) border.push(column, (height - 1) * width + column)
  for (let row = 1; row < height - 1; row += 1) border.push(row * width, row * width + width - 1)
  return border
}
