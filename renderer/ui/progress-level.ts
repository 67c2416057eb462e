export type ProgressLevel = 'complete' | 'almost' | 'far'

const almost = 80

/** How near a percent is to complete, for its colour; the number beside it says the same. */
export function levelOf(percent: number): ProgressLevel {
  if (percent >= 100) return 'complete'
  return percent >= almost ? 'almost' : 'far'
}
