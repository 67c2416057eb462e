import { busyNote, type MachineFacts } from '../measure/machine.ts'
import { markdownTable } from '../measure/report.ts'
import { median, sum } from '../measure/statistics.ts'
import { type GridMeasurements, type GridVerdict, motionTable } from './verdicts.ts'
import { motionNames } from './motions.ts'

export function gridTables(measurements: GridMeasurements, verdicts: readonly GridVerdict[]): string {
  return [
    markdownTable(['CPU ms per frame: median (lowest–highest)', ...motionNames], motionTable(measurements)),
    blankLine(measurements),
    responseLine(measurements),
    markdownTable(
      ['bound on', 'bound', 'measured', 'holds'],
      verdicts.map(({ bound, most, measured, holds }) => [
        bound,
        `≤ ${most}`,
        measured >= 100 || Number.isInteger(measured) ? measured.toFixed(0) : measured.toFixed(2),
        holds ? 'yes' : 'NO',
      ]),
    ),
  ].join('\n\n')
}

function blankLine({ blanks }: GridMeasurements): string {
  const frames = sum(blanks.map((round) => round.frames))
  const blank = sum(blanks.map((round) => round.blank))
  return `Blank frames of a fling of ours, in all rounds: ${blank} of ${frames}. A frame is blank where a row in view has no text, or its number alone: neither a value nor the placeholder of one that is on its way.`
}

function responseLine({ keys, pastes }: GridMeasurements): string {
  const wall = median(pastes.map(({ wall_ms }) => wall_ms)).toFixed(0)
  const cpu = median(pastes.map(({ cpu_ms }) => cpu_ms)).toFixed(0)
  return `From a key to the painted cursor: ${median(keys).toFixed(1)} ms of CPU. A paste of 10,000 cells: ${wall} ms until all is saved and shown, ${cpu} ms of them CPU of the page.`
}

export function gridSection(
  measurements: GridMeasurements,
  verdicts: readonly GridVerdict[],
  { machine, load }: { machine: MachineFacts; load: number },
): string {
  return `Written by \`npm run bench:grid -- --write\` on ${machine.date}; do not edit by hand.${busyNote(machine, load)}

1,000,000 rows of 50 columns, the first 12 filled, in 1600 × 900 pixels of headless Chromium without a GPU; rows of 34 pixels,
made up at the network when a grid asks for them. Ours is the whole app. Every step is one scroll in an animation frame: wheel 60
pixels, fling 600, jump anywhere. CPU is that of the page's main thread (script, style, layout, paint), so other work on the machine
disturbs it little. Median of ${measurements.keys.length} rounds in which the grids take turns.

${gridTables(measurements, verdicts)}
`
}
