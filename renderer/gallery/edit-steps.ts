import type { EditStep } from '#shared/renditions.ts'

/** The steps in a value of an image; what is no list of steps counts as none. */
export function readSteps(value: unknown): readonly EditStep[] {
  const parsed = typeof value === 'string' ? parseText(value) : value
  return Array.isArray(parsed) ? parsed.filter(isStep) : []
}

function parseText(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isStep(step: unknown): step is EditStep {
  return typeof step === 'object' && step !== null && 'step' in step
}

/** By how much the last step straightens a picture; 0 where it does something else. */
export function tiltOf(steps: readonly EditStep[]): number {
  const last = steps.at(-1)
  return last?.step === 'straighten' ? last.degrees : 0
}

export function hasWhiteBackground(steps: readonly EditStep[]): boolean {
  return steps.some(({ step }) => step === 'white_background')
}

/** The brightness from which a pixel that reaches the border becomes white. */
const whiteFrom = 235

/** Makes an almost white background white, or takes that back. */
export function toggleWhite(steps: readonly EditStep[]): readonly EditStep[] {
  const others = steps.filter(({ step }) => step !== 'white_background')
  return others.length < steps.length
    ? others
    : [...steps, { step: 'white_background', threshold: whiteFrom }]
}

/** Adds a step; one that takes back or goes on the last one becomes one with it. */
export function addStep(steps: readonly EditStep[], next: EditStep): readonly EditStep[] {
  const last = steps.at(-1)
  const joined = last?.step === next.step ? joinSteps(last, next) : undefined
  return joined === undefined ? [...steps, next] : [...steps.slice(0, -1), ...joined]
}

/** What two steps of a kind are together; undefined where each stands for itself. */
function joinSteps(last: EditStep, next: EditStep): readonly EditStep[] | undefined {
  if (last.step === 'rotate' && next.step === 'rotate') {
    const degrees = (last.degrees + next.degrees) % 360
    return isTurn(degrees) ? [{ step: 'rotate', degrees }] : []
  }
  if (last.step === 'flip' && next.step === 'flip') return last.axis === next.axis ? [] : undefined
  if (next.step === 'straighten') return next.degrees === 0 ? [] : [next]
  return next.step === 'focal_point' ? [next] : undefined
}

function isTurn(degrees: number): degrees is 90 | 180 | 270 {
  return degrees === 90 || degrees === 180 || degrees === 270
}

export interface Fractions {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

const leastPart = 0.02

/** The part of a picture between two points of it; undefined where it is too small to be meant. */
export function cropBetween(
  from: { readonly x: number; readonly y: number },
  to: { readonly x: number; readonly y: number },
): Fractions | undefined {
  const [left, right] = [inside(Math.min(from.x, to.x)), inside(Math.max(from.x, to.x))]
  const [top, bottom] = [inside(Math.min(from.y, to.y)), inside(Math.max(from.y, to.y))]
  if (right - left < leastPart || bottom - top < leastPart) return undefined
  return { x: left, y: top, width: rounded(right - left), height: rounded(bottom - top) }
}

function inside(value: number): number {
  return rounded(Math.max(0, Math.min(1, value)))
}

function rounded(value: number): number {
  return Math.round(value * 10_000) / 10_000
}
