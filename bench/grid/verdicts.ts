import { median, sum } from '../measure/statistics.ts'
import type { BlankFrames } from './blanks.ts'
import { peerNames, type ContestantName } from './contestants.ts'
import { motionNames, type MotionName } from './motions.ts'
import type { PasteFigures } from './responses.ts'

/** Milliseconds of main-thread CPU per frame of one grid, by round. */
export type MotionRounds = Readonly<Record<MotionName, readonly number[]>>

export interface GridMeasurements {
  readonly motions: Readonly<Record<ContestantName, MotionRounds>>
  readonly blanks: readonly BlankFrames[]
  readonly keys: readonly number[]
  readonly pastes: readonly PasteFigures[]
}

/** The bounds of the grid. `ag` figures are ours over those of AG Grid in the same round. */
const bounds = {
  wheel_cpu_ms: 7,
  fling_cpu_ms: 10,
  jump_cpu_ms: 14,
  fling_of_ag: 0.5,
  jump_of_ag: 0.5,
  fling_blank_frames: 0,
  key_cpu_ms: 16,
  paste_wall_ms: 2_000,
} as const
type BoundName = keyof typeof bounds

export interface GridVerdict {
  readonly bound: BoundName
  readonly most: number
  readonly measured: number
  readonly holds: boolean
}

/** Holds the median of the rounds against each bound; a figure that was not measured fails. */
export function checkGrid(measurements: GridMeasurements): GridVerdict[] {
  const figures = figuresOf(measurements)
  return Object.entries(bounds).map(([name, most]) => {
    const bound = name as BoundName
    return { bound, most, measured: figures[bound], holds: figures[bound] <= most }
  })
}

function figuresOf({ motions, blanks, keys, pastes }: GridMeasurements): Record<BoundName, number> {
  const ofAg = (motion: MotionName): number =>
    median(motions.vitrine[motion].map((cpu, round) => cpu / (motions.ag[motion][round] ?? Number.NaN)))
  return {
    wheel_cpu_ms: median(motions.vitrine.wheel),
    fling_cpu_ms: median(motions.vitrine.fling),
    jump_cpu_ms: median(motions.vitrine.jump),
    fling_of_ag: ofAg('fling'),
    jump_of_ag: ofAg('jump'),
    // Summed over all rounds, since one blank frame is one too many. Without any frame nothing was measured.
    fling_blank_frames: blanks.length === 0 ? Number.NaN : sum(blanks.map(({ blank }) => blank)),
    key_cpu_ms: median(keys),
    paste_wall_ms: median(pastes.map(({ wall_ms }) => wall_ms)),
  }
}

const titles: Record<ContestantName, string> = {
  vitrine: 'Vitrine',
  glide: 'Glide Data Grid 6.0.3 (canvas)',
  ag: 'AG Grid Community 36.2.0',
}

export function motionTable({ motions }: GridMeasurements): readonly (readonly string[])[] {
  return (['vitrine', ...peerNames] as const).map((name) => [
    titles[name],
    ...motionNames.map((motion) => {
      const rounds = motions[name][motion]
      return `${median(rounds).toFixed(1)} (${Math.min(...rounds).toFixed(1)}–${Math.max(...rounds).toFixed(1)})`
    }),
  ])
}
