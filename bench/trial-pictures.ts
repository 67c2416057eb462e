/**
 * `npm run trial:pictures`: names, damaged files, renditions, near-same pictures, linked libraries and large
 * matches, each held to the bounds of docs/trials.md. See trial/README.md.
 */
import { parseArgs } from 'node:util'
import { describeFigure, type Figure, holds } from './trial/pictures/figure.ts'
import { tryHostileFiles } from './trial/pictures/hostile-runs.ts'
import { tryLibrary } from './trial/pictures/library-runs.ts'
import { tryNamingHabits } from './trial/pictures/naming-habits.ts'
import { tryNearSame } from './trial/pictures/near-same-runs.ts'
import { tryPlan } from './trial/pictures/plan-runs.ts'
import { tryRenditions } from './trial/pictures/rendition-runs.ts'

const { values: options } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    share: { type: 'string', default: '1' },
  },
})

const share = Number(options.share)
const parts: Readonly<Record<string, () => Promise<Figure[]>>> = {
  habits: tryNamingHabits,
  hostile: tryHostileFiles,
  renditions: tryRenditions,
  near: () => tryNearSame(share),
  library: () => tryLibrary(share),
  plan: () => tryPlan(share),
}

let faults = 0
for (const [name, run] of Object.entries(parts)) {
  if (!new RegExp(options.only).test(name)) continue
  const figures = await run()
  for (const figure of figures) console.log(describeFigure(figure))
  faults += figures.filter((figure) => !holds(figure)).length
}
console.log(faults === 0 ? 'All within their bounds.' : `${faults} figures missed`)
process.exitCode = faults === 0 ? 0 : 1
